import type { Erasure } from "../../store/erasure.ts";
import type { PlannedRemoval } from "./progress.ts";

/** An erasure that takes nothing. */
export const NOTHING_ERASED: Erasure = {
  facts: [],
  entities: [],
  relationships: [],
  events: [],
  decisions: [],
  changes: [],
  texts: [],
  memories: [],
  references: [],
  turns: [],
  notes: [],
  sessions: [],
  rewritten: { facts: [], entities: [], events: [], decisions: [], changes: [], sessions: [] },
};

const union = <T>(a: readonly T[], b: readonly T[]): T[] => [
  ...new Map([...a, ...b].map((one) => [JSON.stringify(one), one])).values(),
];

/** A pass that is planned, with what an earlier one that was cut short had left to take away. Nothing is rewritten that is taken away. */
export const together = (planned: Erasure | null, left: PlannedRemoval | null): Erasure => {
  const { rewritten, ...a } = planned ?? NOTHING_ERASED;
  if (left === null) return { ...a, rewritten };
  const facts = union(a.facts, left.facts);
  const entities = union(a.entities, left.entities);
  const events = union(a.events, left.events);
  const decisions = union(a.decisions, left.decisions);
  const changes = union(a.changes, left.changes);
  const sessions = union(a.sessions, left.sessions);
  return {
    facts,
    entities,
    events,
    decisions,
    changes,
    relationships: union(a.relationships, left.relationships),
    texts: union(a.texts, left.texts),
    memories: union(a.memories, left.memories),
    references: union(a.references, left.references),
    turns: union(a.turns, left.turns),
    notes: union(a.notes, left.notes),
    sessions,
    rewritten: {
      facts: rewritten.facts.filter(({ fact }) => !facts.includes(fact)),
      entities: rewritten.entities.filter(({ entity }) => !entities.includes(entity)),
      events: rewritten.events.filter(({ id }) => !events.includes(id)),
      decisions: rewritten.decisions.filter(({ id }) => !decisions.includes(id)),
      changes: rewritten.changes.filter(
        ({ at, ordinal }) => !changes.some((place) => place.at === at && place.ordinal === ordinal),
      ),
      sessions: rewritten.sessions.filter(({ id }) => !sessions.includes(id)),
    },
  };
};
