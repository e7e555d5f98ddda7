/** Mats: the boards of what a player has, or the table: places, tracks with markers, stocks and zones on one ground. */

import {areCards} from "./cards.js";
import {Contents, cut, READABLE} from "./contents.js";
import {html, refill, svg} from "./dom.js";
import {inked} from "./grounds.js";
import {colourIn, number} from "./marks.js";
import {textWidth} from "./measure.js";
import {numeral} from "./module/speech.js";
import {drawMarker, drawPiece} from "./pieces.js";
import {drawBack, drawFront, sizeOf} from "./printed.js";
import {zoomable} from "./zoom.js";

/** @typedef {import("./types.js").Mat} Mat */
/** @typedef {import("./types.js").MatPart} MatPart */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./geometry.js").Cell} Cell */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** A column of a mat, the room between places, and the letters of titles. */
const UNIT = 50, GAP = 3, TITLE = 15;
/** What is free around the parts of a mat, and how large a piece beside its number is at most. */
const EDGE = 12, STOCK = 70;
/** The ground of a mat that says none; how wide one is as long as nobody has seen it, in pixels; what of a place its number and a marker on it take. */
const GROUND = "#e6d8b8", UNSEEN = 360, NUMBER = 0.36, MARKER = 0.66;

export class MatView {
    /**
     * @param {Mat} mat @param {Names} names @param {import("./phrases.js").Say} say
     * @param {string} player  whose it is; nothing: it lies on the table
     * @param {import("./dom.js").Redrawn} drawn
     */
    constructor(mat, names, say, player, drawn) {
        this.mat = mat;
        this.names = names;
        this.player = player;
        this.drawn = drawn;
        this.size = {x: -EDGE, y: -EDGE, width: mat.size[0] * UNIT + 2 * EDGE, height: mat.size[1] * UNIT + 2 * EDGE};
        this.svg = svg("svg", {class: "board", role: "group", viewBox: Object.values(this.size).join(" "), preserveAspectRatio: "xMidYMid meet"});
        this.root = html("div", {class: "boardbox listed mat", ...(player ? {"data-player": player} : {})}, zoomable(this.svg, say));
        this.heading = html("h2");
        this.box = html("div", {class: "pictured"}, this.heading, this.root);
        this.ground = svg("rect", {class: "ground", ...this.size, rx: 14});
        this.ground.style.fill = mat.ground || GROUND;
        inked(this.svg, mat.ground || GROUND);
        this.wide = UNSEEN;
    }

    /** Whether it has another width than before; what nobody sees now is as wide as it was last. */
    resized() {
        const before = this.wide;
        this.wide = Math.round(this.svg.clientWidth / 8) * 8 || before;
        return this.wide !== before;
    }

    /** How many pixels a unit has. */
    get scale() {
        return this.wide / this.size.width;
    }

    /** How small letters may be, in units. */
    get least() {
        return READABLE / this.scale;
    }

    /** What shows a thing on this mat, as it is drawn in this width: made anew only when it is to show something else. @param {string} name @param {unknown} shown @param {() => SVGElement} make */
    shows(name, shown, make) {
        return this.drawn.of(`mat ${this.player} ${this.mat.name} ${name}`, [this.wide, shown], make);
    }

    /** Show a position. @param {View} view */
    show(view) {
        const {names, player} = this;
        this.root.classList.toggle("acting", !!player && view.decision?.player === player && !view.over);
        this.root.style.setProperty("--player", player ? names.colour(player) : "");
        this.heading.textContent = names.titled(this.mat);
        this.svg.setAttribute("aria-label", [names.titled(this.mat), player && names.word(player)].filter((each) => each).join(", "));
        refill(this.svg, this.ground, ...this.mat.parts.map((part) => this.part(part, this.shown(part, view))));
    }

