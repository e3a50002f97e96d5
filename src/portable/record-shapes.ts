/**
 * The required fields of each kind of export record with the ranges of their values, so that
 * nothing is imported that this service would not write, or could not read again. Fields of later
 * versions may be missing, and unknown fields are ignored.
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
import { Problem } from "../memory/problem.ts";
import type { MemoryKind } from "../memory/search-text.ts";
import { STRATEGY_NAMES, type Role } from "../memory/session.ts";
import { checkTags } from "../memory/tags.ts";
import { OPEN, type Precision } from "../memory/time.ts";
import { storedInstant, storedTokens } from "../store/note-values.ts";
import type { Expiry } from "../store/port.ts";
import { NOTE_BYTES } from "../store/port/notes.ts";
import { checkLength, checkTimeZone } from "../write/limits.ts";
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
/** A value for which a check of the write path throws no problem. */
const passing =
  <T>(check: (value: T) => void) =>
  (value: T, context: z.RefinementCtx): void => {
    try {
      check(value);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      context.addIssue({ code: "custom", message: error.message });
    }
  };
/** Maximum number of characters of any text: the longest one that this service writes is a note. */
const TEXT_LENGTH = NOTE_BYTES;
const text = z.string().max(TEXT_LENGTH);
const texts = z.array(text);
const textOrNull = text.nullable();
const id = z.string().min(1).max(TEXT_LENGTH);
const ids = z.array(id);
const idOrNull = id.nullable();
/** From 0 to 1. */
const share = z.number().min(0).max(1);
const count = z.int().nonnegative();
const version = z.int().positive();
const valid = { validFrom: storedInstant, validTo: storedInstant };
/** A version is exported as it was recorded: the commit that ends it says so. */
const recordTime = { recordedAt: storedInstant, expiredAt: z.literal(OPEN) };
const zoneField = { timeZone: text.superRefine(passing(checkTimeZone)).nullable().optional() };
const tagFields = { tags: texts.superRefine(passing(checkTags)).optional() };

/** Complains of each pair of instants of which the second is before the first. */
const inOrder =
  <K extends string>(...pairs: readonly (readonly [start: K, end: K])[]) =>
  (value: Readonly<Partial<Record<K, unknown>>>, context: z.RefinementCtx): void => {
    for (const [start, end] of pairs) {
      const [from, to] = [value[start], value[end]];
      if (typeof from === "string" && typeof to === "string" && to < from)
        context.addIssue({
          code: "custom",
          path: [end],
          message: `must not be before ${start} (${from})`,
        });
    }
  };
const VALID_INTERVAL = ["validFrom", "validTo"] as const;
const FIRST_RECORDED = ["firstRecordedAt", "recordedAt"] as const;

const precision = oneOf<Precision>({ YEAR: true, MONTH: true, DAY: true, INSTANT: true });

const emotion = z.object({ label: text, intensity: share, energy: share }).nullable();
const outcome = z.object({
  added: ids,
  updated: ids,
  unchanged: ids,
  deleted: ids,
  entities: ids,
  relationships: ids,
  tokens: storedTokens,
  durationMs: z.number().nonnegative(),
  extractor: text,
  error: textOrNull,
});

const event: z.ZodType<Event> = z.object({
  id,
  message: text.superRefine(passing((message: string) => checkLength("The message", message))),
  speaker: textOrNull,
  occurredAt: storedInstant,
  ...zoneField,
  recordedAt: storedInstant,
  session: idOrNull,
  turn: idOrNull,
  idempotencyKey: textOrNull,
  recentMessages: texts,
  status: oneOf<EventStatus>({ PENDING: true, APPLIED: true, FAILED: true }),
  emotion,
  outcome: outcome.nullable(),
  settledAt: storedInstant.nullable(),
  ...tagFields,
});
const entity: z.ZodType<EntityVersion> = z
  .object({
    entity: id,
    n: version,
    key: text,
    name: text,
    type: text,
    aliases: texts,
    profile: textOrNull,
    importance: share,
    self: oneOf<SelfEvidence>({
      SPEAKER: true,
      UNNAMED_SPEAKER: true,
      INTRODUCED: true,
    }).nullable(),
    mergedInto: idOrNull,
    absorbed: ids,
    decision: idOrNull,
    ...valid,
    ...recordTime,
  })
  .superRefine(inOrder(VALID_INTERVAL));

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
  by: idOrNull,
});
const closingWithDecision = closing.extend({ decision: text });
const words = {
  text,
  value: textOrNull,
  confidence: share,
  hash: id,
  textId: id,
};
const claimDetails: Readonly<{ [K in keyof ClaimDetails]: z.ZodType<ClaimDetails[K]> }> = {
  polarity: oneOf<Polarity>({ HOLDS: true, ENDED: true, NEVER: true }),
  claimedFrom: storedInstant,
  fromStated: z.boolean(),
  fromPrecision: precision,
  still: z.boolean(),
  toPrecision: precision,
  position: count,
  restates: idOrNull,
  label: textOrNull,
  takesOver: z.boolean(),
  validFromPrecision: precision,
  validToPrecision: precision,
  own: z.object({ ...words, by: text }).nullable(),
  resumes: idOrNull,
  hasText: z.boolean(),
};
type EarlierFact = Omit<FactVersion, keyof ClaimDetails> & {
  readonly [K in keyof ClaimDetails]?: ClaimDetails[K] | undefined;
};
const fact: z.ZodType<EarlierFact> = z
  .object({
    ...z.object(claimDetails).partial().shape,
    ...words,
    fact: id,
    n: version,
    entity: id,
    slot: textOrNull,
    importanceCategory: oneOf<ImportanceCategory>({
      BIOGRAPHICAL_MILESTONE: true,
      RELATIONSHIP_CHANGE: true,
      STABLE_PREFERENCE: true,
      SPECIFIC_EVENT: true,
      ROUTINE_ACTIVITY: true,
      CONVERSATIONAL: true,
    }),
    importance: share,
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
    chain: id,
    mentions: ids,
    speaker: textOrNull,
    event: idOrNull,
    session: idOrNull,
    decision: id,
    end: closing.nullable(),
    // What a later commit does to a version or a decision is in that commit.
    closing: z.null(),
    ...tagFields,
    ...valid,
    ...recordTime,
  })
  .superRefine(inOrder(VALID_INTERVAL, FIRST_RECORDED));

