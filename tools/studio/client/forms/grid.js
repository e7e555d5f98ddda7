/** A grid of cells, moved about in and edited with the keys of spreadsheet programs. */

import {html, refill} from "../../../page/client/dom.js";
import {tabbed, untabbed} from "./separated.js";

/** @typedef {{key: string, title: string, sort: string, choices: [string, string][], optional: boolean}} Column */
/** @typedef {{row: number, cell: number, message: string}} CellFault  row 0 is the first below the headings */

export class Grid {
    /**
     * @param {(phrase: string, values?: Record<string, string | number>) => string} say
     * @param {{changed: (rows: string[][]) => void, undo: () => void, redo: () => void}} hears
     */
    constructor(say, hears) {
        this.say = say;
        this.hears = hears;
        /** @type {Column[]} */
        this.columns = [];
        /** @type {string[][]} */
        this.rows = [];
        /** @type {string[][]} what the rules say, for marking what is different */
        this.told = [];
        /** @type {CellFault[]} */
        this.faults = [];
        /** @type {number[]} the rows that are seen, in their order */
        this.view = [];
        this.sort = {column: -1, down: false};
        this.filter = "";
        this.at = {row: 0, column: 0};
        this.from = {row: 0, column: 0};
        /** @type {HTMLInputElement | HTMLSelectElement | null} */
        this.editing = null;
        this.table = html("table", {role: "grid", class: "sheet-grid", "aria-multiselectable": "true", keydown: (event) => this.key(event), mousedown: (event) => this.press(event),
            mouseover: (event) => this.drag(event), dblclick: () => this.edit(), copy: (event) => this.copy(event), cut: (event) => this.cut(event), paste: (event) => this.paste(event)});
        this.element = html("div", {class: "sheet-scroll"}, this.table);
    }

    /** Show something else. @param {Column[]} columns @param {string[][]} rows @param {string[][]} told */
    fill(columns, rows, told) {
        [this.columns, this.rows, this.told] = [columns, rows, told];
        this.draw();
    }

    /** @param {CellFault[]} faults */
    blame(faults) {
        this.faults = faults;
        this.draw();
    }

    /** The rows are others now. @param {string[][]} rows */
    change(rows) {
        this.rows = rows;
        this.hears.changed(rows);
        this.draw();
    }

    look() {
        const sought = this.filter.toLocaleLowerCase(), {column, down} = this.sort;
        this.view = this.rows.map((_, at) => at).filter((at) => !sought || this.rows[at].some((cell) => cell.toLocaleLowerCase().includes(sought)));
        if (column < 0) return;
        const order = new Intl.Collator(undefined, {numeric: true});
        this.view.sort((one, other) => order.compare(this.rows[one][column] ?? "", this.rows[other][column] ?? "") * (down ? -1 : 1) || one - other);
    }

    // ------------------------------------------------------------ drawing

    draw() {
        const focused = this.table.contains(document.activeElement) && !this.editing;
        this.editing = null;
        this.look();
        this.at = this.within(this.at);
        this.from = this.within(this.from);
        const known = new Map(this.told.map((row) => [row[0], row]));
        const faults = new Map(this.faults.map((each) => [`${each.row} ${each.cell}`, each.message]));
        const head = html("tr", {"aria-rowindex": 1}, ...this.columns.map((each, at) => html("th", {scope: "col", role: "columnheader", "aria-colindex": at + 1,
            "aria-sort": this.sort.column === at ? this.sort.down ? "descending" : "ascending" : "none"},
        html("button", {type: "button", tabindex: -1, title: this.say("studio_sheet_sort", {title: each.title}), click: () => this.order(at)}, each.title, this.sort.column === at ? this.sort.down ? " ↓" : " ↑" : ""))));
        refill(this.table, html("thead", {}, head), html("tbody", {}, ...this.view.map((row, shown) => html("tr", {"aria-rowindex": shown + 2, class: known.has(this.rows[row][0]) ? "" : "new"},
            ...this.columns.map((column, at) => this.cell(row, shown, at, column, known.get(this.rows[row][0]), faults.get(`${row} ${at}`)))))));
        this.table.setAttribute("aria-rowcount", String(this.view.length + 1));
        this.table.setAttribute("aria-colcount", String(this.columns.length));
        this.mark(focused);
    }

