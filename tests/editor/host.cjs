// An editor without a screen for the extension: `node host.cjs EXTENSION FOLDER FILE` activates it with FILE open in
// FOLDER, runs every command that it registers, and prints what it did as a JSON document.
"use strict";

const Module = require("node:module");
const path = require("node:path");

const [extension, folder, file] = process.argv.slice(2);
const done = { commands: [], clients: [], tasks: [], debugged: [], languages: [], contexts: [], told: [] };
const registered = new Map();
const settings = { "yupana.command": '"a folder/python" -m yupana', "yupana.assignLanguage": true, "yupana.lint": false };
const nothing = { dispose() {} };
const uri = (name) => ({ scheme: "file", fsPath: name });
const document = { uri: uri(file), languageId: "yaml" };
let factory, provider, middleware;

class LanguageClient {
  constructor(id, name, server, options) {
    middleware = options.middleware;
    done.clients.push({ id, command: server.command, args: server.args, cwd: server.options.cwd, options });
  }
  async start() {}
  async dispose() {
    done.clients.push("disposed");
  }
}

const vscode = {
  commands: {
    registerCommand: (name, command) => (registered.set(name, command), nothing),
    executeCommand: async (...words) => void done.contexts.push(words),
  },
  debug: {
    registerDebugAdapterDescriptorFactory: (type, made) => ((factory = made), nothing),
    registerDebugConfigurationProvider: (type, made) => ((provider = made), nothing),
    startDebugging: async (_folder, asked) => void done.debugged.push(asked),
  },
  languages: { setTextDocumentLanguage: async (_document, id) => void done.languages.push(id) },
  tasks: {
    executeTask: async (task) => void done.tasks.push([task.run.program, ...task.run.words, task.run.options.cwd]),
  },
  window: {
    activeTextEditor: { document },
    showErrorMessage: async (text) => void done.told.push(text),
    withProgress: (_options, what) => what(),
  },
  workspace: {
    workspaceFolders: [{ uri: uri(folder) }],
    textDocuments: [document],
    getConfiguration: (section) => ({ get: (key, otherwise) => settings[`${section}.${key}`] ?? otherwise }),
    onDidOpenTextDocument: () => nothing,
    onDidChangeConfiguration: () => nothing,
  },
  env: { openExternal: async () => true },
  Uri: { file: uri },
  ProgressLocation: { Notification: 15 },
  TaskPanelKind: { Dedicated: 2 },
  TaskScope: { Workspace: 2 },
  ProcessExecution: class {
    constructor(program, words, options) {
      Object.assign(this, { program, words, options });
    }
  },
  Task: class {
    constructor(_definition, _folder, name, _source, run) {
      Object.assign(this, { name, run });
    }
  },
  DebugAdapterExecutable: class {
    constructor(command, args, options) {
      Object.assign(this, { command, args, options });
    }
  },
};

const load = Module._load;
Module._load = (request, ...rest) => {
  if (request === "vscode") return vscode;
  return request === "vscode-languageclient/node" ? { LanguageClient } : load(request, ...rest);
};

(async () => {
  const { activate, deactivate } = require(path.join(extension, "src", "extension.js"));
  activate({ subscriptions: [] });
  for (const [name, command] of [...registered].sort()) {
    done.commands.push(name);
    await command();
  }
  done.asked = [];
  for (const given of [["base+over", "an example"], ["base+over"], []]) {
    await middleware.executeCommand("yupana.strength", given, (...words) => void done.asked.push(words));
  }
  await registered.get("yupana.stepExample")("base+over", "an example");
  done.adapter = factory.createDebugAdapterDescriptor();
  done.launched = provider.resolveDebugConfiguration(undefined, {});
  await deactivate();
  process.stdout.write(JSON.stringify(done));
})();
