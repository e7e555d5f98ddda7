// The extension: it sees when a file of a ruleset is opened, starts the language server then, and hands on the rest.

"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const commands = require("./commands.js");
const debugging = require("./debugging.js");
const { owner } = require("./rulesets.js");
const { started, home } = require("./starting.js");

/** @type {LanguageClient | undefined} */
let client;

/** @param {vscode.ExtensionContext} context */
function activate(context) {
  commands.register(context);
  debugging.register(context);
  context.subscriptions.push(
    vscode.commands.registerCommand("yupana.restart", restart),
    vscode.workspace.onDidOpenTextDocument(welcome),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("yupana.command") && client !== undefined) void restart();
    }),
  );
  vscode.workspace.textDocuments.forEach(welcome);
}

/**
 * Starts the server when the first file of a ruleset is opened.
 * @param {vscode.TextDocument} document
 */
function welcome(document) {
  const isRules = document.languageId === "yupana";
  if (document.uri.scheme !== "file" || !(isRules || document.languageId === "yaml")) return;
  if (!isRules && owner(document.uri.fsPath) === undefined) return;
  void vscode.commands.executeCommand("setContext", "yupana.active", true);
  if (!isRules && vscode.workspace.getConfiguration("yupana").get("assignLanguage", true)) {
    void vscode.languages.setTextDocumentLanguage(document, "yupana");
  }
  if (client === undefined) void start();
}

/** Starts the server; where that fails, people are told what to do. */
async function start() {
  const { program, before } = started();
  const cwd = home();
  const server = { command: program, args: [...before, "lsp"], options: cwd === undefined ? {} : { cwd } };
  // a file of YAML that is none of a ruleset is nothing to the server, which finds that out as `owner` does, and so is
  // a table from which no ruleset takes entries
  const rules = ["yupana", "yaml"].map((language) => ({ scheme: "file", language }));
  const documentSelector = [...rules, { scheme: "file", pattern: "**/*.{csv,tsv}" }];
  const settings = vscode.workspace.getConfiguration("yupana");
  const said = { runExamples: settings.get("runExamples"), lint: settings.get("lint"), commands: commands.names };
  client = new LanguageClient("yupana", "Yupana", server, {
    documentSelector,
    initializationOptions: said,
    synchronize: { configurationSection: "yupana" },
    middleware: { executeCommand: commands.executeCommand },
  });
  try {
    await client.start();
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault);
    const advice = `The language server does not start (${why}). Install it with \`pip install 'yupana[editor]'\`, `;
    const settings = "Settings";
    const pressed = await vscode.window.showErrorMessage(
      `${advice}or say in the settings how \`yupana\` is started.`,
      settings,
    );
    if (pressed === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "yupana.command");
    }
  }
}

/** Ends the server and starts it anew. */
async function restart() {
  await deactivate();
  await start();
}

async function deactivate() {
  const before = client;
  client = undefined;
  try {
    await before?.dispose();
  } catch {
    // it did not run
  }
}

module.exports = { activate, deactivate };
