import { contentHash } from "../../src/memory/content-hash.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { Event } from "../../src/memory/event.ts";
import { plainClaim, type FactVersion } from "../../src/memory/fact.ts";
import { entityKey } from "../../src/language/names.ts";
import { INITIAL_STRENGTH, type RelationshipVersion } from "../../src/memory/relationship.ts";
import { BEGINNING, type Instant, OPEN } from "../../src/memory/time.ts";
import { NO_TOKENS } from "../../src/memory/usage.ts";
import type { Ledger } from "./ledger.ts";

const CONFIDENCE = 0.95;
const IMPORTANCE = 0.5;

/** Records an entity like a write: its version, its search text, the change. */
export const addEntity = (
  ledger: Ledger,
  {
    name,
    type,
    about,
    self = null,
  }: {
    readonly name: string;
    readonly type: string;
    readonly about: string;
    readonly self?: EntityVersion["self"];
  },
): EntityVersion => {
  const version: EntityVersion = {
    entity: ledger.newId(),
    n: 1,
    key: entityKey(type, name),
    name,
    type,
    aliases: [],
    profile: null,
    importance: IMPORTANCE,
    self,
    mergedInto: null,
    absorbed: [],
    decision: null,
    validFrom: BEGINNING,
    validTo: OPEN,
    recordedAt: ledger.now,
    expiredAt: OPEN,
  };
  const { pending } = ledger;
  pending.entities.push(version);
  pending.texts.push({
    id: ledger.newId(),
    kind: "ENTITY",
    subject: version.entity,
    text: about,
    recordedAt: ledger.now,
    expiredAt: OPEN,
  });
  pending.changes.push({
    kind: "ENTITY_ADDED",
    before: null,
    after: { kind: "ENTITY", id: version.entity, n: 1 },
    entities: [version.entity],
    decision: null,
    event: null,
  });
  return version;
};

export interface FactToAdd {
  readonly entity: EntityVersion;
  readonly mentions?: readonly EntityVersion[];
  readonly text: string;
  /** The stated interval, or from now on if none was stated. */
  readonly during?: { readonly validFrom: Instant; readonly validTo: Instant };
}

const decide = (
  ledger: Ledger,
  text: string,
  fact: string,
  n: number,
  event: string | null,
): string => {
  const id = ledger.newId();
  ledger.pending.decisions.push({
    id,
    action: n === 1 ? "ADD" : "UPDATE",
    decidedBy: "RULE",
    reason: "No known fact about the subject is similar.",
    candidates: [],
    factText: text,
    fact,
    effects: [{ kind: "FACT", fact, before: n === 1 ? null : n - 1, after: n }],
    event,
    occurredAt: ledger.now,
    recordedAt: ledger.now,
    model: null,
    tokens: null,
    reverted: null,
  });
  return id;
};

/** The event of the message that stated a fact. */
const eventOf = (id: string, { fact, n, text, entity, recordedAt }: FactVersion): Event => ({
  id,
  message: text,
  speaker: null,
  occurredAt: recordedAt,
  recordedAt,
  session: null,
  turn: null,
  idempotencyKey: null,
  recentMessages: [],
  status: "APPLIED",
  emotion: null,
  settledAt: recordedAt,
  outcome: {
    added: [`${fact}.${n}`],
    updated: [],
    unchanged: [],
    deleted: [],
    entities: [entity],
    relationships: [],
    tokens: NO_TOKENS,
    durationMs: 1,
    extractor: "offline",
    error: null,
  },
});

/**
 * Records a fact like a write: the event with the message, the decision, the version, the texts of
 * both, the change.
 */
