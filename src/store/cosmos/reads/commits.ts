import type { Commit, Expiry } from "../../port.ts";
import { COMMIT, type CommitDocument } from "../documents/commit-document.ts";
import { DECISION, decisionOf, type DecisionDocument } from "../documents/decision-document.ts";
import { ENTITY, entityVersion, type EntityDocument } from "../documents/entity-document.ts";
import { EVENT, eventOf, type EventDocument } from "../documents/event-document.ts";
import { FACT, factVersion, type FactDocument } from "../documents/fact-document.ts";
import { MEMORY, memoryOf, type MemoryDocument } from "../documents/memory-document.ts";
import { REFERENCE, referenceOf, type ReferenceDocument } from "../documents/reference-document.ts";
import {
  RELATIONSHIP,
  relationshipVersion,
  type RelationshipDocument,
} from "../documents/relationship-document.ts";
import { UnionShape } from "../documents/shape.ts";
import {
  IS_FIRST_PART,
  ownText,
  TEXT,
  wordsAbout,
  type TextDocument,
} from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { LATEST_RECORDED_FIRST, ofType, oneOf } from "../partition/query.ts";
import { groupBy } from "../../../collections/group-by.ts";
import { compareText, OPEN, type Instant } from "../../../memory/time.ts";

/** Number of commits that are read together. */
const COMMITS_PER_WINDOW = 50;

type RecordedDocument =
  | CommitDocument
  | EntityDocument
  | FactDocument
  | RelationshipDocument
  | EventDocument
  | DecisionDocument
  | TextDocument
  | MemoryDocument
  | ReferenceDocument;
type ExpiredDocument =
  | EntityDocument
  | FactDocument
  | RelationshipDocument
  | MemoryDocument
  | TextDocument;

const RECORDED_SHAPES = {
  commit: COMMIT,
  entity: ENTITY,
  fact: FACT,
  relationship: RELATIONSHIP,
  event: EVENT,
  decision: DECISION,
  text: TEXT,
  memory: MEMORY,
  reference: REFERENCE,
};
const EXPIRED_SHAPES = {
  entity: ENTITY,
  fact: FACT,
  relationship: RELATIONSHIP,
  memory: MEMORY,
  text: TEXT,
};
const RECORDED = new UnionShape<RecordedDocument>(null, RECORDED_SHAPES);
const EXPIRED = new UnionShape<ExpiredDocument>(null, EXPIRED_SHAPES);

/** Position of a document among those of its type and commit. */
const positionInCommit = (document: RecordedDocument): string =>
  "since" in document ? document.since : document.id;

type DocumentsByType = {
  readonly [D in RecordedDocument as D["type"]]: readonly D[];
};

const byType = (documents: readonly RecordedDocument[]): DocumentsByType => {
  const ofType = <T extends RecordedDocument["type"]>(type: T) =>
    documents.filter(
      (document): document is Extract<RecordedDocument, { readonly type: T }> =>
        document.type === type,
    );
  return {
    commit: ofType("commit"),
    entity: ofType("entity"),
    fact: ofType("fact"),
    relationship: ofType("relationship"),
    event: ofType("event"),
    decision: ofType("decision"),
    // Further parts repeat the content of the first one.
    text: ofType("text").filter(({ part }) => part === undefined),
    memory: ofType("memory"),
    reference: ofType("reference"),
  };
};

/**
 * The expiry of a document in a commit. Null for a text, which a commit lists by its id, and for a
 * fact that does not say by what it was closed.
 */
const expiryOf = (document: ExpiredDocument): Expiry | null => {
  switch (document.type) {
    case "entity":
      return { kind: "ENTITY", id: document.entity, n: document.n };
    case "relationship":
      return { kind: "RELATIONSHIP", id: document.relationship, n: document.n };
    case "memory":
      return { kind: "MEMORY", id: document.memory, n: document.n };
    case "fact":
      return document.closing
        ? { kind: "FACT", id: document.fact, n: document.n, closing: document.closing }
        : null;
    case "text":
      return null;
  }
};

/**
 * The embedder whose vectors a replay contains, and whether the vectors contain their numbers or
 * are only placeholders.
 */
interface VectorOptions {
  readonly embedder: string;
  readonly withNumbers: boolean;
}

/** Everything recorded, expired, settled, reverted and embedded by a run of consecutive commits. */
interface WindowDocuments {
  readonly recordedDocuments: readonly RecordedDocument[];
  readonly expiredDocuments: readonly ExpiredDocument[];
  readonly settledEvents: readonly EventDocument[];
  readonly revertedDecisions: readonly DecisionDocument[];
  readonly embeddedTexts: readonly TextDocument[];
}

/** Documents of the commits after `from`, up to and including `to`. */
const readWindow = async (
  partition: Partition,
  { embedder }: VectorOptions,
  from: Instant | null,
  to: Instant,
): Promise<WindowDocuments> => {
  const parameters = { after: from ?? "", to };
  const within = (field: string): string => `c.${field} > @after AND c.${field} <= @to`;
  const [recordedDocuments, expiredDocuments, settledEvents, revertedDecisions, embeddedTexts] =
    await Promise.all([
      partition.query(RECORDED, {
        where: [oneOf("type", "types"), within("recordedAt")],
        parameters: { ...parameters, types: Object.keys(RECORDED_SHAPES) },
      }),
      partition.query(EXPIRED, {
        where: [oneOf("type", "types"), within("expiredAt")],
        parameters: { ...parameters, types: Object.keys(EXPIRED_SHAPES) },
      }),
      partition.query(EVENT, {
        where: [ofType("event"), within("settledAt"), "c.settledAt > c.recordedAt"],
        parameters,
      }),
      partition.query(DECISION, {
        where: [ofType("decision"), within("reverted.at"), "c.reverted.at > c.recordedAt"],
        parameters,
      }),
      partition.query(TEXT, {
        where: [
          ofType("text"),
          IS_FIRST_PART,
          "c.embedder = @embedder",
          within("vectorAt"),
          "c.vectorAt > c.recordedAt",
        ],
        parameters: { ...parameters, embedder },
      }),
    ]);
  return {
    recordedDocuments: recordedDocuments.toSorted((a, b) =>
      compareText(positionInCommit(a), positionInCommit(b)),
    ),
    expiredDocuments: expiredDocuments.toSorted((a, b) => compareText(a.id, b.id)),
    settledEvents,
    revertedDecisions,
    embeddedTexts,
  };
};

