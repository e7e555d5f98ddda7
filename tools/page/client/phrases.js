/** The page's own words: those of the language where it has them, else these. */

/** @type {Record<string, string>} */
const ENGLISH = {
    your_turn: "Your turn", waiting_for: "Waiting for {player}", watching: "You are watching.", game_over: "The game is over.",
    wins: "{who} wins.", share: "{who} share the win.", nobody_wins: "Nobody wins.", draw: "The game is a draw.",
    win_together: "All win together.", lose_together: "All lose together.", loses: "{who} loses.",
    what_can_be_done: "What you can do", step_back: "Back", find_option: "Find an option", options_more: "{count} more",
    options_label: "Options", option_counts: "{count} options", no_option_found: "No option matches.", nothing: "nothing",
    players_label: "Players", table_label: "Table", log_label: "Log", rules_label: "Rules", find_rule: "Find a rule", no_rule_found: "No rule matches.",
    not_taken_back: "This may turn up what nobody knows yet, and then it cannot be taken back. Choose it once more to do it.",
    undo: "Undo", redo: "Redo", save: "Save", light: "Light", dark: "Dark", now: "Back to now", ply: "Decision {ply} of {all}",
    time: "Go through time", decided_secretly: "{player} has decided.", setup_line: "Set-up", you: "you", total: "Total",
    scores_now: "Scores as they would be now", so_many_points: "{count} points", one_point: "1 point", happened: "What happened", unknown: "unknown", out: "out of the game",
    larger: "Larger", smaller: "Smaller", whole: "Whole", why_exactly: "All that is known about it", connection_lost: "The connection is lost. Trying again …",
    begin: "Begin", open_saved: "Open a saved game", game: "Game", variants: "Variants", seat: "Seat", human: "a person", seed: "Seed",
    bot_random: "plays at random", bot_greedy: "looks one decision ahead", bot_mcts: "thinks for {rounds} rounds",
    lobby_about: "Choose a game here, or open a saved one.",
    seed_about: "Whoever knows it can find out every secret; leave it empty for one that nobody knows.", language: "Language", options: "Options",
    links_about: "Whoever has a link plays or sees what its seat may: give each player only their own.", watch_link: "Link for watching",
    known_seed: "The seed of this table was chosen: whoever set it up can find out what is hidden, and what chance will bring.",
    known_save: "This table was opened from a saved game: whoever has it can find out what is hidden, and what chance will bring.",
    choose_game: "Choose a game", copy: "Copy",
    hand_over_page: "It is {player}'s turn.", hand_over_about: "Pass the screen on. Nothing hidden is shown before you go on.", go_on: "Go on",
    edits: "Edits",
    save_sound: "Save {number} is sound ({seconds} seconds).",
    save_faulty: "The rules have faults ({count}); the game stands as it was.",
    examining: "Looking at what changed, and at the examples …",
    save_parts: "This game goes on up to decision {ply}; there it waits.",
    save_cannot_begin: "Under these rules this game cannot begin; it stands as it was.",
    differs_first: "It is another game from decision {ply} on: {why}.",
    made_by: "Made so by",
    examples_run: "{passed} examples pass, {failed} fail.",
    what_changed: "What changed",
    no_change: "Nothing that the rules say has changed.",
    added: "added",
    removed: "removed",
    changed: "changed",
    renamed: "renamed",
    step_through: "Step through decision",
    stepping: "Stepping through the rules",
    stepping_decision: "Decision {ply}, step by step",
    step_into: "Into",
    step_over: "Over",
    step_out: "Out",
    step_decision: "Next decision",
    close: "Close",
    step_code: "The rules here",
    step_stack: "What is being carried out",
    step_locals: "Variables",
    step_fields: "Fields",
    step_zones: "Zones",
    step_going: "Going on",
    step_ask: "An expression, or an option",
    step_value: "Value",
    step_why: "Why?",
    step_waits: "One moment …",
    step_now: "The game stands here now.",
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

/** A phrase as it stands at the beginning of a line. @param {string} text */
export function titled(text) {
    return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A language by its own name. @param {string} code */
export function tongue(code) {
    return titled(new Intl.DisplayNames([code], {type: "language"}).of(code) ?? code);
}
