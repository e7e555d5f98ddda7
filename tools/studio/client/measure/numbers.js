/** Numbers as people read them. */

/** @typedef {{key: string, name: string, unit: string, about: string, value: number, low: number | null, high: number | null, of?: number}} Figure */

/** @param {number | null} value @param {string} unit @param {boolean} [signed] */
export function number(value, unit, signed = false) {
    if (value === null || !Number.isFinite(value)) return "–";
    const sign = value < 0 ? "−" : signed && value > 0 ? "+" : "", size = Math.abs(value);
    if (unit === "share") return `${sign}${(100 * size).toFixed(1)} %`;
    return sign + (Number.isInteger(size) && size < 1e6 ? String(size) : size >= 1000 ? Math.round(size).toLocaleString("en") : size.toPrecision(3));
}

/** A value with where it lies. @param {{value: number, low: number | null, high: number | null}} figure @param {string} unit @param {boolean} [signed] */
export function between(figure, unit, signed = false) {
    const told = number(figure.value, unit, signed);
    if (figure.low === null || figure.high === null) return told;
    return `${told} (${number(figure.low, unit, signed)} … ${number(figure.high, unit, signed)})`;
}

/** How long something took. @param {number} seconds */
export function duration(seconds) {
    return seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")} min`;
}

/** Rows as CSV. @param {(string | number | null | undefined)[][]} rows */
export function csv(rows) {
    const cell = (/** @type {string | number | null | undefined} */ each) => {
        const text = each === null || each === undefined ? "" : String(each);
        return /[",\n\r]/.test(text) || /^[=+@\t-]/.test(text) && Number.isNaN(Number(text)) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    return rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}
