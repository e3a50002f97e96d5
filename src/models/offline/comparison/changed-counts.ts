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

interface Counted extends Omit<HandedOver, "text"> {
  readonly text: string;
  readonly subject: string;
}

/**
 * The known counts that a loss or an addition changes, in the words that hold now: "has two cats"
 * for "has three cats" after "lost one of the cats". A count of one or none is left to other rules.
 */
export const withChangedCounts = (
  text: string,
  knownFacts: readonly Counted[],
): readonly HandedOver[] => {
  const change = changeIn(text);
  if (change === null) return [];
  return knownFacts.flatMap((known) => {
    const rest = known.text.slice(known.subject.length);
    const { before = "", count = "", behind = "", what = "" } = groupsIn(COUNTED, rest);
    const number = numberOf(count);
    const now = (number ?? 0) + change.by;
    if (number === null || keyOf(what) !== change.what || now < 2) return [];
    const word = /\d/u.test(count) ? String(now) : NUMBER_WORDS[now - 1];
    if (word === undefined) return [];
    const value = known.value === count ? word : known.value;
    return [{ id: known.id, text: known.subject + before + word + behind, value }];
  });
};
