import { foldName } from "../../language/names.ts";
import { containsTime } from "../../language/questions.ts";
import { endsWithQuestionMark } from "../../language/sentences.ts";
import type { Event } from "../../memory/event.ts";
import type { EventId, SessionId } from "../../memory/ids.ts";
import { hasTags, type Tagged } from "../../memory/tags.ts";
import type { NearEvent, SpaceStore, TextHit } from "../../store/port.ts";
import { readAheadOfOutdated } from "./outdated-events.ts";
import type { SearchPlan } from "./plan.ts";
import type { ConversationWeights } from "./conversation-weights.ts";

/** An event that contains words of a query. */
export interface MatchedEvent {
  readonly event: EventId;
  readonly text: string;
  /** Score in the full-text list. */
  readonly score: number;
  /** The part of the score that each term adds. */
  readonly termScores: readonly number[];
}

/** The properties of a query that affect the ranking of events. */
export interface AskedOfEvents {
  /** Folded names. */
  readonly names: ReadonlySet<string>;
  /** Whether the query asks for a time. */
  readonly asksForTime: boolean;
}

/** The score of an event in its conversation. */
interface ScoredEvent extends Tagged, Pick<NearEvent, "outcome"> {
  readonly event: EventId;
  readonly score: number;
  /** The best scores of the event and its neighbours for each term. */
  readonly termScores: readonly number[];
}

const ownOf = (around: readonly NearEvent[]): NearEvent | undefined =>
  around.find(({ distance }) => distance === 0);

/** Whether one of the folded names is that of a speaker: the full name, or the first. */
const isNamed = (speaker: string | null, names: ReadonlySet<string>): boolean => {
  if (speaker === null) return false;
  const foldedSpeaker = foldName(speaker);
  const [firstName = foldedSpeaker] = foldedSpeaker.split(" ", 1);
  return names.has(foldedSpeaker) || names.has(firstName);
};

/**
 * The scores that an event receives for each term from itself and its neighbours: the best, and the
 * sum.
 */
interface ReceivedScores {
  readonly near: NearEvent;
  readonly best: number[];
  sum: number;
}

/** The scores that each event receives from the matched events around it, including its own. */
const spreadScores = (
  matches: readonly MatchedEvent[],
  surroundings: readonly (readonly NearEvent[])[],
  { neighbourWeights, answerWeight, bestNeighbourShare }: ConversationWeights,
): Map<EventId, { near: NearEvent; score: number; best: readonly number[] }> => {
  const receivedByEvent = new Map<EventId, ReceivedScores>();
  for (const [index, { text, termScores }] of matches.entries()) {
    const around = surroundings[index] ?? [];
    const own = ownOf(around);
    const asks = endsWithQuestionMark(text);
    const weightOf = ({ distance, speaker }: NearEvent): number => {
      if (distance === 0) return 1;
      if (asks && distance === 1 && speaker !== own?.speaker) return answerWeight;
      return neighbourWeights[Math.abs(distance) - 1] ?? 0;
    };
    for (const near of around) {
      const weight = weightOf(near);
      if (weight === 0) continue;
      const entry = receivedByEvent.get(near.event) ?? {
        near,
        best: termScores.map(() => 0),
        sum: 0,
      };
      receivedByEvent.set(near.event, entry);
      for (const [term, score] of termScores.entries()) {
        const part = weight * score;
        entry.sum += part;
        if (part > (entry.best[term] ?? 0)) entry.best[term] = part;
      }
    }
  }
  return new Map(
    Array.from(receivedByEvent, ([event, { near, best, sum }]) => {
      const ofBest = best.reduce((total, part) => total + part, 0);
      const score = bestNeighbourShare * ofBest + (1 - bestNeighbourShare) * sum;
      return [event, { near, score, best }];
    }),
  );
};

/**
 * How closely each session is related to the query, measured by its best events; 1 for the closest
 * session.
 */
const sessionShares = (
  matches: readonly MatchedEvent[],
  surroundings: readonly (readonly NearEvent[])[],
  events: number,
): ReadonlyMap<SessionId, number> => {
  const scores = new Map<SessionId, number[]>();
  for (const [index, { score }] of matches.entries()) {
    const session = ownOf(surroundings[index] ?? [])?.session ?? null;
    if (session !== null) scores.set(session, [...(scores.get(session) ?? []), score]);
  }
  const sums = new Map<SessionId, number>();
  for (const [session, all] of scores) {
    const best = all.toSorted((a, b) => b - a).slice(0, events);
    sums.set(
      session,
      best.reduce((sum, score) => sum + score, 0),
    );
  }
  const most = Math.max(...sums.values());
  return new Map(Array.from(sums, ([session, sum]) => [session, sum / most]));
};

/** Factor for a matched event by the form of its text. */
const textFactor = (
  text: string,
  { asksForTime }: AskedOfEvents,
  { askingFactor, timeFactor }: ConversationWeights,
): number =>
  (endsWithQuestionMark(text) ? askingFactor : 1) *
  (asksForTime && containsTime(text) ? timeFactor : 1);

