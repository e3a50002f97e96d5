import { z } from "zod";
import { storedInstant } from "../../store/note-values.ts";
import type { Erasure } from "../../store/port/erasure.ts";

/** An erasure that removes nothing. */
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
  rewrittenRecords: {
    facts: [],
    entities: [],
    events: [],
    decisions: [],
    changes: [],
    sessions: [],
  },
};

/**
 * The ids that a pass removes. If the service crashes during a pass, only these ids lead to the
 * rest of it, because the records that led there may be gone. It contains no words.
 */
export type PlannedRemoval = Omit<Erasure, "rewrittenRecords">;

const ids = z.array(z.string());

const plannedRemoval: z.ZodType<PlannedRemoval> = z.object({
  facts: ids,
  entities: ids,
  relationships: ids,
  events: ids,
  decisions: ids,
  changes: z.array(z.object({ at: storedInstant, ordinal: z.number() })),
  texts: ids,
  memories: ids,
  references: ids,
  turns: z.array(z.object({ session: z.string(), turn: z.string() })),
  notes: z.array(z.object({ session: z.string().nullable(), path: z.string() })),
  sessions: ids,
});

/** Reads a planned removal from its JSON. Throws for anything else. */
export const readPlannedRemoval = (json: string): PlannedRemoval =>
  plannedRemoval.parse(JSON.parse(json));

const union = <T>(a: readonly T[], b: readonly T[]): T[] => [
  ...new Map([...a, ...b].map((one) => [JSON.stringify(one), one])).values(),
];

/**
 * Combines an erasure with the remaining removals of an interrupted pass. A removed record is not
 * rewritten.
 */
export const withRemainder = (
  plannedErasure: Erasure | null,
  remainder: PlannedRemoval | null,
): Erasure => {
  const erasure = plannedErasure ?? NOTHING_ERASED;
  if (remainder === null) return erasure;
  const facts = union(erasure.facts, remainder.facts);
  const entities = union(erasure.entities, remainder.entities);
  const events = union(erasure.events, remainder.events);
  const decisions = union(erasure.decisions, remainder.decisions);
  const changes = union(erasure.changes, remainder.changes);
  const sessions = union(erasure.sessions, remainder.sessions);
  const { rewrittenRecords } = erasure;
  return {
    facts,
    entities,
    events,
    decisions,
    changes,
    sessions,
    relationships: union(erasure.relationships, remainder.relationships),
    texts: union(erasure.texts, remainder.texts),
    memories: union(erasure.memories, remainder.memories),
    references: union(erasure.references, remainder.references),
    turns: union(erasure.turns, remainder.turns),
    notes: union(erasure.notes, remainder.notes),
    rewrittenRecords: {
      facts: rewrittenRecords.facts.filter(({ fact }) => !facts.includes(fact)),
      entities: rewrittenRecords.entities.filter(({ entity }) => !entities.includes(entity)),
      events: rewrittenRecords.events.filter(({ id }) => !events.includes(id)),
      decisions: rewrittenRecords.decisions.filter(({ id }) => !decisions.includes(id)),
      changes: rewrittenRecords.changes.filter(
        ({ at, ordinal }) => !changes.some((one) => one.at === at && one.ordinal === ordinal),
      ),
      sessions: rewrittenRecords.sessions.filter(({ id }) => !sessions.includes(id)),
    },
  };
};
