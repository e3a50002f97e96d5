import { foldName } from "../memory/names.ts";
import type { EventId, SessionId } from "../memory/ids.ts";
import type { NearEvent } from "../store/port.ts";
import type { ReadSettings } from "./settings.ts";

/** An event that the words of a query are in. */
export interface FoundEvent {
  readonly event: EventId;
  readonly text: string;
  /** As the text list scores it. */
  readonly score: number;
}

const ASKS = /[?？]["'”’)\]]*\s*$/u;

/** Whether one of the names that a query holds, folded, is a speaker's: all of it, or the first name. */
const isNamed = (speaker: string | null, names: ReadonlySet<string>): boolean => {
  if (speaker === null) return false;
  const folded = foldName(speaker);
  return names.has(folded) || names.has(folded.split(" ", 1)[0]!);
};

/** What each event gets of the scores of those around it that the words were found in, its own among them. Where only one person speaks, each message stands by itself. */
const spread = (
  found: readonly FoundEvent[],
  around: readonly (readonly NearEvent[])[],
  { neighbourWeights, answerWeight }: ReadSettings,
): Map<EventId, { near: NearEvent; score: number }> => {
  const scores = new Map<EventId, { near: NearEvent; score: number }>();
  for (const [i, { text, score }] of found.entries()) {
    const beside = around[i] ?? [];
    const own = beside.find(({ distance }) => distance === 0);
    const asks = ASKS.test(text);
    const isMonologue = beside.every(({ speaker }) => speaker === own?.speaker);
    for (const near of isMonologue && own ? [own] : beside) {
      const answers = asks && near.distance === 1 && near.speaker !== own?.speaker;
      const weight =
        near.distance === 0
          ? 1
          : answers
            ? answerWeight
            : (neighbourWeights[Math.abs(near.distance) - 1] ?? 0);
      const known = scores.get(near.event);
      if (known) known.score += weight * score;
      else scores.set(near.event, { near, score: weight * score });
    }
  }
  return scores;
};

/** How much of the query was talked about in each session, the one with most of it as 1: by the best of its events. */
const sessionShares = (
  found: readonly FoundEvent[],
  around: readonly (readonly NearEvent[])[],
  events: number,
): ReadonlyMap<SessionId, number> => {
  const best = new Map<SessionId, number[]>();
  for (const [i, { score }] of found.entries()) {
    const session = around[i]?.find(({ distance }) => distance === 0)?.session ?? null;
    if (session !== null) best.set(session, [...(best.get(session) ?? []), score]);
  }
  const sums = [...best].map(
    ([session, scores]) =>
      [
        session,
        scores
          .toSorted((a, b) => b - a)
          .slice(0, events)
          .reduce((sum, one) => sum + one, 0),
      ] as const,
  );
  const most = Math.max(...sums.map(([, sum]) => sum));
  return new Map(sums.map(([session, sum]) => [session, sum / most]));
};

/**
 * Events that the words of a query are in, and those said beside them, scored in their conversation: what was said just before and after
 * tells what an utterance is about, an answer is about what was asked, a session about what is talked of in it, and what a person that the
 * query names said herself counts for more than what others say. What one person says alone, as the user to an agent, stands by itself. On the scale of the scores that come in. `around` as `eventsAround` gives it.
 */
export const inConversation = (
  found: readonly FoundEvent[],
  around: readonly (readonly NearEvent[])[],
  names: ReadonlySet<string>,
  settings: ReadSettings,
): readonly { readonly event: EventId; readonly score: number }[] => {
  if (found.length === 0) return [];
  const shares = sessionShares(found, around, settings.sessionEvents);
  const scored = [...spread(found, around, settings).values()].map(
    ({ near: { event, session, speaker }, score }) => ({
      event,
      score:
        score *
        (isNamed(speaker, names) ? settings.namedSpeakerFactor : 1) *
        (1 + settings.sessionWeight * (session === null ? 0 : (shares.get(session) ?? 0))),
    }),
  );
  const best = Math.max(...scored.map(({ score }) => score));
  const scale = Math.max(...found.map(({ score }) => score)) / best;
  const own = new Set(found.map(({ event }) => event));
  return scored.flatMap(({ event, score }) =>
    own.has(event) || score >= settings.leastNeighbourShare * best
      ? [{ event, score: score * scale }]
      : [],
  );
};
