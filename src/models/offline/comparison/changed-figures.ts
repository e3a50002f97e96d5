import { PHRASES } from "../data/expressions.ts";
import { listedWords } from "../data/words.ts";
import { foldText } from "../../../language/folding.ts";
import { wordKey } from "../../../language/spelling.ts";

const FIGURES = PHRASES.rows("figures");
const WORD = /\p{L}[\p{L}'-]*/gu;
const NAME = /^\p{Lu}/u;
const EMPTY = listedWords("words_of_plans");

/** What a statement tells in figures and times, by kind, and its other words. */
interface Figures {
  readonly byKind: ReadonlyMap<string, string>;
  readonly words: ReadonlySet<string>;
  /** Of these, the names. */
  readonly names: ReadonlySet<string>;
}

const figuresOf = (text: string, subject: string): Figures => {
  const byKind = new Map<string, string>();
  let rest = text.replaceAll(subject, " ");
  for (const [pattern, kind] of FIGURES) {
    const figure = pattern.exec(rest)?.[0];
    if (figure === undefined) continue;
    byKind.set(kind, foldText(figure));
    rest = rest.replace(figure, " ");
  }
  const words = (rest.match(WORD) ?? []).filter((word) => !EMPTY.has(word.toLowerCase()));
  const keyOf = (word: string): string => wordKey(foldText(word));
  return {
    byKind,
    words: new Set(words.map(keyOf)),
    names: new Set(words.filter((word) => NAME.test(word)).map(keyOf)),
  };
};

const PAID_FOR = /\bpays? .{1,60}? for (?<thing>[^,.;]{1,40})/u;
/** The words for what is paid for: "pays 75 pounds a month for parking" changes no price of a gym. */
const paidFor = (text: string): readonly string[] =>
  (PAID_FOR.exec(text)?.groups?.["thing"]?.match(WORD) ?? [])
    .filter((word) => !EMPTY.has(word.toLowerCase()))
    .map((word) => wordKey(foldText(word)));

const OWNED = /^'s (?:new |old |own )?(?<thing>\p{L}[\p{L}-]*)/u;
/** The word for the thing of a subject that is spoken of: the floor of a flat is none of an office. */
const ownedThing = (text: string, subject: string): readonly string[] => {
  const thing = text.startsWith(subject)
    ? OWNED.exec(text.slice(subject.length))?.groups?.["thing"]
    : undefined;
  return thing === undefined ? [] : [wordKey(foldText(thing))];
};

const COUNTED = PHRASES.one("counted");
/** The word for what is counted: "one coffee a day" changes no number of cats. */
const countedThing = (text: string): readonly string[] => {
  const thing = COUNTED.exec(text)?.groups?.["thing"];
  return thing === undefined ? [] : [wordKey(foldText(thing))];
};

/** Share of the words of a revision that the revised statement must have. */
const ENOUGH = 0.5;

/**
 * The statement whose time or figure a change puts another in the place of: of "is retiring in December instead" the one that
 * says "is planning to retire in June". Both tell a figure of one kind, but not the same; the one that is changed has all names
 * of the change, and at least half of its words. Null where there is none, or it is not clear which.
 */
export const changedBy = <Known extends { readonly text: string }>(
  { subject, text }: { readonly subject: string; readonly text: string },
  known: readonly Known[],
): Known | null => {
  const change = figuresOf(text, subject);
  if (change.byKind.size === 0 || change.words.size === 0) return null;
  const wanted = [
    ...change.names,
    ...paidFor(text),
    ...ownedThing(text, subject),
    ...(change.byKind.has("count") ? countedThing(text) : []),
  ];
  const nearness = (one: Known): number => {
    const { byKind, words } = figuresOf(one.text, subject);
    const isOther = [...change.byKind].some(
      ([kind, figure]) => byKind.has(kind) && byKind.get(kind) !== figure,
    );
    if (!isOther || !wanted.every((name) => words.has(name))) return 0;
    return [...change.words].filter((word) => words.has(word)).length / change.words.size;
  };
  const [nearest, next] = known
    .map((one) => ({ one, share: nearness(one) }))
    .filter(({ share }) => share >= ENOUGH)
    .toSorted((a, b) => b.share - a.share);
  return nearest === undefined || nearest.share === next?.share ? null : nearest.one;
};
