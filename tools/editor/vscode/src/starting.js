// How Yupana is started: the setting, and the folder that it runs in.

"use strict";

const vscode = require("vscode");
const path = require("node:path");
const { owner, target, words } = require("./rulesets.js");

/**
 * The program and the words before those of a command.
 * @returns {{ program: string, before: string[] }}
 */
function started() {
  const [program = "yupana", ...before] = words(vscode.workspace.getConfiguration("yupana").get("command", "yupana"));
  return { program, before };
}

/** Where no folder is open: that of the first file, as long as the editor runs.
 * @type {string | undefined} */
let first;

/**
 * The folder that Yupana runs in, from which the server names rulesets too.
 * @returns {string | undefined}
 */
function home() {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder !== undefined) return folder.uri.fsPath;
  const file = vscode.window.activeTextEditor?.document.uri;
  first ??= file?.scheme === "file" ? path.dirname(file.fsPath) : undefined;
  return first;
}

/**
 * The ruleset of the open file, as a command names it; undefined if there is none.
 * @returns {string | undefined}
 */
function openTarget() {
  const file = vscode.window.activeTextEditor?.document.uri;
  const found = file?.scheme === "file" ? owner(file.fsPath) : undefined;
  return found === undefined ? undefined : target(found, home() ?? path.dirname(found));
}

module.exports = { started, home, openTarget };
