import { PHRASES } from "../data/expressions.ts";
import { listedWords } from "../data/words.ts";
import { foldText } from "../../../language/folding.ts";
import { wordKey } from "../../../language/spelling.ts";
import { onlyOne } from "./standing-facts.ts";
import { earlierTime } from "./moved-occasion.ts";

const FIGURES = PHRASES.rows("figures");
const WORD = /\p{L}[\p{L}'-]*/gu;
const NAME = /^\p{Lu}/u;
const EMPTY = listedWords("words_of_plans");

/** The figures and times of a statement, by kind, and its other words. */
interface Figures {
  readonly byKind: ReadonlyMap<string, string>;
  readonly words: ReadonlySet<string>;
  /** The subset of `words` that are names. */
  readonly names: ReadonlySet<string>;
}

/** Takes the figures out of a statement, at most one of each kind; what remains are its words. */
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
/**
 * Keys of the words for what is paid for: "pays 75 pounds a month for parking" does not change the
 * price of a gym.
 */
const paidFor = (text: string): readonly string[] =>
  (PAID_FOR.exec(text)?.groups?.["thing"]?.match(WORD) ?? [])
    .filter((word) => !EMPTY.has(word.toLowerCase()))
    .map((word) => wordKey(foldText(word)));

const OWNED = /^'s (?:new |old |own )?(?<thing>\p{L}[\p{L}-]*)/u;
/** Key of the thing that the subject owns: the floor of a flat is not that of an office. */
const ownedThing = (text: string, subject: string): readonly string[] => {
  const thing = text.startsWith(subject)
    ? OWNED.exec(text.slice(subject.length))?.groups?.["thing"]
    : undefined;
  return thing === undefined ? [] : [wordKey(foldText(thing))];
};

const COUNTED = PHRASES.one("counted");
/** Key of the counted thing: "one coffee a day" does not change the number of cats. */
const countedThing = (text: string): readonly string[] => {
  const thing = COUNTED.exec(text)?.groups?.["thing"];
  return thing === undefined ? [] : [wordKey(foldText(thing))];
};

/**
 * Share of the words of the change that the known statement must have. How often somebody does
 * something changes only for the same thing: "sees the dentist once a month" is not about parents.
 */
const ENOUGH = 0.5;
const ALL = 1;

/** Kinds of figures that say by themselves what has changed: "a size 11", "Band 6". */
const NAMES_ITSELF = /^(?:size|band)$/u;
const MOVED_TO_FIGURE =
  / (?:is(?: now)?|has|was|moved|gone|went|got|wears|takes)(?: (?:been|moved|gone))?(?: (?:up|down))? (?:in(?:to)?|to)(?: an?| the)? (?:size|band|level|tier) \p{L}*\d*$/iu;
const hasOtherFigure = (known: Figures, change: Figures): boolean =>
  [...change.byKind].every(
    ([kind, figure]) => known.byKind.has(kind) && known.byKind.get(kind) !== figure,
  );

/**
 * The known statement whose time or figure a change replaces: "is retiring in December instead"
 * replaces "is planning to retire in June". Both have a different figure of one kind. The known
 * statement has all names of the change, and at least half of its words; of an occasion it has the
 * whole name. Null if there is none, or if it is unclear which one is meant.
 */
export const changedBy = <Known extends { readonly text: string }>(
  { subject, text }: { readonly subject: string; readonly text: string },
  knownFacts: readonly Known[],
): Known | null => {
  const earlier = earlierTime({ subject, text }, knownFacts);
  if (earlier !== undefined) return earlier;
  const change = figuresOf(text, subject);
  if (change.byKind.size === 0) return null;
  if (NAMES_ITSELF.test([...change.byKind.keys()].join(" ")) && MOVED_TO_FIGURE.test(text))
    return onlyOne(
      knownFacts.filter((one) => hasOtherFigure(figuresOf(one.text, subject), change)),
    );
  if (change.words.size === 0) return null;
  const wantedKeys = [
    ...change.names,
    ...paidFor(text),
    ...ownedThing(text, subject),
    ...(change.byKind.has("count") ? countedThing(text) : []),
  ];
  const nearness = (one: Known): number => {
    const { byKind, words } = figuresOf(one.text, subject);
    const otherKinds = [...change.byKind].flatMap(([kind, figure]) =>
      byKind.has(kind) && byKind.get(kind) !== figure ? [kind] : [],
    );
    if (otherKinds.length === 0 || !wantedKeys.every((name) => words.has(name))) return 0;
    const share = [...change.words].filter((word) => words.has(word)).length / change.words.size;
    const least = otherKinds.every((kind) => kind === "frequency") ? ALL : ENOUGH;
    return share >= least ? share : 0;
  };
  const [nearest, next] = knownFacts
    .map((one) => ({ one, share: nearness(one) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share);
  return nearest === undefined || nearest.share === next?.share ? null : nearest.one;
};
