/** Cells as text with tabs between them, as spreadsheet programs copy and paste them. */

/** @param {string[][]} rows */
export function tabbed(rows) {
    return rows.map((row) => row.map((cell) => /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join("\t")).join("\n");
}

/** @param {string} text @returns {string[][]} */
export function untabbed(text) {
    /** @type {string[][]} */
    const rows = [];
    let row = /** @type {string[]} */ ([]), cell = "", quoted = false;
    const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
    for (let at = 0; at < plain.length; at++) {
        const sign = plain[at];
        if (quoted) {
            if (sign !== '"') cell += sign;
            else if (plain[at + 1] === '"') cell += plain[++at];
            else quoted = false;
        } else if (sign === '"' && cell === "") quoted = true;
        else if (sign === "\t") cell = (row.push(cell), "");
        else if (sign === "\n") {
            rows.push([...row, cell]);
            row = [];
            cell = "";
        } else cell += sign;
    }
    return [...rows, [...row, cell]];
}
