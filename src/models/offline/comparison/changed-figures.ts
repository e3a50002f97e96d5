import { PHRASES } from "../data/expressions.ts";
import { keys, listedWords } from "../data/words.ts";
import { foldText } from "../../../language/folding.ts";
import { wordKey } from "../../../language/spelling.ts";
import { isPresentOf, onlyOne, type NamedFact } from "./standing-facts.ts";
import { objectKeys } from "./standing-statement.ts";
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
const COSTING = /['’]s (?<thing>\p{L}[^,.;]{1,40}?) (?:(?:now|only|just) )*costs? /u;
/**
 * Keys of the words for what is paid for: "pays 75 pounds a month for parking", "Ana's parking costs
 * 75 pounds" do not change the price of a gym.
 */
export const paidFor = (text: string): readonly string[] =>
  ((PAID_FOR.exec(text) ?? COSTING.exec(text))?.groups?.["thing"]?.match(WORD) ?? [])
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
/** Verbs that say nothing of the thing that somebody has so often: "needs the inhaler once a day". */
const TAKING = new Set([...listedWords("changed_figures_taking")].flatMap(objectKeys));

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
    const isOfFrequency = otherKinds.every((kind) => kind === "frequency");
    const wanted = [...change.words].filter((word) => !isOfFrequency || !TAKING.has(word));
    const share = wanted.filter((word) => words.has(word)).length / wanted.length;
    return share >= (isOfFrequency ? ALL : ENOUGH) ? share : 0;
  };
  const [nearest, next] = knownFacts
    .map((one) => ({ one, share: nearness(one) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share);
  return nearest === undefined || nearest.share === next?.share ? null : nearest.one;
};

/**
 * The only known price of the same thing, which is paid once: "pays 120 a month for electricity"
 * replaces "pays 90 a month for electricity".
 */
export const otherPriceOf = <Known extends NamedFact>(
  { subject, text }: { readonly subject: string; readonly text: string },
  knownFacts: readonly Known[],
): Known | null => {
  const priceIn = (one: string): string | undefined => figuresOf(one, subject).byKind.get("money");
  const [price, wantedKeys] = [priceIn(text), paidFor(text).join(" ")];
  return price === undefined || wantedKeys === ""
    ? null
    : onlyOne(
        knownFacts.filter((fact) => {
          const knownPrice = priceIn(fact.text);
          return (
            knownPrice !== undefined &&
            knownPrice !== price &&
            paidFor(fact.text).join(" ") === wantedKeys &&
            isPresentOf(fact, subject)
          );
        }),
      );
};

/** Words of an attribute that only say which of its figures is meant: "the launch date". */
const MEASURES = new Set([...listedWords("measures_of_things")].flatMap(objectKeys));
const BARE = "bare";
const BARE_FIGURE = /(?<![\p{L}\d.,:])(?<figure>\d[\d.,]*)(?![\p{L}\d:])(?: (?<unit>\p{L}{1,8}))?/u;
/** What a figure without a unit may stand for: "is 1000 now" after "takes 500 mg". */
const OF_BARE = /^(?:bare|measure$|money$)/u;

/** Kinds of days, one of which may be in the place of another: "due on Friday", "due on 12 June". */
const DAYS = keys("date weekday day");

/** The figures of a text by kind. The kind of another figure is "bare" with its unit: "bare GB". */
const figuresIn = (text: string, subject: string): Figures => {
  const figures = figuresOf(text, subject);
  const { figure, unit = "" } = BARE_FIGURE.exec(text)?.groups ?? {};
  const isOfKind = [...figures.byKind.values()].some((known) => known.includes(figure ?? ""));
  return isOfKind || figure === undefined
    ? figures
    : { ...figures, byKind: new Map([...figures.byKind, [`${BARE} ${unit}`.trim(), figure]]) };
};

/**
 * The only known statement about a thing whose figure is another one now: "Ana's metformin is 1000"
 * replaces "takes metformin 500 twice a day", and "Ana's deadlift is 120 kg" replaces "can deadlift
 * 100 kg".
 */
export const otherFigureOf = <Known extends NamedFact>(
  {
    subject,
    slot,
    value,
  }: { readonly subject: string; readonly slot: string; readonly value: string },
  knownFacts: readonly Known[],
): Known | null => {
  const wantedKeys = objectKeys(slot.replaceAll("_", " ")).filter((key) => !MEASURES.has(key));
  const change = figuresIn(value, subject);
  if (wantedKeys.length === 0 || change.byKind.size === 0) return null;
  const isOther = ({ byKind }: Figures): boolean =>
    [...change.byKind].some(([kind, figure]) => {
      const isLike = (one: string): boolean =>
        kind === BARE ? OF_BARE.test(one) : one === kind || (DAYS.has(kind) && DAYS.has(one));
      const kinds = [...byKind.keys()].filter(isLike);
      return kinds.some((one) => byKind.get(one) !== figure);
    });
  return onlyOne(
    knownFacts.filter((fact) => {
      const knownFigures = figuresIn(fact.text, subject);
      return (
        (fact.slot === null || fact.slot === "medication" || fact.value?.startsWith("due ")) &&
        wantedKeys.every((key) => knownFigures.words.has(key)) &&
        isOther(knownFigures) &&
        isPresentOf(fact, subject)
      );
    }),
  );
};
