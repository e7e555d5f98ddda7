// A game out of one WebAssembly file that `yupana compile NAME --to wasm -o FILE` wrote, in Node or a browser.
// `INTERFACE.md` beside this file says what the module offers; everything here can be written in another language.
//
//   const game = await Game.load(bytes);
//   game.begin({players: 3, seed: 7, settings: {}});
//   while (!game.over) game.apply(game.options[0]);     // or its number
//   game.events, game.scores, game.winners, game.observation("red"), game.save(), game.restore(saved)

const NONE = -1, NO_INT = -(2 ** 31);

/** Whether a single value of a type stands for none. */
const isNone = (type, value) => type.optional && value === (type.kind === "int" ? NO_INT : NONE);

export class RuleFault extends Error {}  // a rule did what no rule may do; the game stands where it stood before
export class UsageError extends Error {} // asked for what is not there

export class Game {
  /** A game from the bytes of its file. Several may be made of one module: each has a memory of its own. `about` is what
      its section says, where that comes apart from it. */
  static async load(bytes, about = null) {
    const module = await WebAssembly.compile(bytes);
    if (about === null) {
      const [section] = WebAssembly.Module.customSections(module, "yupana");
      if (!section) throw new UsageError("this module is no game of Yupana");
      about = JSON.parse(new TextDecoder().decode(section));
    }
    if (about.format !== 1) throw new UsageError(`this is format ${about.format} of a game; format 1 is read`);
    return new Game(about, await WebAssembly.instantiate(module, {}));
  }

  constructor(about, instance) {
    this.about = about;
    this.exports = instance.exports;
    this.words = new Int32Array(instance.exports.memory.buffer);
    this.count = 0;
    this.texts = null;
    /** What happened in the last decision or set-up: see `readEvents` and `events`. */
    this.told = [];
    this.words[about.at.LISTENING >> 2] = 1;
  }

  // ---------------------------------------------------------------- playing

  /** A new game: how many play, the seed (a number or a BigInt), the game's options by name. */
  begin({players = this.about.players.min, seed = 1, settings = {}} = {}) {
    const {min, max} = this.about.players;
    if (!(players >= min && players <= max)) throw new UsageError(`this game is for ${min} to ${max} players`);
    const known = this.about.settings;
    for (const name of Object.keys(settings))
      if (!known.some((each) => each.name === name)) throw new UsageError(`there is no option ${name}`);
    for (const each of known) {
      const value = each.name in settings ? this.readSetting(each, settings[each.name]) : each.default;
      if (each.index >= 0) this.words[(this.about.at.SETTINGS >> 2) + each.index] = value;
    }
    this.asked(() => this.exports.begin(players, BigInt.asIntN(64, BigInt(seed))));
    return this;
  }

  readSetting(each, value) {
    const number = typeof value === "boolean" ? Number(value) : value;
    const [low, high] = each.type.kind === "bool" ? [0, 1] : [each.low, each.high];
    if (each.type.kind !== "member" && Number.isInteger(number) && number >= low && number <= high) return number;
    const index = each.type.kind === "member" ? this.about.domains[each.type.domain].names.indexOf(value) : -1;
    if (index >= 0) return index;
    if (each.type.optional && (value === null || value === "none")) return each.type.kind === "int" ? NO_INT : NONE;
    throw new UsageError(`option ${each.name} is not ${value}`);
  }

  get over() { return this.cell("decision") < 0; }
  get seat() { return this.cell("decider"); }
  get player() { return this.over ? null : this.playerName(this.seat); }
  get players() { return this.cell("players"); }

  /** The options as numbers: the number of the alternative, then a value for each parameter. A list is an array of its
      elements, a set one of its members, and a map one of its values. */
  get numbers() {
    const {at, alternatives} = this.about, out = [];
    for (let i = 0; i < this.count; i++) {
      let here = this.words[(at.INDEX >> 2) + i] >> 2;
      const option = [this.words[here++]];
      for (const how of alternatives[option[0]].held) {
        const [value, beyond] = this.valueAt(how, here);
        option.push(value);
        here = beyond;
      }
      out.push(option);
    }
    return out;
  }

