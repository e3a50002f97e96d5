import { OPEN, type Instant } from "../../../memory/time.ts";
import type { Commit, Expiry } from "../../port.ts";
import type { CommitDocument } from "../documents/commit-document.ts";
import { decisionOf, type DecisionDocument } from "../documents/decision-document.ts";
import { entityVersion, type EntityDocument } from "../documents/entity-document.ts";
import type { Envelope } from "../documents/envelope.ts";
import { eventOf, type EventDocument } from "../documents/event-document.ts";
import { factVersion, type FactDocument } from "../documents/fact-document.ts";
import { memoryOf, type MemoryDocument } from "../documents/memory-document.ts";
import type { ReferenceDocument } from "../documents/reference-document.ts";
import {
  relationshipVersion,
  type RelationshipDocument,
} from "../documents/relationship-document.ts";
import { ownText, type TextDocument } from "../documents/text-document.ts";
import type { Partition } from "../partition.ts";
import { ofType, oneOf } from "../query.ts";

/** So many commits are read together. */
const COMMITS_AT_A_TIME = 50;

const RECORDED_TYPES = [
  "commit",
  "entity",
  "fact",
  "relationship",
  "event",
  "decision",
  "text",
  "memory",
  "reference",
];
const EXPIRING_TYPES = ["entity", "fact", "relationship", "memory", "text"];

type Recorded =
  | CommitDocument
  | EntityDocument
  | FactDocument
  | RelationshipDocument
  | EventDocument
  | DecisionDocument
  | TextDocument
  | MemoryDocument
  | ReferenceDocument;
type Expired = EntityDocument | FactDocument | RelationshipDocument | MemoryDocument | TextDocument;

/** What is on record of a span of commits. */
class Window {
  readonly #recorded: readonly Recorded[];
  readonly #expired: readonly Expired[];
  readonly #settled: readonly EventDocument[];
  readonly #reverted: readonly DecisionDocument[];
  readonly #embedded: readonly TextDocument[];
  readonly #embedder: string;
  readonly #wanted: boolean;

  private constructor(
    read: {
      recorded: readonly Recorded[];
      expired: readonly Expired[];
      settled: readonly EventDocument[];
      reverted: readonly DecisionDocument[];
      embedded: readonly TextDocument[];
    },
    embedder: string,
    wanted: boolean,
  ) {
    this.#recorded = read.recorded.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    this.#expired = read.expired.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    this.#settled = read.settled;
    this.#reverted = read.reverted;
    this.#embedded = read.embedded;
    this.#embedder = embedder;
    this.#wanted = wanted;
  }

  static async read(
    partition: Partition,
    embedder: string,
    wanted: boolean,
    from: Instant | null,
    to: Instant,
  ): Promise<Window> {
    const parameters = { after: from ?? "", to };
    const within = (field: string): string => `c.${field} > @after AND c.${field} <= @to`;
    const [recorded, expired, settled, reverted, embedded] = await Promise.all([
      partition.query<Recorded>({
        where: [oneOf("type", "types"), within("recordedAt")],
        parameters: { ...parameters, types: RECORDED_TYPES },
      }),
      partition.query<Expired>({
        where: [oneOf("type", "types"), within("expiredAt")],
        parameters: { ...parameters, types: EXPIRING_TYPES },
      }),
      partition.query<EventDocument>({
        where: [ofType("event"), within("settledAt"), "c.settledAt > c.recordedAt"],
        parameters,
      }),
      partition.query<DecisionDocument>({
        where: [ofType("decision"), within("reverted.at"), "c.reverted.at > c.recordedAt"],
        parameters,
      }),
      partition.query<TextDocument>({
        where: [
          ofType("text"),
          "c.embedder = @embedder",
          within("vectorAt"),
          "c.vectorAt > c.recordedAt",
        ],
        parameters: { ...parameters, embedder },
      }),
    ]);
    return new Window({ recorded, expired, settled, reverted, embedded }, embedder, wanted);
  }

