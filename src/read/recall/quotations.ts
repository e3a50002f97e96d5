import { sameValue } from "../../language/value.ts";
import { cachedByText } from "../../language/cached-by-text.ts";
import { foldText } from "../../language/folding.ts";
import { endsWithQuestionMark, sentencesOf } from "../../language/sentences.ts";
import { meaningfulWords } from "../../language/terms.ts";
import { countTokens, cutToTokens, TokenCounts } from "../../language/tokens.ts";
import { factsDrawn, type Decision } from "../../memory/decision.ts";
import type { Event } from "../../memory/event.ts";
import { isEmpty, type FactVersion } from "../../memory/fact.ts";
import { isPassing } from "../../memory/line/passing.ts";
import type { EventId, FactId } from "../../memory/ids.ts";
import { visibleAt, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { correctingFact, isCorrected } from "../search/outdated-events.ts";

const ELLIPSIS = "…";

const textTokens = new TokenCounts();
/** Cached because the same messages are quoted repeatedly. */
const onOneLine = cachedByText((text) => text.replace(/\s+/gu, " ").trim());

/**
 * The part of a text, within a number of tokens, that contains most of some words: the sentence
 * with most of them, and as many of the surrounding sentences as fit. White space becomes single
 * blanks, and an ellipsis marks omitted text.
 */
export const passage = async (
  text: string,
  words: readonly string[],
  tokens: number,
): Promise<string> => {
  const plain = onOneLine(text);
  const own = textTokens.of(plain);
  if ((typeof own === "number" ? own : await own) <= tokens) return plain;
  const sentences = sentencesOf(plain);
  const soughtWords = new Set(words);
  const merits = sentences.map(
    (sentence) => meaningfulWords(sentence).filter((word) => soughtWords.has(word)).length,
  );
  let start = merits.indexOf(Math.max(...merits));
  let end = start + 1;
  const between = (from: number, to: number): string =>
    `${from > 0 ? ELLIPSIS : ""}${sentences.slice(from, to).join("").trim()}${to < sentences.length ? ELLIPSIS : ""}`;
  const fits = async (from: number, to: number): Promise<boolean> =>
    from >= 0 && to <= sentences.length && (await countTokens(between(from, to))) <= tokens;
  if (!(await fits(start, end))) {
    const room = tokens - 2 * (await countTokens(ELLIPSIS));
    const shortenedSentence = await cutToTokens(sentences[start] ?? "", room);
    return shortenedSentence === ""
      ? ""
      : `${start > 0 ? ELLIPSIS : ""}${shortenedSentence}${ELLIPSIS}`;
  }
  for (;;) {
    if (await fits(start, end + 1)) end += 1;
    else if (await fits(start - 1, end)) start -= 1;
    else return between(start, end);
  }
};

/**
 * The keys of the content of a fact. Facts with a common key state the same about the same entity.
 */
export const statementKeys = ({ entity, hash, slot, value }: FactVersion): string[] => [
  `${entity} ${hash}`,
  ...(slot === null || value === null ? [] : [`${entity} ${slot} ${foldText(value)}`]),
];

/** The statements of the facts of a view. */
interface ViewedFacts {
  readonly at: TimePoint;
  /**
   * For each fact that was extracted from an event, the latest version recorded up to the record
   * time of the view.
   */
  readonly newest: ReadonlyMap<FactId, FactVersion>;
  /**
   * Whether a visible fact states the same. A statement that another fact still makes is not
   * outdated.
   */
  readonly isStated: (version: FactVersion) => boolean;
  readonly vocabulary: Vocabulary;
}

/**
 * Whether the result of a decision about an event is outdated: it was superseded, retracted or
 * reverted, or corrected to another statement. A fact that is in the future, that has reached its
 * stated end, or that was closed because another fact states the same is not outdated.
 */
const isOutdated = (
  decision: Decision,
  newest: FactVersion,
  { at, newest: versions, isStated, vocabulary }: ViewedFacts,
): boolean => {
  if (visibleAt(newest, at)) return isCorrected(decision, newest, at, vocabulary);
  const correcting = versions.get(correctingFact(decision, newest, vocabulary) ?? "");
  if (correcting !== undefined && visibleAt(correcting, at))
    return !sameValue(correcting.value, newest.value);
  const isOver = newest.validTo <= at.validAt || isEmpty(newest);
  const closing = newest.expiredAt <= at.knownAt ? newest.closing : isOver ? newest.end : null;
  return closing !== null && closing.reason !== "DUPLICATE" && !isStated(newest);
};

/**
 * Whether a fact is over although nothing ended or replaced it: a passing state, or a fact that had
 * its end ahead when it was stated ("here until Sunday").
 */
const hasPassed = (newest: FactVersion, { at }: ViewedFacts): boolean => {
  const { occurredAt, validTo, end, expiredAt } = newest;
  if (validTo > at.validAt || expiredAt <= at.knownAt || isEmpty(newest)) return false;
  return end === null ? validTo > occurredAt : end.by === null && isPassing(newest);
};

/**
 * The positions of the sentences that state a fact: those with most of its words, and every one
 * with its value.
 */
const positionsOfFact = (
  sentences: readonly string[],
  { factText }: Decision,
  { value, sourceContext }: FactVersion,
): number[] => {
  const words = meaningfulWords(factText);
  const sharedWords = sentences.map((sentence) => {
    const own = new Set(meaningfulWords(sentence));
    return words.filter((word) => own.has(word)).length;
  });
  const most = Math.max(...sharedWords);
  // The value of a corrected fact is not the one that the message stated.
  const statedValue = value === null || sourceContext === "CORRECTED" ? null : foldText(value);
  return sentences.flatMap((sentence, index) =>
    (most > 0 && sharedWords[index] === most) ||
    (statedValue !== null && foldText(sentence).includes(statedValue))
      ? [index]
      : [],
  );
};

/** Minimum number of words of a sentence that carries information. "Hi there!" has fewer. */
const TELLING_WORDS = 3;
const tellsSomething = (sentence: string): boolean =>
  !endsWithQuestionMark(sentence) && meaningfulWords(sentence).length >= TELLING_WORDS;

/** Which of the statements of a quotation are over. */
export type PastShare = "NONE" | "SOME" | "ALL";

/** The quotable part of a message. */
export interface QuotablePart {
  readonly message: string;
  readonly past: PastShare;
}

/**
 * The quotable part of a message at a view, so that nothing outdated is presented as current: the
 * whole message if no fact extracted from it is outdated, else the sentences without outdated
 * statements, and null if none of these contains information. What has passed by itself is quoted.
 */
export const quotablePart = (
  message: string,
  decisions: readonly Decision[],
  facts: ViewedFacts,
): QuotablePart | null => {
  const drawnFacts = decisions.flatMap((decision) =>
    factsDrawn(decision).flatMap((fact) => {
      const version = facts.newest.get(fact);
      return version === undefined ? [] : [{ decision, version }];
    }),
  );
  const passedFacts = drawnFacts.filter(({ version }) => hasPassed(version, facts));
  const outdatedFacts = drawnFacts.filter(
    (drawn) => !passedFacts.includes(drawn) && isOutdated(drawn.decision, drawn.version, facts),
  );
  if (outdatedFacts.length + passedFacts.length === 0) return { message, past: "NONE" };
  const sentences = sentencesOf(message);
  const positionsIn = (of: typeof drawnFacts): ReadonlySet<number> =>
    new Set(of.flatMap(({ decision, version }) => positionsOfFact(sentences, decision, version)));
  const [omittedPositions, passedPositions] = [outdatedFacts, passedFacts].map(positionsIn);
  const quotable = sentences.filter((_, index) => !omittedPositions?.has(index));
  const isWorthQuoting =
    outdatedFacts.length < drawnFacts.length ? quotable.length > 0 : quotable.some(tellsSomething);
  if (!isWorthQuoting) return null;
  const stillHolds = sentences.some(
    (sentence, index) =>
      !omittedPositions?.has(index) && !passedPositions?.has(index) && tellsSomething(sentence),
  );
  return {
    message:
      outdatedFacts.length === 0 ? message : quotable.map((sentence) => sentence.trim()).join(" "),
    past: passedFacts.length === 0 ? "NONE" : stillHolds ? "SOME" : "ALL",
  };
};

/** Messages, and the decisions about their facts. */
export interface MessageRecords {
  readonly events: readonly Event[];
  readonly decisions: ReadonlyMap<EventId, readonly Decision[]>;
  /** The facts that were extracted from them. */
  readonly factsDrawn: ReadonlySet<FactId>;
}

/** Reads the decisions about some messages. At most one store call. */
export const readDecisions = async (
  space: SpaceStore,
  events: readonly Event[],
  knownAt: Instant,
): Promise<MessageRecords> => {
  const lists =
    events.length === 0
      ? []
      : await space.decisionsOfEvents(
          events.map(({ id }) => id),
          knownAt,
        );
  return {
    events,
    decisions: new Map(events.map(({ id }, index) => [id, lists[index] ?? []])),
    factsDrawn: new Set(lists.flat().flatMap(factsDrawn)),
  };
};

/**
 * The newest version of each fact, recorded up to `knownAt`. `believedVersions` are versions that
 * are already known to be the newest. At most one store call.
 */
export const newestVersions = async (
  space: SpaceStore,
  facts: ReadonlySet<FactId>,
  believedVersions: readonly FactVersion[],
  knownAt: Instant,
): Promise<ReadonlyMap<FactId, FactVersion>> => {
  const newest = new Map(believedVersions.map((version) => [version.fact, version]));
  const missingIds = [...facts].filter((fact) => !newest.has(fact));
  const versions =
    missingIds.length === 0
      ? []
      : await space.factsAsOf(missingIds.map((fact) => ({ fact, knownAt })));
  for (const version of versions) if (version !== null) newest.set(version.fact, version);
  return newest;
};

/** A message with its quotable part. */
export interface Quotable extends QuotablePart {
  readonly event: Event;
}

/** The quotable part of each message at a time point, in the order of the messages. */
export const quotables = (
  { events, decisions }: MessageRecords,
  newest: ReadonlyMap<FactId, FactVersion>,
  at: TimePoint,
  vocabulary: Vocabulary,
): Quotable[] => {
  let statedKeys: ReadonlySet<string> | undefined;
  const isStated = (version: FactVersion): boolean => {
    statedKeys ??= new Set(
      [...newest.values()].filter((other) => visibleAt(other, at)).flatMap(statementKeys),
    );
    return statementKeys(version).some((key) => statedKeys?.has(key));
  };
  const facts: ViewedFacts = { at, newest, isStated, vocabulary };
  return events.flatMap((event): Quotable[] => {
    const own = decisions.get(event.id) ?? [];
    const part = quotablePart(event.message, own, facts);
    return part === null ? [] : [{ event, ...part }];
  });
};