    /** What a part shows of a position. @param {MatPart} part @param {View} view */
    shown(part, view) {
        const {picture} = view, mine = (/** @type {any} */ of) => (this.player ? of?.[this.player] : of) ?? {};
        if (part.sort === "of") return {cells: mine(picture.sheets?.[part.name]), grounds: mine(picture.grounds?.[part.name])};
        const amounts = picture.amounts?.[part.name] ?? {}, players = this.player ? [this.player] : view.players;
        const told = players.flatMap((player) => (amounts[player] ? [{player, ...amountIn(amounts[player])}] : []));
        const held = part.zone === undefined ? null : view.observation.zones[part.zone];
        return {told, pieces: part.zone === undefined ? undefined : this.player ? held?.[this.player] ?? [] : held ?? []};
    }

    /** @param {MatPart} part @param {any} shown */
    part(part, shown) {
        const [width, height] = part.size.map((each) => each * UNIT), size = Math.max(this.least, TITLE);
        const title = part.title ? this.names.title(part.title) : "", head = title ? size * 1.3 : 0;
        const box = {x: GAP, y: head + GAP, width: width - 2 * GAP, height: height - head - 2 * GAP};
        const group = this.shows(part.name, null, () => svg("g", {class: `matpart ${part.sort}`, transform: `translate(${part.at[0] * UNIT} ${part.at[1] * UNIT})`}));
        const titling = title && this.shows(`${part.name}, titled`, null, () => svg("text", {class: "label titling", x: GAP, y: size, "font-size": size}, cut(title, (width - GAP) / (size * 1.12))));
        const draw = {track: () => this.track(part, shown.told, box), stock: () => this.stock(part, shown.told, box), zone: () => this.zone(part, shown, box)};
        refill(group, titling, ...(part.sort === "of" ? this.places(part, shown, box) : [this.shows(`${part.name}, shown`, shown, draw[part.sort])]));
        return group;
    }

    /** A place for each member of a kind. @param {MatPart} part @param {{cells: Record<string, Line[]>, grounds: Record<string, Line>}} shown @param {Box} box */
    places(part, {cells, grounds}, box) {
        const {names} = this, sheet = names.about.look.sheets.find((each) => each.name === part.name);
        if (!sheet) return [];
        const rows = sheet.rows.map((row) => row.filter((name) => !name || name in cells)).filter((row) => row.some((name) => name)), columns = Math.max(...rows.map((row) => row.length), 1);
        const [wide, high] = [box.width / columns, box.height / Math.max(rows.length, 1)], contents = this.contents(part, sheet.kind);
        return rows.flatMap((row, down) => row.flatMap((name, across) => {
            if (!name || !(name in cells)) return [];
            const x = box.x + (across + 0.5 + (columns - row.length) / 2) * wide, y = box.y + (down + 0.5) * high;
            const cell = {name, x, y, width: wide - 2 * GAP, height: high - 2 * GAP, outline: null, number: 0};
            const colour = colourIn(grounds[name], names) || names.colour(name);
            return [this.shows(`${part.name} ${name}`, [cell, colour, cells[name]], () => this.place(cell, part, contents, cells[name], colour))];
        }));
    }

    /** What draws what lies in the places of a part. @param {MatPart} part @param {number} kind */
    contents(part, kind) {
        const round = part.spaces === "circles";
        /** @param {Cell} cell @param {string} form */
        const shape = (cell, form) => (round ? svg("circle", {class: form, r: Math.min(cell.width, cell.height) / 2})
            : svg("rect", {class: form, x: -cell.width / 2, y: -cell.height / 2, width: cell.width, height: cell.height, rx: 7}));
        const board = {name: part.name, kind, grid: null, spaces: [], links: [], templates: false, boxes: null, face: 0, shown: /** @type {"circles" | "plain"} */ (round ? "circles" : "plain")};
        return new Contents(board, this.names, shape);
    }

