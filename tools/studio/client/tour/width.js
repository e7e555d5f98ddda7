/** The left side as wide as reading wants it, while a tour goes on. */

/** So wide it is at least, in pixels. */
const READABLE = 310;

export class Width {
    /** @param {import("../layout.js").Layout} layout */
    constructor(layout) {
        this.layout = layout;
        this.before = 0;
    }

    widen() {
        const now = this.layout.pixels("left");
        if (now >= READABLE || this.layout.narrow.matches) return;
        this.before = now;
        this.layout.set("left", READABLE);
    }

    /** As wide as it was. */
    restore() {
        if (this.before) this.layout.set("left", this.before);
        this.before = 0;
    }
}
