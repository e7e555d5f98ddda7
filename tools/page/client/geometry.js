/** Where the spaces of a board lie: grids by their outlines, listed boards with room for a box at each place. */

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {[number, number]} Point */
/** @typedef {{name: string, x: number, y: number, width: number, height: number, outline: Point[] | null, area?: Point[], whole?: boolean, number: number}} Cell
 *    `area`: what lies around a place of a map; `whole`: it reaches from one edge of the board to the other; `number`: which of the board's colours it has, if they are taken in turn */
/** @typedef {{cells: Cell[], left: number, top: number, width: number, height: number, unit: number}} Plan */

/** The width of a cell of a grid. */
export const UNIT = 100;
/** How thick the coloured sides of a grid are. */
export const SIDE = 22;
/** Room that a box of a listed board has by default: for a letter of its lines, for a line, and at least. */
const LETTER = 9, LINE = 24, LEAST = [84, 60], MOST_WIDE = 216;

/** Where a place comes to lie when a side is turned to who looks. @type {Record<Side, (x: number, y: number) => Point>} */
const TURNS = {bottom: (x, y) => [x, y], top: (x, y) => [-x || 0, -y || 0], left: (x, y) => [y, -x || 0], right: (x, y) => [-y || 0, x]};

/** The way in which a board is turned. @param {Board} board @param {Side} side */
export function turnOf(board, side) {
    const flat = !board.grid || board.grid.crossed;
    return TURNS[flat || side === "top" ? side : "bottom"];
}

/**
 * The plan of a grid.
 * @param {Board} board
 * @param {Set<string>} there  the spaces in the game
 * @param {Side} side  that is turned to who looks
 * @returns {Plan}
 */
export function gridPlan(board, there, side) {
    const spaces = board.spaces.filter((each) => there.has(each.name)), turn = turnOf(board, side);
    const {high: tall, crossed} = board.grid ?? {high: 1, crossed: true}, high = UNIT * tall;
    const filled = board.shown === "points" || board.shown === "circles" ? 1 : 0.9;
    const left = Math.min(...spaces.map((each) => each.x)), top = Math.min(...spaces.map((each) => each.y));
    const cells = spaces.map((space) => {
        const outline = (space.outline ?? [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]).map(([dx, dy]) => turn(dx * UNIT, dy * high));
        const across = extent(outline.map((each) => each[0])), down = extent(outline.map((each) => each[1]));
        const [x, y] = turn(space.x * UNIT, space.y * high), row = Math.round(space.y - top), column = space.x - left;
        return {
            name: space.name, x, y, outline, width: across * (crossed ? filled : 0.84), height: down * (crossed ? filled : 0.66),
            number: crossed ? Math.round(column) + row : Math.round(column - row / 2) - row,
        };
    });
    return framed(cells, UNIT * 0.16 + (board.sides ? SIDE * 0.6 : 0));
}

/**
 * The plan of a listed board: boxes of the size that the look gives, or its places spread until no two boxes of a usual
 * size touch, as near to a shape as may be. What lies in the spaces makes no difference.
 * @param {Board} board
 * @param {Set<string>} there
 * @param {number} ratio  width by height that is wanted
 * @param {Side} side  that is turned to who looks
 * @returns {Plan}
 */
export function listedPlan(board, there, ratio, side) {
    const known = new Map(board.spaces.map((each) => [each.name, each]));
    const numbers = new Map(board.spaces.map((each, number) => [each.name, number])), turn = turnOf(board, side);
    const spaces = placed(board.spaces.filter((each) => there.has(each.name)));
    const gap = board.links.length ? 0.32 : 0.14;
    let [wide, tall] = usual(board, ratio), unit = [1, 1];
    if (board.size) {
        unit = [UNIT, UNIT].map((each) => each / Math.min(...(board.size ?? [1])));
        [wide, tall] = board.size.map((each) => each * unit[0]);
    } else unit = spread(spaces, wide + Math.min(wide, tall) * gap, tall + Math.min(wide, tall) * gap, ratio);
    const cells = spaces.map((space) => {
        const [x, y] = turn(space.x * unit[0], space.y * unit[1]);
        const {area, room = [wide / unit[0], tall / unit[1]]} = known.get(space.name) ?? {}, [across, down] = [room[0] * unit[0], room[1] * unit[1]];
        const [width, height] = side === "left" || side === "right" ? [down, across] : [across, down];
        return {name: space.name, x, y, outline: null, ...(area && {area: pointsOf(area).map(([dx, dy]) => turn(dx * unit[0], dy * unit[1]))}), width, height, number: numbers.get(space.name) ?? 0};
    });
    if (board.shown === "triangles") { // these stand on the edges
        const ys = cells.map((each) => each.y), top = Math.min(...ys), low = Math.max(...ys);
        for (const each of cells) if (each.y > top && each.y < low) Object.assign(each, {whole: true, y: (top + low) / 2, height: each.height + low - top});
    }
    return {...framed(cells, Math.min(wide, tall) * 0.12), unit: unit[0]};
}

/** How large boxes are of which the look does not say it: as its lines are many and wide. @param {Board} board @param {number} ratio */
function usual(board, ratio) {
    const wide = Math.min(MOST_WIDE, Math.max(LEAST[0], (board.width || 12) * LETTER)) * (ratio < 0.6 ? 0.62 : 1);
    return [wide, Math.max(LEAST[1], (board.lines || 3) * LINE + 12) * (ratio < 0.6 ? 1.15 : 1)];
}

