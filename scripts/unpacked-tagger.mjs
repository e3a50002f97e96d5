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
/** Modules of the other parts, by the names in the model. */
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
/**
 * The code by which it takes over the parts of a plugin, and faster code with the same effect: a
 * missing part as a whole, the words of the dictionary by adding the few words so far to it, and the
 * others without an object for each word.
 */
const REPLACED = [
  [
    "if (!model[key]) Object.assign(model, { [key]: {} })\n        mergeDeep(model[key], plugin[key])",
    `if (!model[key] || Object.keys(model[key]).length === 0) model[key] = plugin[key]
        else if (key === "lexicon") {
          for (const word in model[key]) plugin[key][word] ??= model[key][word]
          model[key] = plugin[key]
        }
        else mergeDeep(model[key], plugin[key])`,
  ],
  ["Object.assign(model, { [key]: plugin[key] })", "model[key] = plugin[key]"],
];
/** Words that it skips when it takes over words one by one. */
const UNSAFE = ["__proto__", "constructor", "prototype"];

const pick = (model, names) => Object.fromEntries(names.map((name) => [name, model[name]]));

/**
 * The module of the model, with the parts that it would unpack as JSON. Throws if a part is lost.
 */
const unpackedModel = async () => {
  const { default: model } = await import(pathToFileURL(MODEL).href);
  const data = { one: pick(model.one, UNPACKED.one), two: pick(model.two, UNPACKED.two) };
  for (const word of UNSAFE)
    if (Object.values(data.one).some((words) => Object.hasOwn(words, word)))
      throw new Error(`The dictionary holds ${word}.`);
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
 * Unpacks the dictionary of the part-of-speech tagger (compromise) while the service is built.
 * Otherwise each thread that reads English would do so before its first message.
 */
export const unpackedTagger = {
  name: "unpacked-tagger",
  load: (id) => (id === MODEL ? unpackedModel() : null),
  transform: (code, id) => {
    if (id !== EXTEND) return null;
    const replacedCode = REPLACED.reduce((text, [slow, fast]) => {
      if (!text.includes(slow)) throw new Error(`${EXTEND} is not what it was.`);
      return text.replace(slow, fast);
    }, code);
    return { code: replacedCode, map: null };
  },
};