    /** @param {number} row @param {number} shown @param {number} at @param {Column} column @param {string[] | undefined} told @param {string | undefined} fault */
    cell(row, shown, at, column, told, fault) {
        const value = this.rows[row][at] ?? "", differs = !!told && (told[at] ?? "") !== value;
        const title = column.choices?.find(([written]) => written === value)?.[1];
        const number = /^-?\d+$/.test(value);
        return html(at === 0 ? "th" : "td", {role: at === 0 ? "rowheader" : "gridcell", scope: at === 0 ? "row" : null, "aria-colindex": at + 1, tabindex: -1, "data-row": shown, "data-column": at,
            class: [number ? "number" : "", differs ? "differs" : "", fault ? "faulty" : ""].join(" ").trim() || null, "aria-invalid": fault ? "true" : null, title: fault ?? (value.length > 24 ? value : null)},
        html("span", {}, title ?? value), fault && html("span", {class: "hidden-text"}, ` ${fault}`));
    }

    /** @param {{row: number, column: number}} at */
    within({row, column}) {
        return {row: Math.max(0, Math.min(row, this.view.length - 1)), column: Math.max(0, Math.min(column, this.columns.length - 1))};
    }

    /** Show what is chosen. @param {boolean} focus */
    mark(focus) {
        const {top, bottom, left, right} = this.range();
        for (const each of this.table.querySelectorAll("[data-row]")) {
            const row = Number(each.getAttribute("data-row")), column = Number(each.getAttribute("data-column"));
            const inside = row >= top && row <= bottom && column >= left && column <= right;
            each.setAttribute("aria-selected", String(inside));
            each.setAttribute("tabindex", row === this.at.row && column === this.at.column ? "0" : "-1");
        }
        if (focus) this.current()?.focus();
    }

    /** @returns {HTMLElement | null} */
    current() {
        return this.table.querySelector(`[data-row="${this.at.row}"][data-column="${this.at.column}"]`);
    }

    range() {
        return {top: Math.min(this.at.row, this.from.row), bottom: Math.max(this.at.row, this.from.row), left: Math.min(this.at.column, this.from.column), right: Math.max(this.at.column, this.from.column)};
    }

    /** The rows that are chosen, by their numbers. */
    chosen() {
        const {top, bottom} = this.range();
        return this.view.slice(top, bottom + 1);
    }

    /** @param {number} column */
    order(column) {
        const same = this.sort.column === column;
        this.sort = same && this.sort.down ? {column: -1, down: false} : {column, down: same};
        this.draw();
    }

    // ------------------------------------------------------------ moving

    /** @param {number} rows @param {number} columns @param {boolean} [wider] */
    move(rows, columns, wider = false) {
        this.at = this.within({row: this.at.row + rows, column: this.at.column + columns});
        if (!wider) this.from = this.at;
        this.mark(true);
    }

    /** @param {MouseEvent} event */
    press(event) {
        const cell = /** @type {Element} */ (event.target).closest("[data-row]");
        if (!cell || (this.editing && cell.contains(this.editing))) return;
        if (this.editing) this.done(true);
        this.at = {row: Number(cell.getAttribute("data-row")), column: Number(cell.getAttribute("data-column"))};
        if (!event.shiftKey) this.from = this.at;
        event.preventDefault();
        this.mark(true);
    }

    /** @param {MouseEvent} event */
    drag(event) {
        const cell = event.buttons === 1 && !this.editing && /** @type {Element} */ (event.target).closest("[data-row]");
        if (!cell) return;
        this.at = {row: Number(cell.getAttribute("data-row")), column: Number(cell.getAttribute("data-column"))};
        this.mark(true);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (this.editing) return this.keyInCell(event);
        const jump = event.ctrlKey || event.metaKey, far = jump ? 1e6 : 1;
        /** @type {Record<string, () => void>} */
        const keys = {
            ArrowUp: () => this.move(-far, 0, event.shiftKey), ArrowDown: () => this.move(far, 0, event.shiftKey),
            ArrowLeft: () => this.move(0, -far, event.shiftKey), ArrowRight: () => this.move(0, far, event.shiftKey),
            PageUp: () => this.move(-12, 0, event.shiftKey), PageDown: () => this.move(12, 0, event.shiftKey),
            Home: () => this.move(jump ? -1e6 : 0, -1e6, event.shiftKey), End: () => this.move(jump ? 1e6 : 0, 1e6, event.shiftKey),
            Enter: () => this.edit(), F2: () => this.edit(), Delete: () => this.empty(), Backspace: () => this.empty(),
        };
        const act = keys[event.key];
        if (act) act();
        else if (jump && event.key.toLowerCase() === "a") {
            this.from = {row: 0, column: 0};
            this.at = this.within({row: 1e6, column: 1e6});
            this.mark(true);
        } else if (jump && event.key.toLowerCase() === "z") (event.shiftKey ? this.hears.redo : this.hears.undo)();
        else if (jump && event.key.toLowerCase() === "y") this.hears.redo();
        else if (event.key.length === 1 && !jump && !event.altKey) this.edit(event.key);
        else return;
        event.preventDefault();
    }

