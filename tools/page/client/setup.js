/** The form for a new table: seats, variants, options. */

import {html, refill} from "./dom.js";
import {titled, tongue} from "./phrases.js";
import {LONGEST_NAME, plainName} from "./settings.js";

/**
 * @typedef {{name: string, title?: string, type?: string, kind?: string, default: any, low?: number, high?: number, values?: any[], text?: string}} Setting
 * @typedef {{players: number, seed: string | null, seats: string[], options: Record<string, any>, overlays: string[], language: string | null}} Start
 * @typedef {{name: string, title: string, designer?: string, text?: string, names?: Record<string, string>, players: {min: number, max: number, names?: string[]}, options?: Setting[], overlays?: (string | {name: string, title?: string, text?: string})[], languages?: string[], start?: Start | null}} Ruleset
 */

/** Who may sit on a seat; how well a bot plays is how many rounds it thinks. */
export const BOTS = ["human", "random", "greedy", "mcts:200", "mcts:1000", "mcts:5000"];

const MOST_SEED = "9223372036854775807";

/** A whole number with all its digits, as text: a seed may have more of them than a number keeps. @param {string} text */
const whole = (text) => String(BigInt(/^\d+$/.test(text) ? text : Math.trunc(Number(text))));

/** What is said of who sits on a seat. @param {string} kind @param {import("./phrases.js").Say} say */
export function sitting(kind, say) {
    const [name, rounds] = kind.split(":");
    if (kind === "human" || kind === "random" || kind === "greedy") return say(kind === "human" ? "human" : `bot_${kind}`);
    return name === "mcts" && /^\d+$/.test(rounds ?? "") ? say("bot_mcts", rounds) : kind;
}

/** What time people may be given, in seconds. */
const CLOCKS = {turn: [30, 60, 180, 600, 86400, 259200], decision: [30, 60, 180, 86400], game: [300, 900, 1800, 3600, 7200, 604800]};

/** A time in words. @param {number} seconds */
function time(seconds) {
    const [unit, size] = /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]).find(([, each]) => seconds % each === 0) ?? ["second", 1];
    return new Intl.NumberFormat(document.documentElement.lang || "en", {style: "unit", unit, unitDisplay: "long"}).format(seconds / size);
}

/** What asks for a clock: its fields, and what they say. @param {import("./phrases.js").Say} say @param {string} about  the phrase that says when it goes */
function clockFields(say, about) {
    const clock = html("select", {id: "clock"}, html("option", {value: ""}, say("clock_none")), ...Object.entries(CLOCKS).map(([each, times]) => html("optgroup", {label: say(`clock_${each}`)},
        ...times.map((seconds) => html("option", {value: `${each}:${seconds}`}, `${time(seconds)} ${say(`clock_${each}`)}`)))));
    const out = html("select", {id: "clock-out"}, html("option", {value: ""}, say("clock_out_wait")), html("option", {value: "bot"}, say("clock_out_bot")));
    const more = html("div", {class: "more", hidden: true}, html("label", {for: "clock-out"}, html("span", {}, say("clock_out")), out), html("p", {class: "note"}, say(about)));
    clock.addEventListener("change", () => { more.hidden = !clock.value; });
    const said = () => {
        const [each, seconds] = clock.value.split(":");
        return clock.value ? {each, seconds: Number(seconds), bot: out.value === "bot"} : null;
    };
    return {said, fields: [html("label", {for: "clock"}, say("clock"), clock), more]};
}

/**
 * The form for a new table.
 * @param {Ruleset} ruleset @param {string[]} bots @param {import("./phrases.js").Say} say @param {(wanted: object) => void} start
 * @param {{clocks?: string, people?: string[]}} [more]  the phrase that says when a clock of people goes; where all share a screen, how
 *   people on the seats are called
 */