/** The points of an outline of a map, from the place that it is around. @param {number[]} steps  to each point, in tenths @returns {Point[]} */
export function pointsOf(steps) {
    let x = 0, y = 0;
    return Array.from({length: steps.length / 2}, (_, at) => [(x += steps[2 * at]) / 10, (y += steps[2 * at + 1]) / 10]);
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
 * @returns {Point}
 */
function spread(spaces, wide, tall, ratio) {
    /** @type {Point[]} */
    const apart = [];
    spaces.forEach((a, number) => {
        for (const b of spaces.slice(number + 1)) apart.push([Math.abs(a.x - b.x), Math.abs(a.y - b.y)]);
    });
    const across = extent(spaces.map((each) => each.x)), down = extent(spaces.map((each) => each.y));
    const tried = [...new Set(apart.map(([dx]) => dx).filter((dx) => dx > 0))].map((dx) => wide / dx);
    let best = /** @type {Point} */ ([wide, tall]), least = Infinity;
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
    const xs = cells.flatMap((each) => ends(each.x, (each.outline ?? each.area)?.map((point) => point[0]) ?? [-each.width / 2, each.width / 2]));
    const ys = cells.flatMap((each) => ends(each.y, (each.outline ?? each.area)?.map((point) => point[1]) ?? [-each.height / 2, each.height / 2]));
    const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
    return {cells, left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top, unit: UNIT};
}

/** @param {number} middle @param {number[]} around */
function ends(middle, around) {
    return [middle + Math.min(...around), middle + Math.max(...around)];
}

/** @typedef {{cell: Cell, from: Point, to: Point}} Edge  an edge of a cell that no other shares */

/**
 * The edges of cells: which cells touch each other, and where none lies on the other side.
 * @param {Cell[]} cells
 * @returns {{pairs: [Cell, Cell][], outer: Edge[]}}
 */
export function borders(cells) {
    /** @type {Map<string, Edge[]>} */
    const found = new Map();
    for (const cell of cells) {
        const corners = (cell.outline ?? []).map(([dx, dy]) => /** @type {Point} */ ([cell.x + dx, cell.y + dy]));
        corners.forEach((from, at) => {
            const to = corners[(at + 1) % corners.length], key = `${Math.round((from[0] + to[0]) / 2)} ${Math.round((from[1] + to[1]) / 2)}`;
            found.set(key, [...(found.get(key) ?? []), {cell, from, to}]);
        });
    }
    const edges = [...found.values()];
    return {
        pairs: edges.filter((each) => each.length === 2).map(([a, b]) => [a.cell, b.cell]),
        outer: edges.filter((each) => each.length === 1).map(([each]) => each),
    };
}

/** The corners of a box around its middle, from the left upper one. @param {{width: number, height: number}} box @returns {Point[]} */
export const boxed = ({width, height}) => [[0, 0], [width, 0], [width, height], [0, height]];

/** How much of the shortest side of a shape the strokes at its corners take; and so many corners it has at most. */
const CORNER = 0.18, CORNERS = 8;

/** The dashes of an outline that is drawn at its corners alone; none where there are too many. @param {Point[]} points */
export function cornered(points) {
    if (!points.length || points.length > CORNERS) return "";
    const sides = points.map(([x, y], at) => Math.hypot(points[(at + 1) % points.length][0] - x, points[(at + 1) % points.length][1] - y));
    const short = Math.min(...sides) * CORNER, dashes = [short, ...sides.flatMap((each) => [each - 2 * short, 2 * short])];
    dashes[dashes.length - 1] = short;
    return dashes.map((each) => each.toFixed(1)).join(" ");
}

/**
 * What to write at the ends of rows and of columns of a grid, if every space's name is made of the two: rows are what
 * lies level. `way` leads out of the board there.
 * @param {Cell[]} cells
 * @returns {{text: string, row: boolean, first: boolean, cell: Cell, way: Point}[] | null}
 */
export function coordinates(cells) {
    const split = cells.map((cell) => /^([a-z]+|[a-z_]*?)_?(\d+)$/.exec(cell.name));
    if (!cells.length || split.some((each) => !each)) return null;
    const lines = [1, 2].map((part) => {
        /** @type {Map<string, Cell[]>} */
        const by = new Map();
        cells.forEach((cell, at) => by.set(split[at]?.[part] ?? "", [...(by.get(split[at]?.[part] ?? "") ?? []), cell]));
        return by;
    });
    const level = lines.findIndex((by) => [...by.values()].every((each) => extent(each.map((cell) => cell.y)) < 1) && by.size > 1);
    if (level < 0) return null;
    return lines.flatMap((by, part) => {
        const row = part === level, all = [...by].map(([text, line]) => ({text, line: [...line].sort((a, b) => (row ? a.x - b.x : a.y - b.y))}));
        const longest = all.reduce((best, each) => (each.line.length >= best.line.length ? each : best)).line;
        return all.flatMap(({text, line}) => [true, false].map((first) => {
            const like = line.length > 1 ? line : longest, [one, two] = first ? [like[1], like[0]] : like.slice(-2);
            const far = one && two ? Math.hypot(two.x - one.x, two.y - one.y) : 0, back = first ? -1 : 1;
            const way = /** @type {Point} */ (far ? [(two.x - one.x) / far, (two.y - one.y) / far] : row ? [back, 0] : [0, back]);
            return {text, row, first, cell: line[first ? 0 : line.length - 1], way};
        }));
    });
}
