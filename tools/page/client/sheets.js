/** Sheets of the look: tracks and personal boards, cells in rows. */

import {html} from "./dom.js";
import {lineOf} from "./lines.js";

/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./names.js").Names} Names */

/**
 * A sheet with what is in its cells.
 * @param {Sheet} sheet
 * @param {Names} names
 * @param {Record<string, Line[]>} cells  by name; those that are missing are not in the game
 */
export function drawSheet(sheet, names, cells) {
    const rows = sheet.rows.filter((row) => row.some((name) => !name || name in cells));
    const columns = Math.max(...rows.map((row) => row.length), 1);
    const table = html("div", {class: `sheet ${columns > 8 ? "wide" : ""}`, role: "group", "aria-label": names.titled(sheet)});
    for (const row of rows) {
        const line = html("div", {class: "sheetrow"});
        for (const name of row) {
            if (!name || !(name in cells)) {
                line.append(html("div", {class: "cell free"}));
                continue;
            }
            const lines = cells[name];
            const cell = html("div", {class: "cell", "data-key": `${sheet.kind}:${name}`, "data-name": name}, html("span", {class: "hidden-text"}, names.word(name)));
            const colour = names.colour(name);
            if (colour) cell.style.setProperty("--paint", colour);
            if (lines.length) cell.append(...lines.map((each) => lineOf(names, each)));
            else cell.append(html("div", {class: "line faint"}, names.word(name)));
            line.append(cell);
        }
        table.append(line);
    }
    return table;
}