const relationship: z.ZodType<RelationshipVersion> = z
  .object({
    relationship: id,
    n: version,
    source: id,
    target: id,
    type: text,
    strength: share,
    evidence: id,
    decision: id,
    ...valid,
    ...recordTime,
  })
  .superRefine(inOrder(VALID_INTERVAL));

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
    fact: id,
    before: version.nullable(),
    after: version.nullable(),
  }),
  z.object({ kind: z.enum(["MERGED", "SPLIT"]), from: text, into: text }),
  z.object({ kind: z.literal("PROFILE"), entity: text }),
]);
const decision: z.ZodType<Decision> = z.object({
  id,
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
  fact: idOrNull,
  effects: z.array(effect),
  event: idOrNull,
  occurredAt: storedInstant,
  recordedAt: storedInstant,
  model: textOrNull,
  tokens: storedTokens.nullable(),
  reverted: z.null(),
});

const vector = z.union([z.string(), z.literal(true)]);
const searchText: z.ZodType<ExportedText> = z.object({
  id,
  kind: oneOf<MemoryKind>({ FACT: true, ENTITY: true, EVENT: true, SUMMARY: true }),
  subject: id,
  text,
  about: text.optional(),
  vector: vector.nullable(),
});

const changedItem = z
  .object({ kind: z.enum(["FACT", "RELATIONSHIP", "ENTITY"]), id: text, n: version })
  .nullable();
const change: z.ZodType<Change> = z.object({
  at: storedInstant,
  ordinal: count,
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
  entities: ids,
  decision: idOrNull,
  event: idOrNull,
});

const memory: z.ZodType<DerivedMemory> = z
  .object({
    id,
    n: version,
    kind: oneOf<DerivedKind>({
      THREAD_SUMMARY: true,
      USER_SUMMARY: true,
      EPISODIC: true,
      PROCEDURAL: true,
      OBSERVATION: true,
    }),
    session: idOrNull,
    content: text,
    sections: z.array(z.object({ heading: text, lines: texts })),
    validFrom: storedInstant,
    covers: z.record(z.string(), count),
    coversEventsTo: storedInstant.nullable(),
    entities: ids,
    textId: id,
    model: text,
    firstRecordedAt: storedInstant,
    ...recordTime,
  })
  .superRefine(inOrder(FIRST_RECORDED));

const reference: z.ZodType<Reference> = z.object({
  id,
  kind: oneOf<ReferenceKind>({
    DISCUSSED: true,
    QUERIED: true,
    MENTIONED: true,
    INTERESTED_IN: true,
  }),
  entity: id,
  session: id,
  turn: idOrNull,
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
        event: id,
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
  id,
  title: textOrNull,
  strategy: z.enum(STRATEGY_NAMES),
  createdAt: storedInstant,
  turnCount: z.int().nonnegative(),
});

const turn: z.ZodType<Omit<TurnRecord, "kind">> = z.object({
  id,
  session: id,
  seq: version,
  role: oneOf<Role>({ USER: true, AGENT: true, TOOL: true, SYSTEM: true }),
  content: text,
  metadata: z.record(z.string(), z.unknown()).nullable(),
  speaker: text.optional(),
  toolName: textOrNull,
  toolCallId: textOrNull,
  occurredAt: storedInstant,
  ...zoneField,
  recordedAt: storedInstant,
  event: idOrNull,
  expiresAt: storedInstant.nullable(),
  ...tagFields,
});

const note: z.ZodType<Omit<NoteRecord, "kind" | "value">> = z.object({
  session: idOrNull,
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
    id,
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
    sessions: count,
    turns: count,
    notes: count,
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
  return `is wrong at ${place}: ${issue.message.replace(/\.$/u, "")}`;
};
