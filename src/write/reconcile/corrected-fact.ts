import { MONTH_WORDS, WEEKDAY_WORDS } from "../../language/calendar-words.ts";
import { foldName, nameFinder } from "../../language/names.ts";
import {
  correctedPart,
  isNumber,
  wordsLike,
  wrongPart,
  isShortValueOf,
  sameValue,
} from "../../language/value.ts";
import { namesOf } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import {
  MILLIS_PER_DAY,
  monthName,
  OPEN,
  plusMillis,
  type Instant,
  type Precision,
} from "../../memory/time.ts";
import type { CorrectedFact, ExtractedFact } from "../../models/port.ts";
import { isBelieved, type BelievedFact } from "../draft/draft-fact.ts";
import type { Draft } from "../draft/draft.ts";
import { namedByValue } from "../draft/mentions.ts";
import type { Work } from "../work.ts";
import { similarFacts } from "./similar-facts.ts";

/** Number of the latest facts among which the last statements of the speaker are searched for. */
const MOST_RECENT = 30;

/** A valid time so far ahead that plans are visible too. */
const PLANS_AHEAD = 10 * 365 * 24 * 3_600_000;

/**
 * The facts, including plans, of the last message with facts of the same speaker in the same
 * session. If a later message calls words wrong, of the last one whose facts contain them.
 */
export const toldLast = async (
  { event }: Work,
  draft: Draft,
  wrong: string | null,
): Promise<BelievedFact[]> => {
  const query = { page: { first: MOST_RECENT }, ...(event.session && { session: event.session }) };
  const instants: readonly Instant[] = [
    event.occurredAt,
    plusMillis(event.occurredAt, PLANS_AHEAD),
  ];
  const pages = await Promise.all(
    instants.map((instant) => draft.space.recentFacts({ ...query, at: draft.validAt(instant) })),
  );
  const versions = pages.flatMap(({ items }) => items.map(({ item }) => item));
  const newest = [...new Map(versions.map((version) => [version.fact, version])).values()]
    .filter(
      ({ speaker, session, occurredAt }) =>
        speaker === event.speaker && session === event.session && occurredAt <= event.occurredAt,
    )
    .toSorted((a, b) => (a.firstRecordedAt < b.firstRecordedAt ? 1 : -1));
  const namingFact =
    wrong === null ? undefined : newest.find(({ text }) => nameFinder(text)(wrong));
  const last = (namingFact ?? newest[0])?.event;
  const facts = await draft.facts.adopt(newest.filter((version) => version.event === last));
  const believedFacts = last == null ? [] : facts.filter(isBelieved);
  await draft.entities.load(believedFacts.flatMap(({ state }) => state.mentions));
  return believedFacts;
};

/** The recorded fact that a message corrects: one fact, no known fact, or unclear. */
export type CorrectionTarget = BelievedFact | "UNKNOWN" | "UNCLEAR";

const onlyOne = (facts: readonly BelievedFact[]): CorrectionTarget => {
  const [first, ...others] = facts;
  return first === undefined ? "UNKNOWN" : others.length === 0 ? first : "UNCLEAR";
};

/** The facts that were said last. */
const saidLast = (facts: readonly BelievedFact[]): BelievedFact[] => {
  const last = facts.reduce<Instant | null>(
    (latest, { state }) =>
      latest === null || state.occurredAt > latest ? state.occurredAt : latest,
    null,
  );
  return facts.filter(({ state }) => state.occurredAt === last);
};

/**
 * Whether a fact has a value, or names the entity with that value as its name besides its subject.
 */
const speaksOf = (draft: Draft, { state }: BelievedFact, value: string): boolean =>
  sameValue(state.value, value) ||
  isShortValueOf(value, state.value) ||
  namedByValue({ value, mentions: state.mentions }, draft).length > 0;

/** The known fact about a subject with the value that a message calls wrong. */
export const correctedFact = async (
  work: Work,
  draft: Draft,
  subject: EntityId,
  { slot, value }: CorrectedFact,
  fact: ExtractedFact,
): Promise<CorrectionTarget> => {
  const { occurredAt } = work.event;
  const mayBeMeant = (fact: BelievedFact): boolean =>
    fact.state.occurredAt <= occurredAt && (value === null || speaksOf(draft, fact, value));
  if (slot !== null) {
    const line = await draft.facts.lines.of({ entity: subject, slot, chain: "" });
    await draft.entities.load(line.flatMap(({ state }) => state?.mentions ?? []));
    const facts = line.filter(isBelieved).filter(mayBeMeant);
    if (value !== null || !draft.facts.lines.hasMany(slot)) return onlyOne(saidLast(facts));
    // "No, my cousin's name is Jo" corrects the only cousin, or the one of the last message.
    const labelledFacts = facts.filter(
      ({ state }) =>
        state.label === fact.label &&
        (fact.polarity === "HOLDS" || sameValue(state.value, fact.value)),
    );
    const toldFacts = await toldLast(work, draft, null);
    const last = labelledFacts.filter((one) => toldFacts.includes(one));
    return onlyOne(last.length === 1 ? last : labelledFacts);
  }
  const root = draft.entities.root(subject).entity;
  const toldFacts = await toldLast(work, draft, value);
  const last = toldFacts.filter(
    (one) => draft.entities.root(one.state.entity).entity === root && mayBeMeant(one),
  );
  if (last.length > 0) return onlyOne(last);
  if (value === null) return "UNKNOWN";
  const similar = await similarFacts(work, draft, {
    subject,
    text: fact.text,
    at: occurredAt,
    isChange: false,
  });
  await draft.entities.load((similar ?? []).flatMap(({ fact }) => fact.state.mentions));
  return onlyOne(saidLast((similar ?? []).map(({ fact }) => fact).filter(mayBeMeant)));
};

