/** Playing at a link, whatever it leads to. */

import {messageOf} from "./dom.js";
import {Table} from "./table.js";

/**
 * Play at a link: the same for every sort of link.
 * @param {import("./types.js").Link} link
 * @param {HTMLElement} root
 * @param {(table: Table, edit: import("./types.js").Edit) => void} [edited]  what is told of an edit of the rules
 */
export async function play(link, root, edited = (table, edit) => table.edited(edit)) {
    const about = await link.about();
    document.documentElement.lang = about.language;
    let table = new Table(link, about, root);
    let turn = Promise.resolve();
    /** One after the other, as they came. @param {() => void | Promise<void>} act */
    const next = (act) => {
        turn = turn.then(act).catch((fault) => table.tell(messageOf(fault)));
    };
    /** Under rules that are drawn alike only the texts are new: they come when all is shown. */
    const reword = async () => {
        const fresh = await link.about();
        next(() => table.reworded(fresh));
    };
    link.watch((view) => next(() => table.take(view)), (edit) => next(async () => {
        if (edit.hash && edit.hash !== table.about.hash) {
            if (edit.shape === table.about.shape) setTimeout(() => reword().catch(() => {}), 0);
            else table = table.renewed(await link.about());
        }
        edited(table, edit);
    }));
    return table;
}
