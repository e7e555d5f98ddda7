/** The end of a game: who won, and the table of scoring, which shows as well how things would stand now. */

import {html} from "./dom.js";
import {numeral} from "./module/speech.js";
import {titled} from "./phrases.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./phrases.js").Say} Say */

/** The table of scoring; nothing where there are no scores. @param {View} view @param {Names} names @param {Say} say */
export function scoreTable(view, names, say) {
    const all = view.players.filter((each) => view.scores[each]), players = names.about.together ? all.slice(0, 1) : all; // what all have together is said once
    if (!players.length) return null;
    const items = [...new Set(players.flatMap((each) => Object.keys(view.scores[each].items ?? {})))];
    const head = names.about.together ? null : html("tr", {}, html("td", {}), ...players.map((each) => {
        const cell = html("th", {scope: "col"}, names.who(each, true));
        cell.style.setProperty("--player", names.colour(each));
        return cell;
    }));
    const body = items.map((item) => html("tr", {"data-name": item}, html("th", {scope: "row"}, names.title(item)),
        ...players.map((each) => html("td", {}, numeral(view.scores[each].items?.[item] ?? "?")))));
    const total = html("tr", {class: "total"}, html("th", {scope: "row"}, say("total")),
        ...players.map((each) => html("td", {}, numeral(view.scores[each].total ?? "?"))));
    const places = view.result?.places ?? {}, told = players.length > 2 && new Set(Object.values(places)).size > 1;
    const place = html("tr", {class: "place"}, html("th", {scope: "row"}, titled(say("place_column"))),
        ...players.map((each) => html("td", {}, String(places[each] ?? ""))));
    return html("table", {class: "scores"}, head && html("thead", {}, head),
        html("tbody", {}, ...(items.length > 1 ? body : []), total, ...(told ? [place] : [])));
}

/** Who has won, in a sentence. @param {View} view @param {Names} names @param {Say} say */
function sentence(view, names, say) {
    const {outcome: came = "", winners = []} = view.result ?? {}, several = view.players.length > 1;
    const listed = (/** @type {string[]} */ players) => players.map((each) => names.who(each, true)).join(", ");
    const all = several && winners.length === view.players.length;
    if (came === "lost") return several ? say("lose_together") : say("loses", listed(view.players));
    if (!winners.length) return say("nobody_wins");
    if (all) return came === "won" ? say("win_together") : say("draw");
    const teams = view.result?.teams ?? [];
    if (teams.length) return teams.length === 1 ? say("team_wins", listed(teams)) : say("share", listed(teams));
    return winners.length === 1 ? say("wins", listed(winners)) : say("share", listed(winners));
}

/** What is said at the end. @param {View} view @param {Names} names @param {Say} say */
export function outcome(view, names, say) {
    const text = sentence(view, names, say);
    const box = html("div", {class: "outcome"}, html("p", {class: "kicker"}, say("game_over")), html("h2", {}, text));
    const report = view.result?.report ?? [];
    for (const each of Array.isArray(report) ? report : []) box.append(html("p", {class: "note"}, typeof each === "string" ? each : each.join(" ")));
    return box;
}
