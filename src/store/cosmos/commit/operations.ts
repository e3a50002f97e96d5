import type { FactVersion } from "../../../memory/fact.ts";
import type { SearchText } from "../../../memory/search-text.ts";
import type { Tagged } from "../../../memory/tags.ts";
import { BEGINNING, OPEN, type Instant } from "../../../memory/time.ts";
import type { Commit, Expiry, SpaceId } from "../../port.ts";
import { commitDocuments } from "../documents/commit-document.ts";
import { decisionDocument, decisionDocumentId } from "../documents/decision-document.ts";
import { entityDocument, entityDocumentId } from "../documents/entity-document.ts";
import { positionAt, type Envelope } from "../documents/envelope.ts";
import { eventDocument, eventDocumentId } from "../documents/event-document.ts";
import {
  factDocument,
  factDocumentId,
  lastSpan,
  nextSpan,
  type SpanPlace,
} from "../documents/fact-document.ts";
import { memoryDocument, memoryDocumentId } from "../documents/memory-document.ts";
import { referenceDocument } from "../documents/reference-document.ts";
import {
  relationshipDocument,
  relationshipDocumentId,
} from "../documents/relationship-document.ts";
import {
  boundsWith,
  furtherPart,
  idsOfParts,
  textDocument,
  textDocumentId,
  vectorFields,
  type Span,
  type Embedder,
} from "../documents/text-document.ts";
import { creating, patching, type BatchOperation, type Patch } from "../partition/batches.ts";
import { groupBy } from "../../../collections/group-by.ts";
import { CommitMisfit, type PriorDocuments } from "./prior-documents.ts";

/** The writes of a commit: new documents, and at most one patch for each stored document. */
class Writes {
  readonly #createdDocuments: Envelope[] = [];
  readonly #patches = new Map<string, Patch[]>();

  create(document: Envelope): void {
    this.#createdDocuments.push(document);
  }

  patch(id: string, ...patches: Patch[]): void {
    this.#patches.set(id, [...(this.#patches.get(id) ?? []), ...patches]);
  }