export function setup(ruleset, bots, say, start, {clocks = "", people} = {}) {
    const {min: least, max: most} = ruleset.players, began = ruleset.start;
    const players = html("select", {id: "players", change: () => seats()});
    for (let n = least; n <= most; n++) players.append(html("option", {value: n}, String(n)));
    players.value = String(began?.players ?? Math.min(Math.max(2, least), most));
    const chairs = html("div", {class: "chairs"});
    const seats = () => {
        const before = [...chairs.querySelectorAll("select")].map((each) => each.value), called = [...chairs.querySelectorAll("input")].map((each) => each.value);
        refill(chairs, ...Array.from({length: Number(players.value)}, (_, at) => {
            const select = html("select", {id: `seat${at}`}, ...bots.map((each) => html("option", {value: each}, sitting(each, say))));
            select.value = before[at] ?? began?.seats[at] ?? (at === 0 ? "human" : bots.includes("greedy") ? "greedy" : "random");
            const player = titled(ruleset.players.names?.[at] ?? String(at + 1)), label = html("label", {for: `seat${at}`}, player, select);
            if (!people) return label;
            return html("div", {class: "chair"}, label, html("input", {type: "text", class: "person", id: `person${at}`, maxlength: LONGEST_NAME, autocomplete: "off", "aria-label": `${say("name")}: ${player}`, placeholder: say("name"), value: called[at] ?? people[at]}));
        }));
        name();
    };
    /** Names are for people, where there are several. */
    const name = () => {
        const humans = [...chairs.querySelectorAll("select")].map((each) => each.value === "human"), several = humans.filter((each) => each).length > 1;
        chairs.querySelectorAll("input").forEach((each, at) => { each.hidden = !several || !humans[at]; });
    };
    chairs.addEventListener("change", name);
    const named = (/** @type {string} */ name) => titled(ruleset.names?.[name] ?? name.replaceAll("_", " "));
    const overlays = (ruleset.overlays ?? []).map((each) => (typeof each === "string" ? {name: each, title: undefined, text: undefined} : each));
    const options = ruleset.options ?? [];
    const seed = html("input", {type: "number", id: "seed", min: 0, max: MOST_SEED, placeholder: "–", value: began?.seed});
    const languages = ruleset.languages ?? [], spoken = document.documentElement.lang;
    const language = html("select", {id: "language"}, ...languages.map((each) => html("option", {value: each, selected: each === (began?.language ?? (languages.includes(spoken) ? spoken : "en"))}, tongue(each))));
    const clock = clocks ? clockFields(say, clocks) : null;
    const form = html("form", {submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        /** @type {Record<string, any>} */
        const chosen = {};
        for (const each of options) {
            const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (form.querySelector(`[data-option="${CSS.escape(each.name)}"]`));
            const value = field instanceof HTMLInputElement && field.type === "checkbox" ? field.checked : field instanceof HTMLInputElement && field.type === "number" ? Number(field.value) : field.value;
            if (String(value) !== String(each.default)) chosen[each.name] = value;
        }
        /** @type {Record<string, any>} */
        const wanted = {
            ruleset: ruleset.name, overlays: [...form.querySelectorAll("[data-overlay]:checked")].map((each) => each.getAttribute("data-overlay")),
            players: Number(players.value), options: chosen, seats: [...chairs.querySelectorAll("select")].map((each) => each.value),
            language: language.value || "en",
        };
        if (people) wanted.people = [...chairs.querySelectorAll("input")].map((each) => (each.hidden ? "" : plainName(each.value)));
        if (clock?.said()) wanted.clock = clock.said();
        if (seed.value) wanted.seed = whole(seed.value);
        start(wanted);
    }},
        html("h2", {tabindex: -1}, ruleset.title),
        ruleset.designer && html("p", {class: "note by"}, ruleset.designer),
        ruleset.text && html("p", {class: "note"}, ruleset.text),
        least !== most && html("label", {for: "players"}, say("players_label"), players),
        html("fieldset", {}, html("legend", {}, say("seat")), chairs),
        overlays.length > 0 && html("fieldset", {}, html("legend", {}, say("variants")), ...overlays.map((each) => html("label", {class: "check"},
            html("input", {type: "checkbox", "data-overlay": each.name, checked: began?.overlays.includes(each.name)}), html("span", {}, each.title ?? each.name.replaceAll("_", " "), each.text && html("span", {class: "note"}, ` ${each.text}`))))),
        options.length > 0 && html("fieldset", {}, html("legend", {}, say("options")), ...options.map((each) => html("label", {}, html("span", {}, each.title ?? named(each.name), each.text && html("span", {class: each.title === "" ? "" : "note"}, ` ${each.text}`)), field(each, named, began?.options[each.name])))),
        ...(clock?.fields ?? []),
        html("label", {for: "seed"}, html("span", {}, say("seed"), html("span", {class: "note"}, ` ${say("seed_about")}`)), seed),
        languages.length > 1 && html("label", {for: "language"}, say("language"), language),
        html("button", {type: "submit", class: "main"}, say("begin")));
    seats();
    return form;
}

/** The field for an option of the game, and what it begins with, if not with the default. @param {Setting} known @param {(name: string) => string} named @param {any} [value] */
function field(known, named, value) {
    const setting = {...known, default: value ?? known.default};
    if (Array.isArray(setting.values) && setting.values.length) {
        const select = html("select", {"data-option": setting.name}, ...setting.values.map((each) => html("option", {value: String(each)}, named(String(each)))));
        select.value = String(setting.default);
        return select;
    }
    if (typeof setting.default === "boolean") return html("input", {type: "checkbox", "data-option": setting.name, checked: setting.default});
    if (typeof setting.default === "number") return html("input", {type: "number", "data-option": setting.name, min: setting.low, max: setting.high, value: setting.default});
    return html("input", {type: "text", "data-option": setting.name, value: String(setting.default)});
}