/** A word from the last statements that a message may replace with another word. */
export interface ToldTerm {
  /** The word as it is in the text. */
  readonly words: string;
  readonly fact: BelievedFact;
  /** Its kind: the type of its entity, `date`, or null for anything else. */
  readonly kind: string | null;
  /** The entity that it names, if any. */
  readonly entity: EntityId | null;
  /** Whether it states the start of the fact. */
  readonly isStart: boolean;
}

/** Whether the words are the last day of a fact: "4 May" of "is due on 4 May 2026". */
export const isLastDay = (words: string, { state: { claimedTo } }: BelievedFact): boolean =>
  claimedTo !== OPEN &&
  spokenDates(plusMillis(claimedTo, -MILLIS_PER_DAY), "DAY").some(
    (date) => date.toLowerCase() === words.toLowerCase(),
  );

/**
 * A date as people write it: "12 March 2026", "March 12", "12th of March"; "March 2026", "March";
 * "2026".
 */
const spokenDates = (day: Instant, precision: Precision): string[] => {
  const date = new Date(day);
  const month = monthName(day);
  if (precision === "YEAR") return [day.slice(0, 4)];
  if (precision === "MONTH") return [`${month} ${day.slice(0, 4)}`, month];
  const [number, year] = [date.getUTCDate(), date.getUTCFullYear()];
  const ordinal = `${number}${["th", "st", "nd", "rd"][number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] ?? "th"}`;
  const days = [number, ordinal].flatMap((one) => [
    `${one} ${month}`,
    `${one} of ${month}`,
    `${month} ${one}`,
  ]);
  return [
    ...days.flatMap((one) => [`${one}, ${year}`, `${one} ${year}`]),
    day.slice(0, 10),
    ...days,
  ];
};

const DAYS_AND_MONTHS = new Set([...MONTH_WORDS, ...WEEKDAY_WORDS].flat());
/** The kind of words that name no entity. */
const kindOfWords = (words: string): "date" | null =>
  /\d/u.test(words) ||
  isNumber(words) ||
  foldName(words)
    .split(" ")
    .some((word) => DAYS_AND_MONTHS.has(word.replace(/(?<=day)s$/u, "")))
    ? "date"
    : null;

/**
 * The value of a fact, its stated start, the entities that it names, except the speaker, and the
 * words like those of a correction.
 */
const termsOf = (
  draft: Draft,
  fact: BelievedFact,
  speaker: EntityId | null,
  { right, wrong }: { readonly right: string; readonly wrong: string | null },
): ToldTerm[] => {
  const { state } = fact;
  const names = nameFinder(state.text);
  const entities = state.mentions.map((id) => draft.entities.root(id));
  const namedTerms = entities
    .filter(
      ({ entity, name }) =>
        entity !== speaker && (!DESCRIPTION.test(name) || sameValue(name, wrong)),
    )
    .flatMap((version): ToldTerm[] => {
      const words = namesOf(version)
        .filter((name) => names(name))
        .toSorted((a, b) => b.length - a.length)[0];
      return words === undefined
        ? []
        : [{ words, fact, kind: version.type, entity: version.entity, isStart: false }];
    });
  const { value } = state;
  // "a Golf" and "to Faro" are named by the text.
  const isNamed =
    value === null || namedTerms.some(({ words }) => sameValue(words, value.replace(OPENING, "")));
  const textTerm = (words: string, kind: string | null, isStart = false): ToldTerm => ({
    words,
    fact,
    kind,
    entity: null,
    isStart,
  });
  const valueTerms = isNamed ? [] : [textTerm(value, kindOfWords(value))];
  const day =
    state.fromStated && valueTerms.length === 0
      ? spokenDates(state.claimedFrom, state.fromPrecision)
      : [];
  const text = state.text.toLowerCase();
  const dateWords = day.find((words) => text.includes(words.toLowerCase()));
  const like =
    value !== null && wordsLike(value, right) !== null ? null : wordsLike(state.text, right);
  return [
    ...namedTerms,
    ...valueTerms,
    ...(like === null ||
    dateWords?.toLowerCase().includes(like.toLowerCase()) ||
    namedTerms.some(({ words }) => sameValue(words, like))
      ? []
      : [textTerm(like, kindOfWords(right))]),
    ...(dateWords === undefined ? [] : [textTerm(dateWords, "date", true)]),
  ];
};