  get operations(): BatchOperation[] {
    return [
      ...this.#createdDocuments.map(creating),
      ...[...this.#patches].map(([id, patches]) => patching(id, patches)),
    ];
  }
}

const set = (path: string, value: unknown): Patch => ({ op: "set", path, value });
const append = (path: string, value: unknown): Patch => ({ op: "add", path: `${path}/-`, value });
const setAll = (properties: object): Patch[] =>
  Object.entries(properties).map(([property, value]) => set(`/${property}`, value));

/**
 * The span of a text by which a search knows when a fact version was believed, and when it is true.
 */
const spanOf = ({
  n,
  recordedAt,
  expiredAt,
  validFrom,
  validTo,
  confidence,
  session,
  tier,
  tags,
}: FactVersion): Span => ({
  n,
  recordedAt,
  expiredAt,
  validFrom,
  validTo,
  confidence,
  session,
  tier,
  ...(tags !== undefined && { tags }),
});

/** The span of a text that is true from a start on, without an end. */
const openSpan = (
  text: SearchText,
  validFrom: Instant,
  session: string | null,
  tags?: Tagged["tags"],
): Span => ({
  n: 0,
  recordedAt: text.recordedAt,
  expiredAt: text.expiredAt,
  validFrom,
  validTo: OPEN,
  confidence: 1,
  session,
  tier: session === null ? "LONG_TERM" : "SESSION",
  ...(tags !== undefined && { tags }),
});

const writeEntities = (
  writes: Writes,
  space: SpaceId,
  prior: PriorDocuments,
  { entities = [], recordedAt }: Commit,
): void => {
  for (const [i, version] of entities.entries())
    writes.create(
      entityDocument(
        space,
        version,
        positionAt(recordedAt, i),
        prior.entity(version.entity, version.n - 1),
      ),
    );
};

/**
 * Adds the interval of a fact version, a span, to its stored text. A text with many spans is stored
 * in parts, so that no document becomes too large: the first span of a further part creates it.
 */
const appendSpan = (
  writes: Writes,
  prior: PriorDocuments,
  version: FactVersion,
  { part, place }: SpanPlace,
): void => {
  const { textId } = version;
  const span = spanOf(version);
  if (part > 0 && place === 0) {
    writes.create(furtherPart(prior.wholeText(textId), part, span));
    writes.patch(textDocumentId(textId), set("/lastPart", part));
    return;
  }
  const bounds = prior.text(textId, part)?.bounds;
  writes.patch(
    textDocumentId(textId, part),
    append("/spans", span),
    set("/believedUntil", span.expiredAt),
    ...(bounds ? [set("/bounds", boundsWith(bounds, span))] : []),
  );
};

/** A version whose text is already stored adds a span to it. The text itself is written once. */
const writeFacts = (
  writes: Writes,
  space: SpaceId,
  prior: PriorDocuments,
  { facts = [], texts = [] }: Commit,
): void => {
  const newTexts = new Set(texts.map(({ id }) => id));
  for (const [i, version] of facts.entries()) {
    const before = prior.fact(version.fact, version.n - 1);
    const isStored = !newTexts.has(version.textId) && before?.spans[version.textId] !== undefined;
    writes.create(
      factDocument(
        space,
        version,
        positionAt(version.firstRecordedAt, i),
        before,
        isStored || newTexts.has(version.textId),
      ),
    );
    if (isStored) appendSpan(writes, prior, version, nextSpan(before, version.textId));
  }
};

/** The spans of a new text. `versions` are the fact versions that have the text. */
const spansOf = (
  text: SearchText,
  versions: readonly FactVersion[],
  prior: PriorDocuments,
  { events = [], memories = [] }: Commit,
): Span[] => {
  if (text.kind === "FACT") return versions.map(spanOf);
  if (text.kind === "SUMMARY")
    return [
      openSpan(
        text,
        memories.find(({ textId }) => textId === text.id)?.validFrom ?? BEGINNING,
        null,
      ),
    ];
  if (text.kind !== "EVENT") return [openSpan(text, BEGINNING, null)];
  const event = events.find(({ id }) => id === text.subject) ?? prior.event(text.subject);
  if (!event) throw new CommitMisfit(`No event ${text.subject} to have a text.`);
  return [openSpan(text, event.occurredAt, event.session, event.tags)];
};

/**
 * Creates the documents of new texts with their vectors and spans. Vectors of stored texts are set
 * on all parts of these.
 */
const writeTexts = (
  writes: Writes,
  space: SpaceId,
  prior: PriorDocuments,
  commit: Commit,
  embedder: Embedder,
): void => {
  const { texts = [], vectors = [], facts = [], recordedAt } = commit;
  const vectorsLeft = new Map(vectors.map(({ text, vector }) => [text, vector]));
  const versionsByText = groupBy(facts, ({ textId }) => textId);
  for (const text of texts) {
    const versions = text.kind === "FACT" ? (versionsByText.get(text.id) ?? []) : [];
    writes.create(
      textDocument(
        space,
        { ...text, vector: text.vector ?? vectorsLeft.get(text.id) ?? null },
        versions[0]?.entity ?? null,
        spansOf(text, versions, prior, commit),
        embedder,
      ),
    );
    vectorsLeft.delete(text.id);
  }
  for (const [text, vector] of vectorsLeft)
    for (const id of idsOfParts({ textId: text, lastPart: prior.text(text)?.lastPart }))
      writes.patch(id, ...setAll(vectorFields(vector, embedder, recordedAt)));
};

/**
 * Removes texts from search. The event of a text keeps the instant, for readers who list its
 * session.
 */
const writeTextExpiries = (
  writes: Writes,
  prior: PriorDocuments,
  { textsExpired = [], recordedAt }: Commit,
): void => {
  for (const text of textsExpired) {
    writes.patch(
      textDocumentId(text),
      set("/expiredAt", recordedAt),
      set("/spans/0/expiredAt", recordedAt),
      set("/believedUntil", recordedAt),
    );
    if (prior.text(text)?.textKind === "EVENT")
      writes.patch(eventDocumentId(text), set("/hiddenAt", recordedAt));
  }
};

/**
 * Closing a fact version also closes its span, the last one of its text that the version counts.
 */
const closeFact = (
  writes: Writes,
  prior: PriorDocuments,
  { id, n, closing }: Extract<Expiry, { readonly kind: "FACT" }>,
  recordedAt: Instant,
): void => {
  writes.patch(
    factDocumentId(id, n),
    set("/expiredAt", recordedAt),
    set("/closing", closing),
    set("/closedBy", closing.by),
  );
  const version = prior.fact(id, n);
  const span = version && lastSpan(version, version.textId);
  if (version && span)
    writes.patch(
      textDocumentId(version.textId, span.part),
      set(`/spans/${span.place}/expiredAt`, recordedAt),
      set("/believedUntil", recordedAt),
    );
};

const UNCLOSED_IDS = {
  ENTITY: entityDocumentId,
  RELATIONSHIP: relationshipDocumentId,
  MEMORY: memoryDocumentId,
} as const;

const writeExpiries = (
  writes: Writes,
  prior: PriorDocuments,
  { expiries = [], recordedAt }: Commit,
): void => {
  for (const expiry of expiries) {
    if (expiry.kind === "FACT") closeFact(writes, prior, expiry, recordedAt);
    else
      writes.patch(UNCLOSED_IDS[expiry.kind](expiry.id, expiry.n), set("/expiredAt", recordedAt));
  }
};

/** An event that is settled by the commit that logs it is written as settled. */
const writeEvents = (
  writes: Writes,
  space: SpaceId,
  { events = [], settled = [], recordedAt }: Commit,
): void => {
  const settlements = new Map(
    settled.map(({ event, ...settlement }) => [event, { ...settlement, settledAt: recordedAt }]),
  );
  for (const event of events) {
    writes.create(eventDocument(space, { ...event, ...settlements.get(event.id) }));
    settlements.delete(event.id);
  }
  for (const [event, settlement] of settlements)
    writes.patch(eventDocumentId(event), ...setAll(settlement));
};

/**
 * All writes of a commit except the head, in no particular order. Throws a CommitMisfit if the
 * commit does not fit the stored documents.
 */
export const operationsOf = (
  space: SpaceId,
  commit: Commit,
  prior: PriorDocuments,
  id: string,
  embedder: Embedder,
): BatchOperation[] => {
  prior.check(commit);
  const {
    relationships = [],
    decisions = [],
    reverted = [],
    changes = [],
    memories = [],
    references = [],
    recordedAt,
  } = commit;
  const writes = new Writes();
  for (const document of commitDocuments(space, id, recordedAt, changes)) writes.create(document);
  writeEvents(writes, space, commit);
  writeEntities(writes, space, prior, commit);
  writeTexts(writes, space, prior, commit, embedder);
  writeTextExpiries(writes, prior, commit);
  writeExpiries(writes, prior, commit);
  writeFacts(writes, space, prior, commit);
  for (const [i, version] of relationships.entries())
    writes.create(
      relationshipDocument(
        space,
        version,
        positionAt(recordedAt, i),
        prior.relationship(version.relationship, version.n - 1),
      ),
    );
  for (const [i, memory] of memories.entries())
    writes.create(memoryDocument(space, memory, positionAt(recordedAt, i)));
  for (const [i, reference] of references.entries())
    writes.create(referenceDocument(space, reference, positionAt(recordedAt, i)));
  for (const [i, decision] of decisions.entries())
    writes.create(decisionDocument(space, decision, positionAt(recordedAt, i)));
  for (const { decision, by } of reverted)
    writes.patch(decisionDocumentId(decision), set("/reverted", { at: recordedAt, by }));
  return writes.operations;
};
