/** The table: puts boards, sheets, panels, decision and log together, and shows each view that comes. */

import {BoardView} from "./board.js";
import {againForm, Company} from "./company.js";
import {Decider} from "./decider.js";
import {Redrawn, html, messageOf, refill} from "./dom.js";
import {Edits} from "./edits.js";
import {Help} from "./help.js";
import {Keys} from "./keys.js";
import {Log} from "./log.js";
import {Meanings} from "./meanings.js";
import {known, remember} from "./mine.js";
import {mayMove, move, standing} from "./moving.js";
import {Mats} from "./mats.js";
import {Names} from "./names.js";
import {Notices} from "./notices.js";
import {inFull, sayer} from "./phrases.js";
import {Rulebook} from "./rulebook.js";
import {Stepper} from "./stepping.js";
import {outcome, scoreTable} from "./scores.js";
import {settingsMenu} from "./settings.js";
import {drawSheet} from "./sheets.js";
import {concerning, inSight} from "./sight.js";
import {Since} from "./since.js";
import {Tabs} from "./tabs.js";
import {themeSwitch} from "./theme.js";
import {Tips} from "./tips.js";
import {playersPanel, tablePanel} from "./zones.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Link} Link */
/** @typedef {import("./types.js").View} View */

export class Table {
    /**
     * @param {Link} link
     * @param {About} about
     * @param {HTMLElement} root
     * @param {Map<string, string>} [people]  what people are called, by the players that they are
     */
    constructor(link, about, root, people) {
        this.link = link;
        this.about = about;
        this.root = root;
        this.left = new AbortController();
        this.names = new Names(about, people);
        this.meanings = new Meanings(() => link.meanings());
        this.say = sayer(about.phrases);
        this.drawn = new Redrawn();
        this.players = html("div", {class: "panel"});
        /** @type {View | null} */
        this.now = null;
        /** @type {View | null} what is shown: now, or the past */
        this.shown = null;
        this.wanted = -1;
        this.from = 0; // the decision whose button opened the stepper
        const redraw = () => this.shown && this.show(this.shown);
        this.boards = about.look.boards.filter((each) => !each.host).map((each) => new BoardView(each, about.look.boards.filter((other) => other.host === each.name), this.names, this.say, redraw));
        this.sheets = about.look.sheets.filter((each) => !each.owned && !each.laid);
        this.mats = new Mats(this.names, this.say, this.drawn, redraw);
        this.since = new Since(link, this.names, this.boards, root);
        this.build(root);
    }

