/** Playing by keys: arrows go to what glows, digits choose from the list, `?` tells of the keys. */

/** @typedef {import("./decider.js").Decider} Decider */

/** @type {Record<string, [number, number]>} */
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
/** How much worse it is to lie aside than far away. */
const ASIDE = 2;

/** The middle of an element on the screen. @param {Element} element */
function middle(element) {
    const {left, top, width, height} = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
}

/** Whether an element is drawn. @param {Element} element */
const isSeen = (element) => element.getClientRects().length > 0;

/** The nearest in a direction. @param {Element} from @param {Element[]} those @param {[number, number]} way */
function nearest(from, those, way) {
    const [x, y] = middle(from);
    let best = /** @type {Element | null} */ (null), least = Infinity;
    for (const each of those) {
        const [ox, oy] = middle(each), dx = ox - x, dy = oy - y;
        const ahead = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
        if (each !== from && ahead > 1 && ahead + aside * ASIDE < least) [best, least] = [each, ahead + aside * ASIDE];
    }
    return best;
}

export class Keys {
    /** @param {HTMLElement} table @param {Decider} decider @param {() => void} help @param {AbortSignal} left  ends it */
    constructor(table, decider, help, left) {
        this.table = table;
        this.decider = decider;
        this.help = help;
        window.addEventListener("keydown", (event) => this.pressed(event), {signal: left});
    }

    /** @param {KeyboardEvent} event */
    pressed(event) {
        const target = event.target instanceof Element ? event.target : null;
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
        if (!target || target.closest("input, select, textarea, [contenteditable]")) return;
        const way = WAYS[event.key];
        if (way && target.closest("[role=tablist], [role=separator]")) return; // arrows are theirs
        if (way ? this.go(target, way) : this.command(event.key)) event.preventDefault();
    }

    /** @param {string} key @returns {boolean}  whether it means something */
    command(key) {
        const {list} = this.decider;
        if (key === "?") this.help();
        else if (key === "/" && !list.filter.hidden && isSeen(list.filter)) list.filter.focus();
        else if (/^[1-9]$/.test(key)) return list.press(Number(key));
        else return false;
        return true;
    }

    /** Go on to what glows, or in the list to another of its entries. @param {Element} from @param {[number, number]} way */
    go(from, way) {
        const {list, lighting, root} = this.decider, inList = list.rows.contains(from);
        const thing = from.closest("[data-key]"), onTable = thing !== null && lighting.bearer(thing) === from;
        if (!inList && !onTable && from !== document.body && !root.contains(from)) return false; // it scrolls there
        /** @type {Element[]} */
        const those = inList ? [...list.rows.querySelectorAll("button")] : [...lighting.meant.keys()].filter((each) => lighting.holds(each)).map((each) => lighting.bearer(each));
        const seen = those.filter(isSeen), found = inList || onTable ? nearest(from, seen, way) : seen[0];
        if (found) {
            /** @type {HTMLElement} */ (found).focus({preventScroll: true});
            found.scrollIntoView({block: "nearest"});
        }
        return found !== null && found !== undefined || onTable;
    }
}
