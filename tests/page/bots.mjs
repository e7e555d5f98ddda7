// Plays games with bots in Node as standard input says (JSON): see test_link_module.py. Before every decision the bot is
// asked again where everything that its seat does not see is dealt anew: it must choose the same.
import {readFileSync} from "node:fs";

const {client, wasm, games} = JSON.parse(readFileSync(0, "utf8"));
const {Game} = await import(wasm);
const {Table} = await import(`${client}/module/table.js`);
const {Thinker} = await import(`${client}/module/thinking.js`);
const {restoring, dealBlindly, hidesAnything} = await import(`${client}/module/hidden.js`);
const {Dice} = await import(`${client}/module/dice.js`);

const results = [];
for (const {module, players, seed, bots, most, rigged} of games) {
  const bytes = Buffer.from(module, "hex"), game = await Game.load(bytes), thinker = new Thinker(await Game.load(bytes));
  const table = new Table(game).begin(players ?? game.about.players.min, seed), out = {asked: 0, dealt: 0, differing: [], times: [], forgotten: [], sure: 0};
  const {header} = game.about;
  while (!game.over && table.ply < most) {
    const seat = game.seat, spec = bots[seat % bots.length], held = table.held(seat);
    const question = {cells: game.save(), held, spec, seed: 1000 * seed + table.ply, possible: table.remembered(seat)};
    for (const each of game.seats()) { // where a piece lies is among where it can
      const base = game.about.layout.piece_zone, lost = held.length ? [] : [...table.remembered(each)].filter(([piece, zones]) => !zones.has(game.at(base + piece)));
      if (lost.length) out.forgotten.push([table.ply, each, lost.map(([piece]) => piece)]);
      out.sure += held.length ? 0 : [...table.remembered(each).values()].filter((zones) => zones.size === 1).length;
    }
    const before = performance.now(), index = thinker.choose(question);
    out.times.push(performance.now() - before);
    out.asked++;
    if (hidesAnything(game) && !held.length)
      for (const dealt of [1, 2]) {
        const other = restoring(game, () => {
          dealBlindly(game, seat, new Dice(dealt + table.ply));
          return game.save();
        });
        const seen = (cells) => restoring(game, () => {
          try {
            game.words.set(cells, game.about.at.STATE >> 2);
            return JSON.stringify([game.observed(seat), game.restore(cells).numbers]);
          } catch { return ""; }
        });
        const before = game.save(), same = seen(other) === seen(before);
        game.restore(before);
        if (!same) continue;
        out.dealt++;
        if (thinker.choose({...question, cells: other}) !== index) out.differing.push(table.ply);
      }
    table.choose(index);
  }
  Object.assign(out, {over: game.over, scores: game.scores, winners: game.winners, places: game.places, decisions: table.steps.map((each) => each.text), header: header.ply});
  results.push(out);
}
console.log(JSON.stringify(results));
