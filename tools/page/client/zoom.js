/** A picture that can be made larger: it is then scrolled in its own frame. */

import {html} from "./dom.js";

const STEP = 1.35, MOST = 9;

/**
 * @param {SVGElement} picture
 * @param {import("./phrases.js").Say} say
 */
export function zoomable(picture, say) {
    let zoom = 1, start = 0;
    const frame = html("div", {class: "frame"}, picture);
    /** @param {number} to @param {number} [x] @param {number} [y]  the point that stays, as shares of the frame */
    const set = (to, x = 0.5, y = 0.5) => {
        const wanted = Math.min(MOST, Math.max(1, to)), grown = wanted / zoom;
        if (zoom === 1) start = picture.getBoundingClientRect().width;
        const left = (frame.scrollLeft + frame.clientWidth * x) * grown, top = (frame.scrollTop + frame.clientHeight * y) * grown;
        zoom = wanted;
        frame.classList.toggle("zoomed", zoom > 1);
        frame.classList.remove("whole");
        picture.style.width = zoom > 1 ? `${zoom * start}px` : "";
        frame.scrollTo(left - frame.clientWidth * x, top - frame.clientHeight * y);
    };
    frame.addEventListener("wheel", (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const box = frame.getBoundingClientRect();
        set(event.deltaY < 0 ? zoom * 1.15 : zoom / 1.15, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    }, {passive: false});
    let touched = false;
    frame.addEventListener("magnify", (event) => {
        const {detail} = /** @type {CustomEvent} */ (event), box = picture.getBoundingClientRect(), before = zoom;
        const [across, down] = [(detail.x - box.left) / box.width, (detail.y - box.top) / box.height];
        set(zoom * detail.by);
        const {width, height} = picture.getBoundingClientRect();
        frame.scrollTo({left: across * width - frame.clientWidth / 2, top: down * height - frame.clientHeight / 2, behavior: "instant"});
        detail.done = touched = zoom > before;
    });
    frame.addEventListener("rest", () => {
        if (touched) set(1);
        touched = false;
    });
    /** @param {string} key @param {string} sign @param {() => void} act */
    const button = (key, sign, act) => html("button", {type: "button", class: "zoom", title: say(key), "aria-label": say(key), click: act}, sign);
    const buttons = html("div", {class: "zooms"},
        button("smaller", "−", () => set(zoom / STEP)), button("whole", "▣", () => {
            set(1);
            frame.classList.add("whole");
        }), button("larger", "+", () => set(zoom * STEP)));
    return html("div", {class: "zoomable"}, frame, buttons);
}
