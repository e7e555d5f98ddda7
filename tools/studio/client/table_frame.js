/** The page's table in a frame of the studio: its link, and what is put in place by hand, come from the window around it. */

import {begin} from "../../page/client/dom.js";
import {Names} from "../../page/client/names.js";
import {play} from "../../page/client/play.js";
import {Arranging} from "./table_arranging.js";

/** @typedef {import("../../page/client/types.js").Link} Link */
/** @typedef {{link: Link, out: string, carry: (carried: import("./table_arranging.js").Carried) => void, ready: (arranging: Arranging) => void}} Around  what the
 *   window around gives: see table_pane.js */

const {around} = /** @type {HTMLIFrameElement & {around: Around}} */ (window.frameElement);

void begin(async (root) => {
    const about = await around.link.about();
    const arranging = new Arranging(document.body, new Names(about), around.out, around.carry);
    await play(around.link, root, (table) => { arranging.names = table.names; });
    window.addEventListener("storage", ({key, newValue}) => {
        if (key === "yupana-theme" && newValue) document.documentElement.dataset.theme = newValue; // which is chosen in the bar around
    });
    document.addEventListener("click", (event) => event.target instanceof Element && event.target.closest("a.home") && event.preventDefault(), {capture: true});
    around.ready(arranging);
});
