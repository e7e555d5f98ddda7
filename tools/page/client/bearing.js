/** Which of the elements that show alike things stand for which of them: what lies in a hand is not what lies in a row. */

/** Where things of one zone lie together. */
const PLACES = ".chips, .cards, .zone, .space, .cell";

/** The members that an element shows; null where it is known by its name alone. @param {Element} element */
export function membersOf(element) {
    const said = element.getAttribute("data-members");
    return said === null ? null : said.split(" ").map(Number);
}

/**
 * What each of some elements with one key stands for of what is wanted. Equal things of one place are one choice, so any
 * of them stands for all; what is wanted and lies nowhere is looked for where things are known by name alone, and never
 * in what is known to be another thing of that name.
 * @param {Element[]} elements @param {Set<number>} wanted
 * @returns {Map<Element, Set<number>>}  without those that stand for nothing
 */
export function bearing(elements, wanted) {
    /** @type {Map<Element, Set<number>>} */
    const places = new Map();
    for (const each of elements) {
        const place = each.closest(PLACES) ?? each, members = membersOf(each);
        if (members) places.set(place, new Set([...(places.get(place) ?? []), ...members]));
    }
    const placed = new Set([...places.values()].flatMap((each) => [...each]));
    const lost = [...wanted].filter((each) => !placed.has(each));
    /** @type {Map<Element, Set<number>>} */
    const found = new Map();
    for (const each of elements) {
        const members = membersOf(each), here = members ? places.get(each.closest(PLACES) ?? each) : null;
        const meant = [...wanted].filter((member) => here?.has(member));
        if (!members) meant.push(...lost);
        if (meant.length) found.set(each, new Set(meant));
    }
    return found;
}
