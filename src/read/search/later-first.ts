import { asksForPast } from "../../language/questions.ts";
import { wordKey } from "../../language/spelling.ts";
import { wordKeysOf } from "../../language/terms.ts";
import type { EventId } from "../../memory/ids.ts";
import { FollowUps, type KnownNames, type SaidMessage } from "../follow-ups.ts";
import type { Candidate } from "./candidates.ts";
import type { SearchPlan } from "./plan.ts";

const NO_NAMES: KnownNames = { ofUser: new Set(), ofOthers: new Set() };

/** The keys of the words of a query that are capitalised like names. */
const keysOfNames = (query: string): string[] =>
  query
    .split(/\s+/u)
    .slice(1)
    .filter((word) => /^\p{Lu}\p{L}/u.test(word))
    .flatMap((word) => [...wordKeysOf(word)]);

/** The candidates that are messages. */
const messagesOf = (candidates: readonly Candidate[]): SaidMessage[] =>
  candidates.flatMap(({ kind, subject, statement }) =>
    kind === "EVENT" && statement !== null
      ? [{ id: subject, message: statement.text, occurredAt: statement.occurredAt }]
      : [],
  );

/** The message that a candidate is, or from which it was extracted. */
const eventOf = ({ kind, subject, version }: Candidate): EventId | null =>
  kind === "EVENT" ? subject : (version?.event ?? null);

/**
 * The candidates in their order, with one change: a message with words of change, and the facts
 * extracted from it, come before earlier statements on the same topic of the query, and get at
 * least the score and relevance of those. The message must also contain the names in the query. If
 * the query asks for the past, nothing moves. Reads nothing.
 */
export const laterFirst = (
  { query, terms }: Pick<SearchPlan, "query" | "terms">,
  candidates: readonly Candidate[],
): readonly Candidate[] => {
  if (asksForPast(query)) return candidates;
  const messages = messagesOf(candidates);
  if (messages.length === 0) return candidates;
  const followUps = new FollowUps(
    messages,
    { words: terms, keys: new Set(terms.map(wordKey)), slots: [], isOfUser: false },
    NO_NAMES,
  );
  const names = keysOfNames(query);
  const orderedCandidates = new Set<Candidate>();
  const raisedScores = new Map<Candidate, Pick<Candidate, "score" | "relevance">>();
  const add = (candidate: Candidate, least: Pick<Candidate, "score" | "relevance">): void => {
    if (orderedCandidates.has(candidate)) return;
    const score = Math.max(candidate.score, least.score);
    const relevance = Math.max(candidate.relevance, least.relevance);
    const later =
      candidate.statement === null ? null : followUps.onTopic(candidate.statement, names);
    if (later !== null)
      for (const other of candidates)
        if (eventOf(other) === later.id) add(other, { score, relevance });
    orderedCandidates.add(candidate);
    raisedScores.set(candidate, { score, relevance });
  };
  for (const candidate of candidates) add(candidate, candidate);
  return Array.from(orderedCandidates, (candidate) => ({
    ...candidate,
    ...raisedScores.get(candidate),
  }));
};
