/** The files of the project: to open, to make, to add, to rename, to take away. */

import {html, messageOf, refill} from "../../page/client/dom.js";
import {chosen} from "./brought.js";
import {isPath} from "./link.js";

/** @typedef {import("./frame.js").Frame} Frame */

/** @param {Frame} studio @returns {import("./types.js").Pane} */
export function makeFiles(studio) {
    const {project, say} = studio, list = html("div", {class: "file-list"});
    let current = "";
    const add = html("input", {type: "file", multiple: true, class: "hidden-text", tabindex: -1, "aria-hidden": "true", change: () => {
        if (add.files?.length) void bring(studio, add.files).then(() => { add.value = ""; });
    }});
    const make = html("button", {type: "button", class: "second", click: () => void newFile(studio)}, say("studio_new_file"));
    const bringing = html("button", {type: "button", class: "quiet", click: () => add.click()}, say("studio_add_files"));
    const draw = () => {
        const paths = project.paths(), folders = [...new Set(paths.map(folderOf))].sort();
        refill(list, ...folders.flatMap((folder) => [folder && html("h2", {}, `${folder}/`), html("ul", {}, ...paths.filter((each) => folderOf(each) === folder).map(row))]));
        mark();
    };
    const row = (/** @type {string} */ path) => {
        const name = path.slice(folderOf(path).length).replace(/^\//, "");
        const open = html("button", {type: "button", class: "file", title: path, disabled: !project.isText(path), click: () => studio.open(path)}, name);
        open.dataset.path = path;
        const menu = html("button", {type: "button", class: "quiet", title: say("studio_file_menu", {path}), "aria-label": say("studio_file_menu", {path}), click: () => void change(studio, path)}, "⋯");
        return html("li", {}, open, menu);
    };
    const mark = () => {
        for (const each of list.querySelectorAll("[data-path]")) {
            const path = each.getAttribute("data-path") ?? "";
            if (path === current) each.setAttribute("aria-current", "true");
            else each.removeAttribute("aria-current");
            each.classList.toggle("doubtful", project.conflicts.has(path));
        }
    };
    project.addEventListener("listed", draw);
    project.addEventListener("conflict", mark);
    project.addEventListener("saved", mark);
    project.addEventListener("readonly", () => { make.disabled = bringing.disabled = project.readonly; });
    make.disabled = bringing.disabled = project.readonly;
    studio.onOpen((path) => {
        current = path;
        mark();
    });
    draw();
    return {id: "files", title: "studio_files", element: html("div", {class: "files-pane"}, html("div", {class: "row"}, make, bringing, add), list)};
}

/** @param {string} path */
function folderOf(path) {
    return path.split("/").slice(0, -1).join("/");
}

/** Ask for a path that no file has; "" where none is said. @param {Frame} studio @param {string} title @param {string} path @param {string} button */
async function askPath(studio, title, path, button) {
    const {project, say} = studio;
    const fault = html("p", {class: "fault", id: "path-fault", role: "alert"});
    const field = html("input", {type: "text", id: "path", class: "wide", value: path, maxlength: 200, spellcheck: "false", autocomplete: "off", "aria-describedby": "path-fault"});
    const look = () => {
        const said = field.value.trim();
        fault.textContent = !isPath(said) ? say("studio_path_odd") : said !== path && project.paths().includes(said) ? say("studio_path_taken") : "";
        return !fault.textContent;
    };
    field.addEventListener("input", look);
    for (;;) {
        const content = html("div", {}, html("label", {for: "path"}, say("studio_path")), field, fault);
        const asked = studio.dialog(title, content, [{title: say("studio_cancel"), value: ""}, {title: button, value: "done"}]);
        field.focus();
        field.setSelectionRange(path.lastIndexOf("/") + 1, path.includes(".") ? path.lastIndexOf(".") : path.length);
        if (await asked !== "done") return "";
        if (look()) return field.value.trim();
    }
}

/** @param {Frame} studio */
async function newFile(studio) {
    const path = await askPath(studio, studio.say("studio_new_file"), "rules.yaml", studio.say("studio_make"));
    if (!path || studio.project.paths().includes(path)) return;
    studio.project.change(path, "");
    studio.open(path);
}

/** Pictures, tables and rules from the disk. @param {Frame} studio @param {FileList} files */
async function bring(studio, files) {
    const {project, say} = studio;
    try {
        const {files: texts, binary} = await chosen(files), there = new Set(project.paths());
        const known = [...Object.keys(texts), ...Object.keys(binary)].filter((path) => there.has(path));
        if (known.length) return studio.notice(say("studio_files_there", {files: known.join(", ")}));
        for (const [path, text] of Object.entries(texts)) project.change(path, text);
        for (const [path, base64] of Object.entries(binary)) project.put(path, base64);
    } catch (fault) {
        studio.notice(say(messageOf(fault)));
    }
}

/** Rename a file or take it away. @param {Frame} studio @param {string} path */
async function change(studio, path) {
    const {project, say} = studio;
    const value = await studio.dialog(path, html("p", {}, say(project.readonly ? "studio_other_tab" : "studio_file_what")),
        project.readonly ? [] : [{title: say("studio_remove"), value: "remove"}, {title: say("studio_rename"), value: "rename"}]);
    if (value === "rename") {
        const to = await askPath(studio, say("studio_rename"), path, say("studio_rename"));
        if (to && to !== path) {
            project.rename(path, to);
            if (project.isText(to)) studio.open(to);
        }
    } else if (value === "remove") {
        const held = project.files.get(path);
        project.remove(path);
        studio.notice(say("studio_file_removed", {path}), {title: say("studio_undo"), act: () => {
            if (typeof held?.text === "string") project.change(path, held.text);
            else if (held?.base64) project.put(path, held.base64);
        }});
    }
}
