/** Light and dark: as the machine wants it, or as was chosen here last. */

import {html, refill} from "./dom.js";

const KEY = "yupana-theme";

/** What was chosen, where the browser remembers anything. @returns {string | null} */
function chosen() {
    try {
        const kept = window.localStorage.getItem(KEY);
        return kept === "light" || kept === "dark" ? kept : null;
    } catch {
        return null;
    }
}

/** Set the theme, and give the switch for it. @param {import("./phrases.js").Say} say */
export function themeSwitch(say) {
    const prefers = window.matchMedia("(prefers-color-scheme: dark)");
    let theme = chosen() ?? (prefers.matches ? "dark" : "light");
    const button = html("button", {type: "button", class: "quiet", id: "theme"});
    const set = () => {
        document.documentElement.dataset.theme = theme;
        const other = say(theme === "dark" ? "light" : "dark");
        button.title = other;
        refill(button, theme === "dark" ? "☀ " : "☾ ", html("span", {class: "word"}, other));
    };
    button.addEventListener("click", () => {
        theme = theme === "dark" ? "light" : "dark";
        try {
            window.localStorage.setItem(KEY, theme);
        } catch {
            // a browser that keeps nothing still shows it
        }
        set();
    });
    set();
    return button;
}