    /** @param {HTMLElement} root */
    build(root) {
        const say = this.say, help = this.help = new Help(say);
        /** @param {string} key @param {string} sign @param {() => Promise<void>} act */
        const button = (key, sign, act) => html("button", {type: "button", class: "quiet", title: say(key), click: () => this.attempt(act)}, `${sign} `, html("span", {class: "word"}, say(key)));
        this.undo = button("undo", "↶", () => this.link.undo());
        this.redo = button("redo", "↷", () => this.link.redo());
        this.status = html("div", {class: "status", role: "status"});
        this.state = html("div", {class: "state", role: "alert", hidden: true});
        this.known = html("div", {class: "known", role: "status", tabindex: 0, hidden: true});
        this.past = html("div", {class: "past", hidden: true});
        this.sheetBox = html("div", {class: "sheets"});
        this.lying = html("div", {class: "sheets"});
        this.mine = html("div", {class: "mine"});
        this.notices = new Notices(inFull(this.about));
        const company = this.company = this.link.people && new Company(this.link.people, this.names, say, this.left.signal, {
            renamed: () => this.renamed(), unread: (count) => this.unread(count), isRead: () => this.tabs?.current === "chat", tell: (fault) => this.tell(messageOf(fault)),
            named: (name) => settings.rename(name),
        });
        const settings = settingsMenu(say, company ? (name) => void company.sit(name) : null, () => this.notices?.sample(), this.left.signal);
        const header = html("header", {class: "bar"},
            html("h1", {}, html("a", {href: "/", class: "home"}, this.about.title)), this.status,
            html("div", {class: "buttons"}, this.undo, this.redo, button("save", "⤓", () => this.save()), themeSwitch(say), settings.root, help.button));
        const titled = this.boards.length + this.sheets.length + this.about.look.mats.length > 1;
        const stage = html("section", {class: "stage", "aria-label": say("table_label")}, this.past,
            ...this.boards.map((each) => html("div", {class: "pictured"}, titled && html("h2", {}, each.title), each.root)), this.sheetBox, this.lying, this.mine);
        const credit = this.about.look.icons.credit;
        this.decider = new Decider(this.link, this.names, say, this.meanings, root, () => this.lit(), this.left.signal);
        const steps = this.link.stepping?.();
        this.stepper = steps && new Stepper(steps, say, () => this.log?.focus(this.from));
        this.log = new Log(this.names, say, (ply) => this.look(ply), this.stepper && ((ply) => {
            this.from = ply;
            void this.stepper?.open(ply);
        }), this.link.log?.bind(this.link));
        this.playersBox = html("div");
        this.tableBox = html("div");
        this.edits = new Edits(say);
        const rules = this.rules = new Rulebook(() => this.link.book(), this.meanings, this.names.rules, say);
        const drawn = titled || this.boards.length > 0;
        /** @type {[string, HTMLElement][]} */
        const panels = [["players_label", this.playersBox], ["table_label", this.tableBox], ["log_label", this.log.root], ["rules_label", rules.root], ["edits", this.edits.root], ...(company ? [/** @type {[string, HTMLElement]} */ (["chat", company.chat.root])] : [])];
        this.tabs = new Tabs(say, drawn ? panels : panels.slice(2), stage, drawn ? "board_label" : "table_label", this.left.signal, (key) => {
            if (key === "rules_label") void rules.open();
            if (key === "log_label") {
                void this.log?.open();
                if (this.log?.maySee) this.stepper?.ready();
            }
            if (key === "chat") company?.talked();
        });
        this.tabs.allow("edits", false);
        this.tabs.allow("chat", !!company?.several);
        if (!drawn) stage.tabIndex = 0; // keys scroll it
        if (!drawn) stage.append(html("div", {class: "pictured open"}, html("h2", {class: "hidden-text"}, say("table_label")), this.tableBox, this.playersBox));
        if (credit) stage.append(html("p", {class: "credit"}, say("icons_of", credit)));
        const side = html("aside", {class: "side"}, this.decider.root, this.tabs.root);
        const main = html("main", {}, stage, side);
        refill(root, header, this.state, this.known, company?.strip, company?.clocks.root ?? this.link.timing?.shown(this.names, say, this.left.signal), main, this.stepper?.root, help.root);
        new ResizeObserver(() => this.tabs?.narrow.matches && inSight(root)).observe(main);
        this.keys = new Keys(root, this.decider, () => help.open(), this.left.signal);
        this.tips = new Tips(this.names, this.meanings, root);
        this.link.onState = (text) => this.tell(text);
        window.addEventListener("keydown", (event) => event.key === "Escape" && this.escape(), {signal: this.left.signal});
    }

    /** Other things glow: tabs tell where. */
    lit() {
        this.tabs?.mark();
        this.tabs?.follow();
    }

    /** The same table under other rules, drawn anew. @param {About} about */
    renewed(about) {
        const root = /** @type {HTMLElement} */ (this.root.cloneNode(false));
        this.left.abort();
        this.tips?.close();
        this.root.replaceWith(root);
        const table = new Table(this.link, about, root, this.names.people);
        if (this.stepper && this.stepper.ply >= 0) void table.stepper?.open(this.stepper.ply, true);
        return table;
    }

    /** The same table with other texts. @param {About} about */
    reworded(about) {
        if (about.shape !== this.about.shape) return; // of a later edit, which is on its way
        this.about = about;
        this.names.retold(about);
        this.drawn.forget();
        this.meanings.forget();
        this.rules?.take(this.names.rules);
        this.log?.forget();
        if (this.shown) this.show(this.shown);
    }

    /** What a save of the rules' files did. @param {import("./types.js").Edit} edit */
    edited(edit) {
        if (!edit.examined && edit.hash !== this.about.hash) this.stepper?.again();
        this.edits?.take(edit);
        this.rules?.mark(this.edits?.rules ?? []);
        this.tabs?.allow("edits", true);
        if (!edit.examined) this.tabs?.open("edits");
    }

    escape() {
        this.tips?.hide();
        if (this.help?.root.open) return;
        if (this.shown !== this.now) this.look(this.now?.ply ?? 0);
        else this.decider?.back();
    }

    /** @param {string} text  empty: all is well again */
    tell(text) {
        if (!this.state) return;
        this.state.hidden = !text;
        this.state.textContent = text;
    }

    /** Do what may be refused, and tell why. @param {() => Promise<void>} act */
    async attempt(act) {
        try {
            this.tell("");
            await act();
        } catch (fault) {
            this.tell(messageOf(fault));
        }
    }

    async save() {
        const text = await this.link.save();
        const url = URL.createObjectURL(new Blob([text], {type: "application/json"}));
        const anchor = html("a", {href: url, download: `${this.about.ruleset}.json`});
        anchor.click();
        URL.revokeObjectURL(url);
    }

    /** A view that came. @param {View} view */
    take(view) {
        const live = this.shown === this.now;
        if (!this.now && this.link.people && view.seat >= 0) this.remember(this.link.people.token, view);
        this.now = view;
        this.log?.take(view);
        if (live || (this.shown?.ply ?? 0) >= view.ply) this.show(view);
        else this.log?.at(this.shown?.ply ?? 0);
    }

