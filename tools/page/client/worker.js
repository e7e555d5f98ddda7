/** A bot at work, in a worker of its own: it is given the module once and then asked for decisions. */

import {Game} from "../../../interpreter/backends/wasm/yupana.mjs";
import {Thinker} from "./module/thinking.js";

/** Answer what is asked of the worker. */
export function work() {
    /** @type {Promise<Thinker> | null} */
    let thinker = null;
    self.onmessage = async ({data}) => {
        if (data.module) {
            thinker = Game.load(data.module, data.section ?? null).then((/** @type {any} */ game) => new Thinker(game));
            return;
        }
        try {
            self.postMessage({id: data.id, index: (await thinker)?.choose(data)});
        } catch (fault) {
            self.postMessage({id: data.id, fault: String(fault)});
        }
    };
}
