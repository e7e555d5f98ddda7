/** The studio's page. */

import {byId, html, refill} from "../../page/client/dom.js";
import {keptText} from "../../page/client/kept.js";
import {fragment, read} from "./address.js";
import {Frame, sayer, topBar} from "./frame.js";
import {hostOf} from "./hosts.js";
import {Keep} from "./keep.js";
import {Project} from "./project.js";
import {tellOfSaving} from "./saving.js";
import {Store} from "./store.js";

/** @typedef {import("./types.js").Host} Host */

const LONGEST_LANGUAGE = 20;

/** The panes, in the order of their tabs. @param {Frame} studio */
function addPanes(studio) {
    void studio;
}

/** @param {HTMLElement} root */
async function begin(root) {
    const address = read(window.location.hash), host = hostOf(address.key, address.project ?? "");
    window.addEventListener("hashchange", () => window.location.reload());
    const language = keptText("language", LONGEST_LANGUAGE) || navigator.language;
    const hello = await host.ask("hello", {language});
    document.documentElement.lang = hello.language;
    const server = hello.methods.includes("projects/open");
    const opened = address.start ? {project: null} : server ? await host.ask("projects/open") : {project: address.project};
    if (opened.project === null) return start(root, host, hello, address.key);
    const store = await Store.open().catch(() => null);
    const keep = new Keep(store, server ? hello.where : opened.project, () => {});
    const project = new Project(host, keep, hello);
    const restored = await project.load();
    const studio = new Frame(host, project, hello);
    document.title = `${project.title} – Yupana`;
    studio.mount(root, html("a", {class: "home", href: fragment(address.key, null)}, studio.say("studio_home")));
    addPanes(studio);
    tellOfSaving(studio, restored);
    Object.assign(window, {studio});
}

/** Where one begins. @param {HTMLElement} root @param {Host} host @param {{phrases: Record<string, string>, language: string}} hello @param {string} key */
async function start(root, host, hello, key) {
    const say = sayer(hello.phrases), {projects} = await host.ask("projects/list");
    const list = html("ul", {}, ...projects.map((/** @type {{project: string, title: string}} */ each) => html("li", {}, html("a", {href: fragment(key, each.project)}, each.title))));
    refill(root, topBar(say, say("studio_title")), html("main", {class: "start"}, list));
}

const root = byId("app");
begin(root).catch((fault) => refill(root, html("p", {class: "state", role: "alert"}, fault instanceof Error ? fault.message : String(fault))));
