/** From the address to a project that is open, or to where one begins. */

import {html, refill} from "../../page/client/dom.js";
import {fragment, read} from "./address.js";
import {Frame, sayer} from "./frame.js";
import {goBack} from "./going_back.js";
import {hostOf} from "./hosts.js";
import {Keep} from "./keep.js";
import {hold} from "./locks.js";
import {Project} from "./project.js";
import {tellOfSaving} from "./saving.js";
import {downloadAll, share} from "./share.js";
import {Shelf} from "./shelf.js";
import {Start} from "./start.js";
import {Store} from "./store.js";
import {language, languageChoice} from "./tongue.js";
import {Versions} from "./versions.js";

/** After how many milliseconds without an edit it is seen whether the rules are sound, if nobody has said so. */
const QUIET = 2_000;

/** Where the page remembers, while it begins anew, that a project is to be taken from another tab. */
const TAKE = "yupana-take";

/** @param {HTMLElement} root @param {(studio: Frame) => void} addPanes */
export async function open(root, addPanes) {
    const address = read(window.location.hash), host = hostOf(address.key, address.project ?? "");
    window.addEventListener("hashchange", () => window.location.reload());
    const hello = await host.ask("hello", {language: language()});
    document.documentElement.lang = hello.language;
    const store = await Store.open().catch(() => null);
    const opened = address.game || address.start ? {project: null} : await host.ask("projects/open");
    if (opened.project !== null) return work(root, host, hello, address.key, store, addPanes);
    const say = sayer(hello.phrases), languages = languageChoice(say, hello.languages, hello.language, async () => {});
    document.title = `${say("studio_title")} – Yupana`;
    const start = new Start(root, host, new Shelf(host, store), say, address.key, hello.language, languages);
    await start.show(opened.asked ?? "");
    if (address.game) void start.tried(() => start.received(address.game));
    Object.assign(window, {studio: {host, start}});
}

/**
 * A project is open.
 * @param {HTMLElement} root @param {import("./types.js").Host} host @param {any} hello @param {string} key
 * @param {Store | null} store @param {(studio: Frame) => void} addPanes
 */
async function work(root, host, hello, key, store, addPanes) {
    const id = hello.where;
    /** @type {Frame | null} */
    let studio = null;
    const failed = (/** @type {unknown} */ fault) => unkept(studio, fault);
    const keep = new Keep(store, id, failed), project = new Project(host, keep, hello);
    const lost = () => readonly(studio, id);
    const taken = window.sessionStorage.getItem(TAKE) === id;
    window.sessionStorage.removeItem(TAKE);
    project.setReadonly(!await hold(id, taken, lost));
    const restored = await project.load();
    studio = new Frame(host, project, hello);
    const versions = new Versions(store, project, id, failed), open = studio;
    open.versions = versions;
    document.title = `${project.title} – Yupana`;
    studio.mount(root, html("a", {class: "home", href: fragment(key, null)}, studio.say("studio_home")));
    studio.addButton("studio_versions", "↶", () => void goBack(open, versions));
    studio.addButton("studio_share", "⇪", () => void share(open));
    studio.buttons.after(languageChoice(studio.say, hello.languages, hello.language, () => project.settled()));
    addPanes(studio);
    tellOfSaving(studio, restored, versions);
    keepVersions(studio, versions);
    if (!store) failed(null);
    if (project.readonly) readonly(studio, id);
    Object.assign(window, {studio, versions});
}

/** The browser keeps nothing, or no more: told at once, with a way to have the files. @param {Frame | null} studio @param {unknown} fault */
function unkept(studio, fault) {
    if (!studio) return;
    const full = fault instanceof DOMException && fault.name === "QuotaExceededError", {say, project} = studio;
    studio.warn(say(full ? "studio_storage_full" : "studio_no_storage"), {title: say("studio_download_all"), act: () => downloadAll(project)});
}

/** Another tab has the project. @param {Frame | null} studio @param {string} id */
function readonly(studio, id) {
    if (!studio) return;
    const {say, project} = studio;
    project.setReadonly(true);
    studio.warn(say("studio_other_tab"), {title: say("studio_take_over"), act: () => {
        window.sessionStorage.setItem(TAKE, id);
        window.location.reload();
    }});
}

/** A version whenever the rules are sound after edits. @param {Frame} studio @param {Versions} versions */
function keepVersions(studio, versions) {
    let timer = 0, edited = false;
    const sound = () => {
        if (edited) void versions.add("sound");
        edited = false;
    };
    const ask = async () => {
        await studio.project.settled();
        const found = await studio.host.ask("rules/sound").catch(() => ({sound: false}));
        if (found.sound) sound();
    };
    studio.project.addEventListener("changed", () => {
        edited = true;
        window.clearTimeout(timer);
        timer = window.setTimeout(() => void ask(), QUIET);
    });
    studio.onSound(() => {
        window.clearTimeout(timer);
        sound();
    });
    void versions.list().then((all) => {
        if (!all.length) void versions.add("begun");
    });
}
