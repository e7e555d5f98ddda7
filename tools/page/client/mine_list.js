/** The list of one's tables on the first page: whose turn it is there, as the server knows it. */

import {copyButton} from "./copying.js";
import {html, refill} from "./dom.js";
import {ask} from "./link_server.js";
import {forget, given, mine, takeBack} from "./mine.js";

/** @typedef {import("./mine.js").Mine} Mine */
/** @typedef {{seat: number, turn: number | null, fault: boolean, names: Record<string, string>} | null} Stands */
/** @typedef {import("./phrases.js").Say} Say */

const AGAIN = 30_000;

/** A button that takes a table off a list. @param {Say} say @param {string} title @param {() => void} act */
function offButton(say, title, act) {
    return html("button", {type: "button", class: "quiet off", title: say("leave_off"), "aria-label": `${say("leave_off")}: ${title}`, click: act}, "✕");
}

/** Links to seats, each with a button that copies it. @param {{player: string, link: string}[]} links @param {Say} say */
export function linkList(links, say) {
    return html("ul", {class: "links"}, ...links.map((each) => {
        const {href} = new URL(each.link, window.location.href);
        return html("li", {}, html("b", {}, each.player), html("a", {href: each.link}, href), copyButton(href, say));
    }));
}

/** The list of one's tables; hidden while there is none. @param {Say} say */
export function mineList(say) {
    const list = html("ul", {class: "mytables"}), others = html("details", {class: "givenlinks", hidden: true});
    const root = html("section", {class: "own", "aria-label": say("my_tables"), hidden: true}, html("h2", {}, say("my_tables")), list, others);
    /** @param {Mine} seat @param {Stands | undefined} stands  undefined: not known yet */
    const row = (seat, stands) => {
        const {title, players, token} = seat, path = `/t/${token}`, own = stands ? players[stands.seat] : "", turn = stands?.turn ?? null;
        const named = (/** @type {number} */ each) => (stands?.names[each] ? `${stands.names[each]} (${players[each]})` : players[each] ?? "");
        const yours = !!stands && turn === stands.seat && !stands.fault;
        const text = stands === undefined ? "" : !stands ? say("table_gone") : stands.fault ? say("cannot_go_on") : turn === null ? "" : turn < 0 ? say("game_over") : yours ? say("your_turn") : say("waiting_for", named(turn));
        return html("li", {class: yours ? "yours" : ""},
            html("a", {href: stands === null ? null : path}, html("b", {}, title), html("span", {class: "note"}, own ? say("my_seat", own) : ""), html("span", {class: "stands"}, text)),
            stands !== null && copyButton(new URL(path, window.location.href).href, say),
            offButton(say, title, () => {
                forget(token);
                void show();
            }));
    };
    const showGiven = () => {
        const tables = given();
        others.hidden = !tables.length;
        refill(others, html("summary", {}, say("given_links")), ...tables.map(({title, links}, at) => html("section", {}, html("h3", {}, title, offButton(say, title, () => {
            takeBack(at);
            void show();
        })), linkList(links, say))));
    };
    const show = async () => {
        const all = mine();
        showGiven();
        root.hidden = !all.length && others.hidden;
        if (!all.length) return refill(list);
        if (!list.children.length) refill(list, ...all.map((each) => row(each, undefined)));
        /** @type {(Stands | undefined)[]} */
        let found = all.map(() => undefined);
        try {
            found = (await ask("/api/tables/mine", {links: all.map((each) => each.token)})).tables;
        } catch {
            // the links are there all the same
        }
        const rank = (/** @type {Stands | undefined} */ each) => (!each ? 3 : each.turn === each.seat ? 0 : (each.turn ?? 0) < 0 || each.fault ? 2 : 1);
        const order = all.map((_, at) => at).sort((a, b) => rank(found[a]) - rank(found[b]) || all[b].at - all[a].at);
        refill(list, ...order.map((at) => row(all[at], found[at])));
    };
    void show();
    const timer = setInterval(() => {
        if (!root.isConnected) clearInterval(timer);
        else if (!document.hidden) void show();
    }, AGAIN);
    window.addEventListener("focus", () => root.isConnected && void show());
    return root;
}