/**
 * Whether some words may be a misheard or mistyped form of others: both begin with the same letter,
 * or share a word: "Met Office", "Foreign Office".
 */
const areAlike = (a: string, b: string): boolean => {
  const [one, other] = [foldName(a), foldName(b)];
  const words = other.split(" ");
  return one[0] === other[0] || one.split(" ").some((word) => words.includes(word));
};

const YEAR = /^(?:19|20)\d\d$/u;
/**
 * The terms that look most like other words: "White Lion" replaces "Red Lion" rather than "Paul",
 * and "eggs" replaces "nuts" rather than "Finn".
 */
const likest = (terms: readonly ToldTerm[], value: string): readonly ToldTerm[] => {
  const isCapital = (words: string): boolean => /^\p{Lu}/u.test(words);
  const ways = [
    ({ words }: ToldTerm) => YEAR.test(value) && YEAR.test(words),
    ({ words }: ToldTerm) => wordsLike(words, value) !== null,
    ({ words }: ToldTerm) => !isCapital(value) && !isCapital(words),
  ];
  const likeTerms = ways
    .map((isLike) => terms.filter(isLike))
    .find((some) => new Set(some.map(termKey)).size === 1);
  return likeTerms ?? terms.filter(({ words }) => areAlike(words, value));
};

/** The words that a message calls wrong, if the text of a fact contains them: "60, not 52 guests". */
const wrongWordsIn = (fact: BelievedFact, wrong: string): ToldTerm[] => {
  const isThere = nameFinder(fact.state.text)(wrong);
  return isThere ? [{ words: wrong, fact, kind: null, entity: null, isStart: false }] : [];
};

const OPENING = /^(?:an?|to|from|in|at|on) /iu;
/** A description that is nobody's name: "Ana's wife". */
const DESCRIPTION = /['’]s \p{Ll}/u;

/** A dog and a man may both be called Max, so the kinds must match. */
const BEARERS = new Set<string | null>(["person", "animal", "pet"]);
const areOfKind = (kind: string | null, other: string | null): boolean =>
  kind === other || (BEARERS.has(kind) && BEARERS.has(other));

const DAY = /^(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)$/iu;
/** Whether a day is that of a date: "the 12th" of "12 October". */
const isDayOf = (day: string, date: string): boolean => {
  const number = DAY.exec(day)?.groups?.["day"];
  const part = correctedPart(date, day);
  return number !== undefined && part !== date && Number.parseInt(part, 10) === Number(number);
};

const termKey = ({ words, entity }: ToldTerm): string => entity ?? words.toLowerCase();

/**
 * The words of the last statements that a message replaces without naming them ("Sorry, I meant
 * Hanna"). They are of the same kind as the new words. If there are several, those that look
 * like the new words count. Returns one word for each fact that contains them; none if it is unclear
 * which are meant.
 */
export const correctedTerms = async (
  work: Work,
  draft: Draft,
  speaker: EntityId | null,
  { value, validFrom, corrects }: ExtractedFact,
  typeOf: (name: string) => Promise<string | null>,
  mayBeAbout: (fact: BelievedFact) => boolean,
): Promise<readonly ToldTerm[]> => {
  if (value === null) return [];
  const wrong = corrects?.value ?? null;
  const toldFacts = (await toldLast(work, draft, wrong)).filter(mayBeAbout);
  const terms = toldFacts.flatMap((fact) => termsOf(draft, fact, speaker, { right: value, wrong }));
  const kind = validFrom !== null ? "date" : (kindOfWords(value) ?? (await typeOf(value)));
  const isFitting = (term: ToldTerm): boolean =>
    wrong !== null
      ? sameValue(term.words, wrong) ||
        isShortValueOf(wrong, term.words) ||
        isDayOf(wrong, term.words)
      : areOfKind(term.kind, kind) ||
        // "year 6" for "year 5", whatever that was taken for
        wordsLike(term.words, value) === term.words ||
        (kind === "concept" && term.entity !== null) ||
        // "It's a cockatoo" names nobody.
        (kind === null && term.kind !== "date" && !(OPENING.test(value) && BEARERS.has(term.kind)));
  const mayBe = terms.filter(({ isStart }) => !isStart || validFrom !== null);
  const ofTerms = mayBe.filter((term) => isFitting(term) && !sameValue(term.words, value));
  const fittingTerms =
    ofTerms.length > 0 || wrong === null
      ? ofTerms
      : toldFacts.flatMap((fact) => wrongWordsIn(fact, wrong));
  const keys = new Set(fittingTerms.map(termKey));
  const alike = keys.size > 1 ? likest(fittingTerms, value) : fittingTerms;
  if (new Set(alike.map(termKey)).size !== 1) return [];
  // "52,000" and "52,000, not 50,000" keep the unit of "50,000 euros".
  const replacedWords = ({ entity, words }: ToldTerm): string => {
    if (wrong !== null)
      return isDayOf(wrong, words) ? correctedPart(words, value) : wrongPart(words, wrong, value);
    return entity === null ? correctedPart(words, value) : words;
  };
  return alike.map((term) => ({ ...term, words: replacedWords(term) }));
};