  #of<D extends Recorded>(type: D["type"], at: Instant): D[] {
    return this.#recorded.filter(
      (document): document is D => document.type === type && document.recordedAt === at,
    );
  }

  #vector(document: TextDocument): Float32Array {
    return Float32Array.from(this.#wanted ? (document.vector ?? []) : []);
  }

  #expiries(at: Instant): Expiry[] {
    return this.#expired.flatMap((document): Expiry[] => {
      if (document.expiredAt !== at) return [];
      if (document.type === "entity")
        return [{ kind: "ENTITY", id: document.entity, n: document.n }];
      if (document.type === "relationship")
        return [{ kind: "RELATIONSHIP", id: document.relationship, n: document.n }];
      if (document.type === "memory")
        return [{ kind: "MEMORY", id: document.memory, n: document.n }];
      return document.type === "fact" && document.closing
        ? [{ kind: "FACT", id: document.fact, n: document.n, closing: document.closing }]
        : [];
    });
  }

  /** As it was then: what was closed later was open. */
  commit(at: Instant): Commit {
    const facts = this.#of<FactDocument>("fact", at).map((document) => factVersion(document, at));
    const places = new Map(facts.map(({ textId }, i) => [textId, i]));
    const texts = this.#of<TextDocument>("text", at).toSorted(
      (a, b) => (places.get(a.textId) ?? 0) - (places.get(b.textId) ?? 0),
    );
    const commit: Required<Commit> = {
      recordedAt: at,
      facts,
      entities: this.#of<EntityDocument>("entity", at).map((document) =>
        entityVersion(document, at),
      ),
      relationships: this.#of<RelationshipDocument>("relationship", at).map((document) =>
        relationshipVersion(document, at),
      ),
      events: this.#of<EventDocument>("event", at).map((document) => eventOf(document, at)),
      decisions: this.#of<DecisionDocument>("decision", at).map((document) =>
        decisionOf(document, at),
      ),
      memories: this.#of<MemoryDocument>("memory", at).map((document) => memoryOf(document, at)),
      references: this.#of<ReferenceDocument>("reference", at).map(({ body }) => body),
      changes: this.#of<CommitDocument>("commit", at).flatMap(({ changes }) => changes),
      texts: texts.map((document) => ({
        id: document.textId,
        kind: document.textKind,
        subject: document.subject,
        text: ownText(document),
        ...(document.own === undefined ? {} : { about: document.text.slice(document.own + 1) }),
        recordedAt: at,
        expiredAt: OPEN,
        vector:
          document.embedder === this.#embedder && document.vectorAt === at
            ? this.#vector(document)
            : null,
      })),
      textsExpired: this.#expired.flatMap((document) =>
        document.type === "text" && document.expiredAt === at ? [document.textId] : [],
      ),
      expiries: this.#expiries(at),
      settled: this.#settled.flatMap(({ settledAt, event, status, emotion, outcome }) =>
        settledAt === at ? [{ event, status, emotion, outcome: outcome! }] : [],
      ),
      reverted: this.#reverted.flatMap(({ reverted, body }) =>
        reverted?.at === at ? [{ decision: body.id, by: reverted.by }] : [],
      ),
      vectors: this.#embedded.flatMap((document) =>
        document.vectorAt === at ? [{ text: document.textId, vector: this.#vector(document) }] : [],
      ),
    };
    return Object.fromEntries(
      Object.entries(commit).filter(([, part]) => !Array.isArray(part) || part.length > 0),
    ) as unknown as Commit;
  }
}

/** Where a document stands among those of its type and commit. */
const orderOf = (document: Recorded): string =>
  "since" in document ? document.since : document.id;

/** Up to the head as it was read; every commit has a document of its own. */
export async function* commitsAfter(
  partition: Partition,
  embedder: string,
  after: Instant | null,
  head: Instant | null,
  vectors: boolean,
): AsyncGenerator<Commit> {
  if (head === null) return;
  for (let from = after; ;) {
    const found = await partition.query<CommitDocument & Envelope>({
      fields: ["recordedAt"],
      where: [ofType("commit"), "c.recordedAt > @after", "c.recordedAt <= @head"],
      parameters: { after: from ?? "", head },
      orderBy: "c.recordedAt ASC",
      top: COMMITS_AT_A_TIME,
    });
    const last = found.at(-1);
    if (!last) return;
    const window = await Window.read(partition, embedder, vectors, from, last.recordedAt);
    for (const at of new Set(found.map(({ recordedAt }) => recordedAt))) yield window.commit(at);
    from = last.recordedAt;
  }
}
