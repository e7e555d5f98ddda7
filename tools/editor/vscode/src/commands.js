// The commands of the palette and of the lenses: each runs a command of Yupana for a ruleset. Those that show in the file
// what they find are the server's; its client makes them known.

"use strict";

const vscode = require("vscode");
const { execFile } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { started, home, openTarget } = require("./starting.js");

/** What a lens hands over: the ruleset, and the name of what it stands above.
 * @typedef {(ruleset?: unknown, name?: unknown) => unknown} Command */

/** @type {Record<string, Command>} */
const COMMANDS = {
  "yupana.play": (ruleset) => inTerminal("Play", "play", ruleset),
  "yupana.test": (ruleset) => inTerminal("Test", "test", ruleset),
  "yupana.serve": (ruleset) => inTerminal("Serve", "serve", ruleset),
  "yupana.stepExample": step,
  "yupana.rulebook": rulebook,
};

/**
 * What the server carries out goes to it, but for the strength of a whole ruleset: that takes long, and is for a terminal.
 * @param {string} command
 * @param {unknown[]} given
 * @param {(command: string, given: unknown[]) => unknown} next
 */
function executeCommand(command, given, next) {
  const whole = command === "yupana.strength" && typeof given[1] !== "string";
  return whole ? inTerminal("Strength", "strength", given[0]) : next(command, given);
}

/**
 * The ruleset that was handed over, or that of the open file; without one, people are told.
 * @param {unknown} given
 */
function chosen(given) {
  const found = typeof given === "string" && given !== "" ? given : openTarget();
  if (found === undefined) void vscode.window.showErrorMessage("The open file is no file of a ruleset.");
  return found;
}

/**
 * Runs a command of Yupana for a ruleset in a terminal, which stays when it ends. No shell reads its words.
 * @param {string} title
 * @param {string} command
 * @param {unknown} given
 * @param {string[]} more
 */
async function inTerminal(title, command, given, ...more) {
  const ruleset = chosen(given);
  if (ruleset === undefined) return;
  const { program, before } = started();
  const words = [...before, command, ruleset, ...more];
  const run = new vscode.ProcessExecution(program, words, { cwd: home() });
  const folder = vscode.workspace.workspaceFolders?.[0] ?? vscode.TaskScope.Workspace;
  const task = new vscode.Task({ type: "yupana", command }, folder, `${title} ${ruleset}`, "Yupana", run, []);
  task.presentationOptions = { focus: true, clear: true, panel: vscode.TaskPanelKind.Dedicated };
  await vscode.tasks.executeTask(task);
}

/**
 * Steps through an example.
 * @param {unknown} given
 * @param {unknown} name
 */
async function step(given, name) {
  const ruleset = chosen(given);
  if (ruleset === undefined) return;
  const example = typeof name === "string" ? name : undefined;
  await vscode.debug.startDebugging(vscode.workspace.workspaceFolders?.[0], {
    type: "yupana",
    request: "launch",
    name: `Step through ${example ?? ruleset}`,
    ruleset,
    ...(example === undefined ? {} : { example }),
    stopOnEntry: true,
  });
}

/**
 * Writes the rulebook of a ruleset into a file that is nobody's, and shows it in the browser.
 * @param {unknown} given
 */
async function rulebook(given) {
  const ruleset = chosen(given);
  if (ruleset === undefined) return;
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "yupana-")), "rulebook.html");
  const { program, before } = started();
  const progress = { location: vscode.ProgressLocation.Notification, title: `The rulebook of ${ruleset} is written` };
  const fault = await vscode.window.withProgress(progress, () =>
    finished(program, [...before, "rulebook", ruleset, "-o", file]),
  );
  if (fault === "") await vscode.env.openExternal(vscode.Uri.file(file));
  else void vscode.window.showErrorMessage(fault);
}

/**
 * Runs a program to its end; gives what is wrong, in words, or nothing.
 * @param {string} program
 * @param {string[]} words
 * @returns {Promise<string>}
 */
function finished(program, words) {
  return new Promise((resolve) => {
    execFile(program, words, { cwd: home() }, (fault, _out, told) => {
      resolve(fault === null ? "" : told.trim() || fault.message);
    });
  });
}

/**
 * Makes the commands known.
 * @param {vscode.ExtensionContext} context
 */
function register(context) {
  for (const [name, command] of Object.entries(COMMANDS)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, command));
  }
}

module.exports = { register, executeCommand, names: Object.keys(COMMANDS) };
