/** What several sentences begin and end with, so that it need be said only once. */

/** @typedef {string | HTMLElement} Piece  a stretch of a sentence: words, or a value as it is drawn */

/** @param {Piece} piece */
const textOf = (piece) => typeof piece === "string" ? piece : piece.textContent;

/** How many pieces all sentences have in common from one end on; none is used up. @param {Piece[][]} sentences @param {(at: number, sentence: Piece[]) => Piece} at */
function common(sentences, at) {
    const most = Math.min(...sentences.map((each) => each.length)) - 1;
    let many = 0;
    while (many < most && sentences.every((each) => typeof at(many, each) === typeof at(many, sentences[0]) && textOf(at(many, each)) === textOf(at(many, sentences[0])))) many++;
    return many;
}

/**
 * The pieces with which all begin and end, and what each says between them.
 * @param {Piece[][]} sentences
 */
export function shared(sentences) {
    const before = common(sentences, (at, each) => each[at]);
    const rests = sentences.map((each) => each.slice(before));
    const after = common(rests, (at, each) => each[each.length - 1 - at]);
    return {
        head: sentences[0].slice(0, before), tail: after ? rests[0].slice(-after) : [],
        rests: rests.map((each) => each.slice(0, each.length - after)),
    };
}
