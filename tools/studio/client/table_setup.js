/** What a game begins with, asked of an author: players, options, seed, and who sits where. */

import {html, refill} from "../../page/client/dom.js";

/** @typedef {import("./types.js").Studio} Studio @typedef {import("./table_pane.js").Standing} Standing */
/** @typedef {{name: string, type: string, values: string[], low: number, high: number, default: string | number | boolean | null, text: string}} Option */
/** @typedef {{players: {min: number, max: number, names: string[]}, options: Option[], bots: string[], words: Record<string, string>}} Setup */

/** A name as people read it. @param {Setup} setup @param {string} name */
const word = (setup, name) => setup.words[name] ?? name.replaceAll("_", " ");

/** @param {Studio} studio @param {string} bot */
function called(studio, bot) {
    const [kind] = bot.split(":");
    return studio.say(`studio_bot_${kind}`);
}

/** Who sits on each seat. @param {Studio} studio @param {Setup} setup @param {number} players @param {string[]} seats */
function seatRows(studio, setup, players, seats) {
    return Array.from({length: players}, (_, at) => {
        const select = html("select", {"data-seat": at}, ...setup.bots.map((bot) => html("option", {value: bot, selected: bot === (seats[at] ?? "human")}, called(studio, bot))));
        return html("label", {class: "asked-row"}, html("span", {}, word(setup, setup.players.names[at])), select);
    });
}

/** @param {HTMLElement} root */
const chosenSeats = (root) => [.../** @type {NodeListOf<HTMLSelectElement>} */ (root.querySelectorAll("select[data-seat]"))].map((each) => each.value);

/**
 * @param {Studio} studio @param {Setup} setup @param {Standing | null} standing
 * @returns {Promise<object | null>}  what `table/begin` takes
 */
export async function askForGame(studio, setup, standing) {
    const {say} = studio, {min, max} = setup.players, now = standing?.game ? standing.players.length : Math.min(Math.max(2, min), max);
    const players = html("input", {type: "number", min, max, value: Math.min(Math.max(now, min), max), required: true});
    const seed = html("input", {type: "number", min: 0, step: 1, placeholder: say("studio_table_seed_any")});
    const seats = html("div", {class: "asked-rows"}), count = () => Math.min(Math.max(players.valueAsNumber || min, min), max);
    const seated = () => refill(seats, ...seatRows(studio, setup, count(), seats.childElementCount ? chosenSeats(seats) : standing?.seats ?? []));
    players.addEventListener("input", seated);
    seated();
    const options = setup.options.map((option) => {
        const field = fieldOf(option, standing?.options?.[option.name] ?? option.default, (name) => word(setup, name));
        return {option, field, row: html("label", {class: "asked-row", title: option.text || null}, html("span", {}, word(setup, option.name)), field)};
    });
    const content = html("div", {class: "asked-rows"},
        html("label", {class: "asked-row", hidden: min === max}, html("span", {}, say("studio_table_players")), players), ...options.map((each) => each.row),
        html("label", {class: "asked-row"}, html("span", {}, say("studio_table_seed")), seed), html("h3", {}, say("studio_table_seats")), seats);
    const answer = await studio.dialog(say("studio_table_new"), content, [{title: say("studio_table_begin"), value: "begin"}]);
    if (answer !== "begin") return null;
    return {
        players: count(), seats: chosenSeats(seats), ...(seed.value ? {seed: seed.value} : {}),
        options: Object.fromEntries(options.map(({option, field}) => [option.name, valueOf(option, field)])),
    };
}

/** @param {Studio} studio @param {Setup} setup @param {Standing} standing @returns {Promise<string[] | null>} */
export async function askForSeats(studio, setup, standing) {
    const rows = html("div", {class: "asked-rows"}, ...seatRows(studio, setup, standing.players.length, standing.seats));
    const answer = await studio.dialog(studio.say("studio_table_seats"), rows, [{title: studio.say("studio_table_sit"), value: "sit"}]);
    return answer === "sit" ? chosenSeats(rows) : null;
}

/** @param {Option} option @param {unknown} value @param {(name: string) => string} named */
function fieldOf(option, value, named) {
    if (option.type === "bool") return html("input", {type: "checkbox", checked: !!value});
    if (option.type === "member") return html("select", {}, ...option.values.map((each) => html("option", {value: each, selected: each === value}, named(each))));
    return html("input", {type: "number", min: option.low, max: option.high, value: String(value ?? option.low)});
}

/** @param {Option} option @param {HTMLInputElement | HTMLSelectElement} field */
function valueOf(option, field) {
    if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked;
    return option.type === "int" ? Number(field.value) : field.value;
}
