/** The panels: the table, and each player with what they have, their score and their own sheets. */

import {html} from "./dom.js";
import {chip, lineOf} from "./lines.js";
import {playerLines, tableLines} from "./observed.js";
import {drawSheet} from "./sheets.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./phrases.js").Say} Say */
/** @typedef {import("./dom.js").Redrawn} Redrawn */

/** What lies on the table and belongs to nobody. @param {View} view @param {Names} names @param {Redrawn} drawn */
export function tablePanel(view, names, drawn) {
    const {look} = names.about, lines = look.table || look.mats.some((each) => !each.owned) ? view.picture.table ?? [] : tableLines(names, view.observation);
    const held = heldIn(view, names, null);
    return drawn.of("table", [lines, held], () => html("div", {class: "panel"}, ...lines.map((each) => lineOf(names, each, true, zonesOf(held, names, null)))));
}

/** What is in the zones about which a panel may say more than its lines do. @param {View} view @param {Names} names @param {string | null} player  whose panel it is */
function heldIn(view, names, player) {
    const {zones, lain} = names.about.look;
    return Object.fromEntries([...zones[player === null ? "table" : "player"].map((each) => each[2]), ...Object.keys(lain)].map((name) => {
        const held = view.observation.zones[name];
        return [name, player !== null && held && typeof held === "object" && !Array.isArray(held) ? held[player] : held];
    }));
}

/**
 * What is known of the zones that the lines of a panel are about: how many pieces lie where they may not be seen, by what
 * stands before the zone, and how the pieces lie that are seen, by where they are.
 * @param {Record<string, any>} held  what is in zones @param {Names} names @param {string | null} player  whose panel it is
 * @returns {import("./lines.js").Zones}
 */
function zonesOf(held, names, player) {
    const {zones, lain} = names.about.look, known = zones[player === null ? "table" : "player"];
    return {
        hidden: (first, before) => {
            const name = known.find((each) => each[0] === first && each[1] === before)?.[2] ?? "", pieces = held[name];
            const count = Array.isArray(pieces) ? pieces.length : pieces, family = names.about.families.find((each) => each.name === name);
            return typeof count === "number" && family ? {count, d: family.domain, layout: lain[name]} : null;
        },
        layout: (d, members) => {
            const sought = members.map((each) => names.name(d, each)).sort().join(" ");
            const name = Object.keys(lain).find((each) => {
                const pieces = held[each];
                return Array.isArray(pieces) && pieces.length === members.length && pieces.map(String).sort().join(" ") === sought;
            });
            return lain[name ?? ""] ?? "row";
        },
    };
}

/**
 * All players: first who looks, then the others in turn.
 * @param {View} view @param {Names} names @param {Say} say @param {Redrawn} drawn @param {(player: string) => Node[]} mats  a player's boards that lie here
 */
export function playersPanel(view, names, say, drawn, mats) {
    const first = Math.max(view.seat, 0);
    const order = view.players.map((_, at) => view.players[(first + at) % view.players.length]);
    const common = names.about.together ? pointsOf(view, view.players[0]) : null; // what all have together is said once
    return [...(common === null ? [] : [html("p", {class: "points common"}, told(common, say))]), ...order.map((player) => playerPanel(view, names, say, player, drawn, mats(player)))];
}

/** How many points a player has now, if who looks may know it. @param {View} view @param {string} player */
const pointsOf = (view, player) => view.scores[player]?.total ?? null;

/** Points in words. @param {number} points @param {Say} say */
const told = (points, say) => points === 1 ? say("one_point") : say("so_many_points", points);

/** @param {View} view @param {Names} names @param {Say} say @param {string} player @param {Redrawn} drawn @param {Node[]} mats  they show the position already */
function playerPanel(view, names, say, player, drawn, mats) {
    const seat = names.byName.get(player)?.[1] ?? 0, domain = names.about.players.domain;
    const acting = view.decision?.player === player && !view.over;
    const {look} = names.about, lines = look.player || look.mats.some((each) => each.owned) ? view.picture.players?.[player] ?? [] : playerLines(names, view.observation, player);
    const held = heldIn(view, names, player), sheets = look.sheets.flatMap((sheet) => {
        const cells = sheet.owned && !sheet.laid ? view.picture.sheets?.[sheet.name]?.[player] : null;
        return cells ? [{sheet, cells}] : [];
    });
    const called = names.who(player, true), you = player === view.player, out = isOut(view, player), points = names.about.together ? null : pointsOf(view, player);
    return drawn.of(player, [called, acting, you, out, points, lines, held, sheets.map(({cells}) => cells), mats.length], () => {
        const box = html("section", {class: `player ${acting ? "acting" : ""}`, "aria-label": names.word(player), "data-player": player});
        box.style.setProperty("--player", names.colour(player));
        box.append(html("h3", {},
            chip(names, domain, [seat]), html("span", {class: "called"}, called),
            you && html("span", {class: "tag"}, say("you")), out && html("span", {class: "tag"}, say("out")),
            points !== null && html("span", {class: "points"}, told(points, say))));
        box.append(...lines.map((each) => lineOf(names, each, true, zonesOf(held, names, player))));
        for (const {sheet, cells} of sheets) box.append(html("div", {class: lines.length || sheets.length > 1 ? "sheettitle" : "hidden-text"}, names.titled(sheet)), drawSheet(sheet, names, cells));
        box.append(...mats);
        return box;
    });
}

/** Whether a player is out while others play on; where all have lost together, that is how it ended. @param {View} view @param {string} player */
function isOut(view, player) {
    const lost = view.observation.lost ?? [];
    return lost.includes(player) && lost.length < view.players.length;
}
