/**
 * The parts of the items of an exported commit that `check-export.ts` compares with the records
 * before it: the ids that an item introduces, those to which it refers, and its times. One entry
 * for each list of a commit.
 */
import type { Instant } from "../memory/time.ts";
import type { CommitRecord } from "./export-format.ts";

/** The lists of a commit. */
type ListName = Exclude<keyof CommitRecord, "kind" | "recordedAt" | "previous">;
type Items = { readonly [L in ListName]: NonNullable<CommitRecord[L]>[number] };
type Lists = { readonly [L in ListName]?: readonly Items[L][] | undefined };

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

/** The parts of an item that are checked. */
export interface CheckedParts {
  /** Ids that no other item of the export has, or not with this version. */
  readonly own?: readonly IdAt[];
  readonly references?: readonly (IdAt & { readonly kind: ReferredKind })[];
  /** When it was recorded: with its commit. */
  readonly recordedAt?: Instant;
  readonly occurredAt?: Instant;
}

type Reference = NonNullable<CheckedParts["references"]>[number];
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

/** The checked parts of an item, by its list. */
const PARTS: { readonly [L in ListName]: (item: Items[L]) => CheckedParts } = {
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
  expiries: (expiry) => ({
    references:
      expiry.kind === "FACT"
        ? refer(
            ["closing.decision", "decision", expiry.closing.decision],
            ["closing.by", "fact", expiry.closing.by],
          )
        : [],
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

/** The parts of an item with its place in its commit: `facts[2]`. */
export type CheckedItem = CheckedParts & { readonly place: string };

const LISTS = Object.keys(PARTS) as ListName[];

const itemsOf = <L extends ListName>(lists: Lists, list: L): CheckedItem[] => {
  const items: readonly Items[L][] = lists[list] ?? [];
  return items.map((item, i) => ({ ...PARTS[list](item), place: `${list}[${i}]` }));
};

/** The checked parts of all items of a commit. */
export const checkedItems = (record: CommitRecord): CheckedItem[] =>
  LISTS.flatMap((list) => itemsOf(record, list));