const vectorOf = ({ vector = [] }: TextDocument, { withNumbers }: VectorOptions): Float32Array =>
  Float32Array.from(withNumbers ? vector : []);

/**
 * A text as the commit at `at` recorded it: open, and with a vector only if that commit added it.
 */
const recordedText = (
  document: TextDocument,
  at: Instant,
  vectors: VectorOptions,
): NonNullable<Commit["texts"]>[number] => ({
  id: document.textId,
  kind: document.textKind,
  subject: document.subject,
  text: ownText(document),
  about: wordsAbout(document),
  recordedAt: at,
  expiredAt: OPEN,
  vector:
    document.embedder === vectors.embedder && document.vectorAt === at
      ? vectorOf(document, vectors)
      : null,
});

/** The records of the commit at `at` as they were then: records that were closed later are open. */
const recordedParts = (
  documents: readonly RecordedDocument[],
  at: Instant,
  vectors: VectorOptions,
) => {
  const parts = byType(documents);
  const positions = new Map(parts.fact.map(({ textId }, i) => [textId, i]));
  const texts = parts.text.toSorted(
    (a, b) => (positions.get(a.textId) ?? 0) - (positions.get(b.textId) ?? 0),
  );
  return {
    facts: parts.fact.map((document) => factVersion(document, at)),
    entities: parts.entity.map((document) => entityVersion(document, at)),
    relationships: parts.relationship.map((document) => relationshipVersion(document, at)),
    events: parts.event.map((document) => eventOf(document, at)),
    decisions: parts.decision.map((document) => decisionOf(document, at)),
    memories: parts.memory.map((document) => memoryOf(document, at)),
    references: parts.reference.map(referenceOf),
    changes: parts.commit.flatMap(({ changes }) => changes),
    texts: texts.map((document) => recordedText(document, at, vectors)),
  };
};

/** The changes of the commit at `at` to earlier documents. */
const changedParts = (
  { expiredDocuments, settledEvents, revertedDecisions, embeddedTexts }: WindowDocuments,
  at: Instant,
  vectors: VectorOptions,
) => {
  const expiredNow = expiredDocuments.filter(({ expiredAt }) => expiredAt === at);
  return {
    textsExpired: expiredNow.flatMap((document) =>
      document.type === "text" ? [document.textId] : [],
    ),
    expiries: expiredNow.flatMap((document) => expiryOf(document) ?? []),
    settled: settledEvents.flatMap(({ settledAt, event, status, emotion, outcome }) =>
      settledAt === at && outcome !== null ? [{ event, status, emotion, outcome }] : [],
    ),
    reverted: revertedDecisions.flatMap((document) =>
      document.reverted?.at === at
        ? [{ decision: document.body.id, by: document.reverted.by }]
        : [],
    ),
    vectors: embeddedTexts.flatMap((document) =>
      document.vectorAt === at
        ? [{ text: document.textId, vector: vectorOf(document, vectors) }]
        : [],
    ),
  };
};

/** The parts that are not empty. */
const withoutEmptyParts = <T extends Readonly<Record<string, readonly unknown[]>>>(
  parts: T,
): Partial<T> => {
  const present: Partial<T> = { ...parts };
  for (const name in parts) if (parts[name]?.length === 0) delete present[name];
  return present;
};

/** The commits after a record time, up to the head at the time of the read, oldest first. */
export async function* commitsAfter(
  partition: Partition,
  vectors: VectorOptions,
  after: Instant | null,
  head: Instant | null,
): AsyncGenerator<Commit> {
  if (head === null) return;
  for (let from = after; ;) {
    // Every commit has a document of its own; a large one has several.
    const commits = await partition.query(COMMIT.only("recordedAt"), {
      where: [ofType("commit"), "c.recordedAt > @after", "c.recordedAt <= @head"],
      parameters: { after: from ?? "", head },
      orderBy: "c.recordedAt ASC",
      top: COMMITS_PER_WINDOW,
    });
    const last = commits.at(-1);
    if (!last) return;
    const window = await readWindow(partition, vectors, from, last.recordedAt);
    const documentsByTime = groupBy(window.recordedDocuments, ({ recordedAt }) => recordedAt);
    for (const recordedAt of new Set(commits.map((commit) => commit.recordedAt)))
      yield {
        recordedAt,
        ...withoutEmptyParts({
          ...recordedParts(documentsByTime.get(recordedAt) ?? [], recordedAt, vectors),
          ...changedParts(window, recordedAt, vectors),
        }),
      };
    from = last.recordedAt;
  }
}

/** Record time of the last commit at or before each instant; null if there is none. */
export const lastCommits = (
  partition: Partition,
  instants: readonly Instant[],
): Promise<(Instant | null)[]> =>
  Promise.all(
    instants.map(async (at) => {
      const [last] = await partition.query(COMMIT.only("recordedAt"), {
        where: [ofType("commit"), "c.recordedAt <= @at"],
        parameters: { at },
        orderBy: LATEST_RECORDED_FIRST,
        top: 1,
      });
      return last?.recordedAt ?? null;
    }),
  );
