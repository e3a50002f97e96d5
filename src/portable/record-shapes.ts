/**
 * The required fields of each kind of export record, so that nothing is imported that could not be
 * read again. Fields of later versions may be missing, and unknown fields are ignored.
 */
import { z } from "zod";
import type { Change, ChangeKind } from "../memory/change.ts";
import type { DecidedBy, Decision, DecisionAction, Effect } from "../memory/decision.ts";
import type { DerivedKind, DerivedMemory } from "../memory/derived-memory.ts";
import type { EntityVersion, SelfEvidence } from "../memory/entity.ts";
import type { Event, EventStatus } from "../memory/event.ts";
import type {
  ClaimDetails,
  FactTier,
  FactVersion,
  Polarity,
  SourceContext,
  SupersedeReason,
} from "../memory/fact.ts";
import type { ImportanceCategory } from "../memory/importance.ts";
import type { Reference, ReferenceKind } from "../memory/reference.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import type { MemoryKind } from "../memory/search-text.ts";
import { STRATEGY_NAMES, type Role } from "../memory/session.ts";
import type { Precision } from "../memory/time.ts";
import { storedInstant, storedTokens } from "../store/note-values.ts";
import type { Expiry } from "../store/port.ts";
import { NOTE_BYTES } from "../store/port/notes.ts";
import type {
  CommitRecord,
  ExportRecord,
  ExportedText,
  NoteRecord,
  SessionRecord,
  TurnRecord,
} from "./export-format.ts";

/** The keys of `values`, all of the union. */
const oneOf = <T extends string>(values: Readonly<Record<T, true>>) =>
  z.enum(Object.keys(values) as T[]);
const text = z.string();
const texts = z.array(z.string());
const textOrNull = z.string().nullable();
const version = z.int().positive();
const valid = { validFrom: storedInstant, validTo: storedInstant };
const recordTime = { recordedAt: storedInstant, expiredAt: storedInstant };
const tagFields = { tags: texts.optional() };
const precision = oneOf<Precision>({ YEAR: true, MONTH: true, DAY: true, INSTANT: true });

const emotion = z.object({ label: text, intensity: z.number(), energy: z.number() }).nullable();
const outcome = z.object({
  added: texts,
  updated: texts,
  unchanged: texts,
  deleted: texts,
  entities: texts,
  relationships: texts,
  tokens: storedTokens,
  durationMs: z.number(),
  extractor: text,
  error: textOrNull,
});

const event: z.ZodType<Event> = z.object({
  id: text,
  message: text,
  speaker: textOrNull,
  occurredAt: storedInstant,
  timeZone: textOrNull.optional(),
  recordedAt: storedInstant,
  session: textOrNull,
  turn: textOrNull,
  idempotencyKey: textOrNull,
  recentMessages: texts,
  status: oneOf<EventStatus>({ PENDING: true, APPLIED: true, FAILED: true }),
  emotion,
  outcome: outcome.nullable(),
  settledAt: storedInstant.nullable(),
  ...tagFields,
});
const entity: z.ZodType<EntityVersion> = z.object({
  entity: text,
  n: version,
  key: text,
  name: text,
  type: text,
  aliases: texts,
  profile: textOrNull,
  importance: z.number(),
  self: oneOf<SelfEvidence>({
    SPEAKER: true,
    UNNAMED_SPEAKER: true,
    INTRODUCED: true,
  }).nullable(),
  mergedInto: textOrNull,
  absorbed: texts,
  decision: textOrNull,
  ...valid,
  ...recordTime,
});

