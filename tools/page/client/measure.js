/** How wide texts are, before they are drawn. */

export const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

/** How much wider a bold name is than other letters. */
export const BOLD = 1.15;

/** @type {CanvasRenderingContext2D | null} */
let canvas = null;
/** @type {Map<string, number>} */
const widths = new Map();

/** How wide a text is at a size of 1. @param {string} text */
export function textWidth(text) {
    let found = widths.get(text);
    if (found === undefined) {
        canvas ??= document.createElement("canvas").getContext("2d");
        if (!canvas) return text.length * 0.55;
        canvas.font = `500 100px ${FONT}`;
        found = canvas.measureText(text).width / 100;
        if (widths.size > 20000) widths.clear();
        widths.set(text, found);
    }
    return found;
}
