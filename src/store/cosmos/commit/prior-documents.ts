import type { FactId } from "../../../memory/ids.ts";
import { OPEN, type Instant } from "../../../memory/time.ts";
import type { Commit, Expiry } from "../../port.ts";
import {
  DECISION,
  decisionDocumentId,
  type DecisionDocument,
} from "../documents/decision-document.ts";
import { ENTITY, entityDocumentId, type EntityDocument } from "../documents/entity-document.ts";
import { EVENT, eventDocumentId, type EventDocument } from "../documents/event-document.ts";
import { FACT, factDocumentId, nextSpan, type FactDocument } from "../documents/fact-document.ts";
import { MEMORY, memoryDocumentId, type MemoryDocument } from "../documents/memory-document.ts";
import {
  RELATIONSHIP,
  relationshipDocumentId,
  type RelationshipDocument,
} from "../documents/relationship-document.ts";
import { isList, orAbsent, UnionShape, type StoredDocument } from "../documents/shape.ts";
import { TEXT, textDocumentId, type TextDocument } from "../documents/text-document.ts";
import type { Tagged } from "../../../memory/tags.ts";
import type { Partition } from "../partition/partition.ts";

type PriorEntity = Pick<EntityDocument, "type" | "since" | "names" | "expiredAt">;
type PriorFact = Pick<
  FactDocument,
  "type" | "since" | "expiredAt" | "spans" | "parts" | "lines" | "textId"
>;
type PriorRelationship = Pick<RelationshipDocument, "type" | "since" | "expiredAt">;
type PriorMemory = Pick<MemoryDocument, "type" | "expiredAt">;
type PriorEvent = Pick<EventDocument, "type" | "status" | "settledAt" | "occurredAt" | "session"> &
  Tagged;
type PriorDecision = Pick<DecisionDocument, "type" | "reverted">;
type PriorText = Pick<TextDocument, "type" | "expiredAt" | "textKind" | "bounds" | "lastPart">;
type PriorDocument =
  | PriorEntity
  | PriorFact
  | PriorRelationship
  | PriorMemory
  | PriorEvent
  | PriorDecision
  | PriorText;

const PRIOR_DOCUMENT = new UnionShape<PriorDocument>(
  [
    "type",
    "schema",
    "since",
    "names",
    "expiredAt",
    "spans",
    "parts",
    "lastPart",
    "lines",
    "textId",
    "status",
    "settledAt",
    "reverted",
    "occurredAt",
    "session",
    "textKind",
    "bounds",
    "c.body.tags AS tags",
  ],
  {
    entity: ENTITY.only("type", "since", "names", "expiredAt"),
    fact: FACT.only("type", "since", "expiredAt", "spans", "parts", "lines", "textId"),
    relationship: RELATIONSHIP.only("type", "since", "expiredAt"),
    memory: MEMORY.only("type", "expiredAt"),
    event: EVENT.only("type", "status", "settledAt", "occurredAt", "session").computing(
      "tags",
      "c.body.tags",
      orAbsent<readonly string[]>(isList),
    ),
    decision: DECISION.only("type", "reverted"),
    text: TEXT.only("type", "expiredAt", "textKind", "bounds", "lastPart"),
  },
);

const VERSION_IDS: Readonly<Record<Expiry["kind"], (id: string, n: number) => string>> = {
  FACT: factDocumentId,
  ENTITY: entityDocumentId,
  RELATIONSHIP: relationshipDocumentId,
  MEMORY: memoryDocumentId,
};

/**
 * The commit does not fit the stored documents. This is the caller's fault unless the head has
 * moved.
 */
export class CommitMisfit extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommitMisfit";
  }
}

/**
 * Ids of all documents that a commit continues, changes or ends, except those that it creates
 * itself.
 */
const priorIds = ({
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
}: Commit): string[] => {
  const newEvents = new Set(events.map(({ id }) => id));
  const newTexts = new Set(texts.map(({ id }) => id));
  const isContinued = ({ n }: { readonly n: number }): boolean => n > 1;
  return [
    ...entities.filter(isContinued).map(({ entity, n }) => entityDocumentId(entity, n - 1)),
    ...facts.filter(isContinued).map(({ fact, n }) => factDocumentId(fact, n - 1)),
    ...relationships
      .filter(isContinued)
      .map(({ relationship, n }) => relationshipDocumentId(relationship, n - 1)),
    ...expiries.map(({ kind, id, n }) => VERSION_IDS[kind](id, n)),
    ...settled
      .filter(({ event }) => !newEvents.has(event))
      .map(({ event }) => eventDocumentId(event)),
    ...texts
      .filter(({ kind, subject }) => kind === "EVENT" && !newEvents.has(subject))
      .map(({ subject }) => eventDocumentId(subject)),
    ...reverted.map(({ decision }) => decisionDocumentId(decision)),
    ...facts
      .filter((version) => isContinued(version) && !newTexts.has(version.textId))
      .map(({ textId }) => textDocumentId(textId)),
    ...textsExpired.map((text) => textDocumentId(text)),
    ...vectors.filter(({ text }) => !newTexts.has(text)).map(({ text }) => textDocumentId(text)),
  ];
};

/** The properties of a text whose spans a commit extends or ends. */
const CHANGED_TEXT = TEXT.only(
  "type",
  "schema",
  "recordedAt",
  "expiredAt",
  "textKind",
  "bounds",
  "lastPart",
).keeping();

/** Caches the texts of cached facts, because a commit that changes these facts needs them. */
export const keepTextsOf = async (
  partition: Partition,
  facts: readonly FactId[],
  knownAt: Instant,
): Promise<void> => {
  const texts = facts.flatMap((fact) => {
    const version = partition.keptVersion(FACT, "fact", fact, knownAt);
    return version ? [textDocumentId(version.textId)] : [];
  });
  await partition.readManyAsOf(CHANGED_TEXT, texts, knownAt);
};