    /** A place with what lies there. @param {Cell} cell @param {MatPart} part @param {Contents} contents @param {Line[]} shown @param {string} colour */
    place(cell, part, contents, shown, colour) {
        const {kind} = contents.board, [wide, high] = part.spaces === "circles" ? [0.5, 0.5] : [0.22, 0.3], {shape} = contents;
        const group = svg("g", {class: "space", transform: `translate(${cell.x} ${cell.y})`, "data-key": `${kind}:${cell.name}`, "data-name": cell.name, "data-kind": this.names.about.domains[kind].name});
        const ground = shape(cell, `outline ${part.spaces === "plain" ? "plain" : ""}`);
        if (colour) ground.style.fill = colour;
        inked(group, colour);
        const [laid, lines] = this.faces(shown), room = {scale: this.scale, hangs: false, largest: Math.min(cell.width * wide, cell.height * high)};
        const foot = laid.length ? Math.min(cell.height * 0.4, (lines.length * Math.max(this.least, TITLE)) * 1.25) : 0;
        const [drawn, said] = contents.of({...cell, height: foot || cell.height}, lines, [], room);
        const inside = svg("g", {class: "inside", "aria-hidden": "true"}, svg("g", foot ? {transform: `translate(0 ${(cell.height - foot) / 2})`} : {}, ...drawn));
        inside.prepend(...this.lying(laid, {x: -cell.width / 2, y: -cell.height / 2, width: cell.width, height: cell.height - foot}, laid.length));
        const glow = shape(cell, "glow");
        glow.setAttribute("role", "img");
        glow.setAttribute("aria-label", laid.length ? contents.of(cell, shown, [], room)[1] : said);
        group.append(ground, shape(cell, "under"), inside, glow);
        return group;
    }

    /** The cards and tiles in the lines of a place, which are drawn as such, and the other lines. @param {Line[]} lines @returns {[[number, number][], Line[]]} */
    faces(lines) {
        const {names} = this, laid = (/** @type {Line} */ line) => line.every((part) => typeof part === "object" && "d" in part && areCards(names, part.d, part.v));
        const cards = lines.filter(laid).flatMap((line) => line.flatMap((part) => typeof part === "object" && "d" in part ? part.v.map((each) => /** @type {[number, number]} */ ([part.d, each])) : []));
        return [cards, lines.filter((each) => !laid(each))];
    }

    /**
     * Cards and tiles in places of a box, as large as they can be; of what is not known (null) the back is seen.
     * @param {([number, number] | null)[]} lying @param {Box} box @param {number} most  so many places @param {number} [across] @param {number} [domain]
     */
    lying(lying, box, most, across, domain = lying[0]?.[0] ?? 0) {
        if (!most) return [];
        const {names} = this, [wide, high] = sizeOf(names, domain);
        const places = placed(box, most, across, wide / high), shift = (box.x + box.width - Math.max(...places.map((each) => each.x + each.width / 2))) / 2;
        return places.map((each) => ({...each, x: each.x + shift})).map((place, at) => {
            const scale = Math.min((place.width - 2 * GAP) / wide, (place.height - 2 * GAP) / high), [w, h] = [wide * scale, high * scale];
            const corner = {x: place.x - w / 2, y: place.y - h / 2, width: w, height: h}, found = lying[at];
            if (at >= lying.length) return svg("rect", {class: "vacant", ...corner, rx: 5});
            const drawn = found ? drawFront(names, ...found, this.least / scale) : drawBack(names, domain);
            for (const each of drawn.querySelectorAll("text")) if (Number(each.getAttribute("font-size")) * scale < this.least * 0.99) each.remove(); // a tip tells it
            for (const [key, value] of Object.entries(corner)) drawn.setAttribute(key, String(value));
            if (!found) return drawn;
            const name = names.name(...found);
            return svg("g", {class: "piece laid", "data-key": names.key(...found), "data-name": name, "data-members": found[1], role: "img", "aria-label": names.title(name)}, drawn, svg("rect", {class: "body", ...corner, rx: 5}));
        });
    }

