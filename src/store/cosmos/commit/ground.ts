import type { Commit, Expiry } from "../../port.ts";
import { decisionDocumentId, type DecisionDocument } from "../documents/decision-document.ts";
import { entityDocumentId, type EntityDocument } from "../documents/entity-document.ts";
import { eventDocumentId, type EventDocument } from "../documents/event-document.ts";
import { factDocumentId, type FactDocument } from "../documents/fact-document.ts";
import { memoryDocumentId, type MemoryDocument } from "../documents/memory-document.ts";
import {
  relationshipDocumentId,
  type RelationshipDocument,
} from "../documents/relationship-document.ts";
import { textDocumentId, type TextDocument } from "../documents/text-document.ts";
import { OPEN } from "../../../memory/time.ts";
import type { Partition } from "../partition.ts";

type Grounding =
  | EntityDocument
  | FactDocument
  | RelationshipDocument
  | MemoryDocument
  | EventDocument
  | DecisionDocument
  | TextDocument;

const FIELDS = [
  "type",
  "schema",
  "since",
  "names",
  "expiredAt",
  "spans",
  "lines",
  "textId",
  "settledAt",
  "reverted",
  "occurredAt",
  "session",
  "textKind",
];

/** What a version is called on record, by its kind. */
const VERSION_IDS: Readonly<Record<Expiry["kind"], (id: string, n: number) => string>> = {
  FACT: factDocumentId,
  ENTITY: entityDocumentId,
  RELATIONSHIP: relationshipDocumentId,
  MEMORY: memoryDocumentId,
};

/** A commit that does not fit what is on record: a fault of the caller's, unless the head has moved. */
export class DoesNotFit extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DoesNotFit";
  }
}

/** What is on record of all that a commit changes or continues, by document id. */
export class Ground {
  readonly #documents: ReadonlyMap<string, Grounding>;

  private constructor(documents: ReadonlyMap<string, Grounding>) {
    this.#documents = documents;
  }

  /** One point read, or one query. */
  static async read(partition: Partition, commit: Commit): Promise<Ground> {
    const {
      entities = [],
      facts = [],
      relationships = [],
      expiries = [],
      settled = [],
      reverted = [],
      texts = [],
      textsExpired = [],
      vectors = [],
      events = [],
    } = commit;
    const own = new Set(events.map(({ id }) => id));
    const fresh = new Set(texts.map(({ id }) => id));
    return new Ground(
      await partition.readMany<Grounding>(
        [
          ...entities.flatMap(({ entity, n }) => (n > 1 ? [entityDocumentId(entity, n - 1)] : [])),
          ...facts.flatMap(({ fact, n }) => (n > 1 ? [factDocumentId(fact, n - 1)] : [])),
          ...relationships.flatMap(({ relationship, n }) =>
            n > 1 ? [relationshipDocumentId(relationship, n - 1)] : [],
          ),
          ...expiries.map(({ kind, id, n }) => VERSION_IDS[kind](id, n)),
          ...settled.flatMap(({ event }) => (own.has(event) ? [] : [eventDocumentId(event)])),
          ...texts.flatMap(({ kind, subject }) =>
            kind === "EVENT" && !own.has(subject) ? [eventDocumentId(subject)] : [],
          ),
          ...reverted.map(({ decision }) => decisionDocumentId(decision)),
          ...textsExpired.map(textDocumentId),
          ...vectors.flatMap(({ text }) => (fresh.has(text) ? [] : [textDocumentId(text)])),
        ],
        FIELDS,
      ),
    );
  }

  #find<T extends Grounding>(id: string): T | null {
    return (this.#documents.get(id) as T | undefined) ?? null;
  }

  entity(entity: string, n: number): EntityDocument | null {
    return this.#find(entityDocumentId(entity, n));
  }

  fact(fact: string, n: number): FactDocument | null {
    return this.#find(factDocumentId(fact, n));
  }

  relationship(relationship: string, n: number): RelationshipDocument | null {
    return this.#find(relationshipDocumentId(relationship, n));
  }

  event(event: string): EventDocument | null {
    return this.#find(eventDocumentId(event));
  }

  /** Whether a text that is to be found no more is an event's. */
  isOfEvent(text: string): boolean {
    return this.#find<TextDocument>(textDocumentId(text))?.textKind === "EVENT";
  }

  /** Throws where something is to end that is not there, or has ended before. */
  check({
    expiries = [],
    settled = [],
    reverted = [],
    textsExpired = [],
    vectors = [],
    texts = [],
    events = [],
  }: Commit): void {
    for (const { kind, id, n } of expiries) {
      if (
        this.#find<EntityDocument | FactDocument | RelationshipDocument | MemoryDocument>(
          VERSION_IDS[kind](id, n),
        )?.expiredAt !== OPEN
      )
        throw new DoesNotFit(`No believed version ${n} of ${kind.toLowerCase()} ${id}.`);
    }
    for (const { event } of settled)
      if (!events.some(({ id }) => id === event) && this.event(event)?.settledAt !== null)
        throw new DoesNotFit(`No event ${event} to be settled.`);
    for (const { decision } of reverted)
      if (this.#find<DecisionDocument>(decisionDocumentId(decision))?.reverted !== null)
        throw new DoesNotFit(`No decision ${decision} to be reverted.`);
    for (const text of textsExpired)
      if (this.#find<TextDocument>(textDocumentId(text))?.expiredAt !== OPEN)
        throw new DoesNotFit(`No text ${text} to be replaced.`);
    for (const { text } of vectors)
      if (!texts.some(({ id }) => id === text) && !this.#find(textDocumentId(text)))
        throw new DoesNotFit(`No text ${text} to have a vector.`);
  }
}
