/** What the browser keeps of whoever uses it: under names that begin alike, as JSON, and only where it keeps anything. */

const PREFIX = "yupana-";

/** What was kept; nothing where there is none, or it cannot be read. @param {string} name @returns {any} */
export function kept(name) {
    try {
        return JSON.parse(window.localStorage.getItem(PREFIX + name) ?? "null");
    } catch {
        return null;
    }
}

/** @param {string} name @param {unknown} value  null: nothing */
export function keep(name, value) {
    try {
        if (value === null) window.localStorage.removeItem(PREFIX + name);
        else window.localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
        // a browser that keeps nothing asks again
    }
}

/** A text that was kept, so long at most. @param {string} name @param {number} most */
export function keptText(name, most) {
    const found = kept(name);
    return typeof found === "string" ? found.slice(0, most) : "";
}