    /** Numbers in a row, with a marker for each player upon theirs. @param {MatPart} part @param {Told[]} told @param {Box} box */
    track(part, told, box) {
        const {names} = this, first = part.first ?? 0, last = told.find((each) => each.most !== null)?.most ?? first;
        const count = Math.max(1, last - first + 1), places = placed(box, count, part.across), sizes = Math.min(places[0].width, places[0].height);
        const group = this.spoken(part, told.map(({player, value}) => `${this.player || part.piece ? "" : names.word(player)} ${value ?? "?"}`).join(", "));
        const size = Math.max(this.least, sizes * NUMBER), all = textWidth(String(last)) * size < sizes * 0.96;
        /** @type {Map<number, Told[]>} */
        const by = new Map(); // under a marker no number is written
        for (const each of part.piece ? told.slice(0, 1) : told) if (each.value !== null) {
            const at = (((each.value - first) % count) + count) % count;
            by.set(at, [...(by.get(at) ?? []), each]);
        }
        places.forEach((place, at) => {
            const value = first + at, fifth = value % 5 === 0;
            group.append(svg("rect", {class: `step ${fifth ? "fifth" : ""}`, x: place.x - place.width / 2 + 1, y: place.y - place.height / 2 + 1, width: place.width - 2, height: place.height - 2, rx: 5}));
            if (!by.has(at) && (all || (fifth && textWidth(String(value)) * size < sizes * 2))) group.append(svg("text", {class: "numeral", x: place.x, y: place.y, dy: "0.35em", "font-size": size, "text-anchor": "middle"}, numeral(value)));
        });
        for (const [at, here] of by) here.forEach(({player, value}, n) => {
            const place = places[at], high = sizes * MARKER, spread = Math.min(high * 0.4, (place.width - high) / Math.max(here.length - 1, 1) || high * 0.3);
            const [x, y] = [place.x + (n - (here.length - 1) / 2) * Math.max(spread, high * 0.16), place.y - (n - (here.length - 1) / 2) * high * 0.22];
            const laps = Math.floor(((value ?? 0) - first) / count), marker = this.piece(part, player, x, y, high);
            if (laps > 0) marker.append(svg("text", {class: "said laps", "font-size": Math.max(this.least, high * 0.4), y: -high * 0.5, "text-anchor": "middle"}, `+${laps * count}`));
            group.append(marker);
        });
        return group;
    }

    /** So many pieces, in places of their own or beside their number. @param {MatPart} part @param {Told[]} told @param {Box} box */
    stock(part, told, box) {
        const {player = "", value = null, most = null} = told[0] ?? {}, group = this.spoken(part, `${value ?? "?"}${most === null ? "" : ` / ${most}`}`);
        if (most === null) {
            const size = Math.min(box.height * 0.62, box.width * 0.4, STOCK), x = box.x + size * 0.55, y = box.y + box.height / 2;
            const letters = Math.max(this.least, size * 0.8);
            group.append(this.piece(part, player, x, y, size), svg("text", {class: "said", x: x + size * 0.7, y, dy: "0.35em", "font-size": letters}, value === null ? "?" : numeral(value)));
            return group;
        }
        const places = placed(box, Math.max(most, 1), part.across), side = Math.min(places[0].width, places[0].height) - 2;
        places.forEach(({x, y}, at) => {
            group.append(svg("circle", {class: "hole", cx: x, cy: y, r: side * 0.46}));
            if (value !== null && at < value) group.append(this.piece(part, player, x, y, side * 0.84));
        });
        const more = (value ?? 0) - places.length, end = places[places.length - 1];
        if (more > 0) group.append(svg("text", {class: "more", x: end.x, y: end.y, dy: "0.35em", "text-anchor": "middle", "font-size": Math.max(this.least, side * 0.5)}, `+${more}`));
        return group;
    }

