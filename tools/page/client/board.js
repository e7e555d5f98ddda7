/** A board in SVG: its spaces with what is in them, its links with their labels, turned to who looks. */

import {Contents, READABLE} from "./contents.js";
import {html, svg} from "./dom.js";
import {tokensOf} from "./flow.js";
import {boxed, cornered, gridPlan, listedPlan, pointsOf, turnOf, UNIT} from "./geometry.js";
import {drawLabels, drawLines, drawRegions, drawSides, inked, labelled, labelsOf, thinned} from "./grounds.js";
import {grown} from "./grown.js";
import {drawLinks, legend} from "./links.js";
import {Marks} from "./marks.js";
import {cellLines} from "./observed.js";
import {PartsView} from "./parts.js";
import {zoomable} from "./zoom.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("./geometry.js").Plan} Plan */
/** @typedef {import("./geometry.js").Cell} Cell */

/** From so many pixels on a board is wide; how large a unit is drawn at most. */
const WIDE = 560, LARGEST = 3.2;
/** A board that was drawn anew for another height goes not back to one so near, in pixels, within so many milliseconds. */
const NEAR = 40, SETTLES = 3000;
/** Width by height that is wanted of listed boards where it is narrow, and at most and least elsewhere. */
const NARROW = 0.5, RATIOS = [0.7, 2.1];
/** @type {Side[]} */
const ROUND = ["bottom", "right", "top", "left"];

export class BoardView {
    /**
     * @param {Board} board
     * @param {Board[]} parts  the boards whose spaces are its edges and corners
     * @param {Names} names
     * @param {import("./phrases.js").Say} say
     * @param {() => void} redraw  when it has to be laid out anew for the room that there is
     */
    constructor(board, parts, names, say, redraw) {
        const shape = (/** @type {Cell} */ cell, /** @type {string} */ kind) => this.shape(cell, kind);
        this.board = board;
        this.parts = parts.map((each) => new PartsView(each, names));
        this.names = names;
        this.title = names.titled(board);
        this.contents = new Contents(board, names, shape);
        this.marks = new Marks(board, names, shape);
        this.svg = svg("svg", {class: "board", role: "group", "aria-label": this.title, preserveAspectRatio: "xMidYMid meet"});
        const zooming = zoomable(this.svg, say);
        this.root = html("div", {class: `boardbox ${!board.grid ? "listed" : board.grid.crossed ? "crossed" : "slanted"}`}, zooming);
        /** The side that is turned to who looks, when it is known who does; a screen that several share does not turn by itself. @type {Side | null} */
        this.side = null;
        if (board.seats) zooming.querySelector(".zooms")?.prepend(html("button", {type: "button", class: "zoom", title: say("turn_board"), "aria-label": say("turn_board"), click: () => {
            this.turn();
            redraw();
        }}, "⟲"));
        this.room = this.measured();
        let left = this.room, since = -Infinity;
        const seen = new ResizeObserver(() => {
            const room = this.measured(), now = performance.now();
            if (!room.width || this.root.clientWidth < 1 || JSON.stringify(room) === JSON.stringify(this.room)) return;
            // what is seen at one size can make the decision larger, and so the board smaller, and the other way round
            if (JSON.stringify(room) === JSON.stringify(left) && Math.abs(room.height - this.room.height) <= NEAR && now - since < SETTLES) return;
            [left, since] = [this.room, now];
            this.room = room;
            redraw();
        });
        seen.observe(this.root);
        seen.observe(this.svg);
        /** @type {Map<string, string>} what each space showed last */
        this.before = new Map();
        this.layout = "";
        /** @type {Map<string, SVGElement>} */
        this.groups = new Map();
        /** The names of areas, which may reach into another, by the space. @type {Map<string, SVGElement>} */
        this.titles = new Map();
        /** @type {Map<string, SVGElement>} what lies under everything in a space */
        this.grounds = new Map();
        /** @type {Plan | null} */
        this.plan = null;
        /** How many pixels a unit has. */
        this.scale = 1;
        /** How large small letters are, in units. */
        this.small = READABLE;
    }

