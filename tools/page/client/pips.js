/** Dice with what they show, and the cups over those that may not be seen. */

import {html, svg} from "./dom.js";
import {numeral} from "./module/speech.js";

/** The pips of a die: places in a grid of 3 by 3. @type {[number, number][][]} */
const PIPS = [
    [], [[1, 1]], [[0, 0], [2, 2]], [[0, 0], [1, 1], [2, 2]], [[0, 0], [2, 0], [0, 2], [2, 2]], [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
    [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
];

/** Half of a die's width, in its own units. */
const HALF = 20;

/** The body of a die and what it shows, around its middle. @param {number} sides @param {number} value @returns {SVGElement[]} */
function showing(sides, value) {
    if (sides === 6 && PIPS[value]?.length) {
        return [svg("rect", {class: "body", x: -17, y: -17, width: 34, height: 34, rx: 7}), ...PIPS[value].map(([x, y]) => svg("circle", {class: "pip", cx: (x - 1) * 9.5, cy: (y - 1) * 9.5, r: 3.4}))];
    }
    const corners = [0, 1, 2, 3, 4, 5].map((n) => [18 * Math.sin((n * Math.PI) / 3), -18 * Math.cos((n * Math.PI) / 3)].map((each) => each.toFixed(2)).join(","));
    return [sides === 2 ? svg("circle", {class: "body", r: 17}) : svg("polygon", {class: "body", points: corners.join(" ")}),
        svg("text", {class: "pip", "text-anchor": "middle", dy: "0.36em", "font-size": value > 99 ? 12 : 17}, numeral(value))];
}

/** A die that shows a number: pips where it is one of six sides. @param {number} sides @param {number} value */
export function die(sides, value) {
    return svg("svg", {class: "die", viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`, width: 34, height: 34, role: "img", "aria-label": numeral(value)}, ...showing(sides, value));
}

/** A die on a board, around (x, y). @param {number} value @param {number} x @param {number} y @param {number} size */
export function dieAt(value, x, y, size) {
    return svg("g", {class: "die", transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${(size / HALF / 2).toFixed(4)})`}, ...showing(6, value));
}

/** Dice side by side, with what they show. @param {number[]} values */
export function diceRow(values) {
    return html("span", {class: "dice"}, ...values.map((each) => die(6, each)));
}

/** A cup, under which dice lie that may not be seen. */
export function cup() {
    return html("span", {class: "dice"}, svg("svg", {class: "cup", viewBox: "-20 -22 40 40", width: 38, height: 38, role: "img", "aria-label": "?"},
        svg("path", {class: "wall", d: "M-10 -18H10L15 12H-15Z"}), svg("ellipse", {class: "lip", cx: 0, cy: 12, rx: 16.5, ry: 4}), svg("ellipse", {class: "top", cx: 0, cy: -18, rx: 10, ry: 2.6})));
}
