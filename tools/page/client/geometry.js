/** Where the spaces of a board lie: grids by their outlines, listed boards with room for a box at each place. */

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{name: string, x: number, y: number, width: number, height: number, outline: [number, number][] | null}} Cell */
/** @typedef {{cells: Cell[], left: number, top: number, width: number, height: number, unit: number}} Plan */

/** The width of a cell of a grid. */
export const UNIT = 100;

/**
 * The plan of a grid.
 * @param {Board} board
 * @param {Set<string>} there  the spaces in the game
 * @returns {Plan}
 */
export function gridPlan(board, there) {
    const spaces = board.spaces.filter((each) => there.has(each.name));
    const {high: tall, crossed} = board.grid ?? {high: 1, crossed: true}, high = UNIT * tall;
    const cells = spaces.map((space) => {
        const outline = /** @type {[number, number][]} */ (
            (space.outline ?? [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]).map(([dx, dy]) => [dx * UNIT, dy * high])
        );
        const across = extent(outline.map((each) => each[0])), down = extent(outline.map((each) => each[1]));
        return {
            name: space.name, x: space.x * UNIT, y: space.y * high, outline,
            width: across * (crossed ? 0.9 : 0.84), height: down * (crossed ? 0.9 : 0.66),
        };
    });
    return framed(cells, UNIT * 0.16);
}

/**
 * The plan of a listed board: its places spread until no two boxes touch, as near to a shape as may be.
 * @param {Board} board
 * @param {Set<string>} there
 * @param {Map<string, {width: number, height: number}>} sizes  of the boxes
 * @param {number} ratio  width by height that is wanted
 * @returns {Plan}
 */
export function listedPlan(board, there, sizes, ratio) {
    const spaces = placed(board.spaces.filter((each) => there.has(each.name)));
    const wide = Math.max(...spaces.map((each) => sizes.get(each.name)?.width ?? 0));
    const tall = Math.max(...spaces.map((each) => sizes.get(each.name)?.height ?? 0));
    const gap = board.links.length ? 0.32 : 0.14;
    const [sx, sy] = spread(spaces, wide + Math.min(wide, tall) * gap, tall + Math.min(wide, tall) * gap, ratio);
    const cells = spaces.map((space) => ({
        name: space.name, x: space.x * sx, y: space.y * sy, outline: null,
        width: sizes.get(space.name)?.width ?? wide, height: sizes.get(space.name)?.height ?? tall,
    }));
    return framed(cells, Math.min(wide, tall) * 0.12);
}

/** @typedef {{name: string, x: number, y: number}} Place */

/** Spaces that the look places nowhere stand in rows. @param {Place[]} spaces @returns {Place[]} */
function placed(spaces) {
    const at = new Set(spaces.map((each) => `${each.x} ${each.y}`));
    if (at.size >= Math.min(spaces.length, 2)) return spaces;
    const columns = Math.ceil(Math.sqrt(spaces.length * 1.6));
    return spaces.map((each, number) => ({name: each.name, x: number % columns, y: Math.floor(number / columns)}));
}

/**
 * How far to spread places so that boxes of a size do not touch: what is widest or highest for its ratio stays small.
 * @param {Place[]} spaces @param {number} wide @param {number} tall @param {number} ratio
 * @returns {[number, number]}
 */
function spread(spaces, wide, tall, ratio) {
    /** @type {[number, number][]} */
    const apart = [];
    spaces.forEach((a, number) => {
        for (const b of spaces.slice(number + 1)) apart.push([Math.abs(a.x - b.x), Math.abs(a.y - b.y)]);
    });
    const across = extent(spaces.map((each) => each.x)), down = extent(spaces.map((each) => each.y));
    const tried = [...new Set(apart.map(([dx]) => dx).filter((dx) => dx > 0))].map((dx) => wide / dx);
    let best = /** @type {[number, number]} */ ([wide, tall]), least = Infinity;
    for (const sx of tried.length ? tried : [wide]) {
        let sy = 0;
        for (const [dx, dy] of apart) {
            if (dx * sx >= wide * 0.999 || (dx === 0 && dy === 0)) continue;
            sy = Math.max(sy, dy > 0 ? tall / dy : Infinity);
        }
        if (sy === 0) sy = tall / (down || 1);
        const width = across * sx + wide, size = Math.max(width / ratio, down * sy + tall) + (ratio < 0.6 ? width : 0); // what is narrow is drawn larger
        if (size < least) [best, least] = [[sx, sy], size];
    }
    return best;
}

/** @param {number[]} values */
function extent(values) {
    return Math.max(...values) - Math.min(...values);
}

/** @param {Cell[]} cells @param {number} margin @returns {Plan} */
function framed(cells, margin) {
    const xs = cells.flatMap((each) => ends(each.x, each.outline?.map((point) => point[0]) ?? [-each.width / 2, each.width / 2]));
    const ys = cells.flatMap((each) => ends(each.y, each.outline?.map((point) => point[1]) ?? [-each.height / 2, each.height / 2]));
    const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
    return {cells, left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top, unit: UNIT};
}

/** @param {number} middle @param {number[]} around */
function ends(middle, around) {
    return [middle + Math.min(...around), middle + Math.max(...around)];
}

/**
 * What to write beside rows and above columns of a grid, if every space's name is made of the two.
 * @param {Cell[]} cells
 * @returns {{columns: Map<number, string>, rows: Map<number, string>} | null}
 */
export function edges(cells) {
    for (const turned of [false, true]) {
        const first = new Map(), rest = new Map();
        const holds = cells.every((cell) => {
            const found = /^([a-z]+|[a-z_]*?)_?(\d+)$/.exec(cell.name);
            if (!found) return false;
            const [one, other] = turned ? [cell.y, cell.x] : [cell.x, cell.y];
            if ((first.get(one) ?? found[1]) !== found[1] || (rest.get(other) ?? found[2]) !== found[2]) return false;
            first.set(one, found[1]);
            rest.set(other, found[2]);
            return true;
        });
        if (holds && new Set(first.values()).size === first.size) {
            return turned ? {columns: rest, rows: first} : {columns: first, rows: rest};
        }
    }
    return null;
}
