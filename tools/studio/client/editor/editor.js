/** The editor: files as tabs, and all that the language server knows of them. */

import {drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, rectangularSelection} from "@codemirror/view";
import {history} from "@codemirror/commands";
import {bracketMatching} from "@codemirror/language";
import {highlightSelectionMatches, search as searchPanel} from "@codemirror/search";
import {EditorSelection, EditorState, Prec} from "@codemirror/state";
import {html, messageOf} from "../../../page/client/dom.js";
import {LanguageClient} from "../lsp/client.js";
import {spanOf} from "../lsp/positions.js";
import {bar} from "./bar.js";
import {commandOf, keymapOf, pressedAnywhere} from "./commands.js";
import {completion} from "./completion.js";
import {Documents, foreign, isText} from "./documents.js";
import {applied} from "./edits.js";
import {FaultList, faultGutter, gradeOf, showFaults} from "./faults.js";
import {folding} from "./folding.js";
import {hints} from "./hints.js";
import {hovering, signatures} from "./hover.js";
import {keys} from "./keys.js";
import {lenses} from "./lenses.js";
import {clicking, highlights} from "./navigation.js";
import {phrases} from "./phrases.js";
import {Places} from "./places.js";
import {Going} from "./going.js";
import {Search} from "./search.js";
import {Stepper, standing} from "./stepping.js";
import {Tabs} from "./tabs.js";
import {theme} from "./theme.js";
import {semanticColours} from "./tokens.js";
import {indentation, language} from "./yaml.js";

/** @typedef {import("../types.js").Studio} Studio */
/** @typedef {import("../types.js").Pane} Pane */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../lsp/types.js").Range} Range */

/** What lenses speak of and the page carries out: the command, and what the table shows; "": it is stepped through. @type {Record<string, string>} */
const CARRIED_OUT = {"yupana.stepExample": "", "yupana.play": "stage", "yupana.rulebook": "rules_label"};

/** So many places are remembered to go back to. */
const WAYS = 50;

export class Editor {
    /** @param {Studio} studio */
    constructor(studio) {
        this.studio = studio;
        this.say = studio.say;
        this.id = "editor";
        this.title = "studio_ed_editor";
        this.path = "";
        this.settings = {lenses: true, hints: true};
        /** @type {{path: string, at: number}[]} */
        this.ways = [];
        this.language = new LanguageClient(studio.host, Object.keys(CARRIED_OUT));
        this.language.apply = (edit) => applied(this, edit);
        this.documents = new Documents(this);
        this.tabs = new Tabs(this);
        this.told = html("div", {class: "hidden-text", role: "status", "aria-live": "polite"});
        this.holder = html("div", {class: "ed-view"});
        // styles that CodeMirror makes go into a root of its own, where they need no element that the page's policy refuses
        const root = this.holder.attachShadow({mode: "open"}), inside = html("div", {class: "ed-inside"});
        inside.style.height = "100%";
        root.append(inside);
        this.empty = EditorState.create({extensions: [theme, EditorView.editable.of(false)]});
        this.view = new EditorView({state: this.empty, parent: inside, root, dispatchTransactions: (all) => this.dispatched(all)});
        this.nothing = html("p", {class: "ed-nothing"}, this.say("studio_ed_nothing_open"));
        this.going = new Going(this);
        this.element = html("div", {class: "ed"}, this.tabs.element, this.holder, this.nothing, this.going.element, bar(this), this.told);
        this.holder.hidden = true;
        this.faults = new FaultList(this);
        this.places = new Places(this);
        this.search = new Search(this);
        this.stepper = new Stepper(this);
        this.listen();
    }

    listen() {
        const {language: server} = this;
        server.addEventListener("ready", () => this.documents.tellAll());
        server.addEventListener("faults", (event) => {
            this.element.dataset.server = "there";
            const uri = /** @type {CustomEvent} */ (event).detail;
            if (this.path && uri === server.uriOf(this.path)) showFaults(this);
            this.studio.checked(server.pathOf(uri), [...server.faults.values()].flat().filter((each) => gradeOf(each) === "error").length);
        });
        server.addEventListener("said", (event) => this.studio.notice(/** @type {CustomEvent} */ (event).detail.text));
        this.studio.onOpen((path, place) => this.open(path, place));
        window.addEventListener("keydown", (event) => pressedAnywhere(this, event));
        window.addEventListener("pagehide", () => server.end());
    }