  /** The options as text, in the same order: `move(start=a1, count=2)`. */
  get options() {
    if (this.texts === null) this.texts = this.distinct(this.numbers);
    return this.texts;
  }

  /** The options in the form that saved games keep: pieces by their own names. */
  get exact() { return this.numbers.map((each) => this.optionText(each, true)); }

  /** Take an option: its number, its text, or its text in the exact form. */
  apply(option) {
    const fits = (text) => text.replace(/\s+/g, "") === String(option).replace(/\s+/g, "");
    let number = typeof option === "number" ? option : this.exact.findIndex(fits);
    if (number < 0 && typeof option !== "number") number = this.options.findIndex(fits);
    if (!(number >= 0 && number < this.count)) throw new UsageError(`${option} is not legal now`);
    this.asked(() => this.exports.apply(number));
    return this;
  }

  /** Call a way into the module that gives how many options there are then. A fault leaves the game as it was. */
  asked(call) {
    const before = this.save(), told = this.told;
    try {
      this.count = call();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      const fault = this.fault(error);
      if (before.length) this.restore(before);
      this.told = told;
      throw fault;
    }
    this.texts = null;
    this.told = this.readEvents();
  }

  /** What a trap stands for. */
  fault(error) {
    const {at, faults, places} = this.about;
    const kind = faults[this.words[at.FAULT_KIND >> 2]], place = places[this.words[at.FAULT_PLACE >> 2]];
    const what = !kind ? String(error.message) : kind === "told" ? this.eventText() : kind.replaceAll("_", " ");
    return new RuleFault(kind && place ? `${place[0]}:${place[1]}:${place[2]}: ${what} (in ${place[3]})` : what);
  }

  eventText() {
    const {at} = this.about;
    const first = this.words[at.FAULT_B >> 2] >> 2;
    return this.text(this.words[at.FAULT_A >> 2], this.values(first + 2, first + this.words[first]));
  }

  // ---------------------------------------------------------------- saving

  /** The whole position, as a copy; empty before the first game. */
  save() {
    const first = this.about.at.STATE >> 2;
    return this.words.slice(first, first + this.words[this.about.at.CELLS >> 2]);
  }

  /** Go on from a position that `save` gave, in this instance or another one of the same module. */
  restore(cells) {
    if (cells.length < this.about.cells) throw new UsageError("this is no position of this game");
    this.words.set(cells, this.about.at.STATE >> 2);
    this.count = this.exports.restore(cells.length);
    this.texts = null;
    this.told = [];
    return this;
  }

  /** The bytes that are compared and hashed as a position. */
  get key() { return new Uint8Array(this.save().buffer); }

  // ---------------------------------------------------------------- what stands where

  cell(name) { return this.words[(this.about.at.STATE >> 2) + this.about.header[name]]; }

  at(cell) { return this.words[(this.about.at.STATE >> 2) + cell]; }

  here(domain) {
    if (domain < 0) return [-1];
    const {present, axes, names} = this.about.domains[domain];
    if (!present.length) return names.map((_, i) => i);
    if (!axes.length) return present[this.players];
    return present[axes.reduce((form, each) => form * each.many + this.at(each.cell) - each.low, 0)];
  }

  /** Whether a seat (-1: one who sees what all see) sees what is declared so, of this holder (-1: of the game). */
  sees(visibility, viewer, holder) {
    if (visibility.mode === "all" || visibility.mode === "none") return visibility.mode === "all";
    if (viewer < 0) return this.seats().every((seat) => this.sees(visibility, seat, holder));
    if (visibility.mode === "test") return Boolean(this.function(visibility.function, viewer, holder));
    const owner = visibility.owners < 0 ? holder : this.about.owners[visibility.owners][holder];
    return (viewer === owner) === (visibility.mode === "owner");
  }

  /** Whether a seat (-1: one who sees what all see) sees a piece by itself, wherever it lies. */
  isShown(viewer, piece) {
    const {faces, domains} = this.about;
    const face = faces.find(({domain}) => piece >= domains[domain].piece_base && piece < domains[domain].piece_base + domains[domain].names.length);
    if (!face) return false;
    const seats = viewer < 0 ? this.seats() : [viewer], member = piece - domains[face.domain].piece_base;
    return seats.every((seat) => Boolean(this.function(face.function, seat, member)));
  }

