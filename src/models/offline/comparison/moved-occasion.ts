import { groupsIn, PHRASES } from "../data/expressions.ts";
import { listedWords, pairs } from "../data/words.ts";
import { upTo } from "../text/list-items.ts";
import { PREPOSITIONS } from "../data/word-sets.ts";
import { onlyOne } from "./standing-facts.ts";
import { behindSubject, objectKeys } from "./standing-statement.ts";

/** A statement that may tell the time of an occasion. */
interface TimedFact {
  readonly text: string;
  readonly slot?: string | null;
}

/** The name of an occasion. */
interface Occasion {
  /** The last word of the name, before a preposition: "flight". Null for a word of any occasion. */
  readonly head: string | null;
  /** All words, without prepositions. */
  readonly keys: ReadonlySet<string>;
  /** Those that distinguish it; all if none does. */
  readonly distinctiveKeys: readonly string[];
}

const TIMED_OCCASION = PHRASES.one("timed_occasion");
const OF_DOINGS = pairs("occasions_of_doings");
/** Words that may be left out: "the dentist" is the dentist appointment. */
const ANY_OCCASION = new Set([...listedWords("any_occasion")].flatMap(objectKeys));
const JOURNEYS = listedWords("moved_occasion_journeys");
const isBetween = (key: string): boolean => PREPOSITIONS.has(key) || key === "to";

const occasionNamed = (name: string): Occasion => {
  const keys = objectKeys(name).map((key) => (JOURNEYS.has(key) ? "trip" : key));
  // A flight from Rome is no flight to Rome.
  const naming = keys.filter((key) => key === "from" || !isBetween(key));
  const distinctive = naming.filter((key) => !ANY_OCCASION.has(key));
  return {
    head: upTo(keys, isBetween).findLast((key) => !ANY_OCCASION.has(key)) ?? null,
    keys: new Set(naming),
    distinctiveKeys: distinctive.length > 0 ? distinctive : naming,
  };
};

/**
 * The occasion of which the fact tells the time: the flight of "Ana's flight to Rome leaves at 9am
 * on June 3", the move of "Ana is moving house on 1 May". Null for other facts.
 */
const timedOccasion = ({ text, slot = null }: TimedFact, subject: string): Occasion | null => {
  const rest = behindSubject(text.replace(/^The /u, `${subject}'s `), subject);
  if (rest === null) return null;
  const { attribute, object, doing = "", where = "" } = groupsIn(TIMED_OCCASION, rest);
  const ofDoing = OF_DOINGS[doing];
  const name = attribute ?? object ?? (ofDoing === undefined ? undefined : `${ofDoing}${where}`);
  if (name === undefined) return null;
  const ofSlot = (slot ?? "").replaceAll("_", " ");
  // A slot may say more than the text: "Ana's demo is 4 March" of the investor demo.
  return occasionNamed(ofSlot.endsWith(` ${name}`) ? ofSlot : name);
};

const CLOCK = /(?<!\d)\d{1,2}(?:[:.]\d\d| ?[ap]m)(?!\p{L})|(?<!\p{L})noon(?!\p{L})/u;
const DAY = PHRASES.one("month_or_day");
/**
 * Whether the new time says all that the known one says: "at 4pm" says no day, and so cannot stand
 * for "on Friday".
 */
const isFullTime = (newText: string, knownText: string): boolean =>
  DAY.test(newText) || !CLOCK.test(newText) || CLOCK.test(knownText);

/** Whether the name may be short for the known occasion: the launch for the product launch. */
const mayMean = ({ head, distinctiveKeys }: Occasion, knownFact: Occasion): boolean =>
  (head === null || knownFact.head === null || head === knownFact.head) &&
  distinctiveKeys.every((key) => knownFact.keys.has(key));

/**
 * The known time of an occasion that has a new one: "Ana's meeting with Dana is on Friday" is in
 * the place of "Ana has a meeting with Dana on Thursday at 3pm". The launch may be the product
 * launch, but the launch party is not the launch. Null if it has none, or if several occasions may
 * be meant; undefined if the fact tells the time of no occasion.
 */
export const earlierTime = <Known extends TimedFact>(
  fact: TimedFact & { readonly subject: string },
  knownFacts: readonly Known[],
): Known | null | undefined => {
  const newOccasion = timedOccasion(fact, fact.subject);
  if (newOccasion === null) return undefined;
  return onlyOne(
    knownFacts.filter((knownFact) => {
      const occasion = timedOccasion(knownFact, fact.subject);
      return (
        occasion !== null && mayMean(newOccasion, occasion) && isFullTime(fact.text, knownFact.text)
      );
    }),
  );
};