    /** How the language server knows the ruleset. */
    get target() {
        const {target} = this.studio.project;
        return target === "." ? this.language.folder : `${this.language.folder}/${target}`;
    }

    async begin() {
        try {
            await this.language.begin();
        } catch (fault) {
            this.studio.notice(this.say("studio_ed_no_server", {why: messageOf(fault)}), {title: this.say("studio_ed_do_restart"), act: () => void this.restart()});
        }
        const paths = this.documents.paths();
        if (!this.path) await this.show(paths.find((each) => /(^|\/)game\.ya?ml$/.test(each)) ?? paths[0] ?? "", undefined, false);
    }

    restart() {
        return this.begin();
    }

    /** What belongs to every file. @param {string} path @param {boolean} isOwn @returns {import("@codemirror/state").Extension} */
    extensions(path, isOwn) {
        const isRules = /\.ya?ml$/i.test(path);
        return [
            EditorState.phrases.of(phrases(this.say)), history(), lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), folding(this, path), drawSelection(), dropCursor(),
            EditorState.allowMultipleSelections.of(true), bracketMatching(), rectangularSelection({eventFilter: (event) => event.altKey && event.shiftKey}), highlightActiveLine(), highlightSelectionMatches({minSelectionLength: 2}),
            isRules ? [language, indentation] : [], completion(this, path), hovering(this, path), signatures(this, path), faultGutter, semanticColours(this, path), hints(this, path), lenses(this, path), highlights(this, path),
            standing, clicking(this), searchPanel({top: true}), Prec.high(keymap.of(keymapOf(this))), keymap.of(keys), theme, EditorView.contentAttributes.of({"aria-label": this.say("studio_ed_text_of", {file: path})}),
            isOwn ? EditorState.changeFilter.of((transaction) => !this.studio.project.readonly || Boolean(transaction.annotation(foreign))) : [EditorState.readOnly.of(true)],
        ];
    }

    /** @param {readonly import("@codemirror/state").Transaction[]} all */
    dispatched(all) {
        const {path} = this, was = this.view.state;
        this.view.update(all);
        if (!path || all.every((each) => !each.docChanged)) return;
        let before = was.doc;
        for (const each of all) {
            if (each.docChanged) this.documents.changed(path, before, each.changes, Boolean(each.annotation(foreign)));
            before = each.newDoc;
        }
    }

    // ------------------------------------------------------------ files

    /** What people call a file. @param {string} path */
    titleOf(path) {
        return this.documents.known.get(path)?.title ?? (path.startsWith("file:") ? decodeURIComponent(path.split("/").slice(-2).join("/")) : path);
    }

    /** What a file says, of the project or not; "" where it cannot be had. @param {string} path */
    async textAt(path) {
        if (!path.startsWith("file:")) return this.studio.project.paths().includes(path) ? this.documents.textOf(path) : "";
        const known = this.documents.known.get(path);
        if (known) return this.documents.textOf(path);
        const found = await this.studio.host.ask("language/file", {uri: path}).catch(() => null);
        return String(found?.text ?? "");
    }

    /** A file is to be shown that is not one of the project. @param {string} uri */
    async fetched(uri) {
        const found = await this.studio.host.ask("language/file", {uri});
        if (!this.documents.known.has(uri)) this.documents.add(uri, found.text, false, found.path);
    }

    /**
     * Show a file, and a place in it. Whether it is there.
     * @param {string} path @param {Range} [range] @param {boolean} [focus]
     */
    async show(path, range, focus = true) {
        if (!path) return false;
        if (path.startsWith("file:")) await this.fetched(path);
        else if (!isText(path) || !this.studio.project.paths().includes(path)) return this.announce(this.say("studio_ed_no_such_file", {file: path}), true), false;
        this.documents.of(path);
        if (this.path && range) this.remember();
        this.turnTo(path);
        if (range) {
            const {from, to} = spanOf(this.view.state.doc, range);
            this.view.dispatch({selection: EditorSelection.single(from, to), effects: EditorView.scrollIntoView(from, {y: "center"}), userEvent: "select"});
        }
        if (focus) {
            this.studio.showPane(this.id);
            this.view.focus();
        }
        return true;
    }

    /** @param {string} path */
    turnTo(path) {
        if (path === this.path) return;
        this.keep();
        const next = this.documents.of(path);
        this.path = path;
        this.holder.hidden = false;
        this.nothing.hidden = true;
        this.view.setState(next.state);
        if (next.scroll) this.view.dispatch({effects: next.scroll});
        this.tabs.add(path);
        showFaults(this);
        this.faults.draw();
    }

    /** What is shown stays known as it is. */
    keep() {
        const known = this.documents.known.get(this.path);
        if (known) Object.assign(known, {state: this.view.state, scroll: this.view.scrollSnapshot()});
    }

    /** The file that is shown is shown no more. @param {string} next */
    async leave(next) {
        this.keep();
        if (next) return void await this.show(next);
        this.path = "";
        this.view.setState(this.empty);
        this.holder.hidden = true;
        this.nothing.hidden = false;
    }

    remember() {
        this.ways.push({path: this.path, at: this.view.state.selection.main.head});
        if (this.ways.length > WAYS) this.ways.shift();
    }

    async back() {
        const last = this.ways.pop();
        if (!last || !await this.show(last.path)) return;
        const anchor = Math.min(last.at, this.view.state.doc.length);
        this.view.dispatch({selection: {anchor}, effects: EditorView.scrollIntoView(anchor, {y: "center"})});
    }

    /** As other panes ask for it. @param {string} path @param {Place} [place] */
    open(path, place) {
        const at = place && {line: place.line - 1, character: place.column - 1};
        void this.show(path, at && {start: at, end: at});
    }

    /** The first time the pane is seen CodeMirror has to measure it. */
    shown() {
        this.view.requestMeasure();
    }

    // ------------------------------------------------------------ doing

    /** All is kept anyway; who wants to be sure is told when it is. */
    async save() {
        await this.studio.project.settled();
        this.announce(this.say("studio_ed_all_saved"), true);
    }

    /** Carry out a command. @param {string} id @param {number} [at] */
    async run(id, at) {
        const found = commandOf(id);
        if (found && (this.path || found.anywhere)) await this.attempt(() => found.run(this, at));
    }

    /** Do what may be refused, and tell why. @param {() => any} act */
    async attempt(act) {
        try {
            await act();
        } catch (fault) {
            this.announce(messageOf(fault), true);
        }
    }

    /** What a lens or a fix is there for. @param {import("../lsp/types.js").Command} command */
    async carryOut(command) {
        const shown = CARRIED_OUT[command.command], [target = this.target, name = ""] = command.arguments ?? [];
        await this.attempt(() => shown === "" ? this.stepper.begin(String(target), String(name)) : shown ? this.showTable(shown) : this.language.carryOut(command));
    }

    /** Show the table, with one of the panels that it has. @param {string} panel */
    showTable(panel) {
        this.studio.showPane("table");
        document.dispatchEvent(new CustomEvent("studio:table", {detail: panel}));
    }

    /** @param {"lenses" | "hints"} name @param {(editor: Editor) => void} hide */
    toggle(name, hide) {
        this.settings[name] = !this.settings[name];
        if (this.settings[name]) this.language.tell("refreshed");
        else hide(this);
        this.announce(this.say(this.settings[name] ? "studio_ed_on" : "studio_ed_off", {what: this.say(`studio_ed_do_${name}`)}), true);
    }

    /** Tell whoever listens, and whoever looks too if that is wanted. @param {string} text @param {boolean} [seen] */
    announce(text, seen = false) {
        if (seen) this.studio.notice(text);
        else this.told.textContent = text;
    }
}

/** @param {Studio} studio @returns {Editor} */
export function makeEditor(studio) {
    const editor = new Editor(studio);
    void editor.begin();
    return editor;
}

/** The panes beside the editor that belong to it. @param {Editor} editor @returns {[Pane, import("../types.js").Side][]} */
export function panesOf(editor) {
    return [[editor.faults, "below"], [editor.places, "below"], [editor.search, "left"], [editor.stepper, "below"]];
}
