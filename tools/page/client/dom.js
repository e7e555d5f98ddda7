/** Elements of a page. Texts become text nodes and nothing else, so that no text of a ruleset is ever read as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Attributes} attributes  a function is called at the event of this name; false, null and undefined are left out
 * @param {Child[]} children
 */
function filled(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener(name, value);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
    }
    for (const child of children) if (child) element.append(child);
    return element;
}

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    filled(element, attributes, children);
    return element;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    filled(element, attributes, children);
    return /** @type {SVGElement} */ (element);
}

/**
 * The element with this id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no #${id}`);
    return found;
}

/**
 * Other children for an element; those that it has already stay as they are, with what has the focus in them.
 * @param {Element} element
 * @param {...Child} children
 */
export function refill(element, ...children) {
    const wanted = new Set(children.flatMap((each) => each ? [typeof each === "string" ? document.createTextNode(each) : each] : []));
    for (const each of [...element.childNodes]) if (!wanted.has(each)) each.remove();
    let next = element.firstChild;
    for (const each of wanted) {
        if (each === next) next = next.nextSibling;
        else element.insertBefore(each, next);
    }
}

/** Elements that are made anew only when they are to show something else. */
export class Redrawn {
    constructor() {
        /** @type {Map<string, [string, Element]>} */
        this.known = new Map();
    }

    /**
     * @template {Element} T
     * @param {string} name  of an element @param {unknown} shown  all that it shows
     * @param {() => T} make
     */
    of(name, shown, make) {
        const said = JSON.stringify(shown), known = this.known.get(name);
        if (known?.[0] === said) return /** @type {T} */ (known[1]);
        const made = make();
        this.known.set(name, [said, made]);
        return made;
    }

    /** All is to be made anew. */
    forget() {
        this.known.clear();
    }
}

/** What is said of a fault: its sentence, where it is an Error. @param {unknown} fault */
export function messageOf(fault) {
    return fault instanceof Error ? fault.message : String(fault);
}

/** Show a page, or why it cannot be shown. @param {(root: HTMLElement) => Promise<unknown>} show */
export async function begin(show) {
    const root = byId("app");
    try {
        await show(root);
    } catch (fault) {
        refill(root, html("p", {class: "state", role: "alert"}, messageOf(fault)));
    }
}
