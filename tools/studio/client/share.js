/** What a project becomes for others: a link, a package, a page to play, a rulebook, a kit, or its files. */

import {html, messageOf, refill} from "../../page/client/dom.js";
import {copyButton} from "../../page/client/copying.js";
import {keep, keptText} from "../../page/client/kept.js";
import {folderWrite, hasFolders, pickFolder} from "./brought.js";
import {download, fromBase64} from "./bytes.js";
import {did} from "./did.js";
import {hostKind} from "./hosts.js";
import {written} from "./link.js";
import {zip} from "./zip.js";

/** @typedef {import("./frame.js").Frame} Frame */

const LONGEST = 200, NAME = "name", LONGEST_NAME = 24;

/** All files of a project as bytes. @param {import("./project.js").Project} project @param {string} [before]  of each path */
export function bytesOf(project, before = "") {
    /** @type {Record<string, Uint8Array<ArrayBuffer>>} */
    const found = {};
    for (const path of project.paths()) {
        const held = project.files.get(path);
        found[before + path] = held?.text == null ? fromBase64(held?.base64 ?? "") : new TextEncoder().encode(held.text);
    }
    return found;
}

/** Give somebody all files, as the shell reads them. @param {import("./project.js").Project} project */
export function downloadAll(project) {
    const name = project.name || "game";
    download(`${name}.zip`, zip(bytesOf(project, `${name}/`)), "application/zip");
}

/** @param {Frame} studio */
export async function share(studio) {
    const {say, project} = studio, told = html("p", {class: "note", role: "status"});
    await project.settled();
    /** @param {string} phrase @param {string} about @param {() => Promise<unknown> | void} act */
    const way = (phrase, about, act) => {
        const button = html("button", {type: "button", class: "second", click: async () => {
            button.disabled = true;
            told.textContent = say("studio_working");
            try {
                await act();
                told.textContent = "";
            } catch (fault) {
                told.textContent = say(messageOf(fault));
            }
            button.disabled = false;
        }}, say(phrase));
        return html("li", {}, button, html("span", {class: "note"}, say(about)));
    };
    /** @param {string} what @param {object} [more] */
    const made = async (what, more = {}) => {
        const file = await studio.host.ask("share/make", {what, ...more});
        download(file.name, fromBase64(file.base64), file.kind);
    };
    const content = html("div", {class: "sharing"}, linkPart(studio), html("ul", {class: "ways"},
        way("studio_package", "studio_package_about", () => made("package")),
        way("studio_page", "studio_page_about", () => made("page")),
        way("studio_rulebook", "studio_rulebook_about", () => made("rulebook")),
        way("studio_rulebook_pdf", "studio_pdf_about", () => made("rulebook", {pdf: true})),
        way("studio_kit", "studio_kit_about", () => made("kit")),
        way("studio_zip", "studio_zip_about", () => downloadAll(project)),
        hasFolders() ? way("studio_to_folder", "studio_to_folder_about", async () => {
            const folder = await pickFolder("readwrite");
            if (folder) await folderWrite(folder, bytesOf(project));
        }) : null), told);
    await studio.dialog(say("studio_share"), content, []);
}

/** The link, which is made anew as somebody says who they are. @param {Frame} studio */
function linkPart({say, project}) {
    const author = html("input", {type: "text", id: "link-author", maxlength: LONGEST_NAME, value: keptText(NAME, LONGEST_NAME), autocomplete: "nickname"});
    const note = html("input", {type: "text", id: "link-note", maxlength: LONGEST});
    const made = html("div", {class: "link", role: "status"});
    const make = async () => {
        keep(NAME, author.value.trim() || null);
        /** @type {import("./link.js").Sent} */
        const sent = {author: author.value.trim(), note: note.value.trim(), files: {}, binary: {}};
        for (const path of project.paths()) {
            const held = project.files.get(path);
            if (held?.text != null) sent.files[path] = held.text;
            else sent.binary[path] = held?.base64 ?? "";
        }
        try {
            const link = `${window.location.origin}${window.location.pathname}#g=${await written(sent)}`;
            did("shared");
            const field = html("input", {type: "text", readonly: true, value: link, "aria-label": say("studio_link"), focus: () => field.select()});
            refill(made, field, copyButton(link, (key) => say(`studio_${key}`)), html("span", {class: "note"}, say("studio_link_length", {count: link.length})),
                hostKind() === "server" && html("span", {class: "note"}, say("studio_link_server")));
        } catch (fault) {
            refill(made, html("span", {class: "fault"}, say(messageOf(fault))));
        }
    };
    author.addEventListener("input", () => void make());
    note.addEventListener("input", () => void make());
    void make();
    return html("section", {class: "linked"}, html("h3", {}, say("studio_link")), html("p", {class: "note"}, say("studio_link_about")),
        html("label", {for: "link-author"}, say("studio_link_author")), author, html("label", {for: "link-note"}, say("studio_link_note")), note, made);
}
