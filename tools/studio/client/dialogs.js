/** What the studio asks and tells beside its panes: dialogs, and notices that go by themselves. */

import {html} from "../../page/client/dom.js";

const SHOWN = 7_000, WITH_ACTION = 20_000;

/**
 * Ask something; "" when it was left without an answer.
 * @param {(phrase: string) => string} say @param {string} title @param {HTMLElement} content @param {{title: string, value: string}[]} buttons
 * @returns {Promise<string>}
 */
export function dialog(say, title, content, buttons) {
    const heading = html("h2", {id: "dialog-title", tabindex: -1, autofocus: true}, title);
    const row = html("div", {class: "row"}, ...buttons.map(({title: text, value}, at) =>
        html("button", {type: "button", class: at === buttons.length - 1 ? "main" : "second", value, click: () => box.close(value)}, text)));
    const shut = html("button", {type: "button", class: "quiet shut", "aria-label": say("studio_close"), click: () => box.close("")}, "✕");
    const box = html("dialog", {class: "asking", "aria-labelledby": "dialog-title"}, html("div", {class: "asking-top"}, heading, shut), html("div", {class: "asked"}, content), row);
    box.addEventListener("keydown", (event) => {
        const field = event.target instanceof HTMLInputElement && !["checkbox", "radio", "file", "button"].includes(event.target.type);
        const main = row.querySelector("button.main");
        if (event.key !== "Enter" || !field || !(main instanceof HTMLButtonElement)) return;
        event.preventDefault();
        main.click();
    });
    document.body.append(box);
    return new Promise((done) => {
        box.addEventListener("close", () => {
            box.remove();
            done(box.returnValue);
        });
        box.showModal();
    });
}

export class NoticeBoard {
    /** @param {(phrase: string) => string} say */
    constructor(say) {
        this.say = say;
        this.root = html("div", {class: "notices", role: "status", "aria-live": "polite"});
    }

    /** @param {string} text @param {{title: string, act: () => void}} [action] */
    tell(text, action) {
        if ([...this.root.children].some((each) => each.firstChild?.textContent === text)) return;
        const shut = () => notice.remove();
        const notice = html("div", {class: "notice"}, html("span", {}, text),
            action && html("button", {type: "button", class: "second", click: () => {
                shut();
                action.act();
            }}, action.title),
            html("button", {type: "button", class: "quiet", "aria-label": this.say("studio_close"), click: shut}, "✕"));
        this.root.append(notice);
        while (this.root.children.length > 3) this.root.firstChild?.remove();
        let left = window.setTimeout(shut, action ? WITH_ACTION : SHOWN);
        notice.addEventListener("pointerenter", () => window.clearTimeout(left));
        notice.addEventListener("pointerleave", () => { left = window.setTimeout(shut, SHOWN); });
    }
}