export const addFact = (
  ledger: Ledger,
  { entity, mentions = [], text, during }: FactToAdd,
): FactVersion => {
  const { pending, now } = ledger;
  const { validFrom, validTo } = during ?? { validFrom: now, validTo: OPEN };
  const validFromKnown = during !== undefined;
  const [fact, event, textId] = [ledger.newId(), ledger.newId(), ledger.newId()];
  const decision = decide(ledger, text, fact, 1, event);
  const version: FactVersion = {
    fact,
    n: 1,
    entity: entity.entity,
    text,
    slot: null,
    value: null,
    confidence: CONFIDENCE,
    importanceCategory: "SPECIFIC_EVENT",
    importance: IMPORTANCE,
    sourceContext: "STATED",
    tier: "LONG_TERM",
    validFrom,
    ...plainClaim({ validFrom, validFromKnown }),
    validFromKnown,
    claimedTo: validTo,
    claimedEnd: null,
    occurredAt: now,
    chain: fact,
    mentions: [entity, ...mentions].map((one) => one.entity),
    hash: contentHash(text),
    textId,
    speaker: null,
    event,
    session: null,
    firstRecordedAt: now,
    recordedAt: now,
    expiredAt: OPEN,
    validTo,
    decision,
    end: null,
    closing: null,
  };
  pending.facts.push(version);
  pending.events.push(eventOf(event, version));
  pending.texts.push(
    { id: textId, kind: "FACT", subject: fact, text, recordedAt: now, expiredAt: OPEN },
    { id: event, kind: "EVENT", subject: event, text, recordedAt: now, expiredAt: OPEN },
  );
  pending.changes.push({
    kind: "FACT_ADDED",
    before: null,
    after: { kind: "FACT", id: fact, n: 1 },
    entities: version.mentions,
    decision,
    event,
  });
  return version;
};

/** Records another version of a fact, with another statement, like a correction. */
export const correctFact = (ledger: Ledger, before: FactVersion, text: string): FactVersion => {
  const { pending, now } = ledger;
  const n = before.n + 1;
  const decision = decide(ledger, text, before.fact, n, null);
  const version: FactVersion = {
    ...before,
    n,
    text,
    hash: contentHash(text),
    textId: ledger.newId(),
    recordedAt: now,
    decision,
    sourceContext: "CORRECTED",
  };
  pending.facts.push(version);
  pending.expiries.push({
    kind: "FACT",
    id: before.fact,
    n: before.n,
    closing: { reason: "CORRECTED", by: null, decision },
  });
  pending.texts.push({
    id: version.textId,
    kind: "FACT",
    subject: before.fact,
    text,
    recordedAt: now,
    expiredAt: OPEN,
  });
  pending.changes.push({
    kind: "FACT_UPDATED",
    before: { kind: "FACT", id: before.fact, n: before.n },
    after: { kind: "FACT", id: before.fact, n },
    entities: version.mentions,
    decision,
    event: null,
  });
  return version;
};

/** Records a relationship with a fact as its evidence. */
export const relate = (
  ledger: Ledger,
  source: EntityVersion,
  type: string,
  target: EntityVersion,
  evidence: FactVersion,
): RelationshipVersion => {
  const { pending, now } = ledger;
  const version: RelationshipVersion = {
    relationship: ledger.newId(),
    n: 1,
    source: source.entity,
    target: target.entity,
    type,
    strength: INITIAL_STRENGTH,
    evidence: evidence.fact,
    decision: evidence.decision,
    validFrom: evidence.validFrom,
    validTo: evidence.validTo,
    recordedAt: now,
    expiredAt: OPEN,
  };
  pending.relationships.push(version);
  pending.changes.push({
    kind: "RELATIONSHIP_ADDED",
    before: null,
    after: { kind: "RELATIONSHIP", id: version.relationship, n: 1 },
    entities: [source.entity, target.entity],
    decision: evidence.decision,
    event: evidence.event,
  });
  return version;
};

/** Records another version of a relationship or of an entity, with another strength or profile. */
export const strengthen = (
  ledger: Ledger,
  before: RelationshipVersion,
  strength: number,
): RelationshipVersion => {
  const version = { ...before, n: before.n + 1, strength, recordedAt: ledger.now };
  ledger.pending.relationships.push(version);
  ledger.pending.expiries.push({ kind: "RELATIONSHIP", id: before.relationship, n: before.n });
  return version;
};

export const describe = (ledger: Ledger, before: EntityVersion, profile: string): EntityVersion => {
  const version = { ...before, n: before.n + 1, profile, recordedAt: ledger.now };
  ledger.pending.entities.push(version);
  ledger.pending.expiries.push({ kind: "ENTITY", id: before.entity, n: before.n });
  return version;
};
