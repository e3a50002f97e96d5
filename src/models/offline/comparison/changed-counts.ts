import { NUMBER_WORDS } from "../../../language/calendar-words.ts";
import { foldText } from "../../../language/folding.ts";
import { wordKey } from "../../../language/spelling.ts";
import type { HandedOver } from "../../port.ts";
import { groupsIn, PHRASES } from "../data/expressions.ts";

/** Number up to which things are counted that somebody has. */
const MOST = 12;
/** The number in a word or in digits; null for others. */
const numberOf = (word: string): number | null => {
  const number = NUMBER_WORDS.indexOf(word.toLowerCase()) + 1 || Number(word);
  return Number.isInteger(number) && number > 0 && number <= MOST ? number : null;
};

/** "lost one of the cats", "has got another cat" */
const SOME_LOST = PHRASES.one("some_lost");
const ANOTHER = PHRASES.one("another_got");
/** "has three cats", "keeps six hens called …" */
const COUNTED =
  /^(?<before> (?:has|have|keeps?|owns?) )(?<count>\p{L}+|\d+)(?<behind> (?<what>\p{Ll}+s)(?!\p{L}).*)$/u;

const keyOf = (noun: string): string => wordKey(foldText(noun));

/** How many more or fewer of what there are; null if a text tells no such change. */
const changeIn = (text: string): { readonly what: string; readonly by: number } | null => {
  const { lost, of } = groupsIn(SOME_LOST, text);
  if (lost !== undefined && of !== undefined) {
    const by = numberOf(lost);
    return by === null ? null : { what: keyOf(of), by: -by };
  }
  const { more } = groupsIn(ANOTHER, text);
  return more === undefined ? null : { what: keyOf(more), by: 1 };
};

const CHILDREN = "number_of_children";
/** How many children more somebody has who had a baby; 0 for other facts. */
const moreChildrenIn = ({ slot, action, value }: CountingFact): number =>
  slot === CHILDREN && action === "DELETE"
    ? (numberOf(value?.replace(/ more$/u, "") ?? "") ?? 0)
    : 0;

interface CountingFact {
  readonly text: string;
  readonly slot: string | null;
  readonly action: string;
  readonly value: string | null;
}

interface Counted extends Omit<HandedOver, "text"> {
  readonly text: string;
  readonly subject: string;
  readonly slot: string | null;
}

/** The known number of children in the words that hold after a birth. */
const withChildrenCounted = (more: number, knownFacts: readonly Counted[]): readonly HandedOver[] =>
  knownFacts.flatMap(({ id, subject, slot, value }) => {
    const number = slot === CHILDREN ? numberOf(value ?? "") : null;
    if (number === null || value === null) return [];
    const count = asWritten(number + more, value);
    return [{ id, text: `${subject} has ${count} children`, value: count }];
  });

/** The number in digits or in a word, like another one. */
const asWritten = (number: number, like: string): string =>
  (/\d/u.test(like) ? undefined : NUMBER_WORDS[number - 1]) ?? String(number);

/**
 * The known counts that a birth, a loss or an addition changes, in the words that hold now: "has two cats"
 * for "has three cats" after "lost one of the cats". A count of one or none is left to other rules.
 */
export const withChangedCounts = (
  fact: CountingFact,
  knownFacts: readonly Counted[],
): readonly HandedOver[] => {
  const moreChildren = moreChildrenIn(fact);
  if (moreChildren > 0) return withChildrenCounted(moreChildren, knownFacts);
  const change = changeIn(fact.text);
  if (change === null) return [];
  return knownFacts.flatMap((known) => {
    const rest = known.text.slice(known.subject.length);
    const { before = "", count = "", behind = "", what = "" } = groupsIn(COUNTED, rest);
    const number = numberOf(count);
    const now = (number ?? 0) + change.by;
    if (number === null || keyOf(what) !== change.what || now < 2) return [];
    const word = asWritten(now, count);
    const value = known.value === count ? word : known.value;
    return [{ id: known.id, text: known.subject + before + word + behind, value }];
  });
};
