/** The tables at which this browser has seats. */

import {keep, kept} from "./kept.js";

/** @typedef {{token: string, title: string, players: string[], at: number, read?: number}} Mine  a seat: the link to it, the game, how its players are called, when it was looked at, which message was read last */

const MOST = 40, LONGEST = 120;

/** All of them, the last one first. @returns {Mine[]} */
export function mine() {
    const found = kept("tables"), isText = (/** @type {unknown} */ each) => typeof each === "string" && each.length <= LONGEST;
    return Array.isArray(found) ? found.filter((each) => each && isText(each.token) && /^[\w-]+$/.test(each.token) && isText(each.title) && Array.isArray(each.players) && each.players.every(isText) && typeof each.at === "number").slice(0, MOST) : [];
}

/** Remember a seat, and what is new of it. @param {string} token @param {Partial<Mine>} news */
export function remember(token, news) {
    const all = mine(), before = all.find((each) => each.token === token) ?? {token, title: "", players: [], at: 0};
    keep("tables", [{...before, ...news}, ...all.filter((each) => each.token !== token)].slice(0, MOST));
}

/** What is known of a seat. @param {string} token */
export function known(token) { return mine().find((each) => each.token === token) ?? null; }

/** Leave a seat off the list. @param {string} token */
export function forget(token) { keep("tables", mine().filter((each) => each.token !== token)); }

/** @typedef {{title: string, links: {player: string, link: string}[]}} Given  a table that was set up here, and the links to its seats */

const MOST_GIVEN = 10, MOST_LINKS = 20;

/** The links of the tables that were set up here, the last one first. @returns {Given[]} */
export function given() {
    const found = kept("given"), isLink = (/** @type {any} */ each) => typeof each?.player === "string" && each.player.length <= LONGEST && typeof each.link === "string" && /^\/t\/[\w-]{1,100}$/.test(each.link);
    return Array.isArray(found) ? found.filter((each) => typeof each?.title === "string" && each.title.length <= LONGEST && Array.isArray(each.links) && each.links.length <= MOST_LINKS && each.links.every(isLink)).slice(0, MOST_GIVEN) : [];
}

/** Keep the links of a table. @param {Given} table */
export function giveOut(table) { keep("given", [table, ...given()].slice(0, MOST_GIVEN)); }

/** Leave a table off the list. @param {number} number */
export function takeBack(number) { keep("given", given().filter((_, at) => at !== number)); }