const closing = z.object({
  reason: oneOf<SupersedeReason>({
    UPDATE: true,
    RETRACTED: true,
    CORRECTED: true,
    DUPLICATE: true,
    CONTRADICT: true,
    BACKFILL: true,
    MERGE: true,
    REVERTED: true,
  }),
  by: textOrNull,
});
const closingWithDecision = closing.extend({ decision: text });
const words = {
  text,
  value: textOrNull,
  confidence: z.number(),
  hash: text,
  textId: text,
};
const claimDetails: Readonly<{ [K in keyof ClaimDetails]: z.ZodType<ClaimDetails[K]> }> = {
  polarity: oneOf<Polarity>({ HOLDS: true, ENDED: true, NEVER: true }),
  claimedFrom: storedInstant,
  fromStated: z.boolean(),
  fromPrecision: precision,
  still: z.boolean(),
  toPrecision: precision,
  position: z.number(),
  restates: textOrNull,
  label: textOrNull,
  takesOver: z.boolean(),
  validFromPrecision: precision,
  validToPrecision: precision,
  own: z.object({ ...words, by: text }).nullable(),
  resumes: textOrNull,
  hasText: z.boolean(),
};
type EarlierFact = Omit<FactVersion, keyof ClaimDetails> & {
  readonly [K in keyof ClaimDetails]?: ClaimDetails[K] | undefined;
};
const fact: z.ZodType<EarlierFact> = z.object({
  ...z.object(claimDetails).partial().shape,
  ...words,
  fact: text,
  n: version,
  entity: text,
  slot: textOrNull,
  importanceCategory: oneOf<ImportanceCategory>({
    BIOGRAPHICAL_MILESTONE: true,
    RELATIONSHIP_CHANGE: true,
    STABLE_PREFERENCE: true,
    SPECIFIC_EVENT: true,
    ROUTINE_ACTIVITY: true,
    CONVERSATIONAL: true,
  }),
  importance: z.number(),
  sourceContext: oneOf<SourceContext>({
    STATED: true,
    INFERRED_FROM_RELATION: true,
    ASSERTED: true,
    CORRECTED: true,
    IMPORTED: true,
  }),
  tier: oneOf<FactTier>({ SESSION: true, LONG_TERM: true }),
  firstRecordedAt: storedInstant,
  validFromKnown: z.boolean(),
  claimedTo: storedInstant,
  claimedEnd: closing.nullable(),
  occurredAt: storedInstant,
  chain: text,
  mentions: texts,
  speaker: textOrNull,
  event: textOrNull,
  session: textOrNull,
  decision: text,
  end: closing.nullable(),
  closing: closingWithDecision.nullable(),
  ...tagFields,
  ...valid,
  ...recordTime,
});

const relationship: z.ZodType<RelationshipVersion> = z.object({
  relationship: text,
  n: version,
  source: text,
  target: text,
  type: text,
  strength: z.number(),
  evidence: text,
  decision: text,
  ...valid,
  ...recordTime,
});

const expiredFields = { id: text, n: version };
const expiry: z.ZodType<Expiry> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("FACT"), ...expiredFields, closing: closingWithDecision }),
  z.object({ kind: z.literal("RELATIONSHIP"), ...expiredFields }),
  z.object({ kind: z.literal("ENTITY"), ...expiredFields }),
  z.object({ kind: z.literal("MEMORY"), ...expiredFields }),
]);

const effect: z.ZodType<Effect> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("FACT"),
    fact: text,
    before: version.nullable(),
    after: version.nullable(),
  }),
  z.object({ kind: z.enum(["MERGED", "SPLIT"]), from: text, into: text }),
  z.object({ kind: z.literal("PROFILE"), entity: text }),
]);
const decision: z.ZodType<Decision> = z.object({
  id: text,
  action: oneOf<DecisionAction>({
    ADD: true,
    UPDATE: true,
    NOOP: true,
    DELETE: true,
    PROMOTE: true,
  }),
  decidedBy: oneOf<DecidedBy>({ RULE: true, SIMILARITY: true, MODEL: true, CALLER: true }),
  reason: text,
  candidates: z.array(
    z.object({ version: text, similarity: z.number(), reason: textOrNull.optional() }),
  ),
  factText: text,
  fact: textOrNull,
  effects: z.array(effect),
  event: textOrNull,
  occurredAt: storedInstant,
  recordedAt: storedInstant,
  model: textOrNull,
  tokens: storedTokens.nullable(),
  reverted: z.object({ at: storedInstant, by: text }).nullable(),
});

const vector = z.union([z.string(), z.literal(true)]);
const searchText: z.ZodType<ExportedText> = z.object({
  id: text,
  kind: oneOf<MemoryKind>({ FACT: true, ENTITY: true, EVENT: true, SUMMARY: true }),
  subject: text,
  text,
  about: text.optional(),
  vector: vector.nullable(),
});

const changedItem = z
  .object({ kind: z.enum(["FACT", "RELATIONSHIP", "ENTITY"]), id: text, n: version })
  .nullable();
const change: z.ZodType<Change> = z.object({
  at: storedInstant,
  ordinal: z.number(),
  kind: oneOf<ChangeKind>({
    FACT_ADDED: true,
    FACT_UPDATED: true,
    FACT_CLOSED: true,
    RELATIONSHIP_ADDED: true,
    RELATIONSHIP_CLOSED: true,
    ENTITY_ADDED: true,
    ENTITY_CHANGED: true,
    ENTITIES_MERGED: true,
    ENTITY_SPLIT: true,
  }),
  before: changedItem,
  after: changedItem,
  entities: texts,
  decision: textOrNull,
  event: textOrNull,
});

