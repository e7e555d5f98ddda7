/**
 * What the fragment of the address says: `#KEY` of the server, `#KEY/NAME` with a project, `#KEY/` for the page where
 * one begins; and `#g=…` for a game that somebody has sent. Fragments are sent to no server.
 */

/** @typedef {{key: string, project: string | null, start: boolean, game: string}} Address */

/** @param {string} hash @returns {Address} */
export function read(hash) {
    const text = hash.replace(/^#/, "");
    if (text.startsWith("g=")) return {key: "", project: null, start: false, game: text.slice(2)};
    const [key, ...rest] = text.split("/");
    const project = rest.length ? decode(rest.join("/")) : null;
    return {key, project: project || null, start: project === "", game: ""};
}

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return "";
    }
}

/** The fragment for a project, or (null) for where one begins. @param {string} key @param {string | null} project */
export function fragment(key, project) {
    return `#${key}/${encodeURIComponent(project ?? "")}`;
}
