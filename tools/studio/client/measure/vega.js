/** What draws plots, apart from the rest of the page since it is large. Nothing is evaluated: expressions are interpreted. */

import {parse, View} from "vega";
import {expressionInterpreter} from "vega-interpreter";
import {compile} from "vega-lite";

/**
 * A chart of Vega-Lite as an SVG.
 * @param {any} spec @param {any} config @returns {Promise<SVGElement>}
 */
export async function drawn(spec, config) {
    const runtime = parse(compile(spec, {config}).spec, undefined, /** @type {any} */ ({ast: true}));
    const view = new View(runtime, /** @type {any} */ ({expr: expressionInterpreter, renderer: "none"}));
    const text = await view.toSVG();
    view.finalize();
    const found = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const svg = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(found, true)));
    const [width, height] = [svg.getAttribute("width"), svg.getAttribute("height")];
    svg.setAttribute("viewBox", svg.getAttribute("viewBox") ?? `0 0 ${width} ${height}`);
    svg.setAttribute("aria-hidden", "true");
    return svg;
}
