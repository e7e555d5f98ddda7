// What the TextMate engine of VS Code makes of files: `node tokens.mjs MODULES GRAMMAR FILE…` prints a JSON document: for
// each file its lines, each with its pieces `[text, scopes]`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, grammarPath, ...files] = process.argv.slice(2);
const require = createRequire(join(modules, "here.js"));
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const raw = textmate.parseRawGrammar(readFileSync(grammarPath, "utf8"), grammarPath);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => (scope === raw.scopeName ? raw : null),
});
const grammar = await registry.loadGrammar(raw.scopeName);
const found = files.map((file) => {
  let state = textmate.INITIAL;
  return readFileSync(file, "utf8")
    .split("\n")
    .map((line) => {
      const done = grammar.tokenizeLine(line, state);
      state = done.ruleStack;
      return done.tokens.map((each) => [line.slice(each.startIndex, each.endIndex), each.scopes.slice(1)]);
    });
});
process.stdout.write(JSON.stringify(found));
