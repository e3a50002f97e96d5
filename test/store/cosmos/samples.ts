import type { Decision } from "../../../src/memory/decision.ts";
import type { EntityVersion } from "../../../src/memory/entity.ts";
import type { Event } from "../../../src/memory/event.ts";
import { plainClaim, type FactVersion } from "../../../src/memory/fact.ts";
import type { DerivedMemory } from "../../../src/memory/derived-memory.ts";
import type { Reference } from "../../../src/memory/reference.ts";
import type { RelationshipVersion } from "../../../src/memory/relationship.ts";
import type { SearchText } from "../../../src/memory/search-text.ts";
import { BEGINNING, instantOf, OPEN, type Instant } from "../../../src/memory/time.ts";

/** Two dimensions are enough for near and far. */
export const EMBEDDER = { id: "two-dimensions", dimensions: 2 };

/** The nth minute of the record. */
export const minute = (n: number): Instant => instantOf(Date.UTC(2026, 0, 1, 0, n));

export const anEntity = (
  entity: string,
  at: Instant,
  more: Partial<EntityVersion> = {},
): EntityVersion => ({
  entity,
  n: 1,
  key: `person:${entity}`,
  name: entity,
  type: "person",
  aliases: [],
  profile: null,
  importance: 0,
  self: null,
  mergedInto: null,
  absorbed: [],
  decision: null,
  recordedAt: at,
  expiredAt: OPEN,
  validFrom: BEGINNING,
  validTo: OPEN,
  ...more,
});

export const aFact = (fact: string, at: Instant, more: Partial<FactVersion> = {}): FactVersion => ({
  fact,
  n: 1,
  entity: "ann",
  text: `${fact} is so`,
  slot: null,
  value: null,
  confidence: 0.9,
  importanceCategory: "SPECIFIC_EVENT",
  importance: 0.5,
  sourceContext: "STATED",
  tier: "SESSION",
  validFrom: at,
  validFromKnown: false,
  ...plainClaim({ validFrom: at, validFromKnown: false }),
  claimedTo: OPEN,
  claimedEnd: null,
  occurredAt: at,
  chain: fact,
  mentions: [],
  hash: `hash of ${fact}`,
  textId: `text-${fact}`,
  speaker: null,
  event: null,
  session: null,
  firstRecordedAt: at,
  decision: `decision-${fact}`,
  end: null,
  closing: null,
  recordedAt: at,
  expiredAt: OPEN,
  validTo: OPEN,
  ...more,
});

export const aText = (
  { textId, fact, text, recordedAt }: FactVersion,
  vector: readonly number[] | null = null,
): SearchText => ({
  id: textId,
  kind: "FACT",
  subject: fact,
  text,
  recordedAt,
  expiredAt: OPEN,
  vector: vector && Float32Array.from(vector),
});

export const aRelationship = (
  relationship: string,
  source: string,
  target: string,
  at: Instant,
  more: Partial<RelationshipVersion> = {},
): RelationshipVersion => ({
  relationship,
  n: 1,
  source,
  target,
  type: "knows",
  strength: 0.8,
  evidence: "f1",
  decision: "d1",
  recordedAt: at,
  expiredAt: OPEN,
  validFrom: at,
  validTo: OPEN,
  ...more,
});

export const anEvent = (id: string, at: Instant, more: Partial<Event> = {}): Event => ({
  id,
  message: `message of ${id}`,
  speaker: null,
  occurredAt: at,
  recordedAt: at,
  session: null,
  turn: null,
  idempotencyKey: null,
  recentMessages: [],
  status: "PENDING",
  emotion: null,
  outcome: null,
  settledAt: null,
  ...more,
});

export const aDecision = (id: string, at: Instant, more: Partial<Decision> = {}): Decision => ({
  id,
  action: "ADD",
  decidedBy: "RULE",
  reason: "new",
  candidates: [],
  factText: "",
  fact: null,
  effects: [],
  event: null,
  occurredAt: at,
  recordedAt: at,
  model: null,
  tokens: null,
  reverted: null,
  ...more,
});

export const aMemory = (
  id: string,
  at: Instant,
  more: Partial<DerivedMemory> = {},
): DerivedMemory => ({
  id,
  n: 1,
  kind: "THREAD_SUMMARY",
  session: "s1",
  content: `about ${id}`,
  sections: [],
  validFrom: BEGINNING,
  covers: {},
  coversEventsTo: null,
  entities: [],
  textId: `text-${id}`,
  model: "offline",
  firstRecordedAt: at,
  recordedAt: at,
  expiredAt: OPEN,
  ...more,
});

export const aReference = (
  id: string,
  entity: string,
  at: Instant,
  more: Partial<Reference> = {},
): Reference => ({
  id,
  entity,
  kind: "MENTIONED",
  session: "s1",
  turn: null,
  snippet: `about ${entity}`,
  occurredAt: at,
  recordedAt: at,
  ...more,
});
