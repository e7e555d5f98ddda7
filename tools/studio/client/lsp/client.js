/**
 * The language server for a page: what is open, what is wrong, and all that can be asked.
 *
 * It tells of events: `ready`, `faults` (detail: the file), `refreshed`, `progress` (detail: Progress), `said` (detail: {text, grave}).
 */

import {Connection, LanguageError} from "./connection.js";

/** @typedef {import("../types.js").Host} Host */
/** @typedef {import("./types.js").Diagnostic} Diagnostic */
/** @typedef {import("./types.js").WorkspaceEdit} WorkspaceEdit */
/** @typedef {{token: string, title: string, message: string, percentage: number, ended: boolean, stop: () => void}} Progress */
/** @typedef {{version: number, text: string}} Opened */

const CAPABILITIES = {
    general: {positionEncodings: ["utf-16"]},
    window: {workDoneProgress: true, showMessage: {}},
    workspace: {
        applyEdit: true, configuration: false, codeLens: {refreshSupport: true}, symbol: {}, executeCommand: {},
        workspaceEdit: {documentChanges: true, resourceOperations: ["create", "rename", "delete"]},
        didChangeWatchedFiles: {dynamicRegistration: false},
    },
    textDocument: {
        synchronization: {didSave: true},
        publishDiagnostics: {relatedInformation: true, versionSupport: true},
        completion: {contextSupport: true, completionItem: {snippetSupport: true, documentationFormat: ["markdown", "plaintext"]}},
        hover: {contentFormat: ["markdown", "plaintext"]},
        signatureHelp: {contextSupport: true, signatureInformation: {documentationFormat: ["markdown", "plaintext"], parameterInformation: {labelOffsetSupport: true}}},
        definition: {}, declaration: {}, typeDefinition: {}, references: {}, documentHighlight: {}, callHierarchy: {},
        documentSymbol: {hierarchicalDocumentSymbolSupport: true},
        rename: {prepareSupport: true},
        codeAction: {isPreferredSupport: true, codeActionLiteralSupport: {codeActionKind: {valueSet: ["quickfix", "refactor", "source"]}}},
        codeLens: {}, inlayHint: {}, foldingRange: {lineFoldingOnly: true}, selectionRange: {}, formatting: {}, rangeFormatting: {}, onTypeFormatting: {},
        semanticTokens: {requests: {full: {delta: true}, range: true}, tokenTypes: [], tokenModifiers: [], formats: ["relative"]},
    },
};

export class LanguageClient extends EventTarget {
    /** @param {Host} host @param {string[]} commands  of which a lens may speak, which the page carries out */
    constructor(host, commands) {
        super();
        this.host = host;
        this.commands = commands;
        this.connection = new Connection(host);
        this.root = "";
        this.isReady = false;
        /** @type {Record<string, any>} */
        this.can = {};
        /** @type {{types: string[], modifiers: string[]}} */
        this.legend = {types: [], modifiers: []};
        /** @type {Map<string, Opened>} */
        this.opened = new Map();
        /** What is wrong in each file. @type {Map<string, Diagnostic[]>} */
        this.faults = new Map();
        /** @type {Map<string | number, Progress>} */
        this.going = new Map();
        /** Carries out edits that the server asks for. @type {(edit: WorkspaceEdit) => Promise<boolean>} */
        this.apply = async () => false;
        /** Which server it is, of those that were begun one after the other. */
        this.turn = 0;
        this.listen();
        let lost = false;
        host.on("lost", () => { lost = true; });
        host.on("found", () => {
            // what was told meanwhile nobody heard, perhaps the answer to what was asked first
            if (lost || (this.turn && !this.isReady)) void this.begin().catch(() => {});
            lost = false;
        });
    }

    listen() {
        const {connection} = this;
        connection.on("textDocument/publishDiagnostics", ({uri, diagnostics, version}) => {
            const opened = this.opened.get(uri);
            if (opened && version !== null && version !== undefined && version < opened.version) return;
            this.faults.set(uri, diagnostics);
            this.tell("faults", uri);
        });
        connection.on("workspace/codeLens/refresh", () => this.tell("refreshed"));
        connection.on("workspace/applyEdit", async ({edit}) => ({applied: await this.apply(edit)}));
        connection.on("workspace/configuration", ({items}) => items.map(() => null));
        connection.on("client/registerCapability", () => null);
        connection.on("client/unregisterCapability", () => null);
        connection.on("window/showMessage", ({message, type}) => this.tell("said", {text: String(message), grave: type === 1}));
        connection.on("window/showMessageRequest", ({message}) => void this.tell("said", {text: String(message), grave: false}));
        connection.on("window/logMessage", ({message, type}) => {
            if (type === 1) this.tell("said", {text: String(message), grave: true});
        });
        connection.on("window/workDoneProgress/create", () => null);
        connection.on("$/progress", ({token, value}) => this.progressed(token, value));
    }

