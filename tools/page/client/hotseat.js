/**
 * One table in one browser, with people who share a screen and bots: whose turn it is sees what their seat sees. Where
 * something is hidden and several people play, the screen is covered between one and the next.
 */

import {html, messageOf} from "./dom.js";
import {ModuleLink} from "./link_module.js";
import {Names} from "./names.js";
import {hidesAnything} from "./module/hidden.js";
import {said} from "./module/story.js";
import {TableError} from "./module/table.js";
import {sayer} from "./phrases.js";
import {Table} from "./table.js";
import {Timing} from "./timing.js";

/** @typedef {{language: string, about: any, section: any, phrases: Record<string, string>, named: any, meanings: import("./types.js").Meaning, book: import("./types.js").Book, parts: Record<string, string>}} Tongue a game in one language */
/**
 * @typedef {{ask: (question: object) => Promise<number>, leave: () => void, keep: () => string, again: (turned: boolean) => void}} Doing  ask
 *   a bot, go back to where games are begun, keep the game that has gone on (and give what is to be said of that), and
 *   play again, with everybody on their seat or one further up
 */

const HUMAN = "human", STAND_IN = "greedy", NOBODY = -1;
const PAUSE = 350;

export class HotSeat {
    /**
     * @param {ModuleLink} link with a game that has begun @param {string[]} seats who plays them @param {Doing} doing
     * @param {string} news what is to be said first @param {string[]} people how people on the seats are called
     * @param {import("./timing.js").Clock | import("./timing.js").Times | null} clock how much time people have, and how it stands
     */
    constructor(link, seats, doing, news = "", people = [], clock = null) {
        this.link = link;
        this.seats = seats;
        this.doing = doing;
        this.news = news;
        this.say = sayer(link.known.phrases);
        this.named = new Map(people.flatMap((name, seat) => name ? [[link.table.game.playerName(seat), name]] : []));
        link.again = doing.again;
        /** The decision at which the clocks stand, and who takes it. */
        this.at = {ply: link.table.ply, seat: link.table.game.seat};
        this.people = seats.flatMap((each, seat) => each === HUMAN ? [seat] : []);
        this.timing = link.timing = clock && new Timing(clock, seats.length, this.people, () => this.changed(), "left" in clock ? clock : null);
        this.covers = this.people.length > 1 && hidesAnything(link.table.game);
        /** @type {Table | null} */
        this.page = null;
        this.ended = false;
        this.asked = 0;
        link.sit(this.people.length === 1 ? this.people[0] : NOBODY);
        link.onChange = () => this.changed();
        link.undo = () => this.back();
        link.redo = () => this.again();
        link.save = async () => {
            if (link.table.tells(this.people.length)) link.table.disclosed = true;
            this.keep();
            link.tell();
            return link.table.save(seats);
        };
    }

    get game() { return this.link.table.game; }

    /** Whether a person decides now, if there is time left. */
    get isPerson() { return !this.game.over && this.seats[this.game.seat] === HUMAN; }

    /** Whether a bot decides now. */
    get waits() { return !this.game.over && (!this.isPerson || !!this.timing?.isOut(this.game.seat)); }

    /** Show the table, and go on. */
    begin() {
        if (this.covers && !this.game.over && !this.waits) this.link.sit(NOBODY);
        else this.draw();
        this.changed();
    }

    /** Something has been decided or taken back: who sees the table now, and does a bot go on? */
    changed() {
        if (this.ended) return;
        const {link, game, timing} = this, {seat} = game;
        if (link.table.ply !== this.at.ply) timing?.decided(this.at.seat, this.isPerson ? seat : NOBODY);
        this.at = {ply: link.table.ply, seat};
        this.keep();
        if (game.over && this.covers && link.seat !== NOBODY) {
            link.sit(NOBODY);
            this.draw();
        } else if (!game.over && !this.waits && seat !== link.seat) {
            if (this.covers) return this.cover(seat);
            link.sit(seat);
        }
        timing?.go(this.isPerson && this.page ? seat : NOBODY);
        link.tell();
        this.tell();
        if (this.waits) void this.think();
    }

    /** Keep the game as it stands. */
    keep() { this.news ||= this.doing.keep(); }

    /** Say what is to be said, once there is a table. */
    tell() {
        if (this.page && this.news) this.page.tell(this.news);
        if (this.page) this.news = "";
    }

    /** Draw the table for the seat that is seen from. */
    draw() {
        const root = html("div", {id: "app"});
        this.close();
        document.getElementById("app")?.replaceWith(root);
        const page = new Table(this.link, this.link.known, root, this.named), home = root.querySelector(".home");
        home?.addEventListener("click", (event) => {
            event.preventDefault();
            this.doing.leave();
        });
        this.page = page;
        this.stop = this.link.watch((view) => page.take(view));
        this.tell();
    }

    /** Nothing is drawn any more. */
    close() {
        this.stop?.();
        this.page?.left.abort();
        this.page?.tips?.close();
        this.page = null;
        this.stop = null;
        this.timing?.go(NOBODY);
    }

    /** Cover the screen until the next person says that they are there. @param {number} seat */
    cover(seat) {
        this.close();
        this.link.sit(NOBODY);
        const names = new Names(this.link.known, this.named), player = names.who(this.game.playerName(seat));
        const show = html("button", {type: "button", class: "main", id: "go-on", click: () => {
            this.link.sit(seat);
            this.draw();
            this.timing?.go(seat);
        }}, this.say("go_on"));
        const root = html("div", {id: "app"}, html("main", {class: "cover"},
            html("h1", {}, this.say("hand_over_page", player)), html("p", {}, this.say("hand_over_about")), show));
        document.getElementById("app")?.replaceWith(root);
        show.focus();
    }

    /** Let the bot whose turn it is decide. */
    async think() {
        const {link, game} = this, {table} = link, seat = game.seat, number = ++this.asked, ply = table.ply;
        const seed = (Number(BigInt.asUintN(31, BigInt(table.start.seed))) * 64 + seat + 1) * 65536 + ply;
        const asked = {cells: game.save(), held: table.held(seat), spec: this.isPerson ? STAND_IN : this.seats[seat], seed, possible: table.remembered(seat)};
        try {
            const [index] = await Promise.all([this.doing.ask(asked), new Promise((go) => setTimeout(go, this.people.length ? PAUSE : 0))]);
            if (this.ended || number !== this.asked || table.ply !== ply) return; // taken back meanwhile
            await link.choose(ply, index);
        } catch (fault) {
            if (!this.ended) this.page?.tell(messageOf(fault));
        }
    }

    /** Take back up to the last decision of a person. */
    async back() {
        const {table} = this.link, {decider} = this.game.about.header;
        let last = table.steps.length - 1;
        while (last >= 0 && this.seats[table.steps[last].cells[decider]] !== HUMAN) last--;
        if (last < 0) throw new TableError(said(this.game, "undo_nothing"));
        const many = table.steps.length - last;
        for (let i = 0; i < many; i++)
            try {
                table.undo();
            } catch (fault) {
                while (i--) table.redo();
                throw fault;
            }
        this.asked++;
        this.changed();
    }

    /** Take again what was taken back, with what bots decided then. */
    async again() {
        const {table} = this.link;
        table.redo();
        while (table.future.length && this.waits) table.redo();
        this.asked++;
        this.changed();
    }

    /** The table is left: nobody decides here any more. */
    end() {
        this.ended = true;
        this.close();
    }
}
