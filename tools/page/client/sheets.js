/** Sheets of the look: tracks and personal boards, cells in rows. */

import {html} from "./dom.js";
import {lineOf} from "./lines.js";

/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./names.js").Names} Names */

/** So many columns stand beside each other on a phone; a wider sheet is cut into bands, one above the other. */
const BAND = 5;

/**
 * A sheet with what is in its cells.
 * @param {Sheet} sheet
 * @param {Names} names
 * @param {Record<string, Line[]>} cells  by name; those that are missing are not in the game
 */
export function drawSheet(sheet, names, cells) {
    const rows = sheet.rows.filter((row) => row.some((name) => !name || name in cells));
    const columns = Math.max(...rows.map((row) => row.length), 1), most = Math.ceil(columns / Math.ceil(columns / BAND));
    const table = html("div", {class: `sheet ${columns > BAND ? "wide" : ""}`, role: "group", "aria-label": names.titled(sheet)});
    for (const [down, row] of rows.entries()) {
        const line = html("div", {class: "sheetrow"});
        for (const [across, name] of row.entries()) {
            if (!name || !(name in cells)) {
                line.append(html("div", {class: "cell free"}));
                continue;
            }
            const band = Math.floor(across / most);
            const lines = cells[name];
            const cell = html("div", {class: "cell", "data-key": `${sheet.kind}:${name}`, "data-name": name}, html("span", {class: "hidden-text"}, names.word(name)));
            const places = {row: down + 1, column: across + 1, "narrow-row": band * (rows.length + 1) + down + 1, "narrow-column": across % most + 1};
            for (const [property, value] of Object.entries(places)) cell.style.setProperty(`--${property}`, String(value));
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
