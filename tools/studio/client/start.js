/** Where one begins: one's projects, the games that are there, and what else a project can be made of. */

import {html, messageOf, refill} from "../../page/client/dom.js";
import {chosen, folderRead, hasFolders, isPackage, pickFolder} from "./brought.js";
import {toBase64} from "./bytes.js";
import {dialog, NoticeBoard} from "./dialogs.js";
import {topBar} from "./frame.js";
import {gameCard, groups} from "./games.js";
import {readLink} from "./link.js";
import {hostKind} from "./hosts.js";
import {askName} from "./naming.js";
import {received} from "./received.js";
import {go} from "./shelf.js";
import {tourWays} from "./tour/begin.js";

/** @typedef {import("./naming.js").Say} Say @typedef {import("./shelf.js").Shelf} Shelf @typedef {import("./shelf.js").Begun} Begun @typedef {import("./shelf.js").Listed} Listed */
/** @typedef {import("./games.js").Game} Game */

export class Start {
    /** @param {HTMLElement} root @param {import("./types.js").Host} host @param {Shelf} shelf @param {Say} say @param {string} key @param {string} language @param {Node} languages */
    constructor(root, host, shelf, say, key, language, languages) {
        Object.assign(this, {root, languages});
        this.host = host;
        this.shelf = shelf;
        this.say = say;
        this.key = key;
        this.language = language;
        this.board = new NoticeBoard(say);
        /** @type {Set<string>} */
        this.taken = new Set();
        this.mine = html("section", {class: "mine", "aria-labelledby": "mine-title"});
        this.games = html("section", {class: "offered", "aria-labelledby": "games-title"});
        const page = html("main", {class: "start"}, html("div", {class: "beside"}, this.mine, tourWays(this), this.ways()), this.games);
        refill(root, topBar(say, say("studio_title"), html("span", {class: "kept"}, say("studio_about")), languages), page, this.board.root);
        page.addEventListener("dragover", (event) => event.preventDefault());
        page.addEventListener("drop", (event) => {
            event.preventDefault();
            if (event.dataTransfer?.files.length) void this.tried(() => this.bring(/** @type {FileList} */ (event.dataTransfer?.files)));
        });
    }

    /** @param {string} asked  a ruleset that was named, of which a variant or a copy is to be made; "" for none */
    async show(asked) {
        const [projects, {games}] = await Promise.all([this.shelf.list(), this.host.ask("begin/games", {language: this.language})]);
        this.taken = new Set([...projects.map((each) => each.project), ...games.flatMap((/** @type {Game} */ each) => [each.name, ...each.overlays.map((one) => one.name)])]);
        this.list(projects);
        const search = html("input", {type: "search", class: "filter", "aria-label": this.say("studio_find_game"), placeholder: this.say("studio_find_game")});
        const found = html("div", {}), act = {variant: (/** @type {Game} */ game) => void this.variant(game), copy: (/** @type {Game} */ game) => void this.copy(game)};
        const draw = () => {
            const word = search.value.trim().toLocaleLowerCase();
            const fit = games.filter((/** @type {Game} */ each) => `${each.title} ${each.name} ${each.designer} ${each.text}`.toLocaleLowerCase().includes(word));
            refill(found, ...groups(fit).map(([group, inside]) => html("div", {class: "group"}, group && html("h3", {}, group), html("ul", {class: "cards"}, ...inside.map((each) => gameCard(this.say, each, act))))),
                !fit.length && html("p", {class: "note", role: "status"}, this.say("studio_no_game")));
        };
        search.addEventListener("input", draw);
        draw();
        refill(this.games, html("h2", {id: "games-title"}, this.say("studio_from_game")), search, found);
        const named = games.find((/** @type {Game} */ each) => each.name === asked.split("+")[0]);
        if (named) void this.named(named, asked);
    }

    /** @param {Listed[]} projects */
    list(projects) {
        const when = new Intl.DateTimeFormat(this.language, {dateStyle: "medium", timeStyle: "short"});
        const rows = projects.map((each) => html("li", {},
            html("a", {href: `#${this.key}${each.project ? `/${encodeURIComponent(each.project)}` : ""}`}, each.title),
            html("span", {class: "note"}, each.base && `${this.say("studio_extends", {base: each.base})} · `, this.say("studio_edited", {when: when.format(each.edited)})),
            each.where && hostKind() === "server" && html("span", {class: "note where"}, each.where),
            each.project && html("button", {type: "button", class: "quiet", "aria-label": this.say("studio_remove_project", {title: each.title}), title: this.say("studio_remove_project", {title: each.title}), click: () => void this.remove(each)}, "✕")));
        refill(this.mine, html("h2", {id: "mine-title"}, this.say("studio_projects")),
            rows.length ? html("ul", {class: "projects"}, ...rows) : html("p", {class: "note"}, this.say("studio_no_projects")));
    }

