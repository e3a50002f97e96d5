/**
 * What the items of an exported commit introduce, and what they refer to: one entry for each list of
 * a commit. `check-export.ts` compares them with the records that come before.
 */
import type { Instant } from "../memory/time.ts";
import type { CommitRecord } from "./export-format.ts";

/** The lists of a commit. */
type ListName = Exclude<keyof CommitRecord, "kind" | "recordedAt" | "previous">;
type Items = { readonly [L in ListName]: NonNullable<CommitRecord[L]>[number] };

/** What items refer to by id. */
export type ReferredKind =
  | "entity"
  | "fact"
  | "event"
  | "decision"
  | "text"
  | "relationship"
  | "memory";

/** An id in a field of an item. */
export interface IdAt {
  /** The name of the field, with the index in a list: `mentions[1]`. */
  readonly field: string;
  readonly kind: string;
  readonly id: string;
  /** The version, of items that have versions. */
  readonly n?: number;
}

/** What an item says of itself and of others. */
export interface ItemClaims {
  /** Ids that no other item of the export has, or not with this version. */
  readonly own?: readonly IdAt[];
  readonly references?: readonly (IdAt & { readonly kind: ReferredKind })[];
  /** When it was recorded: with its commit. */
  readonly recordedAt?: Instant;
  readonly occurredAt?: Instant;
}

type Reference = NonNullable<ItemClaims["references"]>[number];
type Field = readonly [field: string, kind: ReferredKind, id: string | null];

/** The references of the fields that are not null. */
const refer = (...fields: readonly Field[]): Reference[] =>
  fields.flatMap(([field, kind, id]) => (id === null ? [] : [{ field, kind, id }]));

const each = (field: string, kind: ReferredKind, ids: readonly string[]): Field[] =>
  ids.map((id, i) => [`${field}[${i}]`, kind, id]);

const CHANGED = { FACT: "fact", ENTITY: "entity", RELATIONSHIP: "relationship" } as const;

const changedVersion = (field: string, version: Items["changes"]["after"]): Reference[] =>
  version === null ? [] : [{ field, kind: CHANGED[version.kind], id: version.id, n: version.n }];

const SUBJECTS: Readonly<Record<Items["texts"]["kind"], ReferredKind>> = {
  FACT: "fact",
  ENTITY: "entity",
  EVENT: "event",
  SUMMARY: "memory",
};

/** What an item of each list says of itself and of others. */
const CLAIMS: { readonly [L in ListName]: (item: Items[L]) => ItemClaims } = {
  expiries: (expiry) => ({
    references:
      expiry.kind === "FACT"
        ? refer(
            ["closing.decision", "decision", expiry.closing.decision],
            ["closing.by", "fact", expiry.closing.by],
          )
        : [],
  }),
  events: ({ id, idempotencyKey, recordedAt, occurredAt }) => ({
    own: [
      { field: "id", kind: "event", id },
      ...(idempotencyKey === null
        ? []
        : [{ field: "idempotencyKey", kind: "idempotency key", id: idempotencyKey }]),
    ],
    recordedAt,
    occurredAt,
  }),
  entities: ({ entity, n, mergedInto, absorbed, recordedAt }) => ({
    own: [{ field: "entity", kind: "entity", id: entity, n }],
    references: refer(
      ["mergedInto", "entity", mergedInto],
      ...each("absorbed", "entity", absorbed),
    ),
    recordedAt,
  }),
  facts: ({
    fact,
    n,
    entity,
    mentions,
    decision,
    event,
    textId,
    hasText,
    recordedAt,
    occurredAt,
  }) => ({
    own: [{ field: "fact", kind: "fact", id: fact, n }],
    references: refer(
      ["entity", "entity", entity],
      ...each("mentions", "entity", mentions),
      ["decision", "decision", decision],
      ["event", "event", event],
      // A claim that has never been visible has no text, and facts of early releases do not say.
      ["textId", "text", hasText ? textId : null],
    ),
    recordedAt,
    occurredAt,
  }),
  relationships: ({ relationship, n, source, target, evidence, recordedAt }) => ({
    own: [{ field: "relationship", kind: "relationship", id: relationship, n }],
    references: refer(
      ["source", "entity", source],
      ["target", "entity", target],
      ["evidence", "fact", evidence],
    ),
    recordedAt,
  }),
  memories: ({ id, n, entities, textId, recordedAt }) => ({
    own: [{ field: "id", kind: "memory", id, n }],
    references: refer(...each("entities", "entity", entities), ["textId", "text", textId]),
    recordedAt,
  }),
  decisions: ({ id, event, fact, recordedAt, occurredAt }) => ({
    own: [{ field: "id", kind: "decision", id }],
    references: refer(["event", "event", event], ["fact", "fact", fact]),
    recordedAt,
    occurredAt,
  }),
  texts: ({ id, kind, subject }) => ({
    own: [{ field: "id", kind: "text", id }],
    references: refer(["subject", SUBJECTS[kind], subject]),
  }),
  vectors: ({ text }) => ({ references: refer(["text", "text", text]) }),
  textsExpired: (id) => ({ references: refer(["", "text", id]) }),
  settled: ({ event }) => ({ references: refer(["event", "event", event]) }),
  reverted: ({ decision, by }) => ({
    references: refer(["decision", "decision", decision], ["by", "decision", by]),
  }),
  changes: ({ before, after, entities, event, at }) => ({
    references: [
      ...changedVersion("before", before),
      ...changedVersion("after", after),
      ...refer(...each("entities", "entity", entities), ["event", "event", event]),
    ],
    recordedAt: at,
  }),
  references: ({ id, recordedAt, occurredAt }) => ({
    own: [{ field: "id", kind: "reference", id }],
    recordedAt,
    occurredAt,
  }),
};

export type PlacedClaims = ItemClaims & { readonly place: string };

/** The items of a commit with their places in it: `facts[2]`. */
export const claimsIn = (record: CommitRecord): PlacedClaims[] => {
  const claimsOf = <L extends ListName>(list: L, items: readonly Items[L][] = []) =>
    items.map((item, i) => ({ ...CLAIMS[list](item), place: `${list}[${i}]` }));
  return [
    ...claimsOf("events", record.events),
    ...claimsOf("entities", record.entities),
    ...claimsOf("facts", record.facts),
    ...claimsOf("relationships", record.relationships),
    ...claimsOf("memories", record.memories),
    ...claimsOf("decisions", record.decisions),
    ...claimsOf("texts", record.texts),
    ...claimsOf("vectors", record.vectors),
    ...claimsOf("textsExpired", record.textsExpired),
    ...claimsOf("settled", record.settled),
    ...claimsOf("reverted", record.reverted),
    ...claimsOf("expiries", record.expiries),
    ...claimsOf("changes", record.changes),
    ...claimsOf("references", record.references),
  ];
};
