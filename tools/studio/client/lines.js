/** Two texts line by line: what both have, what only one has. */

/** @typedef {{sign: " " | "-" | "+", text: string}} Line */

/** So many steps are looked for; what differs more is shown as taken out and put in. */
const MOST = 1_500;

/** @param {string} before @param {string} after @returns {Line[]} */
export function compared(before, after) {
    const old = before.split("\n"), now = after.split("\n");
    let first = 0, last = 0;
    while (first < Math.min(old.length, now.length) && old[first] === now[first]) first++;
    while (last < Math.min(old.length, now.length) - first && old[old.length - 1 - last] === now[now.length - 1 - last]) last++;
    const same = (/** @type {string} */ text) => /** @type {Line} */ ({sign: " ", text});
    return [...old.slice(0, first).map(same), ...between(old.slice(first, old.length - last), now.slice(first, now.length - last)), ...old.slice(old.length - last).map(same)];
}

/** By the algorithm of Myers. @param {string[]} old @param {string[]} now @returns {Line[]} */
function between(old, now) {
    /** @type {Map<number, number>[]} */
    const steps = [];
    let reach = new Map([[1, 0]]);
    for (let cost = 0; cost <= Math.min(old.length + now.length, MOST); cost++) {
        const next = new Map();
        for (let line = -cost; line <= cost; line += 2) {
            const down = line === -cost || (line !== cost && (reach.get(line - 1) ?? -1) < (reach.get(line + 1) ?? -1));
            let at = down ? reach.get(line + 1) ?? 0 : (reach.get(line - 1) ?? 0) + 1;
            while (at < old.length && at - line < now.length && old[at] === now[at - line]) at++;
            next.set(line, at);
            if (at >= old.length && at - line >= now.length) return traced(old, now, [...steps, reach], cost);
        }
        steps.push(reach);
        reach = new Map([...next]);
    }
    return [...old.map((text) => /** @type {Line} */ ({sign: "-", text})), ...now.map((text) => /** @type {Line} */ ({sign: "+", text}))];
}

/** @param {string[]} old @param {string[]} now @param {Map<number, number>[]} steps @param {number} cost @returns {Line[]} */
function traced(old, now, steps, cost) {
    /** @type {Line[]} */
    const found = [];
    let at = old.length, to = now.length;
    for (let each = cost; each >= 0; each--) {
        const reach = steps[each], line = at - to;
        const down = line === -each || (line !== each && (reach.get(line - 1) ?? -1) < (reach.get(line + 1) ?? -1));
        const before = each ? reach.get(down ? line + 1 : line - 1) ?? 0 : 0, from = each ? before - (down ? line + 1 : line - 1) : 0;
        while (at > before && to > from && old[at - 1] === now[to - 1]) {
            found.push({sign: " ", text: old[at - 1]});
            at--;
            to--;
        }
        if (!each) break;
        if (down) found.push({sign: "+", text: now[--to]});
        else found.push({sign: "-", text: old[--at]});
    }
    return found.reverse();
}
