// Plays decisions in Node as standard input says (JSON), and writes what every seat (-1: who watches) is told of them: see
// test_module_story.py.
import {readFileSync} from "node:fs";

const {client, wasm, phrases, games} = JSON.parse(readFileSync(0, "utf8"));
const {Game} = await import(wasm);
const {Table} = await import(`${client}/module/table.js`);

const results = [];
for (const {module, players, seed, decisions, speech} of games) {
  const table = new Table(await Game.load(Buffer.from(module, "hex"))).begin(players, seed), bound = [];
  Object.assign(table.game.about, {phrases, speech});
  for (const each of decisions) {
    table.choose(each);
    bound.push(Boolean(table.bound));
  }
  const seats = Array.from({length: players + 1}, (_, i) => i - 1);
  results.push({bound, told: seats.map((seat) => table.story(seat, 0).map(({text, lines}) => [text, lines]))});
}
console.log(JSON.stringify(results));
