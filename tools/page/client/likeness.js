/** Pictures of pieces that move over the page: of what is dragged, and of what goes from one place to another. */

import {html, svg} from "./dom.js";

/** What a picture must not take along: it is nothing that can be found or clicked. */
const OWN = ["id", "data-key", "data-name", "data-members", "role", "tabindex", "aria-label", "aria-describedby"];

/** The layer over the page in which they are. */
function layer() {
    const found = document.querySelector("body > .moving");
    if (found) return found;
    const made = html("div", {class: "moving", "aria-hidden": "true"});
    document.body.append(made);
    return made;
}

/** What is drawn of a thing that moves: the first piece in a place, one of a column, a card or chip as it is. @param {Element} element */
export function body(element) {
    const piece = element.matches(".piece") ? element : element.querySelector(".piece, text.said[data-key]");
    if (piece) return piece;
    return element instanceof SVGElement || element.matches(".cell") ? null : element;
}

/**
 * A picture of a piece or card where it is, fixed over the page.
 * @param {Element} element
 * @returns {HTMLElement | null}  null where it isn't seen
 */
export function likeness(element) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) return null;
    const copy = /** @type {Element} */ (element.cloneNode(true));
    for (const each of [copy, ...copy.querySelectorAll("*")]) for (const name of OWN) each.removeAttribute(name);
    for (const each of ["lit", "chosen", "changed", "hint"]) copy.classList.remove(each);
    let drawn = copy;
    if (element instanceof SVGGraphicsElement) {
        const {x, y, width, height} = element.getBBox();
        copy.removeAttribute("transform");
        drawn = svg("svg", {class: "board", viewBox: `${x} ${y} ${width} ${height}`, preserveAspectRatio: "none"}, copy);
    }
    const whole = html("div", {class: "flying"}, drawn);
    Object.assign(whole.style, {left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px`});
    layer().append(whole);
    return whole;
}