    /** The pieces of a zone in their places. @param {MatPart} part @param {{told: Told[], pieces: any}} shown @param {Box} box */
    zone(part, {told, pieces}, box) {
        const {names} = this, d = names.about.families.find((each) => each.name === part.zone)?.domain ?? 0;
        /** @type {(string | null)[]} */
        const lying = Array.isArray(pieces) ? pieces : Array.from({length: Number(pieces) || 0}, () => null);
        const most = Math.max(told[0]?.value ?? 1, lying.length, 1), found = lying.map((each) => (each ? names.byName.get(each) : null) ?? null);
        return svg("g", {class: "zone"}, ...this.lying(found, box, most, part.across, d));
    }

    /** What marks a track or lies in a stock. @param {MatPart} part @param {string} player @param {number} x @param {number} y @param {number} size */
    piece(part, player, x, y, size) {
        const {names} = this, seat = names.byName.get(player) ?? [names.about.players.domain, 0], known = part.piece && !part.piece.shape ? names.byName.get(part.piece.name) : null;
        if (part.piece && !known) return drawMarker(names, part.piece, player, x, y, size);
        return drawPiece(names, ...(known ?? seat), x, y, size);
    }

    /** What tells those who hear it what a part shows. @param {MatPart} part @param {string} said */
    spoken(part, said) {
        return svg("g", {role: "img", "aria-label": `${this.names.title(part.title || part.name)}: ${said.trim()}`});
    }
}

/** All mats of a table. */
export class Mats {
    /**
     * @param {Names} names @param {import("./phrases.js").Say} say @param {import("./dom.js").Redrawn} drawn
     * @param {() => void} redraw  when they have to be drawn anew for the room that there is
     */
    constructor(names, say, drawn, redraw) {
        this.names = names;
        this.say = say;
        this.drawn = drawn;
        /** @type {Map<string, MatView>} by whose they are and their names */
        this.known = new Map();
        this.seen = new ResizeObserver(() => [...this.known.values()].filter((each) => each.resized()).length && redraw());
    }

    /** Those of a player, or (of nobody) those of the table, as they are now, under their titles. @param {View} view @param {string} player */
    of(view, player) {
        return this.names.about.look.mats.filter((each) => each.owned === !!player).map((mat) => {
            const key = `${player} ${mat.name}`, shown = this.known.get(key) ?? new MatView(mat, this.names, this.say, player, this.drawn);
            if (!this.known.has(key)) this.seen.observe(shown.svg);
            this.known.set(key, shown);
            shown.show(view);
            return shown.box;
        });
    }
}

/** @typedef {{player: string, value: number | null, most: number | null}} Told  null: not known, or not said */

/** The number of a line and, behind its bar, of how many. @param {Line} line */
function amountIn(line) {
    const bar = line.indexOf("|"), [value, most] = bar < 0 ? [line, []] : [line.slice(0, bar), line.slice(bar + 1)];
    const one = (/** @type {Line} */ of) => (of.some((each) => typeof each === "object" && "t" in each) ? number(of) : null);
    return {value: one(value), most: one(most)};
}

/**
 * So many places in a box, as large as they can be; so many beside one another, if that is said.
 * @param {Box} box @param {number} count @param {number} [across] @param {number} [ratio]  width by height that is wanted @returns {Box[]} by their middles
 */
function placed(box, count, across, ratio = 1) {
    let columns = Math.min(across ?? 1, count), best = 0;
    if (!across) for (let n = 1; n <= count; n++) {
        const size = Math.min(box.width / n / ratio, box.height / Math.ceil(count / n));
        if (size > best * 1.001) [columns, best] = [n, size];
    }
    const rows = Math.ceil(count / columns), width = Math.min(box.width / columns, (box.height / rows) * ratio * 1.3), height = Math.min(box.height / rows, (width / ratio) * 1.3);
    return Array.from({length: count}, (_, at) => ({x: box.x + ((at % columns) + 0.5) * width, y: box.y + (Math.floor(at / columns) + 0.5) * height, width, height}));
}
