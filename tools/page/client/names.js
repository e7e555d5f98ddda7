/** What the names of a game are called here, and how each looks: word, colour, sign, shape, picture. */

/** @typedef {import("./types.js").About} About */

const PLAYER_COLOURS = ["#b8423a", "#2f6ea8", "#3f8a52", "#c79a2b", "#7a569e", "#c7713a", "#3d8f92", "#8a6a4f"];

/** Colours by name, quieter than those of a browser. */
/** @type {Record<string, string>} */
const PAINT = {
    red: "#c2453a", blue: "#2f6fae", green: "#46915a", yellow: "#e3b32f", white: "#f6f2e8", black: "#2c2a28",
    orange: "#e08330", purple: "#8554a6", brown: "#9a6237", grey: "#8f8c86", gray: "#8f8c86", pink: "#dc7fa4",
    turquoise: "#3fb5ac", cyan: "#3ba7bd", magenta: "#a94b96", silver: "#b8b8b8", gold: "#d3a72c",
};

/** Names that stand for nothing where a template shows them. */
const SHAPES = new Set(["disc", "cube", "pawn", "card", "tile", "none"]);

export class Names {
    /** @param {About} about */
    constructor(about) {
        this.about = about;
        /** @type {Map<string, [number, number]>} the first member of each name */
        this.byName = new Map();
        about.domains.forEach((domain, d) => {
            domain.names.forEach((name, i) => {
                if (!this.byName.has(name)) this.byName.set(name, [d, i]);
            });
            (domain.groups ?? []).forEach((group, i) => {
                const name = (domain.group_names ?? [])[group];
                if (name && !this.byName.has(name)) this.byName.set(name, [d, i]);
            });
        });
    }

    /** The name of a member: that of its group, if all of that are alike. @param {number} d @param {number} i */
    name(d, i) {
        const domain = this.about.domains[d];
        if (!domain || i < 0) return "none";
        const group = domain.alike && domain.groups?.length ? domain.group_names?.[domain.groups[i]] : undefined;
        return group ?? domain.names[i] ?? "";
    }

    /** A name as it is shown. @param {string} name */
    word(name) {
        return this.about.words[name] ?? this.about.elements[name]?.title ?? name.replaceAll("_", " ");
    }

    /** A member as it is shown. @param {number} d @param {number} i */
    shown(d, i) {
        return this.word(this.name(d, i));
    }

    /** What a member is looked for by: those that are alike have the same. @param {number} d @param {number} i */
    key(d, i) {
        return `${d}:${this.name(d, i)}`;
    }

    /** Whether a domain is that of the players. @param {number} d */
    isPlayer(d) {
        return d === this.about.players.domain;
    }

    /** Whether the members of a domain are pieces, which lie in zones. @param {number} d */
    isPiece(d) {
        return (this.about.domains[d]?.piece_base ?? -1) >= 0;
    }

    /** The colour of a name, or nothing. @param {string} name @returns {string} */
    colour(name) {
        const said = this.about.look.colours[name];
        if (said) return PAINT[said] ?? said;
        const [d, i] = this.byName.get(name) ?? [-1, -1];
        if (d !== this.about.players.domain) return "";
        return PAINT[name] ?? PLAYER_COLOURS[i % PLAYER_COLOURS.length];
    }

    /** Whether a name is itself the name of a colour. @param {string} name */
    isColour(name) {
        return name in PAINT;
    }

    /** The sign of a name, or nothing. @param {string} name */
    glyph(name) {
        return this.about.look.glyphs[name] ?? "";
    }

    /** The picture of a name, or nothing. @param {string} name */
    picture(name) {
        return this.about.look.pictures?.[name] ?? "";
    }

    /** The shape of a member: as the look says of it or its kind; players are discs. @param {number} d @param {number} i */
    shape(d, i) {
        const name = this.name(d, i), shapes = this.about.look.shapes;
        const kind = this.about.domains[d]?.name ?? "";
        const said = shapes[name] ?? shapes[kind];
        if (said && SHAPES.has(said)) return said;
        if (this.isPlayer(d)) return "disc";
        if (this.isPiece(d)) return "card";
        return this.colour(name) ? "cube" : "none";
    }

    /** Whether a member is drawn rather than written. @param {number} d @param {number} i */
    isChip(d, i) {
        const name = this.name(d, i);
        return !!(this.colour(name) || this.glyph(name) || this.picture(name)) || this.isPiece(d);
    }
}

/**
 * Whether dark signs are to stand on a colour (else light ones).
 * @param {string} colour  as `#rrggbb`, or any other
 */
export function isLight(colour) {
    const found = /^#(..)(..)(..)$/.exec(colour);
    if (!found) return /white|yellow|light|pink|gold|silver/.test(colour);
    const [r, g, b] = found.slice(1).map((each) => parseInt(each, 16));
    return 0.299 * r + 0.587 * g + 0.114 * b > 150;
}