  /** The pieces that lie where a seat does not see them. */
  hiddenPieces(viewer) {
    const found = new Set();
    for (const family of this.about.families) {
      if (family.visibility.mode === "all") continue;
      for (let i = 0; i < family.count; i++)
        if (!this.sees(family.visibility, viewer, family.holder >= 0 ? i : -1))
          for (const piece of this.pieces(family.first + i)) if (!this.isShown(viewer, piece)) found.add(piece);
    }
    return found;
  }

  /** What a function of the program gives, which may change the position; that is put back. */
  function(number, ...values) {
    const before = this.save();
    this.exports.ready();
    try {
      return this.exports[`f${number}`](...values);
    } finally {
      this.words.set(before, this.about.at.STATE >> 2);
    }
  }

  seats() { return Array.from({length: this.players}, (_, seat) => seat); }

  pieces(zone) {
    const {layout} = this.about, out = [];
    for (let piece = this.at(layout.zone_first + zone); piece >= 0; piece = this.at(layout.piece_next + piece))
      out.push(piece);
    return out;
  }

  /** The position as a player (by seat or name; -1: one who sees what all see) sees it, as plain data. */
  observation(player) {
    const viewer = typeof player === "number" ? player : this.seats().find((seat) => this.playerName(seat) === player);
    if (viewer === undefined || viewer < -1 || viewer >= this.players) throw new UsageError(`there is no ${player}`);
    return {...this.observed(viewer), decision: this.over ? null : this.decisionFor(viewer)};
  }

  /** The same by seat, without the decision that waits. */
  observed(viewer) {
    const {domains, scoring} = this.about, fields = {}, zones = {}, backs = {};
    const turned = this.about.backs.map(({field}) => this.about.fields[field]);
    const hidden = turned.length ? this.hiddenPieces(viewer) : new Set();
    for (const each of this.about.fields) {
      const shown = {};
      for (const holder of this.here(each.domain))
        if (turned.includes(each) && hidden.has(domains[each.domain].piece_base + holder)) continue;
        else if (this.sees(each.visibility, viewer, holder))
          shown[holder < 0 ? "" : this.member(each.domain, holder, true)] = this.fieldValue(each, holder);
      if (each.domain >= 0) fields[`${domains[each.domain].name}.${each.name}`] = shown;
      else if ("" in shown) fields[each.name] = shown[""];
    }
    for (const each of this.about.families) {
      const shown = {}, behind = {}, rows = turned.filter(({domain}) => domain === each.domain);
      for (const holder of this.here(each.holder)) {
        const zone = each.first + Math.max(holder, 0), base = domains[each.domain].piece_base;
        const name = holder < 0 ? "" : this.member(each.holder, holder, true), pieces = this.pieces(zone);
        shown[name] = this.contents(each, viewer, holder, pieces);
        if (rows.length && !this.sees(each.visibility, viewer, holder))
          behind[name] = pieces.map((piece) => Object.fromEntries(rows.map((row) => [row.name, this.fieldValue(row, piece - base)])));
      }
      zones[each.name] = each.holder < 0 ? shown[""] : shown;
      if (Object.keys(behind).length) backs[each.name] = each.holder < 0 ? behind[""] : behind;
    }
    const named = (cell) => this.cell(cell) >= 0 ? this.playerName(this.cell(cell)) : null;
    const lost = (seat) => scoring.outcomes >= 0 && this.at(scoring.outcomes + seat) > 0;
    return {
      viewer: viewer < 0 ? null : this.playerName(viewer),
      players: this.seats().map((seat) => this.playerName(seat)),
      me: named("me"),
      active: named("active"),
      fields,
      zones,
      lost: this.seats().filter(lost).map((seat) => this.playerName(seat)),
      ...turned.length ? {backs} : {},
    };
  }

