// Plays games in Node as standard input says (JSON), and prints what came out: see test_node.py.
import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";

const {player, games} = JSON.parse(readFileSync(0, "utf8"));
const {Game, RuleFault, UsageError} = await import(player);
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

function position(game, looked) {
  const out = {key: digest(game.key), options: digest(game.options.join("\n")), exact: digest(game.exact.join("\n"))};
  Object.assign(out, {numbers: digest(JSON.stringify(game.numbers)), events: game.events});
  return looked ? {...out, seen: [-1, ...game.seats()].map((seat) => game.observation(seat))} : out;
}

const results = [];
for (const each of games) {
  const bytes = readFileSync(each.file);
  const game = await Game.load(bytes), other = await Game.load(bytes);
  const out = {positions: [], fault: null};
  try {
    game.begin(each);
    each.decisions.forEach((option, i) => {
      out.positions.push(position(game, i % each.every === 0));
      if (i % 5 === 4) { // go on elsewhere: what is saved is all there is
        other.restore(game.save());
        game.begin({...each, seed: 99}).restore(other.save());
      }
      game.apply(option);
    });
    out.positions.push(position(game, true));
    Object.assign(out, {over: game.over, scores: game.scores, winners: game.winners});
  } catch (error) {
    if (!(error instanceof RuleFault || error instanceof UsageError)) throw error;
    out.fault = `${error.constructor.name}: ${error.message}`;
    out.after = game.save().length ? position(game, false) : null;
  }
  results.push(out);
}
console.log(JSON.stringify(results));