    /** The room that there is, in steps so that a board is not laid out anew for every pixel, and how far it is enlarged. */
    measured() {
        const width = Math.floor((this.root.clientWidth || window.innerWidth) / 10) * 10;
        const most = [this.svg, this.svg.parentElement ?? this.svg].map((each) => Number.parseFloat(getComputedStyle(each).maxHeight)); // one that is enlarged is bounded by its frame
        const height = Math.floor((most.find((each) => each > 0) ?? window.innerHeight) / 10) * 10;
        return {width, height, enlarged: Math.round((Number.parseFloat(this.svg.style.width) || 0) / 60) * 60};
    }

    /** What finds the words for its spaces in a text. */
    get called() {
        const words = this.board.spaces.map((each) => this.names.word(each.name).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
        return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "iu");
    }

    /** Turn it by hand, to the next side at which somebody sits. */
    turn() {
        const there = new Set(["bottom", ...Object.values(this.board.seats ?? {}).flat()]), at = ROUND.indexOf(this.side ?? "bottom");
        this.side = [1, 2, 3, 4].map((step) => ROUND[(at + step) % 4]).find((each) => there.has(each)) ?? "bottom";
    }

    /** The side at which a player sits when so many play. @param {string} player @param {number} count @returns {Side} */
    sitting(player, count) {
        const sides = this.board.seats?.[player] ?? ["bottom"];
        return sides[Math.min(count - this.names.about.players.min, sides.length - 1)];
    }

    /** Show a position. @param {View} view */
    show(view) {
        const picture = view.picture.boards[this.board.name] ?? {};
        const all = Object.keys(picture).length ? Object.keys(picture) : this.board.spaces.map((each) => each.name), there = grown(this.board, all, picture);
        /** @type {Map<string, Line[]>} */
        const shown = new Map(there.map((name) => [name, this.board.templates ? picture[name] ?? [] : cellLines(this.names, view.observation, this.board.kind, name)]));
        if (view.player) this.side ??= this.sitting(view.player, view.players.length);
        const layout = JSON.stringify([this.room, this.side, there]);
        const anew = layout !== this.layout;
        if (anew) {
            this.layout = layout;
            this.lay(new Set(there), this.side ?? "bottom");
            this.before.clear();
            this.marks.before = "";
        }
        const cells = this.plan?.cells ?? [];
        this.marks.show(view.picture.drawn?.[this.board.name], cells, this, this.small, shown);
        const drawn = view.picture.drawn?.[this.board.name] ?? {}, largest = this.contents.alike(cells, shown, this.scale);
        for (const cell of cells) this.fill(cell, shown.get(cell.name) ?? [], drawn.tints?.[cell.name] ?? [], drawn.spots?.[cell.name] ?? [], largest);
        thinned(cells, this.titles);
        for (const each of this.parts) each.show(view);
        for (const label of this.svg.querySelectorAll("[data-label]")) {
            const [kind, number] = (label.getAttribute("data-label") ?? "").split(" ");
            const line = view.picture.labels?.[kind]?.[number] ?? [];
            label.textContent = tokensOf(line, this.names).map((each) => each.text ?? this.names.glyph(this.names.name(each.d ?? 0, each.i ?? 0))).join(" ");
        }
    }