  /** What a seat sees of what lies in a zone: names, or how many; of pieces that are seen by themselves the names. */
  contents({domain, visibility, ordered}, viewer, holder, pieces) {
    const {faces, domains} = this.about, base = domains[domain].piece_base, seen = this.sees(visibility, viewer, holder);
    if (!seen && !faces.some((face) => face.domain === domain)) return pieces.length;
    const names = pieces.map((piece) => seen || this.isShown(viewer, piece) ? this.member(domain, piece - base) : null);
    if (!seen && names.every((name) => name === null)) return pieces.length;
    return ordered ? names : [...names.filter((name) => name !== null), ...names.filter((name) => name === null)];
  }

  decisionFor(viewer) {
    const known = this.about.decisions[this.cell("decision")], shown = {player: this.player, name: known.name};
    if (this.seat === viewer || !known.secret) shown.prompt = this.prompt;
    if (this.seat === viewer) shown.options = this.options;
    return shown;
  }

  /** What is to be decided, in the ruleset's words; may be empty. */
  get prompt() {
    const {number, values} = this.question;
    return number < 0 ? "" : this.text(number, values);
  }

  /** The same as the number of a text (-1: there is none) and its values. */
  get question() {
    const {at, decisions} = this.about, decision = this.cell("decision"), number = decision < 0 ? -1 : decisions[decision].prompt;
    if (number < 0) return {number, values: []};
    this.exports.ready();
    this.exports.enter_prompt(decision);
    const first = at.EVENTS >> 2;
    return {number, values: this.values(first + 2, first + this.words[first])};
  }

  fieldValue(field, holder) {
    const {shape} = field, base = field.base + Math.max(holder, 0) * field.size;
    const one = (value) => this.plain(field.type, value);
    if (shape.kind === "scalar") return one(this.at(base));
    if (shape.kind === "list") return Array.from({length: this.at(base)}, (_, i) => one(this.at(base + 1 + i)));
    if (shape.kind === "map")
      return Object.fromEntries(this.here(shape.domain).map((key) => [
        this.member(shape.domain, key, true), one(this.at(base + key))]));
    const members = Array.from({length: shape.size}, (_, i) => i);
    return members.filter((i) => this.at(base + (i >> 5)) >> (i & 31) & 1).map(one);
  }

  plain(type, value) {
    if (isNone(type, value)) return null;
    if (type.kind === "bool") return Boolean(value);
    if (type.kind === "int") return value;
    return value >= 0 ? this.member(type.domain, value) : null;
  }

  // ---------------------------------------------------------------- results

  forPlayer(number, seat) {
    const at = (this.about.at.STATE >> 2) + this.about.header.me, before = this.words[at];
    this.words[at] = seat;
    try {
      return this.function(number, seat);
    } finally {
      this.words[at] = before;
    }
  }

  /** Every player's score, by seat, as if the game ended here. */
  get scores() {
    const {score} = this.about.scoring;
    return this.seats().map((seat) => score < 0 ? 0 : this.forPlayer(score, seat));
  }

