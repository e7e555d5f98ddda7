/** What the language server knows of the file that is shown, asked anew whenever it has changed and nobody types for a moment. */

import {ViewPlugin} from "@codemirror/view";

/**
 * @template T
 * @param {import("./editor.js").Editor} editor
 * @param {{after: number, byView?: boolean, events?: string[], isOn?: () => boolean, ask: (view: import("@codemirror/view").EditorView, signal: AbortSignal) => Promise<T>,
 *   show: (view: import("@codemirror/view").EditorView, found: T) => void}} how  `after`: so many milliseconds of rest; `byView`: it is about what is in
 *   sight; `events`: of the server, that make it ask again
 */
export function asked(editor, {after, byView = false, events = [], isOn = () => true, ask, show}) {
    const {language} = editor;
    return ViewPlugin.define((view) => {
        let timer = 0, ended = false;
        /** @type {AbortController | null} */
        let asking = null;
        const run = async () => {
            asking?.abort();
            const mine = asking = new AbortController(), {doc} = view.state;
            if (!language.isReady || !isOn()) return;
            try {
                const found = await ask(view, mine.signal);
                if (found !== null && !ended && !mine.signal.aborted && view.state.doc === doc) show(view, found);
            } catch (fault) {
                if (!ended && !mine.signal.aborted) console.debug(fault);
            }
        };
        const soon = (rest = after) => {
            window.clearTimeout(timer);
            timer = window.setTimeout(() => void run(), rest);
        };
        const again = (/** @type {Event} */ event) => {
            const {detail} = /** @type {CustomEvent} */ (event);
            if (event.type !== "faults" || (editor.path && detail === language.uriOf(editor.path))) soon();
        };
        const every = ["ready", ...events];
        for (const each of every) language.addEventListener(each, again);
        soon(0);
        return {
            update(update) {
                if (update.docChanged || (byView && update.viewportChanged)) soon();
            },
            destroy() {
                ended = true;
                window.clearTimeout(timer);
                asking?.abort();
                for (const each of every) language.removeEventListener(each, again);
            },
        };
    });
}