    /** Draw what stays. @param {Set<string>} there @param {Side} side */
    lay(there, side) {
        const {board, room} = this, narrow = room.width < WIDE, turn = turnOf(board, side);
        const ratio = narrow ? NARROW : Math.min(RATIOS[1], Math.max(RATIOS[0], room.width / room.height));
        const plan = this.plan = board.grid ? gridPlan(board, there, side) : listedPlan(board, there, ratio, side);
        const labels = labelsOf(board, plan.cells), around = labelled(labels, plan, room);
        this.contents.naming = board.grid?.crossed === false && !labels && !board.labels && !board.shown;
        const box = {x: plan.left - around.across, y: plan.top - around.top, width: plan.width + around.across + around.right, height: plan.height + around.top + around.down};
        const least = board.grid || (board.shown && board.shown !== "boxes" && board.shown !== "cells") ? 0.17 : Math.min(0.62, 60 / Math.min(...plan.cells.map((each) => each.width)));
        this.scale = room.enlarged / box.width || Math.min(LARGEST, Math.max(least, room.width / box.width), Math.max(board.grid ? 0 : least, (room.height - legend(board) * READABLE) / box.height));
        this.small = Math.max(READABLE / this.scale, 15);
        this.svg.style.setProperty("--narrowest", `${Math.round(box.width * least)}px`);
        this.svg.style.setProperty("--widest", `${Math.round(box.width * LARGEST)}px`);
        this.svg.replaceChildren();
        this.svg.classList.toggle("grounded", !!board.ground);
        this.groups.clear();
        this.titles.clear();
        if (board.grid || board.ground) {
            const ground = svg("rect", {class: "ground", ...box, rx: 14});
            ground.style.fill = board.ground ?? "";
            this.svg.append(ground);
        }
        this.background(plan, side);
        drawSides(this.svg, board, plan, turn);
        const under = svg("g", {class: "regions"}), over = svg("g", {class: "regions"}), spaces = svg("g", {class: "spaces"});
        drawRegions(under, over, board, plan, Math.max(this.small, 17));
        this.svg.append(under);
        for (const each of [under, this.marks.dots]) if (board.ground) inked(each, board.ground);
        if (board.grid && board.shown === "points") drawLines(under, plan.cells);
        for (const each of board.backdrop ?? []) {
            const ground = svg("polygon", {class: "backdrop", points: pointsOf(each.area).map(([x, y]) => turn(x * plan.unit, y * plan.unit).join(",")).join(" ")});
            ground.style.fill = ground.style.stroke = each.colour;
            under.append(ground);
        }
        if (board.backdrop) {
            under.append(svg("clipPath", {id: `within-${board.name}`}, svg("rect", box)));
            under.setAttribute("clip-path", `url(#within-${board.name})`);
        }
        const roads = board.shown === "areas" ? svg("g", {class: "roads"}) : this.svg;
        drawLinks(roads, board, plan, this.names, this.small);
        if (labels) drawLabels(this.svg, labels, plan, board, around.size);
        box.height = Math.max(box.height, plan.top + plan.height - box.y);
        this.svg.style.setProperty("--lowest", `${Math.round(box.height * (board.grid ? 0 : least))}px`);
        this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
        const lands = board.shown === "areas" ? svg("g", {class: "lands"}) : null; // under all roads and names, which may reach into another
        for (const cell of plan.cells) spaces.append(this.space(cell, lands));
        const titles = svg("g", {class: "titles", "aria-hidden": "true"}, ...this.titles.values());
        this.svg.append(this.marks.dots, ...(lands ? [lands, roads] : []), spaces, over, this.marks.over, titles);
        const high = UNIT * (board.grid?.high ?? 1);
        for (const each of this.parts) this.svg.append(each.lay(high, turn));
    }

    /** The picture of the whole board, which turns with it. @param {Plan} plan @param {Side} side */
    background({left, top, width, height}, side) {
        const painted = this.names.picture(this.board.name);
        this.svg.classList.toggle("pictured", !!painted);
        if (!painted) return;
        const [x, y] = [left + width / 2, top + height / 2], across = side === "left" || side === "right";
        const [w, h] = across ? [height, width] : [width, height], turned = {bottom: 0, top: 180, left: 270, right: 90}[side];
        this.svg.append(svg("image", {href: painted, x: x - w / 2, y: y - h / 2, width: w, height: h, preserveAspectRatio: "xMidYMid slice", transform: `rotate(${turned} ${x} ${y})`}));
    }

