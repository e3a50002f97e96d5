import { asksForPast } from "../../language/questions.ts";
import { wordKey } from "../../language/spelling.ts";
import { wordKeysOf } from "../../language/terms.ts";
import type { EventId } from "../../memory/ids.ts";
import { FollowUps, type KnownNames, type SaidMessage } from "../follow-ups.ts";
import type { RankedHit } from "./fuse-ranks.ts";
import type { SearchPlan } from "./plan.ts";

const NO_NAMES: KnownNames = { ofUser: new Set(), ofOthers: new Set() };

/** The keys of the words of a query that are capitalised like names. */
const keysOfNames = (query: string): string[] =>
  query
    .split(/\s+/u)
    .slice(1)
    .filter((word) => /^\p{Lu}\p{L}/u.test(word))
    .flatMap((word) => [...wordKeysOf(word)]);

/** The hits that are messages. */
const messagesOf = (rankedHits: readonly RankedHit[]): SaidMessage[] =>
  rankedHits.flatMap(({ kind, subject, statement }) =>
    kind === "EVENT" && statement !== null
      ? [{ id: subject, message: statement.text, occurredAt: statement.occurredAt }]
      : [],
  );

/** The message that a hit is, or from which it was extracted. */
const eventOf = ({ kind, subject, version }: RankedHit): EventId | null =>
  kind === "EVENT" ? subject : (version?.event ?? null);

/**
 * The hits in their order, with one change: a message with words of change, and the facts
 * extracted from it, come before earlier statements on the same topic of the query, and get at
 * least the score and relevance of those. The message must also contain the names in the query. If
 * the query asks for the past, nothing moves. Reads nothing.
 */
export const laterFirst = (
  { query, terms }: Pick<SearchPlan, "query" | "terms">,
  rankedHits: readonly RankedHit[],
): readonly RankedHit[] => {
  if (asksForPast(query)) return rankedHits;
  const messages = messagesOf(rankedHits);
  if (messages.length === 0) return rankedHits;
  const followUps = new FollowUps(
    messages,
    { words: terms, keys: new Set(terms.map(wordKey)), slots: [], isOfUser: false },
    NO_NAMES,
  );
  const names = keysOfNames(query);
  const orderedHits = new Set<RankedHit>();
  const raisedScores = new Map<RankedHit, Pick<RankedHit, "score" | "relevance">>();
  const add = (rankedHit: RankedHit, least: Pick<RankedHit, "score" | "relevance">): void => {
    if (orderedHits.has(rankedHit)) return;
    const score = Math.max(rankedHit.score, least.score);
    const relevance = Math.max(rankedHit.relevance, least.relevance);
    const later =
      rankedHit.statement === null ? null : followUps.onTopic(rankedHit.statement, names);
    if (later !== null)
      for (const other of rankedHits)
        if (eventOf(other) === later.id) add(other, { score, relevance });
    orderedHits.add(rankedHit);
    raisedScores.set(rankedHit, { score, relevance });
  };
  for (const rankedHit of rankedHits) add(rankedHit, rankedHit);
  return Array.from(orderedHits, (rankedHit) => ({
    ...rankedHit,
    ...raisedScores.get(rankedHit),
  }));
};