type Documents = ReadonlyMap<string, PriorDocument>;

/** The versions whose text continues in a further part, and the position of the span of each. */
const inFurtherParts = (
  { facts = [], texts = [] }: Commit,
  documents: Documents,
): { readonly textId: string; readonly part: number; readonly isNew: boolean }[] => {
  const newTexts = new Set(texts.map(({ id }) => id));
  return facts.flatMap(({ fact, n, textId }) => {
    const before = documents.get(factDocumentId(fact, n - 1));
    if (before?.type !== "fact" || before.spans[textId] === undefined || newTexts.has(textId))
      return [];
    const { part, place } = nextSpan(before, textId);
    return part === 0 ? [] : [{ textId, part, isNew: place === 0 }];
  });
};

/** The stored documents that a commit continues, changes or ends. */
export class PriorDocuments {
  readonly #documents: Documents;
  readonly #wholeTexts: ReadonlyMap<string, StoredDocument<TextDocument>>;

  private constructor(
    documents: Documents,
    wholeTexts: ReadonlyMap<string, StoredDocument<TextDocument>>,
  ) {
    this.#documents = documents;
    this.#wholeTexts = wholeTexts;
  }

  /**
   * Reads the documents. Takes one point read or one query, and another one if a text has several
   * parts; none if all are cached as of the head with the record time `keptAt`. `keptAt` is null if
   * nothing is cached for that head.
   */
  static async read(
    partition: Partition,
    commit: Commit,
    keptAt: Instant | null,
  ): Promise<PriorDocuments> {
    const readAll = (ids: readonly string[]): Promise<Documents> =>
      keptAt === null
        ? partition.readMany(PRIOR_DOCUMENT, ids)
        : partition.readManyAsOf(PRIOR_DOCUMENT, ids, keptAt);
    const documents = await readAll(priorIds(commit));
    const further = inFurtherParts(commit, documents);
    const [parts, wholeTexts] = await Promise.all([
      readAll(
        further
          .filter(({ isNew }) => !isNew)
          .map(({ textId, part }) => textDocumentId(textId, part)),
      ),
      partition.readMany(
        TEXT,
        further.filter(({ isNew }) => isNew).map(({ textId }) => textDocumentId(textId)),
      ),
    ]);
    return new PriorDocuments(new Map([...documents, ...parts]), wholeTexts);
  }

  #find<K extends PriorDocument["type"]>(
    type: K,
    id: string,
  ): Extract<PriorDocument, { readonly type: K }> | null {
    const isOfType = (
      document: PriorDocument | undefined,
    ): document is Extract<PriorDocument, { readonly type: K }> => document?.type === type;
    const document = this.#documents.get(id);
    return isOfType(document) ? document : null;
  }

  entity(entity: string, n: number): PriorEntity | null {
    return this.#find("entity", entityDocumentId(entity, n));
  }

  fact(fact: string, n: number): PriorFact | null {
    return this.#find("fact", factDocumentId(fact, n));
  }

  relationship(relationship: string, n: number): PriorRelationship | null {
    return this.#find("relationship", relationshipDocumentId(relationship, n));
  }

  event(event: string): PriorEvent | null {
    return this.#find("event", eventDocumentId(event));
  }

  text(text: string, part = 0): PriorText | null {
    return this.#find("text", textDocumentId(text, part));
  }

  /**
   * The first part of a text that continues in a new one. Throws a CommitMisfit if there is none.
   */
  wholeText(text: string): StoredDocument<TextDocument> {
    const document = this.#wholeTexts.get(textDocumentId(text));
    if (!document) throw new CommitMisfit(`The text ${text} to continue is missing.`);
    return document;
  }

  /** Throws a CommitMisfit if a version to end does not exist or has ended before. */
  check(commit: Commit): void {
    this.#checkExpiries(commit);
    this.#checkSettlements(commit);
    this.#checkReverts(commit);
    this.#checkTexts(commit);
  }

  #isBelieved(id: string): boolean {
    const document = this.#documents.get(id);
    return document !== undefined && "expiredAt" in document && document.expiredAt === OPEN;
  }

  #checkExpiries({ expiries = [] }: Commit): void {
    for (const { kind, id, n } of expiries)
      if (!this.#isBelieved(VERSION_IDS[kind](id, n)))
        throw new CommitMisfit(`There is no believed version ${n} of ${kind.toLowerCase()} ${id}.`);
  }

  #checkSettlements({ settled = [], events = [] }: Commit): void {
    const newEvents = new Set(events.map(({ id }) => id));
    for (const { event } of settled) {
      if (newEvents.has(event)) continue;
      const priorEvent = this.event(event);
      if (priorEvent === null || (priorEvent.settledAt !== null && priorEvent.status !== "FAILED"))
        throw new CommitMisfit(`There is no event ${event} to settle.`);
    }
  }

  #checkReverts({ reverted = [] }: Commit): void {
    for (const { decision } of reverted)
      if (this.#find("decision", decisionDocumentId(decision))?.reverted !== null)
        throw new CommitMisfit(`There is no decision ${decision} to revert.`);
  }

  #checkTexts({ textsExpired = [], vectors = [], texts = [] }: Commit): void {
    for (const text of textsExpired)
      if (!this.#isBelieved(textDocumentId(text)))
        throw new CommitMisfit(`The text ${text} to replace is missing.`);
    const newTexts = new Set(texts.map(({ id }) => id));
    for (const { text } of vectors)
      if (!newTexts.has(text) && !this.text(text))
        throw new CommitMisfit(`The text ${text} that gets a vector is missing.`);
  }
}
