/** What CodeMirror says by itself, in the words of the page. */

/** By CodeMirror's words, the key of ours. */
const PHRASES = {
    "Find": "find", "Replace": "replace_by", "next": "next", "previous": "previous", "all": "all", "match case": "cased", "by word": "whole_words", "regexp": "pattern", "replace": "replace",
    "replace all": "replace_all", "close": "close", "Go to line": "do_line", "go": "go", "Diagnostics": "faults", "No diagnostics": "no_faults", "Completions": "completions", "current match": "current_match",
    "on line": "on_line", "replaced $ matches": "replaced_matches", "replaced match on line $": "replaced_match", "Fold line": "fold", "Unfold line": "unfold", "Folded lines": "folded", "Unfolded lines": "unfolded",
    "to": "to", "folded code": "folded_code", "unfold": "unfold", "Control character": "control_character", "Selection deleted": "selection_deleted",
};

/** @param {(phrase: string, values?: Record<string, string | number>) => string} say @returns {Record<string, string>} */
export function phrases(say) {
    return Object.fromEntries(Object.entries(PHRASES).map(([theirs, ours]) => [theirs, say(`studio_ed_${ours}`, {number: "$"})]));
}
