// Plays games through the link to a module in Node as standard input says (JSON), and prints what seats saw on the way:
// see test_link_module.py.
import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";

const {link, games} = JSON.parse(readFileSync(0, "utf8"));
const {ModuleLink} = await import(link);
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

const results = [];
for (const {module, section, about, phrases, players, seed, settings, decisions, every, taint, behind, rules, named, asked} of games) {
  const open = await ModuleLink.open(Buffer.from(module, "hex"), section, about, phrases, {
    taint: Buffer.from(taint, "hex"), rules: async () => [Buffer.from(behind, "hex"), rules], named,
  }), {table} = open;
  table.begin(players, seed, settings);
  const out = {keys: [], views: {}, whys: {}};
  const look = async () => {
    out.keys.push(digest(table.game.key));
    for (const text of asked?.[table.ply] ?? []) (out.whys[table.ply] ??= []).push(await open.why(text));
    if (table.ply % every && table.ply < decisions.length) return;
    out.views[table.ply] = [];
    for (const seat of [-1, ...table.game.seats()]) {
      open.sit(seat);
      out.views[table.ply].push(open.view());
    }
    if (digest(table.game.key) !== out.keys.at(-1)) throw new Error("looking has changed the position");
  };
  for (const option of decisions) {
    await look();
    table.choose(option);
  }
  await look();
  out.save = table.save();
  results.push(out);
}
console.log(JSON.stringify(results));
