import type { Change } from "../../src/memory/change.ts";
import type { Decision } from "../../src/memory/decision.ts";
import type { DerivedMemory } from "../../src/memory/derived-memory.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { Event, Outcome } from "../../src/memory/event.ts";
import { contentHash } from "../../src/memory/content-hash.ts";
import { plainClaim, type FactVersion } from "../../src/memory/fact.ts";
import type { Reference } from "../../src/memory/reference.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import type { SearchText } from "../../src/memory/search-text.ts";
import type { Session, Turn } from "../../src/memory/session.ts";
import { BEGINNING, instantOf, OPEN, type Instant, type TimePoint } from "../../src/memory/time.ts";
import { NO_TOKENS } from "../../src/memory/usage.ts";
import type { Commit, SpaceStore } from "../../src/store/port.ts";
import { embedder } from "./stores.ts";

const START = Date.UTC(2026, 0, 1);

/** The nth second of the story that a test tells; fractions are milliseconds. */
export const at = (second: number): Instant => instantOf(START + Math.round(second * 1000));

/**
 * The time point of a read: the second of `knownAt`, and by default the same second of `validAt`.
 */
export const asOf = (knownAt: number, validAt: number = knownAt): TimePoint => ({
  knownAt: at(knownAt),
  validAt: at(validAt),
});

/** After everything that a test records. */
export const LATER = 1_000_000;

export const vectorOf = async (text: string): Promise<Float32Array> =>
  (await embedder.embed([text])).value[0]!;

// Records of one second each: what a test does not name is of no concern to it.

export const entity = (
  id: string,
  second: number,
  own: Partial<EntityVersion> = {},
): EntityVersion => ({
  entity: id,
  n: 1,
  key: `person:${id}`,
  name: id,
  type: "person",
  aliases: [],
  profile: null,
  importance: 0,
  self: null,
  mergedInto: null,
  absorbed: [],
  decision: null,
  validFrom: BEGINNING,
  validTo: OPEN,
  recordedAt: at(second),
  expiredAt: OPEN,
  ...own,
});

export const fact = (id: string, second: number, own: Partial<FactVersion> = {}): FactVersion => {
  const text = own.text ?? `A statement called ${id}`;
  return {
    fact: id,
    n: 1,
    entity: "clara",
    text,
    hash: contentHash(text),
    textId: `text-${id}`,
    slot: null,
    value: null,
    confidence: 0.95,
    importanceCategory: "SPECIFIC_EVENT",
    importance: 0.5,
    sourceContext: "STATED",
    tier: "SESSION",
    chain: id,
    mentions: [own.entity ?? "clara"],
    speaker: null,
    event: null,
    session: null,
    decision: `decision-${id}`,
    validFrom: at(second),
    ...plainClaim({
      validFrom: own.validFrom ?? at(second),
      validFromKnown: own.validFromKnown ?? false,
    }),
    validFromKnown: false,
    validTo: own.claimedTo ?? OPEN,
    claimedTo: OPEN,
    claimedEnd: null,
    end: null,
    occurredAt: at(second),
    firstRecordedAt: at(second),
    recordedAt: at(second),
    expiredAt: OPEN,
    closing: null,
    ...own,
  };
};

/** The next version of a fact, recorded at a second. */
export const revised = (
  version: FactVersion,
  second: number,
  own: Partial<FactVersion> = {},
): FactVersion => ({ ...version, n: version.n + 1, recordedAt: at(second), ...own });

export const relationship = (
  id: string,
  second: number,
  own: Partial<RelationshipVersion> = {},
): RelationshipVersion => ({
  relationship: id,
  n: 1,
  source: "clara",
  target: "acme",
  type: "works_at",
  strength: 0.8,
  evidence: `evidence-${id}`,
  decision: `decision-${id}`,
  validFrom: at(second),
  validTo: OPEN,
  recordedAt: at(second),
  expiredAt: OPEN,
  ...own,
});

export const event = (id: string, second: number, own: Partial<Event> = {}): Event => ({
  id,
  message: `A message called ${id}`,
  speaker: "Clara",
  occurredAt: at(second),
  recordedAt: at(second),
  session: null,
  turn: null,
  idempotencyKey: null,
  recentMessages: [],
  status: "PENDING",
  emotion: null,
  outcome: null,
  settledAt: null,
  ...own,
});

export const OUTCOME: Outcome = {
  added: ["f.1"],
  updated: [],
  unchanged: ["g.2"],
  deleted: [],
  entities: ["clara"],
  relationships: ["r"],
  tokens: NO_TOKENS,
  durationMs: 1.5,
  extractor: "offline",
  error: null,
};

