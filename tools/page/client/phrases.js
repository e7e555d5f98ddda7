/** The page's own words: those of the language where it has them, else English. */

/** @type {Record<string, string>} */
const ENGLISH = {
    "your turn": "Your turn",
    "turn of": "{} decides",
    "watching": "You are watching.",
    "game over": "The game is over",
    "wins": "{} wins",
    "win together": "{} win",
    "draw": "A draw",
    "choose": "What do you do?",
    "take back a step": "Back",
    "begin again": "Start over",
    "filter": "Filter the options",
    "more options": "{} more: narrow them down above or on the board",
    "options": "Options",
    "option count": "{} options",
    "no option": "Nothing fits.",
    "exactly": "only these",
    "nothing": "none",
    "players": "Players",
    "table": "Table",
    "log": "Log",
    "rules": "Rules",
    "undo": "Undo",
    "redo": "Redo",
    "save": "Save",
    "light": "Light",
    "dark": "Dark",
    "now": "Back to now",
    "past": "Looking back: after decision {} of {}",
    "time": "Time in the game",
    "decided in secret": "has decided in secret",
    "setup": "Before the first decision",
    "you": "you",
    "score": "Score",
    "total": "Total",
    "scoring": "Scoring",
    "points": "{} points",
    "zoom in": "Larger",
    "zoom out": "Smaller",
    "zoom fit": "Whole",
    "happened": "What happened",
    "offline": "The connection is lost; trying again …",
    "unknown": "hidden",
    "empty": "empty",
    "lost": "out of the game",
    "new game": "Play",
    "open": "Open a saved game",
    "ruleset": "Game",
    "overlays": "Variants",
    "number of players": "Players",
    "seats": "Seats",
    "human": "A person",
    "seed": "Seed",
    "seed help": "Leave it empty for chance; the same number gives the same game.",
    "language": "Language",
    "game options": "Options",
    "links": "Everybody has a link of their own. Send each its link; what is hidden from a player never leaves the server for them.",
    "watch link": "To watch",
    "sit down": "Sit down",
    "find a game": "Find a game",
    "strength": "Strength",
    "copy": "Copy",
    "edits": "Edits",
    "saved": "Save {} is sound ({} seconds).",
    "saved with faults": "The rules have faults ({}); the game stands as it was.",
    "examining": "Looking at what changed, and at the examples …",
    "parts": "This game goes on up to decision {} of {}; there it waits.",
    "cannot begin": "Under these rules this game cannot begin; it stands as it was.",
    "made by": "Made so by",
    "examples": "{} examples pass, {} fail.",
    "changes": "What changed",
    "no change": "Nothing that the rules say has changed.",
    "added": "added",
    "removed": "removed",
    "changed": "changed",
    "renamed": "renamed",
    "close": "Close",
    "why not": "Why not?",
    "cells": "Arrow keys move over the board, Enter chooses.",
};

/**
 * A phrase, with values in its places.
 * @typedef {(key: string, ...values: (string | number)[]) => string} Say
 */

/**
 * @param {Record<string, string>} [phrases]  by key, in the language
 * @returns {Say}
 */
export function sayer(phrases = {}) {
    return (key, ...values) => {
        let at = 0;
        return (phrases[key] ?? ENGLISH[key] ?? key).replace(/\{\w*\}/g, () => String(values[at++] ?? ""));
    };
}
