import { foldText } from "../../language/folding.ts";
import { sentencesOf } from "../../language/sentences.ts";
import { meaningfulWords } from "../../language/terms.ts";
import { countTokens, cutToTokens } from "../../language/tokens.ts";
import { contentHash } from "../../memory/content-hash.ts";
import { factsDrawn, type Decision } from "../../memory/decision.ts";
import type { Event } from "../../memory/event.ts";
import { isEmpty, type FactVersion } from "../../memory/fact.ts";
import type { EventId, FactId } from "../../memory/ids.ts";
import { visibleAt, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";

const ELLIPSIS = "…";

/**
 * The part of a text, of at most so many tokens, that contains most of some words: the sentence
 * with most of them, and as many of those around it as fit. White space becomes single blanks, and
 * an ellipsis marks what is left out.
 */
export const passage = async (
  text: string,
  words: readonly string[],
  tokens: number,
): Promise<string> => {
  const plain = text.replace(/\s+/gu, " ").trim();
  if ((await countTokens(plain)) <= tokens) return plain;
  const sentences = sentencesOf(plain);
  const sought = new Set(words);
  const merits = sentences.map(
    (sentence) => meaningfulWords(sentence).filter((word) => sought.has(word)).length,
  );
  let start = merits.indexOf(Math.max(...merits));
  let end = start + 1;
  const between = (from: number, to: number): string =>
    `${from > 0 ? ELLIPSIS : ""}${sentences.slice(from, to).join("").trim()}${to < sentences.length ? ELLIPSIS : ""}`;
  const fits = async (from: number, to: number): Promise<boolean> =>
    from >= 0 && to <= sentences.length && (await countTokens(between(from, to))) <= tokens;
  if (!(await fits(start, end))) {
    const room = tokens - 2 * (await countTokens(ELLIPSIS));
    const cut = await cutToTokens(sentences[start] ?? "", room);
    return cut === "" ? "" : `${start > 0 ? ELLIPSIS : ""}${cut}${ELLIPSIS}`;
  }
  for (;;) {
    if (await fits(start, end + 1)) end += 1;
    else if (await fits(start - 1, end)) start -= 1;
    else return between(start, end);
  }
};

/** Facts with a key in common state the same of the same entity. */
export const statementKeys = ({ entity, hash, slot, value }: FactVersion): string[] => [
  `${entity} ${hash}`,
  ...(slot === null || value === null ? [] : [`${entity} ${slot} ${foldText(value)}`]),
];

/** What the facts of a view say. */
interface ViewedFacts {
  readonly at: TimePoint;
  /**
   * Of each fact that was drawn from an event, the newest version recorded up to the view's record
   * time.
   */
  readonly newest: ReadonlyMap<FactId, FactVersion>;
  /** The `statementKeys` of visible facts: what another fact still states is not outdated. */
  readonly stated: ReadonlySet<string>;
}

/**
 * Whether what a decision drew from its event is outdated: superseded, retracted, reverted, or
 * corrected to say something else. It is not if the fact has yet to begin, has run out as it said
 * it would, or was closed because another fact states the same.
 */
const isOutdated = (
  { factText }: Decision,
  newest: FactVersion,
  { at, stated }: ViewedFacts,
): boolean => {
  if (visibleAt(newest, at))
    return newest.sourceContext === "CORRECTED" && newest.hash !== contentHash(factText);
  const isOver = newest.validTo <= at.validAt || isEmpty(newest);
  const closing = newest.expiredAt <= at.knownAt ? newest.closing : isOver ? newest.end : null;
  return (
    closing !== null &&
    closing.reason !== "DUPLICATE" &&
    !statementKeys(newest).some((key) => stated.has(key))
  );
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

/**
 * What may be quoted of a message at a view, so that nothing outdated is told as current: all of it
 * if nothing that was drawn from it is outdated, the sentences that state nothing outdated if some
 * of it is, and null if all of it is.
 */
export const quotablePart = (
  message: string,
  decisions: readonly Decision[],
  facts: ViewedFacts,
): string | null => {
  const drawn = decisions.flatMap((decision) =>
    factsDrawn(decision).flatMap((fact) => {
      const version = facts.newest.get(fact);
      return version === undefined ? [] : [{ decision, version }];
    }),
  );
  const outdated = drawn.filter(({ decision, version }) => isOutdated(decision, version, facts));
  if (outdated.length === 0) return message;
  if (outdated.length === drawn.length) return null;
  const sentences = sentencesOf(message);
  const omitted = new Set(
    outdated.flatMap(({ decision, version }) => positionsOfFact(sentences, decision, version)),
  );
  const quotable = sentences.filter((_, index) => !omitted.has(index));
  return quotable.length === 0 ? null : quotable.map((sentence) => sentence.trim()).join(" ");
};

/** An event, and what may be quoted of its message. */
export interface QuotableEvent {
  readonly event: Event;
  readonly message: string;
}

/**
 * The events of which something may be quoted at a view at which some facts are visible. Three
 * store calls.
 */
export const quotableEvents = async (
  space: SpaceStore,
  ids: readonly EventId[],
  visible: readonly FactVersion[],
  at: TimePoint,
): Promise<ReadonlyMap<EventId, QuotableEvent>> => {
  const { knownAt } = at;
  if (ids.length === 0) return new Map();
  const [events, decisions] = await Promise.all([
    space.events(ids, knownAt),
    space.decisionsOfEvents(ids, knownAt),
  ]);
  const drawn = [...new Set(decisions.flat().flatMap(factsDrawn))];
  const versions =
    drawn.length === 0 ? [] : await space.factsAsOf(drawn.map((fact) => ({ fact, knownAt })));
  const facts: ViewedFacts = {
    at,
    newest: new Map(
      versions.flatMap((version) => (version === null ? [] : [[version.fact, version] as const])),
    ),
    stated: new Set(visible.flatMap(statementKeys)),
  };
  return new Map(
    ids.flatMap((id, index) => {
      const event = events[index] ?? null;
      const message = event && quotablePart(event.message, decisions[index] ?? [], facts);
      return event === null || message === null ? [] : [[id, { event, message }] as const];
    }),
  );
};
