// Plays games twice in Node as standard input says (JSON): the second time two pieces that a seat does not see have changed
// places at the beginning. As long as both look the same to the seat, it must remember the same: see test_module_bots.py.
import {readFileSync} from "node:fs";

const {client, wasm, phrases, games} = JSON.parse(readFileSync(0, "utf8"));
const {Game} = await import(wasm);
const {Table} = await import(`${client}/module/table.js`);
const {lay, unseen} = await import(`${client}/module/hidden.js`);
const {Dice} = await import(`${client}/module/dice.js`);

const named = (game, piece) => { // nobody tells pieces apart that are alike
  const domain = game.about.domains.findIndex(({piece_base: base, names}) => base >= 0 && base <= piece && piece < base + names.length);
  return game.member(domain, piece - game.about.domains[domain].piece_base);
};
const remembered = (table, seat) => JSON.stringify([...table.remembered(seat)].map(([piece, zones]) => `${named(table.game, piece)} ${[...zones].sort()}`).sort());
const looks = (table, seat) => JSON.stringify([table.game.observed(seat), table.game.seat === seat && table.game.numbers, table.story(seat, table.ply)]);

const results = [];
for (const {module, players, seeds, most} of games) {
  const bytes = Buffer.from(module, "hex"), out = {compared: 0, differing: []};
  for (const seed of seeds) {
    const dice = new Dice(seed), tables = [];
    for (const _ of [0, 1]) tables.push(new Table(await Game.load(bytes)).begin(players, seed));
    for (const each of tables) each.game.about.phrases = phrases;
    const [first, second] = tables, {game} = second, seat = dice.below(players), kinds = [...unseen(game, seat).zones.values()];
    if (!kinds.length) continue;
    const zones = kinds[dice.below(kinds.length)], pieces = zones.flatMap(({number}) => game.pieces(number));
    const [a, ...others] = dice.shuffle(pieces.map((_, i) => i));
    const b = others.find((each) => named(game, pieces[each]) !== named(game, pieces[a]));
    if (b === undefined) continue;
    [pieces[a], pieces[b]] = [pieces[b], pieces[a]];
    lay(game, zones, pieces);
    game.restore(game.save());
    while (!first.game.over && first.ply < most && looks(first, seat) === looks(second, seat)) {
      if (remembered(first, seat) !== remembered(second, seat)) out.differing.push([seed, first.ply]);
      out.compared++;
      const both = first.game.exact.filter((each) => second.game.exact.includes(each));
      if (!both.length) break;
      const text = both[dice.below(both.length)];
      for (const each of tables) each.choose(text);
    }
  }
  results.push(out);
}
console.log(JSON.stringify(results));