    /** What a project can be made of beside the games. */
    ways() {
        const {say} = this;
        const way = (/** @type {string} */ phrase, /** @type {() => Promise<unknown>} */ act) =>
            html("button", {type: "button", class: "second", click: () => void this.tried(act)}, say(phrase));
        const field = (/** @type {boolean} */ folder) => {
            const input = html("input", {type: "file", class: "hidden-text", tabindex: -1, "aria-hidden": "true", multiple: true, webkitdirectory: folder, change: () => {
                const {files} = input;
                if (files?.length) void this.tried(() => this.bring(files)).then(() => { input.value = ""; });
            }});
            return input;
        };
        const files = field(false), folder = field(true);
        return html("section", {class: "ways", "aria-labelledby": "ways-title"}, html("h2", {id: "ways-title"}, say("studio_other_ways")),
            way("studio_new_game", () => this.template()),
            way("studio_open_files", async () => files.click()), way("studio_open_folder", async () => hasFolders() ? this.folder() : folder.click()),
            way("studio_open_link", () => this.link()), files, folder);
    }

    /** Do something; what is in its way is told. @param {() => Promise<unknown>} act */
    async tried(act) {
        try {
            await act();
        } catch (fault) {
            this.board.tell(this.say(messageOf(fault)));
        }
    }

    /** @param {string} name @param {Begun} begun */
    async make(name, begun) {
        await this.shelf.make(name, begun);
        go(this.key, name);
    }

    /** Ask for a name, and begin with what is answered. @param {string} heading @param {string} about @param {string} title @param {(called: {title: string, name: string}) => Promise<Begun>} begin */
    async called(heading, about, title, begin) {
        const found = await askName(this.say, heading, about, title, this.taken);
        if (found) await this.tried(async () => this.make(found.name, await begin(found)));
    }

    /** @param {Game} game @param {string} [base] */
    variant(game, base = game.name) {
        const title = this.say("studio_variant_of", {title: game.title});
        return this.called(title, this.say("studio_variant_about", {title: game.title}), this.say("studio_my", {title: game.title}),
            (called) => this.host.ask("begin/variant", {base, ...called, text: title}));
    }

    /** @param {Game} game */
    copy(game) {
        return this.called(this.say("studio_copy_of", {title: game.title}), this.say("studio_copy_about", {title: game.title}), this.say("studio_my", {title: game.title}),
            (called) => this.host.ask("begin/copy", {base: game.name, ...called}));
    }

    template() {
        return this.called(this.say("studio_new_game"), this.say("studio_new_about"), this.say("studio_my_game"), (called) => this.host.ask("begin/template", called));
    }

    /** A game was named where the studio was started. @param {Game} game @param {string} asked */
    async named(game, asked) {
        const value = await dialog(this.say, game.title, html("p", {}, this.say("studio_named", {title: game.title})),
            [{title: this.say("studio_copy_whole"), value: "copy"}, {title: this.say("studio_variant"), value: "variant"}]);
        if (value === "variant") await this.variant(game, asked);
        else if (value === "copy") await this.copy(game);
    }

    /** Files of a ruleset, or a package. @param {FileList} files */
    async bring(files) {
        const pack = [...files].find(isPackage);
        await this.brought(pack ? await this.host.ask("begin/package", {base64: toBase64(new Uint8Array(await pack.arrayBuffer()))}) : await this.host.ask("begin/files", await chosen(files)));
    }

    async folder() {
        const folder = await pickFolder("read");
        if (folder) await this.brought(await this.host.ask("begin/files", await folderRead(folder)));
    }

    /** @param {Begun} begun */
    async brought(begun) {
        const found = await askName(this.say, begun.title || begun.name, this.say("studio_brought_about"), begun.title || begun.name, this.taken);
        if (found) await this.make(found.name, begun);
    }

    async link() {
        const field = html("textarea", {id: "link", rows: 4, class: "wide"});
        const value = await dialog(this.say, this.say("studio_open_link"), html("div", {}, html("label", {for: "link"}, this.say("studio_link_here")), field),
            [{title: this.say("studio_cancel"), value: ""}, {title: this.say("studio_look"), value: "look"}]);
        if (value === "look") await this.received(field.value);
    }

    /** Show what somebody has sent, and keep it if that is wanted. @param {string} text */
    async received(text) {
        const begun = await received(this.say, this.host, await readLink(text));
        if (begun) await this.brought(begun);
    }

    /** @param {Listed} project */
    async remove(project) {
        const value = await dialog(this.say, this.say("studio_remove_project", {title: project.title}), html("p", {}, this.say("studio_remove_sure", {title: project.title})),
            [{title: this.say("studio_cancel"), value: ""}, {title: this.say("studio_remove"), value: "remove"}]);
        if (value !== "remove") return;
        await this.tried(() => this.shelf.remove(project));
        this.list(await this.shelf.list());
    }
}