export const decision = (id: string, second: number, own: Partial<Decision> = {}): Decision => ({
  id,
  action: "ADD",
  decidedBy: "RULE",
  reason: "Because.",
  candidates: [],
  factText: `What ${id} is about`,
  fact: null,
  effects: [],
  event: null,
  occurredAt: at(second),
  recordedAt: at(second),
  model: null,
  tokens: null,
  reverted: null,
  ...own,
});

export const change = (ordinal: number, second: number, own: Partial<Change> = {}): Change => ({
  at: at(second),
  ordinal,
  kind: "FACT_ADDED",
  before: null,
  after: { kind: "FACT", id: `f${ordinal}`, n: 1 },
  entities: ["clara"],
  decision: null,
  event: null,
  ...own,
});

export const text = (id: string, second: number, own: Partial<SearchText> = {}): SearchText => ({
  id,
  kind: "ENTITY",
  subject: id,
  text: `A text called ${id}`,
  recordedAt: at(second),
  expiredAt: OPEN,
  vector: null,
  ...own,
});

export const memory = (
  id: string,
  second: number,
  own: Partial<DerivedMemory> = {},
): DerivedMemory => ({
  id,
  n: 1,
  kind: "THREAD_SUMMARY",
  session: null,
  content: `A memory called ${id}`,
  sections: [],
  validFrom: BEGINNING,
  covers: {},
  coversEventsTo: null,
  entities: [],
  textId: `text-${id}-${own.n ?? 1}`,
  model: "offline",
  firstRecordedAt: at(second),
  recordedAt: at(second),
  expiredAt: OPEN,
  ...own,
});

export const textOfMemory = async ({
  id: subject,
  textId: id,
  content,
  recordedAt,
}: DerivedMemory): Promise<SearchText> => ({
  id,
  kind: "SUMMARY",
  subject,
  text: content,
  recordedAt,
  expiredAt: OPEN,
  vector: await vectorOf(content),
});

export const reference = (id: string, second: number, own: Partial<Reference> = {}): Reference => ({
  id,
  kind: "MENTIONED",
  entity: "clara",
  session: "session",
  turn: null,
  snippet: `… about ${id} …`,
  occurredAt: at(second),
  recordedAt: at(second),
  ...own,
});

/** The search text of a fact, with the vector of its words. */
export const textOf = async (version: FactVersion): Promise<SearchText> => ({
  id: version.textId,
  kind: "FACT",
  subject: version.fact,
  text: version.text,
  recordedAt: version.recordedAt,
  expiredAt: OPEN,
  vector: await vectorOf(version.text),
});

export const textOfEvent = async (logged: Event): Promise<SearchText> => ({
  ...(await textOf(fact(logged.id, 1, { text: logged.message }))),
  id: logged.id,
  kind: "EVENT",
  subject: logged.id,
  recordedAt: logged.recordedAt,
});

export const session = (id: string, second: number, own: Partial<Session> = {}): Session => ({
  id,
  title: null,
  strategy: "ENTITY_GRAPH",
  createdAt: at(second),
  turnCount: 0,
  ...own,
});

export const turn = (id: string, own: Partial<Turn> = {}): Omit<Turn, "seq" | "session"> => ({
  id,
  role: "USER",
  content: `A turn called ${id}`,
  metadata: null,
  toolName: null,
  toolCallId: null,
  occurredAt: at(1),
  recordedAt: at(1),
  event: null,
  expiresAt: null,
  ...own,
});

/** Commits on the head, at a second. */
export const record = async (
  space: SpaceStore,
  second: number,
  commit: Omit<Commit, "recordedAt">,
): Promise<void> => {
  if (!(await space.commit(await space.head(), { recordedAt: at(second), ...commit })))
    throw new Error(`The head moved before second ${second}.`);
};

/** Commits facts with their search texts. */
export const recordFacts = async (
  space: SpaceStore,
  second: number,
  facts: readonly FactVersion[],
  commit: Omit<Commit, "recordedAt" | "facts"> = {},
): Promise<void> =>
  record(space, second, {
    ...commit,
    facts,
    texts: [...(await Promise.all(facts.map(textOf))), ...(commit.texts ?? [])],
  });

/** Fact A is superseded: its believed version expires at a second, and it is recorded again, cut where B starts. */
export const superseded = async (
  space: SpaceStore,
  second: number,
  old: FactVersion,
  by: FactVersion,
): Promise<void> =>
  record(space, second, {
    expiries: [
      {
        kind: "FACT",
        id: old.fact,
        n: old.n,
        closing: { reason: "UPDATE", by: by.fact, decision: by.decision },
      },
    ],
    facts: [
      revised(old, second, { validTo: by.validFrom, end: { reason: "UPDATE", by: by.fact } }),
      by,
    ],
    texts: [await textOf(by)],
  });
