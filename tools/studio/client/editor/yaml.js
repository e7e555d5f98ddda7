/** Plain colours of YAML with code in it, for as long as the language server has not said more; and how lines are indented. */

import {StreamLanguage, indentService, indentUnit} from "@codemirror/language";

/** Words of the language, where a block holds code. */
const WORDS = new Set(("if elif else for in while do let return and or not is none true false all any sum count max min "
    + "where with from to of by then choose repeat until give take draw shuffle move set end win lose as each the").split(" "));

/** Under these keys stands code; elsewhere a word is a word. */
const CODE = new Set(("effects instead before decide after fixed given start stuck end run do is until order default visible winners points times while whose skip then if in "
    + "of at count cost limit tie_break when where from value choose each icon tint colour cell label").split(" "));

/**
 * @typedef {{block: number, code: boolean, opens: string, indent: number, prose: boolean, quote: string, flow: number}} State  `block`: how far the line that opened a
 *   block of text is indented (-1: none is open)
 */

/** @type {import("@codemirror/language").StreamParser<State>} */
const PARSER = {
    name: "yupana",
    startState: () => ({block: -1, code: false, opens: "", indent: 0, prose: false, quote: "", flow: 0}),
    copyState: (state) => ({...state}),
    languageData: {commentTokens: {line: "#"}, closeBrackets: {brackets: ["(", "[", "{", '"']}},
    token(stream, state) {
        if (stream.sol()) {
            state.indent = stream.indentation();
            if (state.opens) Object.assign(state, {block: state.indent > Number(state.opens.slice(1)) ? Number(state.opens.slice(1)) : -1, code: state.opens[0] === "|" && !state.prose, opens: ""});
            else if (state.block >= 0 && state.indent <= state.block) state.block = -1;
        }
        if (stream.eatSpace()) return null;
        if (state.quote) return quoted(stream, state);
        if (state.block >= 0) return state.code ? code(stream) : (stream.skipToEnd(), "string");
        if (stream.peek() === "#" && (stream.column() === 0 || /\s/.test(stream.string[stream.pos - 1] ?? " "))) return stream.skipToEnd(), "comment";
        if (stream.match(/^(?:---|\.\.\.)(?=\s|$)/) && stream.column() === 0) return "meta";
        if (stream.match(/^[-?](?=\s|$)/)) return "punctuation";
        if (stream.match(/^[|>][-+0-9]*(?=\s*(?:#|$))/)) {
            const sign = stream.current()[0];
            state.opens = `${sign}${state.indent}`;
            return "punctuation";
        }
        const mark = stream.match(/^[[{]/) ? 1 : stream.match(/^[\]}]/) ? -1 : 0;
        if (mark) return state.flow = Math.max(state.flow + mark, 0), "bracket";
        if (stream.match(/^[,:]/)) return "punctuation";
        if (stream.match(/^(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s#:,"'[\]{}][^:#,"'[\]{}\n]{0,200}?)(?=\s*:(?:\s|$))/)) {
            state.prose = !CODE.has(stream.current());
            return "propertyName";
        }
        if (stream.match(/^["']/)) return state.quote = stream.current(), quoted(stream, state);
        return code(stream, state.prose);
    },
};

/** @param {import("@codemirror/language").StringStream} stream @param {State} state */
function quoted(stream, state) {
    const {quote} = state;
    while (!stream.eol()) {
        const sign = stream.next();
        if (quote === '"' && sign === "\\") stream.next();
        else if (sign === quote) {
            state.quote = "";
            break;
        }
    }
    return "string";
}

/** @param {import("@codemirror/language").StringStream} stream @param {boolean} [prose] */
function code(stream, prose = false) {
    if (stream.match(/^#.*/) && (stream.start === 0 || /\s/.test(stream.string[stream.start - 1]))) return "comment";
    if (stream.match(/^\d+(?:\.\d+)?\b/)) return "number";
    if (stream.match(/^[A-Za-z_]\w*/)) return !prose && WORDS.has(stream.current()) ? "keyword" : null;
    if (stream.match(/^(?:[<>=!]=|[-+*/%<>=]|->)/)) return "operator";
    stream.next();
    return null;
}

export const language = StreamLanguage.define(PARSER);

/** A new line is as far to the right as the one before, and further behind what opens something. */
export const indentation = [
    indentUnit.of("  "),
    indentService.of((context, pos) => {
        const {state} = context;
        let line = context.lineAt(pos, -1);
        if (context.simulatedBreak === null || context.simulatedBreak === undefined || line.from === pos) {
            const at = state.doc.lineAt(pos);
            for (let number = at.number - 1; number > 0; number--) {
                const before = state.doc.line(number);
                if (before.text.trim()) {
                    line = {text: before.text, from: before.from};
                    break;
                }
                if (number === 1) return 0;
            }
            if (at.number === 1) return 0;
        }
        const text = line.text, depth = /^ */.exec(text)?.[0].length ?? 0, said = text.trim();
        if (!said || said.startsWith("#")) return depth;
        const entry = /^((?:- +)+)[^\s#][^:#]{0,200}:(?:\s|$)/.exec(said);
        const inner = depth + (entry ? entry[1].length : 0);
        return /(?::|[|>][-+0-9]*)\s*(?:#.*)?$/.test(said) ? inner + 2 : inner;
    }),
];