  /** Who wins, by seat, as if the game ended here. */
  get winners() {
    const {winners, ties} = this.about.scoring;
    if (winners >= 0) {
      const first = this.function(winners) >> 2;
      return [...this.words.slice(first + 1, first + 1 + this.words[first])];
    }
    const keys = this.scores.map((score, seat) => [score, ...ties.map((tie) => this.forPlayer(tie, seat))]);
    const less = (a, b) => { for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i]; return false; };
    return this.seats().filter((seat) => !keys.some((key) => less(keys[seat], key)));
  }

  /** How it comes out, as if the game ended here: `won`, a `draw`, or (by a player alone without a win) `lost`. */
  get outcome() {
    const {draw} = this.about.scoring, {winners} = this;
    const drawn = draw >= 0 ? this.function(draw) : this.players > 1 && winners.length % this.players === 0;
    return drawn ? "draw" : winners.length ? "won" : "lost";
  }

  /** Every player's place, by seat, as if the game ended here: 1 for who wins. */
  get places() {
    const {place} = this.about.scoring;
    return this.seats().map((seat) => place < 0 ? 1 : this.function(place, seat));
  }

  /** The ruleset's own lines about each player's result. */
  get report() { return this.reported.map((each) => this.text(each.text, each.values)); }

  /** The same as the numbers of texts and their values. */
  get reported() {
    const at = (this.about.at.STATE >> 2) + this.about.header.me, out = [];
    for (const seat of this.seats())
      for (const number of this.about.scoring.report) {
        const before = this.words[at];
        this.words[at] = seat;
        this.function(number, seat);
        out.push(...this.readEvents());
        this.words[at] = before;
      }
    return out;
  }

  // ---------------------------------------------------------------- words

  playerName(seat) { return this.member(this.about.players.domain, seat); }

  member(domain, index, exact = false) {
    if (index < 0) return "none";
    const known = this.about.domains[domain];
    if (known.alike && known.groups.length && !exact) return known.group_names[known.groups[index]];
    return known.names[index];
  }

  value(type, value, exact = false) {
    if (type.many) return `[${value.map((each) => this.value({...type, many: false}, each, exact)).join(", ")}]`;
    if (isNone(type, value)) return "none";
    if (type.kind === "bool") return value ? "true" : "false";
    if (type.kind === "int") return String(value);
    return this.member(type.domain, value, exact);
  }

  optionText(option, exact = false) {
    const {name, params} = this.about.alternatives[option[0]];
    if (!params.length) return name;
    const parts = params.map(([param, type], i) => `${param}=${this.value(type, option[i + 1], exact)}`);
    return `${name}(${parts.join(", ")})`;
  }

  /** Options as text; alike pieces of options that read the same are numbered `#2`, `#3`, … */
  distinct(options) {
    const texts = options.map((each) => this.optionText(each)), same = new Map();
    texts.forEach((text, i) => same.set(text, [...(same.get(text) ?? []), i]));
    for (const group of same.values()) {
      const different = new Set(group.map((i) => JSON.stringify(options[i]))).size > 1;
      if (different && new Set(group.map((i) => options[i][0])).size === 1)
        this.numbered(group.map((i) => options[i])).forEach((text, i) => { texts[group[i]] = text; });
    }
    return texts;
  }

  numbered(options) {
    const {name, params} = this.about.alternatives[options[0][0]], lines = options.map(() => []);
    params.forEach(([param, type], at) => {
      const values = options.map((option) => option[at + 1]), counts = new Map(), number = new Map();
      for (const each of [...new Set(values.flat())].sort((a, b) => a - b)) {
        const group = this.group(type, each);
        counts.set(group, (counts.get(group) ?? 0) + 1);
        number.set(each, counts.get(group));
      }
      const one = {...type, many: false};
      const shown = (each) => this.value(one, each)
        + (this.group(type, each) >= 0 && number.get(each) > 1 ? `#${number.get(each)}` : "");
      values.forEach((value, i) => {
        lines[i].push(`${param}=${type.many ? `[${value.map(shown).join(", ")}]` : shown(value)}`);
      });
    });
    return lines.map((line) => `${name}(${line.join(", ")})`);
  }

  group(type, value) {
    if (type.kind !== "member" || value < 0) return -1;
    const known = this.about.domains[type.domain];
    return known.alike && known.groups.length ? known.groups[value] : -2 - value;
  }

  /** Text `number` with its values; what has a label shows that. */
  text(number, values) {
    const {parts, types} = this.about.texts[number];
    return parts.map((part, i) => (i ? this.shown(types[i - 1], values[i - 1]) : "") + part).join("");
  }

  shown(type, value) {
    if (type.many) return value.map((each) => this.shown({...type, many: false}, each)).join(", ");
    if (type.kind === "bool" && !isNone(type, value)) return this.about.phrases?.[value ? "yes" : "no"] ?? (value ? "yes" : "no");
    const label = type.kind === "member" && value >= 0 ? this.about.domains[type.domain].labels[value] : "";
    return label || this.value(type, value);
  }

  /** Values that the module wrote down, each behind how it is held. */
  values(at, end) {
    const out = [];
    while (at < end) {
      const [value, beyond] = this.valueAt(this.words[at], at + 1);
      out.push(value);
      at = beyond;
    }
    return out;
  }

  /** A value that is held in this way and stands from a word on, and the word behind it: a number, or the array of the
      elements of a list, the members of a set. */
  valueAt(how, at) {
    const {held} = this.about;
    if (how === held.scalar) return [this.words[at], at + 1];
    const beyond = at + 1 + this.words[at], inside = [...this.words.subarray(at + 1, beyond)];
    return [how === held.list ? inside : inside.flatMap((cell, i) =>
      Array.from({length: 32}, (_, bit) => bit).filter((bit) => cell >> bit & 1).map((bit) => 32 * i + bit)), beyond];
  }

  // ---------------------------------------------------------------- events

  /** What the module wrote down, as numbers: `log` with the number of its `text` and the `values` in it; `roll` with
      `seat`, `text`, `values`, `sides` and `numbers`; `shuffle` with the `zone`; `draw` with `source`, `zone` and
      `pieces`; `reveal` with `seat`, `option` and `lapsed`. What is not there is -1. */
  readEvents() {
    const {at} = this.about, out = [], end = this.words[at.EVENTS_END >> 2] >> 2;
    for (let here = at.EVENTS >> 2; here < end; here += this.words[here])
      out.push(this.readEvent(this.words[here + 1], here + 2, here + this.words[here]));
    return out;
  }

  readEvent(number, at, end) {
    const {events} = this.about, kind = Object.keys(events).find((each) => events[each] === number);
    const word = (i) => this.words[at + i], many = (i) => [...this.words.subarray(at + i + 1, at + i + 1 + word(i))];
    if (kind === "log") return {kind, text: word(0), values: this.values(at + 1, end)};
    if (kind === "shuffle") return {kind, zone: word(0)};
    if (kind === "draw") return {kind, source: word(0), zone: word(1), pieces: many(2)};
    if (kind === "reveal")
      return {kind, seat: word(0), lapsed: Boolean(word(1)), option: [word(2), ...this.values(at + 3, end)]};
    const numbers = many(3), values = this.values(at + 4 + numbers.length, end);
    return {kind, seat: word(0), text: word(1), sides: word(2), numbers, values};
  }

  /** What happened in the last decision or set-up, in its order, with names and texts. Each has its `kind`: `log` with
      its `text`; `show` with `pieces`, `players` and the zone in which each lies (`zones`, null: out of play); `roll` with `player` (or null), what for (`text`), `sides` and `numbers`; `shuffle` with the `zone`;
      `draw` with `from`, `zone` (null: out of play) and `pieces`; `reveal` with `player`, `option` and whether it
      `lapsed`. All is told, whoever may know it: who sees a zone's pieces is what its visibility says, and an
      alternative says what of it is secret. */
  get events() { return this.told.map((each) => this.named(each)); }

  named(event) {
    const {kind, seat, text, values, sides, numbers, zone} = event, player = seat >= 0 ? this.playerName(seat) : null;
    if (kind === "log" && this.about.texts[text].shows) {
      const [pieces, players, zones] = values, [{domain}] = this.about.texts[text].types;
      return {kind: "show", pieces: pieces.map((each) => this.member(domain, each)),
        players: players.map((each) => this.playerName(each)), zones: zones.map((each) => each < 0 ? null : this.zoneName(each))};
    }
    if (kind === "log") return {kind, text: this.text(text, values)};
    if (kind === "roll") return {kind, player, text: text >= 0 ? this.text(text, values) : "", sides, numbers};
    if (kind === "shuffle") return {kind, zone: this.zoneName(zone)};
    if (kind === "reveal") return {kind, player, option: this.optionText(event.option), lapsed: event.lapsed};
    const {domain} = this.family(event.source), base = this.about.domains[domain].piece_base;
    const pieces = event.pieces.map((piece) => this.member(domain, piece - base));
    return {kind, from: this.zoneName(event.source), zone: zone < 0 ? null : this.zoneName(zone), pieces};
  }

  family(zone) { return this.about.families.find((each) => each.first <= zone && zone < each.first + each.count); }

  /** A zone as people name it: `deck`, `hand of red`. */
  zoneName(zone) {
    const {name, holder, first} = this.family(zone);
    return holder < 0 ? name : `${name} of ${this.about.domains[holder].names[zone - first]}`;
  }
}
