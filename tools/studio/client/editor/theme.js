/** How the editor looks, by day and by night: all colours are variables of the page (`editor.css`). */

import {HighlightStyle, syntaxHighlighting} from "@codemirror/language";
import {EditorView} from "@codemirror/view";
import {tags} from "@lezer/highlight";

const MONO = 'ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

/** What the server calls a word, and its colour. @type {Record<string, string>} */
const KINDS = {
    parameter: "local", variable: "local", property: "field", function: "call", type: "kind", enum: "kind", enumMember: "member",
    keyword: "word", number: "number", operator: "sign", string: "text", event: "call",
};

/** @type {Record<string, any>} */
const words = Object.fromEntries(Object.entries(KINDS).map(([type, colour]) => [`.sem-${type}, .sem-${type} *`, {color: `var(--code-${colour}) !important`}]));

const look = EditorView.theme({
    "&": {height: "100%", color: "var(--ink)", backgroundColor: "var(--code-ground)", fontSize: "var(--code-size, 14px)"},
    "&.cm-focused": {outline: "2px solid var(--accent)", outlineOffset: "-2px"},
    ".cm-scroller": {fontFamily: MONO, lineHeight: "1.5"},
    ".cm-content": {caretColor: "var(--ink)", padding: "4px 0 40vh"},
    ".cm-cursor, .cm-dropCursor": {borderLeftColor: "var(--ink)", borderLeftWidth: "2px"},
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection": {backgroundColor: "var(--code-selected) !important"},
    ".cm-gutters": {backgroundColor: "var(--code-ground)", color: "var(--soft)", borderRight: "1px solid var(--line)"},
    ".cm-activeLine": {backgroundColor: "var(--code-active)"},
    ".cm-activeLineGutter": {backgroundColor: "var(--code-active)", color: "var(--ink)"},
    ".cm-foldPlaceholder": {background: "var(--code-active)", border: "1px solid var(--edge)", color: "var(--ink)", padding: "0 6px"},
    ".cm-tooltip": {background: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "8px", boxShadow: "0 4px 18px var(--shadow)", maxWidth: "min(40rem, 92vw)", zIndex: "40"},
    ".cm-tooltip-section:not(:first-child)": {borderTop: "1px solid var(--line)"},
    ".cm-tooltip.cm-tooltip-autocomplete > ul": {fontFamily: MONO, maxHeight: "16em"},
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {padding: "2px 8px", lineHeight: "1.5"},
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {background: "var(--accent)", color: "var(--accent-ink)"},
    ".cm-completionDetail": {color: "var(--soft)", fontStyle: "normal", marginLeft: "1em"},
    "li[aria-selected] .cm-completionDetail": {color: "inherit"},
    ".cm-completionMatchedText": {textDecoration: "none", fontWeight: "700"},
    ".cm-completionIcon": {color: "inherit", opacity: "1", width: "1.4em"},
    ".cm-completionInfo": {padding: "4px 10px", maxHeight: "40vh", overflow: "auto", maxWidth: "26rem"},
    ".told": {padding: "4px 10px", fontFamily: "var(--sans, sans-serif)", fontSize: "14px", lineHeight: "1.45", maxHeight: "45vh", overflow: "auto", overflowWrap: "anywhere"},
    ".told p": {margin: "4px 0", whiteSpace: "pre-line"},
    ".told ul": {margin: "4px 0", paddingLeft: "1.2em"},
    ".told blockquote": {margin: "4px 0", paddingLeft: "8px", borderLeft: "3px solid var(--accent)"},
    ".told code": {fontFamily: MONO, fontSize: "13px"},
    ".told pre": {margin: "4px 0", padding: "4px 8px", background: "var(--code-ground)", borderRadius: "6px", whiteSpace: "pre-wrap"},
    ".told hr": {border: "0", borderTop: "1px solid var(--line)"},
    ".told b.now": {color: "var(--accent)", textDecoration: "underline"},
    ".cm-diagnostic": {padding: "4px 10px", borderLeftWidth: "4px", whiteSpace: "pre-wrap", fontFamily: "var(--sans, sans-serif)", fontSize: "14px"},
    ".cm-diagnosticAction": {background: "var(--accent)", color: "var(--accent-ink)", fontSize: "13px", padding: "2px 8px", borderRadius: "6px"},
    ".cm-diagnosticSource": {fontSize: "12px", opacity: "1", color: "var(--soft)"},
    ".cm-tooltip-lint": {padding: "0"},
    ".lenses": {display: "flex", flexWrap: "wrap", gap: "0 12px", paddingLeft: "6px", fontFamily: "var(--sans, sans-serif)", fontSize: "12px", lineHeight: "18px", color: "var(--soft)", userSelect: "none"},
    ".lenses button": {font: "inherit", lineHeight: "18px", background: "none", border: "0", padding: "0", color: "var(--accent)", cursor: "pointer", textDecoration: "underline", textDecorationStyle: "dotted"},
    ".lenses button:hover": {textDecorationStyle: "solid"},
    ".hint": {fontSize: "12px", color: "var(--soft)", background: "var(--code-active)", borderRadius: "4px", padding: "0 3px"},
    ".beside": {marginLeft: "2em", fontSize: "12px", color: "var(--code-beside)", background: "var(--code-active)", borderRadius: "4px", padding: "0 5px"},
    ".cm-line.stands": {backgroundColor: "var(--code-stands)", boxShadow: "inset 4px 0 0 var(--accent)"},
    ".cm-line.around": {boxShadow: "inset 4px 0 0 var(--edge)"},
    ".same": {backgroundColor: "var(--code-same)"},
    ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {backgroundColor: "var(--code-same)", outline: "1px solid var(--edge)"},
    ".cm-snippetField": {backgroundColor: "var(--code-same)"},
    ".sem-readonly": {fontStyle: "italic"},
    ".sem-modification": {textDecoration: "underline", textDecorationColor: "var(--edge)", textUnderlineOffset: "3px"},
    ".sem-defaultLibrary": {fontWeight: "600"},
    ...words,
});

const style = HighlightStyle.define([
    {tag: tags.propertyName, color: "var(--code-key)"},
    {tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic"},
    {tag: tags.keyword, color: "var(--code-word)"},
    {tag: tags.number, color: "var(--code-number)"},
    {tag: tags.string, color: "var(--code-text)"},
    {tag: [tags.operator, tags.punctuation, tags.bracket, tags.meta], color: "var(--code-sign)"},
]);

export const theme = [look, syntaxHighlighting(style)];
