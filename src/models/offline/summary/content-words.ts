import { words } from "../word-lists/word-list.ts";

const STOP_WORDS = words(
  "a an the and or but of to in on at for with by from is are was were be been am as that this it its his her their my our your i we you he she they not so if do did does have has had will would can just me us them what when where who how please always never",
);

/** The words of a text that carry its meaning, folded, without endings. */
export const contentWords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}$%]{2,}/gu) ?? [])
      .filter((word) => !STOP_WORDS.has(word))
      .map((word) => word.replace(/(?<=\p{L}{3})(?:es|s|ing|ed)$/u, "")),
  );

/** How much of the smaller set the larger one holds: 0 to 1. */
export const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a];
  return smaller.size === 0
    ? 0
    : [...smaller].filter((word) => larger.has(word)).length / smaller.size;
};
