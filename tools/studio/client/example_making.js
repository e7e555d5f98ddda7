/** An example is made of what was played: what it claims is chosen from a list, it is tried, and written as one edit that can be undone. */

import {html, messageOf, refill} from "../../page/client/dom.js";
import {did} from "./did.js";

/** @typedef {import("./types.js").Studio} Studio */
/** @typedef {{sort: "then" | "cannot" | "waits", code: string, phrase: string, values: Record<string, string>, chosen: boolean}} Claim */
/** @typedef {{path: string, text: string, before: string, line: number, name: string}} Written */
/** @typedef {{name: string, ok: boolean, message: string, nothing: string, shown: string, edit: Written}} Made */

const SOON = 250;

/**
 * Write what writing an example changes into the project, and show it there.
 * @param {Studio} studio @param {Written} edit
 */
export async function writeExample(studio, edit) {
    const {project, say} = studio, there = project.paths().includes(edit.path);
    if (there && project.text(edit.path) !== edit.before) throw new Error(say("studio_example_meanwhile", {path: edit.path}));
    project.change(edit.path, edit.text);
    did("example");
    await project.settled();
    studio.open(edit.path, {line: edit.line, column: 1});
    studio.notice(say("studio_example_written", {name: edit.name.replaceAll("_", " "), path: edit.path}), {
        title: say("studio_example_undo"), act: () => there ? project.change(edit.path, edit.before) : project.remove(edit.path),
    });
    await studio.host.ask("examples/run", {names: [edit.name]});
}

/** Propose one, let it be chosen what it claims, and write it. @param {Studio} studio */
export async function makeExample(studio) {
    const {host, say, project} = studio;
    await project.settled();
    const proposal = await host.ask("examples/propose");
    /** @type {Claim[]} */
    const claims = proposal.claims;
    /** @type {Made | null} */
    let made = null;
    let timer = 0, asked = 0;
    const name = html("input", {type: "text", value: proposal.name, spellcheck: false, input: () => soon()});
    const code = html("pre", {class: "code", tabindex: 0}), verdict = html("p", {role: "status"});
    const boxes = claims.map((claim, at) => {
        const group = claim.sort === "waits" ? {type: "checkbox", "data-waits": "yes"} : {type: "checkbox"};
        const box = html("input", {...group, value: at, checked: claim.chosen, change: () => {
            if (box.checked && claim.sort === "waits") for (const each of boxes) if (each.box !== box && each.claim.sort === "waits") each.box.checked = false;
            soon();
        }});
        return {box, claim, row: html("label", {class: "claim"}, box, html("span", {}, say(`studio_claim_${claim.phrase}`, claim.values)), html("code", {}, told(claim)))};
    });
    const look = async () => {
        const number = ++asked;
        try {
            const found = await host.ask("examples/make", {name: name.value, claims: boxes.filter((each) => each.box.checked).map((each) => each.box.value)});
            if (number !== asked) return;
            made = found;
            code.textContent = found.shown;
            verdict.className = found.ok && !found.nothing ? "sound" : "faulty";
            verdict.textContent = found.ok && found.nothing ? say("studio_example_proves_nothing", {why: found.nothing}) : found.ok ? say("studio_example_holds") : say("studio_example_fails", {message: found.message});
        } catch (fault) {
            if (number === asked) verdict.textContent = messageOf(fault);
        }
    };
    const soon = () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(look, SOON);
    };
    const about = proposal.at === 0 ? "studio_example_from_start" : "studio_example_from";
    const content = html("div", {class: "making"},
        html("label", {class: "asked-row"}, html("span", {}, say("studio_example_name")), name),
        html("p", {class: "note"}, say(about, {at: proposal.at, mark: proposal.mark, lines: proposal.given.length, count: proposal.when.length})),
        html("h3", {}, say("studio_example_claims")), claims.length ? html("div", {class: "claims"}, ...boxes.map((each) => each.row)) : html("p", {class: "note"}, say("studio_example_nothing")),
        verdict, html("details", {open: true}, html("summary", {}, say("studio_example_code")), code));
    refill(code, proposal.text);
    await look();
    const answer = await studio.dialog(say("studio_table_make"), content, [{title: say("studio_example_write"), value: "write"}]);
    if (answer !== "write") return;
    window.clearTimeout(timer);
    await look();
    if (made) await writeExample(studio, /** @type {Made} */ (made).edit);
}

/** A claim in code. @param {Claim} claim */
const told = (claim) => claim.sort === "then" ? claim.code : `${claim.sort} ${claim.code}`;
