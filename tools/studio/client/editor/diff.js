/** What somebody else has changed of a text, as changes that leave alone what is the same: so a caret stays where it is. */

/** More pairs of lines than this are not compared: what differs is replaced as a whole. */
const MOST = 1_000_000;

/** @typedef {{from: number, to: number, insert: string}} Change */

/** @param {string} before @param {string} after @returns {Change[]} */
export function differences(before, after) {
    if (before === after) return [];
    const old = lines(before), now = lines(after);
    let first = 0, last = 0;
    const most = Math.min(old.length, now.length);
    while (first < most && old[first] === now[first]) first++;
    while (last < most - first && old[old.length - 1 - last] === now[now.length - 1 - last]) last++;
    const pairs = matched(old.slice(first, old.length - last), now.slice(first, now.length - last));
    /** @type {Change[]} */
    const found = [];
    let [at, o, n] = [length(old, 0, first), first, first];
    for (const [oldTo, newTo] of [...pairs.map(([i, j]) => [i + first, j + first]), [old.length - last, now.length - last]]) {
        const gone = length(old, o, oldTo), insert = now.slice(n, newTo).join("");
        if (gone || insert) found.push(narrowed(before, {from: at, to: at + gone, insert}));
        at += gone + (old[oldTo]?.length ?? 0);
        [o, n] = [oldTo + 1, newTo + 1];
    }
    return found;
}

/** Lines, each with its end. @param {string} text */
function lines(text) {
    return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** @param {string[]} rows @param {number} from @param {number} to */
function length(rows, from, to) {
    let found = 0;
    for (let at = from; at < to; at++) found += rows[at].length;
    return found;
}

/** Which lines are the same, in order: the most that can be. @param {string[]} old @param {string[]} now @returns {[number, number][]} */
function matched(old, now) {
    const wide = now.length + 1;
    if (!old.length || !now.length || old.length * now.length > MOST) return [];
    const longest = new Uint32Array((old.length + 1) * wide);
    for (let i = old.length - 1; i >= 0; i--) {
        for (let j = now.length - 1; j >= 0; j--) {
            longest[i * wide + j] = old[i] === now[j] ? longest[(i + 1) * wide + j + 1] + 1 : Math.max(longest[(i + 1) * wide + j], longest[i * wide + j + 1]);
        }
    }
    /** @type {[number, number][]} */
    const found = [];
    for (let i = 0, j = 0; i < old.length && j < now.length;) {
        if (old[i] === now[j]) found.push([i++, j++]);
        else if (longest[(i + 1) * wide + j] >= longest[i * wide + j + 1]) i++;
        else j++;
    }
    return found;
}

/** Only what differs within the lines. @param {string} before @param {Change} change @returns {Change} */
function narrowed(before, {from, to, insert}) {
    const gone = before.slice(from, to), most = Math.min(gone.length, insert.length);
    let first = 0, last = 0;
    while (first < most && gone[first] === insert[first]) first++;
    while (last < most - first && gone[gone.length - 1 - last] === insert[insert.length - 1 - last]) last++;
    return {from: from + first, to: to - last, insert: insert.slice(first, insert.length - last)};
}
