/**
 * The contract between the page and what plays the game: plain data, the same from a server and from a module.
 * Nothing here runs; other files import these types in their comments.
 *
 * @typedef {{d: number, v: number[], named?: boolean}} Members  members of a domain; `named`: by the name of their group, so that
 *   it isn't known which of it they are
 * @typedef {{said: string, exact: string}} WhyNot  why an option is not offered: as people read it, and in the code of the rules
 * @typedef {{t: string, dice?: number[]}} Figure  a number or a truth, as text; `dice`: the numbers that dice show
 * @typedef {{u: true, dice?: number[], of?: number}} Unknown  what the viewer may not know; with `dice` it lies under a cup; `of`: of this domain of pieces
 * @typedef {string | Members | Figure | Unknown} Part
 * @typedef {Part[]} Line
 *
 * @typedef {{kind: string, domain: number, optional: boolean, many: boolean}} ValueType
 * @typedef {{name: string, names: string[], sort?: string, labels?: string[], alike?: boolean, group_names?: string[],
 *   groups?: number[], piece_base?: number}} Domain
 * @typedef {{name: string, params: [string, ValueType][], final?: boolean}} Alternative  `final`: it turns up what nobody
 *   knows, so that it cannot be taken back
 * @typedef {{name: string, x: number, y: number, outline?: [number, number][] | null, area?: number[], room?: [number, number], ends?: [number, number][]}} Space  `ends`: of
 *   an edge between cells; a corner has none; `area`: see `geometry.pointsOf`; `room`: width and height of what stands in an area
 * @typedef {{start: string, end: string, kind: string, number: number, line: "solid" | "dotted" | "double"}} BoardLink
 * @typedef {{name: string, title?: string, kind: number, grid: {high: number, crossed: boolean} | null, spaces: Space[], links: BoardLink[],
 *   templates: boolean, boxes: boolean | null, face: number, host?: string, lines?: number, width?: number, seats?: Record<string, Side[]>,
 *   shown?: "cells" | "boxes" | "circles" | "points" | "triangles" | "areas" | "plain", backdrop?: {colour: string, area: number[]}[], checks?: string[], size?: [number, number], ground?: string,
 *   sides?: Partial<Record<Side, string>>, labels?: "both" | "near" | "none", regions?: Region[],
 *   marks?: {colour: string, form: "ring" | "fill" | "line" | "dot"}[]}} Board  `host`: the board whose edges or corners its spaces are;
 *   `seats`: where each player sits, when the fewest play, when one more, and so on; `shown`: how spaces are drawn; `size`: of listed ones, in the units of their places
 * @typedef {"bottom" | "top" | "left" | "right"} Side
 * @typedef {{of: string[], colour: string, title: string}} Region
 * @typedef {{tints?: Record<string, Line>, heights?: Record<string, Line>, spots?: Record<string, Line>, dots?: Line, marks?: Line[]}} Drawn  of a board: whose
 *   colours spaces have, how high they lie, where parts of tiles have their middles, which have dots, and those of each mark
 * @typedef {{name: string, title?: string, kind: number, rows: string[][], owned: boolean, laid?: boolean}} Sheet  `laid`: on a mat
 * @typedef {{name: string, title: string, owned: boolean, size: [number, number], ground: string, parts: MatPart[]}} Mat  in columns and rows
 * @typedef {{name: string, title: string, sort: "of" | "track" | "stock" | "zone", at: [number, number], size: [number, number],
 *   spaces?: "boxes" | "circles" | "plain", first?: number, zone?: string, across?: number, piece?: Marker}} MatPart  `of`: the places of the sheet
 *   of its name; without a title nothing stands above it
 * @typedef {{name: string, shape?: string, owned?: boolean}} Marker  a piece that no zone holds; without a shape a thing of that name
 * @typedef {{boards: Board[], sheets: Sheet[], mats: Mat[], table: boolean, player: boolean, colours: Record<string, string>,
 *   glyphs: Record<string, string>, shapes: Record<string, string>, pictures?: Record<string, string>,
 *   zones: {table: [string, string, string][], player: [string, string, string][]},
 *   icons: {credit: string, of: Record<string, string>, drawn: Record<string, Icon>}, faces: Record<string, Faces>, lain: Record<string, Layout>}} LookOf
 * @typedef {[number, number, string]} Icon  its width, its height, its outline as the path of an SVG
 * @typedef {"row" | "fan" | "pile" | "grid"} Layout  how the pieces of a zone lie
 * @typedef {{colour?: string, title?: Line, plain?: boolean, corners?: Record<string, Line>, icon?: Line, text?: Line[], small?: Line,
 *   facts?: [string, Line][], parts?: string[][]}} Face  what is printed on a thing; `plain`: it has no title; `facts`: attributes, by what they are called; `parts`: what a square tile shows, in rows
 * @typedef {{size: [number, number], said: boolean, back: {colour?: string, icon?: string, title?: Line}, of: Record<string, Face>}} Faces  of a kind, by entry; `said`: by the look
 * @typedef {{title?: string, kinds?: string[], lines?: string[], rules?: string[]}} Element_
 * @typedef {{title?: string, text: string}} Rule
 * @typedef {{elements: Record<string, Element_>, rules: Record<string, Rule>}} Meaning  of names, and of the numbers of rules
 * @typedef {(string | number | [number, string, number, any[], any[]])[]} Sentence  words, the numbers of parameters whose values are
 *   shown, and what is chosen by whether such a value compares so with a number
 * @typedef {{words: string[][], zones: string[], kinds: [string, string][], sentences: Sentence[], nothing: string, answers: string[],
 *   english: boolean, comma?: string}} Speech  what people read: by domain (empty: the names themselves), by family of zones, for one of a kind and for
 *   several, by alternative; for none, no and yes
 * @typedef {{ruleset: string, title: string, designer: string, hash: string, versions?: Record<string, string>, shape?: string, language: string, languages: string[],
 *   together: boolean, players: {min: number, max: number, domain: number}, domains: Domain[], alternatives: Alternative[],
 *   decisions: {name: string}[], fields: {name: string, domain: number, title?: string}[],
 *   families: {name: string, holder: number, domain: number, title?: string}[], look: LookOf,
 *   rules: string[], words: Record<string, string>, phrases: Record<string, string>, speech: Speech}} About  `rules`: their numbers; `words`: those of names
 *   that neither sentences tell nor the names themselves
 *
 * @typedef {number | boolean | null | number[]} Value  of a parameter: a number, a member's index, or several of them
 * @typedef {[number, ...Value[]]} Option  an alternative, and the value of each of its parameters
 * @typedef {{player: string, name: string, prompt?: string, mine: boolean, options?: Option[]}} Decision
 * @typedef {{total: number | null, items?: Record<string, number | null>}} Score  null: who looks cannot know
 * @typedef {{player: string | null, sides: number, values: number[]}} Rolled  dice, and who rolls them
 * @typedef {{player: string | null, d: number, n: number, v: number[]}} Dealt  so many were drawn, by whom, and which, if
 *   that may be known
 * @typedef {{ply: number, player: string | null, text: string | null, lines: string[], chance: (Rolled | Dealt)[]}} Entry
 * @typedef {{outcome?: string, winners: string[], teams?: string[], places?: Record<string, number>, report?: (string | string[])[]}} Result
 * @typedef {string | number | boolean | null | any[] | {[key: string]: any}} Observed
 * @typedef {{fields: Record<string, Observed>, zones: Record<string, any>, me?: string | null, active?: string | null,
 *   lost?: string[], backs?: Record<string, any>}} Observation
 * @typedef {{boards: Record<string, Record<string, Line[]>>, drawn?: Record<string, Drawn>, labels?: Record<string, Record<string, Line>>,
 *   sheets?: Record<string, Record<string, any>>, grounds?: Record<string, Record<string, any>>, amounts?: Record<string, Record<string, Line>>, table?: Line[], players?: Record<string, Line[]>}} Picture
 * @typedef {{ply: number, seat: number, player: string | null, players: string[], over: boolean,
 *   observation: Observation, picture: Picture, decision: Decision | null, scores: Record<string, Score>,
 *   result: Result | null, log: Entry[], can: {undo: boolean, redo: boolean, why: boolean, step?: boolean},
 *   known?: string}} View  `known`: by what whoever set up the table may know more than others (`seed`, `save`, or "")
 *
 * @typedef {{at: number, option?: string, why?: string, reason?: string, first?: {at: number, why: string}, changes?: string[], rules?: string[],
 *   cause?: string}} Parted  where a game parts from what it was, and which change made it so
 * @typedef {{severity: string, code: string, shown: string}} Fault
 * @typedef {{number: number, sound: boolean, message: string, faults: Fault[], seconds: number, examined: boolean,
 *   changes: {path: string, how: string, rules: string[], parts: {key: string, old: string | null, new: string | null}[]}[],
 *   examples: {passed: number, failed: number, results: {name: string, ok: boolean, message: string, file: string,
 *   line: number}[]} | null, parted: Parted | null, kept?: boolean, hash?: string, shape?: string}} Edit  what a save of the rules' files
 *   did; hash and shape of the rules under which the table stands now (see About)
 *
 * @typedef {string | {text: string, style?: string, target?: string}} Run  a stretch of text, plain or in a style
 * @typedef {Run[]} Runs
 * @typedef {{block: string, [key: string]: any}} Block  see `tools/documents/model.py`
 * @typedef {{name: string, text: Runs, status: string}} BookRule
 * @typedef {{title: string, number: string, cites: Runs, blocks: Block[], chapters: BookChapter[]}} BookChapter
 * @typedef {[string, Record<string, string>, (Drawing | string)[]]} Drawing  an element of SVG
 * @typedef {{contents: string, chapters: BookChapter[]}} Book  the whole rulebook
 *
 * @typedef {{file: string, line: number}} Place
 * @typedef {{name: string, text: string, type: string, number: number}} Branch  a value; the number (0: none) is for what
 *   is inside of it
 * @typedef {{reason: string, text: string, decision: number, options: string[], frames: (Place & {title: string})[],
 *   seen: {frame: number, code: Place & {first: number, lines: string[]}, scopes: {name: string, number: number}[],
 *   first: Branch[]}}} Standing  where a game stands that is stepped through, see `tools/debugging/showing.py`
 * @typedef {import("./link_stepping.js").Stepping} Steps
 *
 * @typedef {{each: "decision" | "turn" | "game", seconds: number, bot: boolean, left: number[], late: number[], runs: number, waits: number[]}} ClockOf
 *   seconds that each seat has left, how often it had none, whose time goes by (-1: nobody's), who has never been there
 * @typedef {{people: Record<string, string>, clock: ClockOf | null, again: {seat: number, turned: boolean} | null}} PeopleOf  by seat,
 *   what people are called; who has asked for another game, and whether everybody moves up
 * @typedef {{number: number, seat: number, at: number, text: string}} Said
 *
 * @typedef {object} Link  the way to what plays the game
 * @property {() => Promise<About>} about
 * @property {() => Promise<Meaning>} meanings
 * @property {() => Promise<Book>} book
 * @property {() => Promise<Entry[]>} [log]  the whole log, where views may have but the end of it
 * @property {(onView: (view: View) => void, onEdit?: (edit: Edit) => void) => (() => void)} watch  calls back at once and
 *   at each change of the game or of its rules; gives what stops it
 * @property {(ply: number, index: number) => Promise<void>} choose
 * @property {(ply: number, index: number) => Promise<boolean>} ends  whether an option ends the turn, or cannot be taken back
 * @property {() => Promise<void>} undo
 * @property {() => Promise<void>} redo
 * @property {(ply: number) => Promise<View>} at
 * @property {(text: string) => Promise<WhyNot>} why
 * @property {() => Promise<string>} save
 * @property {() => Steps} [stepping]  not there where rules cannot be stepped through
 * @property {import("./link_people.js").PeopleLink} [people]  not there where all share a screen
 * @property {((turned: boolean) => void) | null} [again]  plays again with the same seats, where that takes nobody's consent
 * @property {import("./timing.js").Timing | null} [timing]  the clocks of people who share a screen
 * @property {boolean} online
 * @property {(text: string) => void} onState
 */

export {};
