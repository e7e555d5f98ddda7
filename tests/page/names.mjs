// Reads what pages are told of games from standard input (JSON: two tellings of each), and writes the names that a page
// calls otherwise by one than by the other: see test_view.py.
import {readFileSync} from "node:fs";

const {client, games} = JSON.parse(readFileSync(0, "utf8"));
const {Names} = await import(`${client}/names.js`);

const results = games.map(([one, other]) => {
  const [mine, theirs] = [new Names(one), new Names(other)];
  return Object.keys(one.words).filter((name) => mine.word(name) !== theirs.word(name));
});
console.log(JSON.stringify(results));
