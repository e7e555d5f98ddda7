/** Boards on which tiles are laid: they grow with what lies on them. */

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Line} Line */

/** So many spaces around the tiles that lie are seen, and at least so many in a row. */
const AROUND = 1, LEAST_WIDE = 5;

/**
 * The spaces that are seen: of a board on which tiles are laid, those around the ones that lie.
 * @param {Board} board @param {string[]} names @param {Record<string, Line[]>} picture
 */
export function grown(board, names, picture) {
    const at = new Map(board.spaces.map((each) => [each.name, each])), laid = names.flatMap((name) => (picture[name]?.length ? at.get(name) ?? [] : []));
    if (!board.face || !laid.length) return names;
    /** @param {"x" | "y"} way @returns {[number, number]} */
    const span = (way) => {
        const all = laid.map((each) => each[way]), [low, high] = [Math.min(...all), Math.max(...all)], more = Math.max(AROUND, (LEAST_WIDE - 1 - high + low) / 2);
        return [low - Math.ceil(more), high + Math.ceil(more)];
    };
    const [[left, right], [top, bottom]] = [span("x"), span("y")];
    return names.filter((name) => {
        const each = at.get(name);
        return !each || (each.x >= left && each.x <= right && each.y >= top && each.y <= bottom);
    });
}
