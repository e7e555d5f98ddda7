/** Playing at a link, whatever it leads to. */

import {Table} from "./table.js";

/**
 * Play at a link: the same for every sort of link.
 * @param {import("./types.js").Link} link
 * @param {HTMLElement} root
 */
export async function play(link, root) {
    const about = await link.about();
    document.documentElement.lang = about.language;
    let table = new Table(link, about, root);
    let turn = Promise.resolve();
    /** One after the other, as they came. @param {() => void | Promise<void>} act */
    const next = (act) => {
        turn = turn.then(act).catch((fault) => table.tell(fault instanceof Error ? fault.message : String(fault)));
    };
    link.watch((view) => next(() => table.take(view)), (edit) => next(async () => {
        if (edit.sound && !edit.examined) table = table.renewed(await link.about());
        table.edited(edit);
    }));
    return table;
}