    /** @param {string} event @param {any} [detail] */
    tell(event, detail) {
        this.dispatchEvent(new CustomEvent(event, {detail}));
    }

    /** @param {string | number} token @param {any} value */
    progressed(token, value) {
        const before = this.going.get(token) ?? {
            token: String(token), title: "", message: "", percentage: 0, ended: false,
            stop: () => this.connection.notify("window/workDoneProgress/cancel", {token}),
        };
        const now = {...before, title: value.title ?? before.title, message: value.message ?? before.message, percentage: value.percentage ?? before.percentage, ended: value.kind === "end"};
        if (now.ended) this.going.delete(token);
        else this.going.set(token, now);
        this.tell("progress", now);
    }

    /** Begin, or begin anew: what is open stays open. */
    async begin() {
        const turn = ++this.turn;
        this.isReady = false;
        this.connection.forget();
        for (const each of [...this.going.values()]) this.progressed(each.token, {kind: "end"});
        const {root} = await this.host.ask("language/begin");
        if (turn !== this.turn) return;
        this.root = String(root).replace(/\/$/, "");
        const folder = {uri: this.root, name: "studio"};
        const found = await this.connection.request("initialize", {
            processId: null, rootUri: this.root, workspaceFolders: [folder], capabilities: CAPABILITIES, initializationOptions: {commands: this.commands},
        }).catch((fault) => {
            if (turn === this.turn) throw fault;
        });
        if (turn !== this.turn || !found) return;
        this.can = found.capabilities;
        const legend = this.can.semanticTokensProvider?.legend;
        this.legend = {types: legend?.tokenTypes ?? [], modifiers: legend?.tokenModifiers ?? []};
        this.connection.notify("initialized");
        this.isReady = true;
        for (const [uri, opened] of this.opened) this.tellOpened(uri, opened);
        this.tell("ready");
    }

    /** The folder of the project, as the system names it. */
    get folder() {
        const path = decoded(this.root.replace(/^file:\/\//, ""));
        return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
    }

    // ------------------------------------------------------------ files

    /** What the server calls a file of the project. @param {string} path */
    uriOf(path) {
        return path.startsWith("file:") ? path : `${this.root}/${path.split("/").map(encodeURIComponent).join("/")}`;
    }

    /** The path of a file of the project; else what the server calls it. @param {string} uri */
    pathOf(uri) {
        const inside = this.root && uri.startsWith(`${this.root}/`);
        return inside ? uri.slice(this.root.length + 1).split("/").map(decoded).join("/") : uri;
    }

    /** @param {string} uri @param {string} text */
    open(uri, text) {
        if (!this.root || this.opened.has(uri)) return;
        const opened = {version: 1, text};
        this.opened.set(uri, opened);
        if (this.isReady) this.tellOpened(uri, opened);
    }

    /** @param {string} uri @param {Opened} opened */
    tellOpened(uri, {version, text}) {
        this.connection.notify("textDocument/didOpen", {textDocument: {uri, languageId: "yupana", version, text}});
    }

    /**
     * @param {string} uri @param {string} text  what it says now
     * @param {{range?: import("./types.js").Range, text: string}[]} [changes]  one after the other; without them, all is new
     */
    change(uri, text, changes = [{text}]) {
        const opened = this.opened.get(uri);
        if (!opened) return this.open(uri, text);
        if (opened.text === text) return;
        opened.text = text;
        opened.version++;
        if (this.isReady) this.connection.notify("textDocument/didChange", {textDocument: {uri, version: opened.version}, contentChanges: changes});
    }

    /** @param {string} uri */
    close(uri) {
        if (!this.opened.delete(uri)) return;
        if (this.isReady) this.connection.notify("textDocument/didClose", {textDocument: {uri}});
    }

    /** Files came or went on the side of the server. @param {{uri: string, type: 1 | 2 | 3}[]} changes */
    watched(changes) {
        if (this.isReady && changes.length) this.connection.notify("workspace/didChangeWatchedFiles", {changes});
    }

    // ------------------------------------------------------------ asking

    /**
     * What the server answers; nothing where it is not there yet, or the answer came too late to mean anything.
     * @param {string} method @param {object} params @param {AbortSignal} [signal] @returns {Promise<any>}  rejects with a sentence
     */
    async ask(method, params, signal) {
        if (!this.isReady) return null;
        try {
            return await this.connection.request(method, params, signal);
        } catch (fault) {
            if (fault instanceof LanguageError && fault.isStale) return null;
            throw fault;
        }
    }

    /** @param {string} method @param {string} path @param {object} [more] @param {AbortSignal} [signal] */
    askOf(method, path, more = {}, signal) {
        return this.ask(method, {textDocument: {uri: this.uriOf(path)}, ...more}, signal);
    }

    /** @param {import("./types.js").Command} command */
    carryOut({command, arguments: given = []}) {
        return this.ask("workspace/executeCommand", {command, arguments: given});
    }

    end() {
        this.connection.end();
    }
}

/** @param {string} part */
function decoded(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}
