import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = join(dirname(createRequire(import.meta.url).resolve("gpt-tokenizer")), "../esm");
const RANKS = join(folder, "bpeRanks");
const CORE = join(folder, "BytePairEncodingCore.js");
const PACKED_RANKS = resolve(import.meta.dirname, "../src/language/packed-ranks.ts");

/** The code by which the package reads the ranks of texts, and its replacement. */
const REPLACED = [
  [
    "this.mergeableBytePairRankCount = Object.keys(bytePairRankDecoder).length",
    "this.mergeableBytePairRankCount = bytePairRankDecoder.length",
  ],
  [
    "this.bytePairStringRankEncoder = /* @__PURE__ */ new Map()",
    "this.bytePairStringRankEncoder = bytePairRankDecoder",
  ],
];

/** Characters of private use, which few tokens contain. */
const SIGNS = Array.from({ length: 100 }, (_, i) => String.fromCharCode(0xf000 + i));

const packTokens = (tokens) => {
  const tokenList = Array.from(tokens);
  const texts = tokenList.map((token) => (typeof token === "string" ? token : ""));
  const sign = SIGNS.find((one) => !texts.some((text) => text.includes(one)));
  if (sign === undefined) throw new Error("The tokens hold every sign that could part them.");
  return {
    texts: texts.map((text) => text + sign).join(""),
    sign,
    bytes: tokenList.flatMap((token, rank) => (Array.isArray(token) ? [[rank, token]] : [])),
  };
};

const packedModule = async (id) => {
  const { default: tokens } = await import(pathToFileURL(id).href);
  return [
    `import { PackedRanks } from ${JSON.stringify(PACKED_RANKS)};`,
    `export default new PackedRanks(${JSON.stringify(packTokens(tokens))});`,
  ].join("\n");
};

/**
 * Packs the tokens of the encodings (gpt-tokenizer) while the service is built. Otherwise each
 * process would unpack 200,000 of them before it counts the first text.
 */
export const packedTokens = {
  name: "packed-tokens",
  load: (id) => (dirname(id) === RANKS ? packedModule(id) : null),
  transform: (code, id) => {
    if (id !== CORE) return null;
    const replacedCode = REPLACED.reduce((text, [slow, fast]) => {
      if (!text.includes(slow)) throw new Error(`${CORE} is not what it was.`);
      return text.replace(slow, fast);
    }, code);
    return { code: replacedCode, map: null };
  },
};
