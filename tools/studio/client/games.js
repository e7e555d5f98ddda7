/** The games that come with Yupana, as one may begin with them. */

import {html} from "../../page/client/dom.js";

/** @typedef {{name: string, title: string, text: string, designer: string, group: string, players: number[], overlays: {name: string, title: string, text: string}[]}} Game */

/** Games by their headings, those without one first. @param {Game[]} games @returns {[string, Game[]][]} */
export function groups(games) {
    const names = [...new Set(games.map((each) => each.group))].sort((one, two) => Number(!!one) - Number(!!two));
    return names.map((group) => [group, games.filter((each) => each.group === group)]);
}

/** @param {import("./naming.js").Say} say @param {Game} game @param {{variant: (game: Game) => void, copy: (game: Game) => void}} act */
export function gameCard(say, game, act) {
    const [least, most] = game.players, players = !least ? "" : least === most ? say("studio_players", {count: least}) : say("studio_players_to", {least, most});
    const beside = [game.designer, players].filter(Boolean).join(" · ");
    return html("li", {class: "card"}, html(game.group ? "h4" : "h3", {class: "called"}, game.title), html("p", {class: "note"}, beside), html("p", {class: "blurb"}, game.text),
        html("div", {class: "row"},
            html("button", {type: "button", class: "second", "aria-label": `${say("studio_variant")}: ${game.title}`, click: () => act.variant(game)}, say("studio_variant")),
            html("button", {type: "button", class: "quiet", "aria-label": `${say("studio_copy_whole")}: ${game.title}`, click: () => act.copy(game)}, say("studio_copy_whole"))));
}
