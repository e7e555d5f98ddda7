/** Plots of Vega-Lite, drawn when they come to be seen, in the colours of the day or the night. */

import {html, messageOf, refill} from "../../../page/client/dom.js";

/** @typedef {(phrase: string, values?: Record<string, string | number>) => string} Say */

/** What is drawn, and how it is drawn anew. @type {Set<() => void>} */
const drawn = new Set();

const dark = () => getComputedStyle(document.documentElement).colorScheme.includes("dark");

/** The colours of the page, for Vega. */
function config() {
    const style = getComputedStyle(document.documentElement), of = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const soft = of("--soft"), ink = of("--ink"), line = of("--line");
    const category = dark() ? ["#6cb6e8", "#f0954f", "#4fc79f", "#e09ac4", "#e0b64a", "#8fc7f0", "#b8a0dc", "#b0b0b0"] : ["#0072b2", "#c14f00", "#00805f", "#b0578a", "#8f6b06", "#2f7fb8", "#7a58a5", "#666666"];
    return {
        background: "transparent", font: of("--sans"), view: {stroke: null}, mark: {tooltip: false}, text: {color: ink},
        axis: {labelColor: soft, titleColor: soft, gridColor: line, domainColor: line, tickColor: line, titleFontWeight: "normal", labelLimit: 220, labelFontSize: 12, titleFontSize: 12},
        legend: {labelColor: soft, titleColor: soft, titleFontWeight: "normal", labelFontSize: 12, titleFontSize: 12, orient: "top"},
        range: {category},
    };
}

/** By day and by night: the colours that a chart was said in. */
const SAID = ["#0072b2", "#d55e00", "#009e73"], GREY = "#7a858e";

/** A chart in the colours of now. @param {any} spec @param {any} colours @returns {any} */
function coloured(spec, colours) {
    if (Array.isArray(spec)) return spec.map((each) => coloured(each, colours));
    if (spec && typeof spec === "object") return Object.fromEntries(Object.entries(spec).map(([key, each]) => [key, key === "values" ? each : coloured(each, colours)]));
    if (spec === GREY) return colours.axis.labelColor;
    const at = SAID.indexOf(spec);
    return at < 0 ? spec : colours.range.category[at];
}

/**
 * A figure that is drawn when it comes to be seen.
 * @param {any} spec @param {string} caption @param {Say} say @returns {HTMLElement}
 */
export function figureOf(spec, caption, say) {
    const place = html("div", {class: "plot", role: "img", "aria-label": caption});
    const save = html("button", {type: "button", class: "quiet save", click: () => saved(place, caption)}, say("studio_measure_svg"));
    const figure = html("figure", {}, place, html("figcaption", {}, caption, " ", save));
    const draw = async () => {
        const {drawn: make} = await import("./vega.js"), colours = config();
        try {
            const svg = await make(coloured(spec, colours), colours);
            refill(place, svg);
        } catch (fault) {
            refill(place, html("p", {class: "note"}, messageOf(fault)));
        }
    };
    const seen = new IntersectionObserver((entries) => {
        if (!entries.some((each) => each.isIntersecting)) return;
        seen.disconnect();
        drawn.add(again);
        void draw();
    });
    const again = () => {
        if (figure.isConnected) void draw();
        else drawn.delete(again);
    };
    seen.observe(figure);
    return figure;
}

new MutationObserver(() => drawn.forEach((each) => each())).observe(document.documentElement, {attributes: true, attributeFilter: ["data-theme"]});

/** Keep a plot as a file. @param {HTMLElement} place @param {string} name */
function saved(place, name) {
    const svg = place.querySelector("svg");
    if (svg) download(`${name}.svg`, `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}`, "image/svg+xml");
}

/** Keep a text as a file. @param {string} name @param {string} text @param {string} kind */
export function download(name, text, kind) {
    const address = URL.createObjectURL(new Blob([text], {type: kind}));
    html("a", {href: address, download: name.replace(/[^\p{L}\p{N}._ -]+/gu, "_")}).click();
    window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
