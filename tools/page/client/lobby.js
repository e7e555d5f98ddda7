/** The lobby: choose a game with variants, options, seats and bots, or open a saved one; then the links to the seats. */

import {html, messageOf, refill} from "./dom.js";
import {keep, keptText} from "./kept.js";
import {ask} from "./link_server.js";
import {giveOut} from "./mine.js";
import {linkList, mineList} from "./mine_list.js";
import {Notices} from "./notices.js";
import {inFull, sayer, tongue} from "./phrases.js";
import {settingsMenu} from "./settings.js";
import {BOTS, setup} from "./setup.js";
import {themeSwitch} from "./theme.js";

/**
 * @typedef {import("./setup.js").Ruleset} Ruleset
 * @typedef {{name: string, title: string, beside: string, text: string, group: string}} Listed  `beside`: what tells it from others of the same title
 * @typedef {{title: string, text: string}} Called
 * @typedef {{seats: {player: string, link: string | null}[], watch: string, known?: string}} Made
 */

/** What the players of the ruleset that is chosen are called. @type {Record<string, string>} */
let called = {};
/** What the ruleset that is chosen is called among others. */
let full = "";

/** @param {HTMLElement} root */
export async function lobby(root) {
    const wish = preferred();
    /** @type {{first: string, rulesets: Listed[], language: string, languages: string[], phrases: Record<string, string>}} */
    let told = await ask(`/api/rulesets?language=${encodeURIComponent(wish[0] ?? "")}`);
    const known = wish.find((each) => told.languages.includes(each));
    if (known && known !== told.language) told = await ask(`/api/rulesets?language=${known}`);
    const {first, rulesets, language} = told, say = sayer(told.phrases);
    document.documentElement.lang = language;
    const tongues = html("select", {id: "tongue", "aria-label": say("language"), change: () => {
        keep("language", tongues.value);
        window.location.search = `?language=${tongues.value}`;
    }}, ...told.languages.map((each) => html("option", {value: each, selected: each === language}, tongue(each))));
    const state = html("p", {class: "state", role: "alert", hidden: true});
    const filter = html("input", {type: "search", class: "filter", placeholder: say("choose_game"), "aria-label": say("choose_game"), input: () => list()});
    const games = html("div");
    const form = html("div", {class: "setup"}, html("p", {class: "note"}, say("lobby_about")));
    /** @param {unknown} fault */
    const tell = (fault) => {
        state.hidden = false;
        state.textContent = messageOf(fault);
    };
    const list = () => {
        const wanted = filter.value.trim().toLowerCase();
        const found = rulesets.filter((each) => `${each.name} ${each.title} ${each.beside} ${each.text} ${each.group}`.toLowerCase().includes(wanted));
        refill(games, ...[...new Set(found.map((each) => each.group))].map((group) => html("div", {class: "group"}, group && html("h2", {}, group),
            html("div", {class: "games"}, ...found.filter((each) => each.group === group).map((each) => html("button", {type: "button", class: "game", click: () => choose(each.name)},
                html("b", {}, each.title), each.beside && html("span", {class: "beside"}, each.beside), html("span", {class: "note"}, each.text)))))));
    };
    let wished = "";
    /** @param {string} name @param {boolean} [asked]  whether somebody has just asked for it */
    const choose = async (name, asked = true) => {
        wished = name;
        /** @type {Ruleset} */
        let ruleset;
        try {
            ruleset = worded(await ask(`/api/rulesets/${name.split("/").map(encodeURIComponent).join("/")}?language=${language}`));
        } catch (fault) {
            return tell(fault);
        }
        if (wished !== name) return;
        refill(form, setup(ruleset, [...new Set([...BOTS, ...(ruleset.start?.seats ?? [])])], say, async (wanted) => {
            try {
                state.hidden = true;
                made(await ask("/api/tables", wanted));
            } catch (fault) {
                tell(fault);
            }
        }, {clocks: "clock_about"}));
        if (!asked) return;
        form.scrollIntoView({block: "nearest"});
        form.querySelector("h2")?.focus();
    };
    /** @param {Made} table */
    const made = (table) => {
        const people = table.seats.flatMap((each) => (each.link ? [{player: each.player, link: each.link}] : []));
        if (people.length < 2) return window.location.assign(people[0]?.link ?? table.watch);
        const links = [...people.map((each) => ({...each, player: called[each.player] ?? each.player})), {player: say("watch_link"), link: table.watch}];
        giveOut({title: full, links});
        refill(form, html("h2", {tabindex: -1}, say("seat")), html("p", {}, say("links_about")), table.known && html("p", {}, say(`known_${table.known}`)),
            linkList(links, say));
    };
    const file = html("input", {type: "file", accept: ".json,application/json", id: "saved", change: async () => {
        try {
            const text = await file.files?.[0]?.text();
            if (text) made(await ask("/api/tables/open", {text}));
        } catch (fault) {
            tell(fault);
        }
    }});
    list();
    const settings = settingsMenu(say, () => {}, () => notices.sample(), new AbortController().signal), notices = new Notices("Yupana");
    refill(root, html("header", {class: "bar"}, html("h1", {}, "Yupana"), html("div", {class: "status"}), html("div", {class: "buttons"}, tongues, themeSwitch(say), settings.root)), state,
        html("main", {class: "lobby"}, mineList(say), html("section", {"aria-label": say("game")}, filter, games, html("label", {class: "open", for: "saved"}, say("open_saved"), file)), form));
    if (first) await choose(first, false);
}

/**
 * A ruleset in the words of who reads.
 * @param {Ruleset & {words: Called & {names: Record<string, string>, options: Record<string, Called>, overlays: Record<string, Called>}}} ruleset
 * @returns {Ruleset}
 */
function worded({words, ...ruleset}) {
    const {names, overlays} = words;
    called = names;
    full = inFull({...ruleset, title: words.title});
    return {...ruleset, title: words.title, text: words.text, names, players: {...ruleset.players, names: ruleset.players.names?.map((each) => names[each] ?? each)},
        overlays: ruleset.overlays?.map((each) => (typeof each === "string" ? {name: each, ...overlays[each]} : each)),
        options: ruleset.options?.map((each) => ({...each, title: words.options[each.name]?.title, text: words.options[each.name]?.text || each.text}))};
}

/** The languages that who looks would read, the best one first: the one that was chosen, then those of the browser. */
function preferred() {
    const chosen = new URLSearchParams(window.location.search).get("language");
    return [chosen, keptText("language", 20), ...(navigator.languages ?? [])].flatMap((each) => (each ? [each.split("-")[0]] : []));
}