    // ------------------------------------------------------------ editing

    /** @param {string} [typed]  what stands in the cell at first */
    edit(typed) {
        const cell = this.current(), row = this.view[this.at.row], column = this.columns[this.at.column];
        if (!cell || row === undefined || this.editing) return;
        const value = this.rows[row][this.at.column] ?? "", label = column.title;
        const select = column.sort === "choice" || column.sort === "bool";
        /** @type {[string, string][]} */
        const choices = column.sort === "bool" ? [["true", this.say("studio_forms_yes")], ["false", this.say("studio_forms_no")]] : column.choices;
        const input = select
            ? html("select", {"aria-label": label, blur: () => this.done(true)}, html("option", {value: ""}, "–"), ...(column.optional ? [html("option", {value: "none"}, this.say("studio_forms_none"))] : []), ...choices.map(([written, title]) => html("option", {value: written}, title)))
            : html("input", {type: "text", "aria-label": label, autocomplete: "off", blur: () => this.done(true)});
        input.value = typed && !select ? typed : value;
        refill(cell, input);
        this.editing = input;
        input.focus();
        if (input instanceof HTMLInputElement) input.setSelectionRange(input.value.length, input.value.length);
    }

    /** @param {KeyboardEvent} event */
    keyInCell(event) {
        if (event.key === "Escape") this.done(false);
        else if (event.key === "Enter" && !event.isComposing) this.done(true, event.shiftKey ? -1 : 1, 0);
        else if (event.key === "Tab") this.done(true, 0, event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** The cell is edited. @param {boolean} kept @param {number} [rows] @param {number} [columns] */
    done(kept, rows = 0, columns = 0) {
        const input = this.editing, row = this.view[this.at.row], column = this.at.column;
        if (!input) return;
        this.editing = null;
        const inside = document.activeElement === input;
        this.from = this.at;
        if (kept && input.value !== (this.rows[row][column] ?? "")) this.change(this.rows.map((each, at) => at === row ? put(each, column, input.value, this.columns.length) : each));
        else this.draw();
        this.at = this.within({row: this.at.row + rows, column: this.at.column + columns});
        this.from = this.at;
        this.mark(inside);
    }

    empty() {
        const {left, right} = this.range(), rows = new Set(this.chosen());
        this.change(this.rows.map((row, at) => rows.has(at) ? row.map((cell, column) => column >= Math.max(left, 1) && column <= right ? "" : cell) : row));
        this.mark(true);
    }

    // ------------------------------------------------------------ the clipboard

    /** @param {ClipboardEvent} event */
    copy(event) {
        if (this.editing) return;
        const {left, right} = this.range();
        event.clipboardData?.setData("text/plain", tabbed(this.chosen().map((row) => this.columns.slice(left, right + 1).map((_, at) => this.rows[row][left + at] ?? ""))));
        event.preventDefault();
    }

    /** @param {ClipboardEvent} event */
    cut(event) {
        if (this.editing) return;
        this.copy(event);
        this.empty();
    }

    /** @param {ClipboardEvent} event */
    paste(event) {
        if (this.editing) return;
        const cells = untabbed(event.clipboardData?.getData("text/plain") ?? ""), {top, bottom, left, right} = this.range();
        event.preventDefault();
        if (!cells.length) return;
        const rows = this.rows.map((row) => [...row]), one = cells.length === 1 && cells[0].length === 1;
        const high = one ? bottom - top + 1 : cells.length, wide = one ? right - left + 1 : Math.max(...cells.map((row) => row.length));
        for (let down = 0; down < high; down++) {
            let row = this.view[top + down];
            if (row === undefined) row = rows.push(this.columns.map(() => "")) - 1;
            for (let across = 0; across < wide && left + across < this.columns.length; across++) rows[row][left + across] = (one ? cells[0][0] : cells[down][across] ?? "").trim();
        }
        this.change(rows);
        this.from = this.within({row: top, column: left});
        this.at = this.within({row: top + high - 1, column: left + wide - 1});
        this.mark(true);
    }
}

/** @param {string[]} row @param {number} column @param {string} value @param {number} many */
function put(row, column, value, many) {
    return Array.from({length: many}, (_, at) => at === column ? value : row[at] ?? "");
}
