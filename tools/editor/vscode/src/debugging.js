// Stepping through rules: `yupana debug` without a ruleset speaks the Debug Adapter Protocol over its standard streams.

"use strict";

const vscode = require("vscode");
const { started, home, openTarget } = require("./starting.js");

const ADAPTER = ["debug"];

/** @type {vscode.DebugAdapterDescriptorFactory} */
const factory = {
  createDebugAdapterDescriptor() {
    const { program, before } = started();
    const cwd = home();
    return new vscode.DebugAdapterExecutable(program, [...before, ...ADAPTER], cwd === undefined ? {} : { cwd });
  },
};

/** What is not said in a configuration: the ruleset is that of the open file.
 * @type {vscode.DebugConfigurationProvider} */
const provider = {
  resolveDebugConfiguration(_folder, given) {
    const asked = given.type
      ? given
      : { type: "yupana", request: "launch", name: "Step through a game", stopOnEntry: true };
    const ruleset = asked.ruleset ?? openTarget();
    if (ruleset === undefined) {
      void vscode.window.showErrorMessage("Say which `ruleset` to step through, or open a file of one.");
      return undefined;
    }
    return { ...asked, ruleset };
  },
};

/**
 * Makes the debugger known.
 * @param {vscode.ExtensionContext} context
 */
function register(context) {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("yupana", factory),
    vscode.debug.registerDebugConfigurationProvider("yupana", provider),
  );
}

module.exports = { register };