/**
 * Scores events that contain words of a query, and their neighbours, within their conversation. The
 * neighbours show the topic of an utterance, an answer relates to its question, and a session to
 * its topics. Utterances of a person whom the query names score higher, and so do those that state
 * a time if the query asks for one; questions score lower. The best score does not change.
 * `surroundings` is the result of `eventsAround` for the matches.
 */
export const scoresInConversation = (
  matches: readonly MatchedEvent[],
  surroundings: readonly (readonly NearEvent[])[],
  question: AskedOfEvents,
  weights: ConversationWeights,
): readonly ScoredEvent[] => {
  if (matches.length === 0) return [];
  const { namedSpeakerFactor, sessionWeight, leastNeighbourShare } = weights;
  const textFactors = new Map(
    matches.map(({ event, text }) => [event, textFactor(text, question, weights)]),
  );
  const shares = sessionShares(matches, surroundings, weights.sessionEvents);
  const scoredEvents = Array.from(
    spreadScores(matches, surroundings, weights).values(),
    ({ near: { event, session, speaker, tags, outcome }, score, best }): ScoredEvent => {
      const share = session === null ? 0 : (shares.get(session) ?? 0);
      const speakerFactor = isNamed(speaker, question.names) ? namedSpeakerFactor : 1;
      const factor = speakerFactor * (textFactors.get(event) ?? 1);
      return {
        event,
        score: score * factor * (1 + sessionWeight * share),
        termScores: best,
        tags,
        outcome,
      };
    },
  );
  const best = Math.max(...scoredEvents.map(({ score }) => score));
  const scale = Math.max(...matches.map(({ score }) => score)) / best;
  const matchedIds = new Set(matches.map(({ event }) => event));
  return scoredEvents
    .filter(({ event, score }) => matchedIds.has(event) || score >= leastNeighbourShare * best)
    .map((one) => ({ ...one, score: one.score * scale }));
};

/**
 * The messages of the best events that the text list did not find, and the facts extracted from
 * them, which `outdatedEvents` needs later. At most three store calls. The last two run together,
 * and with the first if the store has already returned the facts.
 */
const missingMessages = async (
  space: SpaceStore,
  scoredEvents: readonly ScoredEvent[],
  hits: ReadonlyMap<EventId, TextHit>,
  { limit, texts }: SearchPlan,
): Promise<ReadonlyMap<EventId, Event>> => {
  const best = scoredEvents.toSorted((a, b) => b.score - a.score).slice(0, limit);
  const missingMessages = best.filter(({ event }) => !hits.has(event));
  if (missingMessages.length === 0) return new Map();
  const toldOutcomes = missingMessages.flatMap(({ event: id, outcome }) =>
    outcome === undefined ? [] : [{ id, outcome }],
  );
  const [foundEvents] = await Promise.all([
    space.events(
      missingMessages.map(({ event }) => event),
      texts.at.knownAt,
    ),
    readAheadOfOutdated(space, toldOutcomes, texts.at),
  ]);
  const events = foundEvents.flatMap((event) => event ?? []);
  const toldIds = new Set(toldOutcomes.map(({ id }) => id));
  await readAheadOfOutdated(
    space,
    events.filter(({ id }) => !toldIds.has(id)),
    texts.at,
  );
  return new Map(events.map((event) => [event.id, event]));
};

/**
 * The full-text list with its events ranked within their conversations, including neighbours
 * without a word of the query, and its facts ranked with the events from which they were extracted.
 * At most four store calls.
 */
export const textsInContext = async (
  weights: ConversationWeights,
  space: SpaceStore,
  plan: SearchPlan,
  hits: readonly TextHit[],
): Promise<TextHit[]> => {
  const eventHits = new Map(
    hits.filter(({ text }) => text.kind === "EVENT").map((hit) => [hit.text.subject, hit]),
  );
  const matches = Array.from(eventHits.values(), ({ text, score, termScores = [score] }) => ({
    event: text.subject,
    text: text.text,
    score,
    termScores,
  }));
  const surroundings = await space.eventsAround(
    matches.map(({ event }) => event),
    weights.neighbourWeights.length,
    plan.texts.at,
  );
  const scoredEvents = scoresInConversation(matches, surroundings, plan, weights).filter((event) =>
    hasTags(event, plan.texts.tags),
  );
  const messages = await missingMessages(space, scoredEvents, eventHits, plan);
  const events = scoredEvents.flatMap(({ event, score, termScores }): TextHit[] => {
    const hit = eventHits.get(event);
    if (hit) return [{ ...hit, score, termScores }];
    const neighbour = messages.get(event);
    if (neighbour === undefined) return [];
    const text = { id: event, kind: "EVENT", subject: event, text: neighbour.message } as const;
    return [{ text, version: null, occurredAt: neighbour.occurredAt, score, termScores }];
  });
  const eventScores = new Map(scoredEvents.map(({ event, score }) => [event, score]));
  const share = weights.factContextShare;
  const others = hits
    .filter(({ text }) => text.kind !== "EVENT")
    .map((hit): TextHit => {
      const eventScore = eventScores.get(hit.version?.event ?? "");
      if (eventScore === undefined) return hit;
      const score = (1 - share) * hit.score + share * eventScore;
      return { ...hit, score };
    });
  return [...others, ...events].toSorted((a, b) => b.score - a.score);
};
