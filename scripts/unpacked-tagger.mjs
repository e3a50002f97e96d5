import { deepStrictEqual } from "node:assert";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = join(dirname(createRequire(import.meta.url).resolve("compromise")), "../..");
const MODEL = join(folder, "src/2-two/preTagger/model/index.js");
const EXTEND = join(folder, "src/API/extend.js");

/** Parts of the model that compromise unpacks and conjugates when it is loaded. */
const UNPACKED = {
  one: ["_multiCache", "lexicon", "frozenLex"],
  two: ["irregularPlurals", "models", "switches", "uncountable"],
};
/** Modules of the other parts, by the names that the model gives them. */
const AS_WRITTEN = {
  suffixPatterns: "./patterns/suffixes.js",
  prefixPatterns: "./patterns/prefixes.js",
  endsWith: "./patterns/endsWith.js",
  neighbours: "./patterns/neighbours.js",
  regexNormal: "./regex/regex-normal.js",
  regexText: "./regex/regex-text.js",
  regexNumbers: "./regex/regex-numbers.js",
  clues: "./clues/index.js",
  orgWords: "./orgWords.js",
  placeWords: "./placeWords.js",
};
/** How it takes a word of the dictionary over, by an object for each, and what does the same. */
const [BY_OBJECTS, BY_WORDS] = [
  "Object.assign(model, { [key]: plugin[key] })",
  "model[key] = plugin[key]",
];

const pick = (model, names) => Object.fromEntries(names.map((name) => [name, model[name]]));

/** The module of the model, with what it would unpack as JSON. Throws if a part is lost. */
const unpackedModel = async () => {
  const { default: model } = await import(pathToFileURL(MODEL).href);
  const data = { one: pick(model.one, UNPACKED.one), two: pick(model.two, UNPACKED.two) };
  const json = JSON.stringify(data);
  deepStrictEqual(JSON.parse(json), data);
  const names = Object.keys(AS_WRITTEN);
  deepStrictEqual(Object.keys(model.one).toSorted(), UNPACKED.one.toSorted());
  deepStrictEqual(Object.keys(model.two).toSorted(), [...UNPACKED.two, ...names].toSorted());
  return [
    ...names.map((name) => `import ${name} from "${AS_WRITTEN[name]}";`),
    `const { one, two } = JSON.parse(${JSON.stringify(json)});`,
    `export default { one, two: { ...two, ${names.join(", ")} } };`,
  ].join("\n");
};

/**
 * Unpacks the dictionary of the part-of-speech tagger (compromise) while the service is built: else
 * each thread that reads English does it before its first message.
 */
export const unpackedTagger = {
  name: "unpacked-tagger",
  load: (id) => (id === MODEL ? unpackedModel() : null),
  transform: (code, id) => {
    if (id !== EXTEND) return null;
    if (!code.includes(BY_OBJECTS)) throw new Error(`${EXTEND} is not what it was.`);
    return { code: code.replace(BY_OBJECTS, BY_WORDS), map: null };
  },
};