    /** A space without what lies there. @param {Cell} cell @param {SVGElement | null} lands  where its ground is to be, if not with it */
    space(cell, lands) {
        const {board, names} = this, checks = board.checks ?? [];
        const group = svg("g", {
            class: "space", transform: `translate(${cell.x} ${cell.y})`, "data-key": `${board.kind}:${cell.name}`, "data-name": cell.name, "data-x": cell.x, "data-y": cell.y,
        });
        const shape = this.shape(cell, `outline ${board.shown ?? ""}`), picture = names.picture(cell.name);
        const checked = checks.length && (board.shown !== "triangles" || !cell.whole);
        const painted = names.colour(cell.name) || (checked ? checks[((cell.number % checks.length) + checks.length) % checks.length] : "");
        if (painted) shape.style.fill = painted;
        else if (board.grid?.crossed && !board.boxes && !board.shown && cell.number % 2) shape.classList.add("odd");
        else if (board.shown === "triangles") shape.classList.add("aside");
        group.dataset.paint = painted || (["points", "plain", "triangles"].includes(board.shown ?? "") ? board.ground ?? "" : "");
        inked(group, group.dataset.paint);
        this.groups.set(cell.name, group);
        const under = lands ? svg("g", {transform: `translate(${cell.x} ${cell.y})`}) : group;
        lands?.append(under);
        if (lands) {
            const title = svg("g", {"data-of": cell.name, transform: `translate(${cell.x} ${cell.y})`});
            this.titles.set(cell.name, title);
        }
        under.append(shape);
        if (picture) group.append(svg("image", {href: picture, x: -cell.width / 2, y: -cell.height / 2, width: cell.width, height: cell.height, preserveAspectRatio: "xMidYMid slice"}));
        const tinted = svg("g", {class: "tinted", "aria-hidden": "true"});
        this.grounds.set(cell.name, tinted);
        under.append(tinted);
        const inside = svg("g", {class: "inside", "aria-hidden": "true"}), glow = this.glow(cell);
        group.append(this.shape(cell, "under"), ...(board.shown === "triangles" ? [glow, inside] : [inside, glow])); // men stand on triangles
        if (cell.outline) for (const each of group.querySelectorAll(":scope > .under, :scope > .glow")) each.setAttribute("transform", "scale(0.94)");
        return group;
    }

    /** @param {Cell} cell @param {string} [kind] */
    shape(cell, kind = "outline") {
        const {shown, grid} = this.board, round = Math.min(cell.width, cell.height) / 2;
        if (shown === "points" && !grid && kind.startsWith("outline")) return svg("circle", {class: kind, r: round * 0.16});
        if (shown === "points" || shown === "circles") return svg("circle", {class: kind, r: round * (shown === "circles" ? 0.86 : 0.9)});
        if (shown === "triangles" && !cell.whole) {
            const [w, h] = [cell.width / 2, (cell.height / 2) * (cell.y < this.middle ? 1 : -1)];
            return svg("polygon", {class: kind, points: `${-w},${-h} ${w},${-h} ${w * 0.12},${h} ${-w * 0.12},${h}`});
        }
        if (cell.area) return svg("polygon", {class: kind, points: cell.area.map((each) => each.join(",")).join(" ")});
        if (cell.outline && shown !== "boxes") return svg("polygon", {class: kind, points: cell.outline.map((each) => each.join(",")).join(" ")});
        return svg("rect", {class: kind, x: -cell.width / 2, y: -cell.height / 2, width: cell.width, height: cell.height, rx: Math.min(9, round / 3)});
    }

    /** The edge of a space, which shows what can be done there; what has changed is marked at its corners. @param {Cell} cell */
    glow(cell) {
        const glow = this.shape(cell, "glow"), eighth = Number(glow.getAttribute("r")) * (Math.PI / 4);
        glow.style.setProperty("--corners", eighth ? `${eighth} ${eighth}` : cornered(glow.matches("rect") ? boxed(cell) : cell.outline ?? cell.area ?? []));
        return glow;
    }

    /** Half the height of the board. */
    get middle() {
        return this.plan ? this.plan.top + this.plan.height / 2 : 0;
    }

    /** Draw what is in a space, if it is another than before. @param {Cell} cell @param {Line[]} lines @param {Line} tint @param {Line} spots @param {number} [largest]  how large things are at most */
    fill(cell, lines, tint, spots, largest) {
        const now = JSON.stringify([lines, tint, spots, largest]), group = this.groups.get(cell.name);
        if (!group) return;
        if (this.before.get(cell.name) === now) return;
        this.before.set(cell.name, now);
        const [drawn, said] = this.contents.of(cell, lines, tint, {scale: this.scale, hangs: cell.y < this.middle, largest, spots});
        const above = this.titles.get(cell.name), titled = above ? drawn.filter((each) => /heading|instead/.test(each.classList.value)) : [];
        above?.replaceChildren(...titled);
        group.querySelector(":scope > .inside")?.replaceChildren(...drawn.filter((each) => !titled.includes(each)));
        const glow = group.querySelector(":scope > .glow");
        glow?.setAttribute("role", glow.getAttribute("role") ?? "img");
        glow?.setAttribute("aria-label", said);
        if (drawn.some((each) => each.classList.contains("more"))) group.dataset.said = said;
        else delete group.dataset.said;
    }
}