const memory: z.ZodType<DerivedMemory> = z.object({
  id: text,
  n: version,
  kind: oneOf<DerivedKind>({
    THREAD_SUMMARY: true,
    USER_SUMMARY: true,
    EPISODIC: true,
    PROCEDURAL: true,
    OBSERVATION: true,
  }),
  session: textOrNull,
  content: text,
  sections: z.array(z.object({ heading: text, lines: texts })),
  validFrom: storedInstant,
  covers: z.record(z.string(), z.number()),
  coversEventsTo: storedInstant.nullable(),
  entities: texts,
  textId: text,
  model: text,
  firstRecordedAt: storedInstant,
  ...recordTime,
});

const reference: z.ZodType<Reference> = z.object({
  id: text,
  kind: oneOf<ReferenceKind>({
    DISCUSSED: true,
    QUERIED: true,
    MENTIONED: true,
    INTERESTED_IN: true,
  }),
  entity: text,
  session: text,
  turn: textOrNull,
  snippet: text,
  occurredAt: storedInstant,
  recordedAt: storedInstant,
});

const commit: z.ZodType<Omit<CommitRecord, "kind" | "facts">> = z.object({
  recordedAt: storedInstant,
  previous: storedInstant.nullable(),
  events: z.array(event).exactOptional(),
  settled: z
    .array(
      z.object({
        event: text,
        status: oneOf<EventStatus>({ PENDING: true, APPLIED: true, FAILED: true }),
        emotion,
        outcome,
      }),
    )
    .exactOptional(),
  entities: z.array(entity).exactOptional(),
  facts: z.array(fact).exactOptional(),
  relationships: z.array(relationship).exactOptional(),
  expiries: z.array(expiry).exactOptional(),
  decisions: z.array(decision).exactOptional(),
  reverted: z.array(z.object({ decision: text, by: text })).exactOptional(),
  texts: z.array(searchText).exactOptional(),
  vectors: z.array(z.object({ text, vector })).exactOptional(),
  textsExpired: texts.exactOptional(),
  changes: z.array(change).exactOptional(),
  memories: z.array(memory).exactOptional(),
  references: z.array(reference).exactOptional(),
});

const session: z.ZodType<Omit<SessionRecord, "kind">> = z.object({
  id: text,
  title: textOrNull,
  strategy: z.enum(STRATEGY_NAMES),
  createdAt: storedInstant,
  turnCount: z.int().nonnegative(),
});

const turn: z.ZodType<Omit<TurnRecord, "kind">> = z.object({
  id: text,
  session: text,
  seq: version,
  role: oneOf<Role>({ USER: true, AGENT: true, TOOL: true, SYSTEM: true }),
  content: text,
  metadata: z.record(z.string(), z.unknown()).nullable(),
  toolName: textOrNull,
  toolCallId: textOrNull,
  occurredAt: storedInstant,
  timeZone: textOrNull.optional(),
  recordedAt: storedInstant,
  event: textOrNull,
  expiresAt: storedInstant.nullable(),
  ...tagFields,
});

const note: z.ZodType<Omit<NoteRecord, "kind" | "value">> = z.object({
  session: textOrNull,
  path: text,
  value: z
    .json()
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= NOTE_BYTES,
      `must have at most ${NOTE_BYTES} bytes`,
    ),
  expiresAt: storedInstant.nullable(),
});

const SHAPES: Readonly<Record<ExportRecord["kind"], z.ZodType>> = {
  palimpsest: z.object({
    id: text,
    exportedAt: storedInstant,
    knownAt: storedInstant.optional(),
    embedder: z.object({ id: text, dimensions: z.int().positive() }),
    embeddings: z.boolean(),
  }),
  commit,
  session,
  turn,
  note,
  end: z.object({
    head: storedInstant.nullable(),
    sessions: z.number(),
    turns: z.number(),
    notes: z.number(),
  }),
};

/** The missing or invalid field of a record, to follow "Record 3 of the export"; null for none. */
export const shapeComplaint = (record: ExportRecord): string | null => {
  const { error } = SHAPES[record.kind].safeParse(record);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return null;
  const place = issue.path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .slice(1);
  return `is wrong at ${place}: ${issue.message}`;
};