    /** Keep where one sits. @param {string} token @param {View} view */
    remember(token, view) {
        remember(token, {title: inFull(this.about), players: view.players.map((each) => this.names.word(each)), at: Date.now(), read: known(token)?.read ?? 0});
    }

    /** Look at a position of the past, or back at now. @param {number} ply */
    look(ply) {
        const now = this.now;
        if (!now) return;
        this.wanted = ply;
        if (ply >= now.ply) return this.show(now);
        this.attempt(async () => {
            const view = await this.link.at(ply);
            if (this.wanted === ply) this.show(view);
        });
    }

    /** @param {View} view */
    show(view) {
        const {names, say} = this, live = view === this.now, before = this.shown && this.shown.ply !== view.ply && mayMove() ? standing(this.root) : null;
        this.shown = view;
        const had = document.activeElement;
        for (const board of this.boards) board.show(view);
        if (this.sheetBox) refill(this.sheetBox, ...this.sheets.map((sheet) => {
            const cells = view.picture.sheets?.[sheet.name] ?? {};
            return this.drawn.of(`sheet ${sheet.name}`, cells, () => html("div", {class: "pictured"}, html("h2", {}, names.titled(sheet)), drawSheet(sheet, names, cells)));
        }));
        if (this.lying) refill(this.lying, ...this.mats.of(view, ""));
        if (this.mine) refill(this.mine, ...(view.player ? this.mats.of(view, view.player) : []));
        if (this.playersBox) {
            const many = !view.over && Object.values(view.scores).some((each) => Object.keys(each.items ?? {}).length > 1);
            refill(this.players, ...playersPanel(view, names, say, this.drawn, (player) => player === view.player ? [] : this.mats.of(view, player)));
            refill(this.playersBox, this.players, many && this.drawn.of("scores", view.scores, () => html("details", {class: "standing"}, html("summary", {}, say("scores_now")), scoreTable(view, names, say))));
        }
        if (this.tableBox) refill(this.tableBox, tablePanel(view, names, this.drawn));
        this.tabs?.allow("table_label", (this.tableBox?.textContent ?? "") !== "");
        this.log?.at(view.ply);
        concerning(this.boards, this.log?.told(view.ply) ?? []);
        this.undo?.toggleAttribute("disabled", !view.can.undo || !live);
        this.redo?.toggleAttribute("disabled", !view.can.redo || !live);
        this.showStatus(view);
        if (this.known) {
            this.known.hidden = !view.known;
            this.known.textContent = view.known ? say(`known_${view.known}`) : "";
        }
        if (this.past) {
            this.past.hidden = live;
            refill(this.past, say("ply", view.ply, this.now?.ply ?? 0), " ", html("button", {type: "button", class: "quiet", click: () => this.look(this.now?.ply ?? 0)}, say("now")));
        }
        this.decider?.show(view, live, this.log?.lately(view) ?? {entries: [], came: null}, view.over ? [outcome(view, names, say), scoreTable(view, names, say), this.again(view)] : []);
        if (had && had !== document.body && (!had.isConnected || had.closest("[hidden]")) && !this.decider?.lighting.refocus(had)) this.decider?.focus();
        this.root.dataset.ply = String(view.ply);
        if (before) move(this.root, before);
        void this.since.follow(view, live, this.log?.entries.values() ?? [], () => this.shown === view && this.show(view));
    }

    /** @param {View} view */
    showStatus(view) {
        const {names, say} = this, decider = view.decision?.player;
        const text = view.over ? say("game_over") : view.decision?.mine ? say("your_turn") : decider ? say("waiting_for", names.who(decider)) : "";
        if (!this.status) return;
        this.status.textContent = text;
        this.status.classList.toggle("mine", !!view.decision?.mine);
        this.status.style.setProperty("--player", decider ? names.colour(decider) : "");
        this.notices?.stands(!!view.decision?.mine, view.over, text);
    }

    /** What plays again, at the end. @param {View} view */
    again(view) {
        const {again} = this.link;
        if (again) return againForm(this.say, null, view.players.length > 1, false, again);
        this.company?.offer(view);
        return this.company?.againBox ?? null;
    }

    /** People are called otherwise from now on, or are here for the first time. */
    renamed() {
        this.tabs?.allow("chat", !!this.company?.several);
        this.drawn.forget();
        this.log?.forget();
        if (this.shown) this.show(this.shown);
    }

    /** So many messages have not been read. @param {number} count */
    unread(count) {
        this.tabs?.allow("chat", !!this.company?.several);
        this.tabs?.news("chat", count, this.say("unread", count));
        this.notices?.said(count);
    }
}
