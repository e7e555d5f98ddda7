// Which ruleset a file belongs to: the file with the header (`ruleset:`) tells. Alone in its folder it makes the folder
// a ruleset; several of them in one folder, and those in a folder `variants`, are rulesets or overlays of one file each.
// It is what tools/authoring/owners.py does.

"use strict";

const fs = require("node:fs");
const path = require("node:path");

const HEADER = /^(?:ruleset|"ruleset"|'ruleset') *:/m;
const KEY = /^["']?([A-Za-z_]+)["']?\s*:/gm;
const LARGEST = 4 * 1024 * 1024;

/** What a file of a ruleset may have at its top; a test compares them with the models. */
const SECTIONS = new Set(
  `actions adjustments boards book change constants enums examples features flow functions invariants kinds lint
  look options players positions procedures remove replace rulebook ruleset scoring setup state strength tables
  triggers zones`.split(/\s+/),
);

/**
 * The folder or file that is the ruleset or overlay of a YAML file; undefined if it belongs to none.
 * @param {string} file
 * @returns {string | undefined}
 */
function owner(file) {
  if (!isYaml(file)) return undefined;
  const folder = path.dirname(file);
  if (path.basename(folder) === "texts") {
    const above = yamlFiles(path.dirname(folder))[0];
    return above === undefined ? undefined : owner(above);
  }
  const beside = yamlFiles(folder);
  const heads = beside.filter(isHead);
  const alone = heads.length === 1 && path.basename(folder) !== "variants";
  if (alone && beside.every((each) => heads.includes(each) || isPart(each))) return folder;
  return heads.find((head) => path.basename(head) === path.basename(file));
}

/**
 * How a command names a ruleset that lies at a path: from a folder, if it lies in there.
 * @param {string} found
 * @param {string} from
 * @returns {string}
 */
function target(found, from) {
  const inside = path.relative(from, found);
  if (inside === "") return ".";
  if (inside.startsWith("..") || path.isAbsolute(inside)) return found;
  return `.${path.sep}${inside}`;
}

/**
 * A command as one writes it, in words: quotes hold a word with blanks together.
 * @param {string} text
 * @returns {string[]}
 */
function words(text) {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map((each) => each[1] ?? each[2] ?? each[3] ?? "");
}

/** @param {string} file */
function isYaml(file) {
  return /\.ya?ml$/.test(file);
}

/**
 * The YAML files directly inside a folder, by name.
 * @param {string} folder
 * @returns {string[]}
 */
function yamlFiles(folder) {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => isYaml(name) && !name.startsWith("."))
      .sort()
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** @param {string} file */
function isHead(file) {
  return HEADER.test(textOf(file) ?? "");
}

/**
 * Whether a file without a header looks like a part of a ruleset: some key of it is a section, or it has none.
 * @param {string} file
 */
function isPart(file) {
  const keys = [...(textOf(file) ?? "").matchAll(KEY)].map((each) => each[1] ?? "");
  return keys.length === 0 || keys.some((each) => SECTIONS.has(each));
}

/**
 * The text of a file; undefined for what cannot be read, or is larger than rules are.
 * @param {string} file
 * @returns {string | undefined}
 */
function textOf(file) {
  try {
    const about = fs.statSync(file);
    return about.isFile() && about.size <= LARGEST ? fs.readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

module.exports = { owner, target, words, SECTIONS };
