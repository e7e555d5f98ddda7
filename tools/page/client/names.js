/** What the names of a game are called here, and how each looks: word, colour, sign, shape, picture. */

/** @typedef {import("./types.js").About} About */

const COLOUR_WORDS = new Set(["red", "blue", "green", "yellow", "white", "black", "orange", "purple", "brown", "grey", "gray", "pink", "turquoise", "cyan", "magenta", "silver", "gold", "violet"]);

/** A name in such letters must not turn round what stands beside it. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const SHAPES = new Set(["disc", "cube", "figure", "card", "tile", "none"]);

/** What sentences say for names, each by the first domain that has words for its members. @param {About} about */
function saidFor(about) {
    /** @type {Map<string, string>} */
    const said = new Map();
    about.domains.forEach(({names}, d) => about.speech.words[d]?.forEach((word, i) => said.has(names[i]) || said.set(names[i], word)));
    return said;
}

export class Names {
    /** @param {About} about @param {Map<string, string>} [people]  what people are called, by the players that they are */
    constructor(about, people = new Map()) {
        this.people = people;
        this.about = about;
        /** The numbers of all rules. */
        this.rules = new Set(about.rules);
        this.said = saidFor(about);
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

    /** An option in exact names, as it is written down. @param {import("./types.js").Option} option */
    exact([alternative, ...values]) {
        const {name, params} = this.about.alternatives[alternative];
        const said = params.map(([part, type], at) => {
            const shown = [values[at]].flat().map((each) => type.kind === "member" ? this.name(type.domain, Number(each)) : String(each)).join(", ");
            return `${part}=${Array.isArray(values[at]) ? `[${shown}]` : shown}`;
        });
        return said.length ? `${name}(${said.join(", ")})` : name;
    }

    /** The same names have other texts. @param {About} about */
    retold(about) {
        Object.assign(this, {about, rules: new Set(about.rules), said: saidFor(about)});
    }

    /** A name as it is shown. @param {string} name @param {string} [other]  how it is called elsewhere */
    word(name, other) {
        return this.about.words[name] ?? this.said.get(name) ?? other ?? name.replaceAll("_", " ");
    }

    /** A name as it stands at the beginning: a heading, an action. @param {string} name */
    title(name) {
        const word = this.word(name);
        return word.slice(0, 1).toUpperCase() + word.slice(1);
    }

    /** A player as they are called: by the name of who plays, if that is known, and the player's own. @param {string} player @param {boolean} [first]  at the beginning of a line */
    who(player, first = false) {
        const said = this.people.get(player), person = said && RIGHT_TO_LEFT.test(said) ? `\u2068${said}\u2069` : said;
        return person ? `${person} (${this.word(player)})` : first ? this.title(player) : this.word(player);
    }

    /** How who sits on a seat is called, and their colour. @param {number} seat */
    seat(seat) {
        const {domains, players} = this.about, player = domains[players.domain].names[seat] ?? "";
        return {player, word: this.who(player), colour: this.colour(player)};
    }

    /** What a board or sheet is called. @param {{name: string, title?: string}} what */
    titled(what) {
        return this.title(what.title && what.title !== what.name ? what.title : what.name);
    }

    /** A member as it is shown. @param {number} d @param {number} i */
    shown(d, i) {
        const said = this.about.speech?.words[d]?.[i]; // what only its kind says: a part of a tile is called as it is there
        return this.isPlayer(d) || said === undefined ? this.word(this.name(d, i)) : said;
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
        return this.about.look.colours[name] ?? "";
    }

    /** Whether a name is itself the name of a colour. @param {string} name */
    isColour(name) {
        return COLOUR_WORDS.has(name);
    }

    /** The sign of a name, or nothing. @param {string} name */
    glyph(name) {
        return this.about.look.glyphs[name] ?? "";
    }

    /**
     * The icon of a member: its own or, if it has no other sign, that of what is drawn on its face, or of its kind.
     * @param {number} d @param {number} i @returns {import("./types.js").Icon | null}
     */
    icon(d, i) {
        const {of, drawn} = this.about.look.icons, name = this.name(d, i);
        if (of[name] || this.glyph(name) || this.picture(name)) return drawn[of[name]] ?? null;
        const shown = this.face(d, i)?.icon?.find((part) => typeof part === "object" && "d" in part);
        const on = typeof shown === "object" && "d" in shown && shown.v.length === 1 ? of[this.name(shown.d, shown.v[0])] : "";
        return drawn[on || of[this.kind(d)]] ?? null;
    }

    /** The kind of a domain; of the entries of a kind, that one. @param {number} d */
    kind(d) {
        const name = this.about.domains[d]?.name ?? "", entries = name.replace(/Entry$/, "");
        return entries !== name && this.about.domains.some((each) => each.name === entries) ? entries : name;
    }

    /** What is printed on the things of a kind. @param {number} d @returns {import("./types.js").Faces | null} */
    faces(d) {
        return this.about.look.faces[this.kind(d)] ?? null;
    }

    /** Whether the look says what is printed on the things of a kind. @param {number} d */
    isPrinted(d) {
        return this.faces(d)?.said ?? false;
    }

    /** What is printed on a member: on each copy of an entry the same. @param {number} d @param {number} i @returns {import("./types.js").Face | null} */
    face(d, i) {
        const of = this.faces(d)?.of, name = this.name(d, i);
        return of?.[name] ?? of?.[name.replace(/_\d+$/, "")] ?? null;
    }

    /** The picture of a name, or nothing. @param {string} name */
    picture(name) {
        const pictures = this.about.look.pictures ?? {};
        return pictures[name] ?? pictures[name.replace(/_\d+$/, "")] ?? ""; // copies of an entry look like it
    }

    /** The shape of a member: as the look says of it or its kind; players are discs. @param {number} d @param {number} i */
    shape(d, i) {
        const name = this.name(d, i), shapes = this.about.look.shapes;
        const kind = this.kind(d);
        const said = shapes[name] ?? shapes[kind];
        const plain = !this.colour(name) && !this.glyph(name) && !this.picture(name) && !this.icon(d, i) && !this.isPlayer(d);
        if (said && plain && (said === "disc" || said === "cube" || said === "figure")) return "card";
        if (said && SHAPES.has(said)) return said;
        if (this.isPlayer(d)) return "disc";
        if (this.isPiece(d)) return "card";
        return this.colour(name) && !this.glyph(name) && !this.icon(d, i) ? "cube" : "none";
    }

    /** Whether a member is drawn rather than written. @param {number} d @param {number} i */
    isChip(d, i) {
        const name = this.name(d, i);
        if (this.colour(name) || this.glyph(name) || this.picture(name) || this.icon(d, i)) return true;
        return this.isPiece(d) || this.kind(d) !== this.about.domains[d]?.name; // an entry of a kind is shown as its pieces are
    }
}

/** How light a colour is, from 0 to 1. @param {string} colour  as `#rrggbb`, or any other */
export function lightness(colour) {
    const found = /^#(..)(..)(..)$/.exec(colour);
    if (!found) return /white|yellow|light|pink|gold|silver/.test(colour) ? 0.9 : 0.5;
    const [r, g, b] = found.slice(1).map((each) => parseInt(each, 16) / 255);
    return 0.299 * r + 0.587 * g + 0.114 * b;
}

/** The luminance from which black can be read better than white. */
const MIDDLE = 0.18;

/** How light a colour is for the eye, as contrasts are measured. @param {string} colour  as `#rrggbb` */
export function luminance(colour) {
    const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

/** Whether dark signs are to stand on a colour, not light ones: those from which it differs more. @param {string} colour */
export function isLight(colour) {
    return /^#.{6}$/.test(colour) ? luminance(colour) > MIDDLE : lightness(colour) > 0.58;
}
