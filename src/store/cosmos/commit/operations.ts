import type { JSONObject, JSONValue, OperationInput, PatchOperation } from "@azure/cosmos";
import type { FactVersion } from "../../../memory/fact.ts";
import type { SearchText } from "../../../memory/search-text.ts";
import { BEGINNING, OPEN, type Instant } from "../../../memory/time.ts";
import type { Commit, SpaceId } from "../../port.ts";
import { commitDocuments } from "../documents/commit-document.ts";
import { decisionDocument, decisionDocumentId } from "../documents/decision-document.ts";
import { entityDocument, entityDocumentId } from "../documents/entity-document.ts";
import type { Envelope } from "../documents/envelope.ts";
import { eventDocument, eventDocumentId } from "../documents/event-document.ts";
import { factDocument, factDocumentId, type FactDocument } from "../documents/fact-document.ts";
import { memoryDocument, memoryDocumentId } from "../documents/memory-document.ts";
import { referenceDocument } from "../documents/reference-document.ts";
import {
  relationshipDocument,
  relationshipDocumentId,
} from "../documents/relationship-document.ts";
import {
  textDocument,
  textDocumentId,
  vectorFields,
  type Span,
} from "../documents/text-document.ts";
import type { Embedder } from "../documents/vector-numbers.ts";
import { grouped } from "../grouped.ts";
import { placeAt } from "../pages.ts";
import { DoesNotFit, type Ground } from "./ground.ts";

/** What a commit is made of: documents that come to be, and patches of documents on record, one for each. */
class Writes {
  readonly #created: Envelope[] = [];
  readonly #patched = new Map<string, PatchOperation[]>();

  create(document: Envelope): void {
    this.#created.push(document);
  }

  patch(id: string, ...operations: PatchOperation[]): void {
    this.#patched.set(id, [...(this.#patched.get(id) ?? []), ...operations]);
  }

  get operations(): OperationInput[] {
    return [
      ...this.#created.map((document): OperationInput => ({
        operationType: "Create",
        resourceBody: document as unknown as JSONObject,
      })),
      ...[...this.#patched].map(([id, operations]): OperationInput => ({
        operationType: "Patch",
        id,
        resourceBody: { operations },
      })),
    ];
  }
}

const set = (path: string, value: unknown): PatchOperation => ({
  op: "set",
  path,
  value: value as JSONValue,
});
const add = (path: string, value: unknown): PatchOperation => ({
  op: "add",
  path,
  value: value as JSONValue,
});

const spanOf = ({
  n,
  recordedAt,
  expiredAt,
  validFrom,
  validTo,
  confidence,
  session,
  tier,
}: FactVersion): Span => ({
  n,
  recordedAt,
  expiredAt,
  validFrom,
  validTo,
  confidence,
  session,
  tier,
});

/** The span of something that is true without end from a start on. */
const openSpan = (text: SearchText, validFrom: Instant, session: string | null): Span => ({
  n: 0,
  recordedAt: text.recordedAt,
  expiredAt: text.expiredAt,
  validFrom,
  validTo: OPEN,
  confidence: 1,
  session,
  tier: session === null ? "LONG_TERM" : "SESSION",
});

const writeEntities = (
  writes: Writes,
  space: SpaceId,
  ground: Ground,
  { entities = [], recordedAt }: Commit,
): void => {
  for (const [i, version] of entities.entries())
    writes.create(
      entityDocument(
        space,
        version,
        placeAt(recordedAt, i),
        ground.entity(version.entity, version.n - 1),
      ),
    );
};

/** A version that has a text which is on record is one more span of it; the text itself is written once. */
const writeFacts = (
  writes: Writes,
  space: SpaceId,
  ground: Ground,
  { facts = [], texts = [] }: Commit,
): void => {
  const fresh = new Set(texts.map(({ id }) => id));
  for (const [i, version] of facts.entries()) {
    const before = ground.fact(version.fact, version.n - 1);
    const onRecord = !fresh.has(version.textId) && before?.spans[version.textId] !== undefined;
    writes.create(
      factDocument(
        space,
        version,
        placeAt(version.firstRecordedAt, i),
        before,
        onRecord || fresh.has(version.textId),
      ),
    );
    if (onRecord) writes.patch(textDocumentId(version.textId), add("/spans/-", spanOf(version)));
  }
};

/** When a text is found; `stated`: the versions whose text it is. */
const spansOf = (
  text: SearchText,
  stated: readonly FactVersion[],
  ground: Ground,
  { events = [], memories = [] }: Commit,
): Span[] => {
  if (text.kind === "FACT") return stated.map(spanOf);
  if (text.kind === "SUMMARY")
    return [
      openSpan(
        text,
        memories.find(({ textId }) => textId === text.id)?.validFrom ?? BEGINNING,
        null,
      ),
    ];
  if (text.kind !== "EVENT") return [openSpan(text, BEGINNING, null)];
  const event = events.find(({ id }) => id === text.subject) ?? ground.event(text.subject);
  if (!event) throw new DoesNotFit(`No event ${text.subject} to have a text.`);
  return [openSpan(text, event.occurredAt, event.session)];
};

const writeTexts = (
  writes: Writes,
  space: SpaceId,
  ground: Ground,
  commit: Commit,
  embedder: Embedder,
): void => {
  const { texts = [], vectors = [], textsExpired = [], facts = [], recordedAt } = commit;
  const added = new Map(vectors.map(({ text, vector }) => [text, vector]));
  const statedBy = grouped(facts, ({ textId }) => textId);
  for (const text of texts) {
    const stated = text.kind === "FACT" ? (statedBy.get(text.id) ?? []) : [];
    writes.create(
      textDocument(
        space,
        { ...text, vector: text.vector ?? added.get(text.id) ?? null },
        stated[0]?.entity ?? null,
        spansOf(text, stated, ground, commit),
        embedder,
      ),
    );
    added.delete(text.id);
  }
  for (const [text, vector] of added)
    writes.patch(
      textDocumentId(text),
      ...Object.entries(vectorFields(vector, embedder, recordedAt)).map(([field, value]) =>
        set(`/${field}`, value),
      ),
    );
  for (const text of textsExpired) {
    writes.patch(
      textDocumentId(text),
      set("/expiredAt", recordedAt),
      set("/spans/0/expiredAt", recordedAt),
    );
    if (ground.isOfEvent(text)) writes.patch(eventDocumentId(text), set("/hiddenAt", recordedAt));
  }
};

/** The text of a version, and which of its spans is the version's: the last one that the version knew of. */
const ownSpan = ({
  spans,
  textId,
}: FactDocument): { readonly text: string; readonly at: number } | null => {
  const count = spans[textId];
  return count === undefined ? null : { text: textId, at: count - 1 };
};

const writeExpiries = (
  writes: Writes,
  ground: Ground,
  { expiries = [], recordedAt }: Commit,
): void => {
  for (const expiry of expiries) {
    if (expiry.kind === "ENTITY")
      writes.patch(entityDocumentId(expiry.id, expiry.n), set("/expiredAt", recordedAt));
    else if (expiry.kind === "RELATIONSHIP")
      writes.patch(relationshipDocumentId(expiry.id, expiry.n), set("/expiredAt", recordedAt));
    else if (expiry.kind === "MEMORY")
      writes.patch(memoryDocumentId(expiry.id, expiry.n), set("/expiredAt", recordedAt));
    else {
      writes.patch(
        factDocumentId(expiry.id, expiry.n),
        set("/expiredAt", recordedAt),
        set("/closing", expiry.closing),
        set("/closedBy", expiry.closing.by),
      );
      const span = ownSpan(ground.fact(expiry.id, expiry.n)!);
      if (span)
        writes.patch(textDocumentId(span.text), set(`/spans/${span.at}/expiredAt`, recordedAt));
    }
  }
};

/** An event that is settled by the commit that logs it is written as it ends. */
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
    writes.patch(
      eventDocumentId(event),
      ...Object.entries(settlement).map(([field, value]) => set(`/${field}`, value)),
    );
};

/** All that a commit writes besides the head, in no particular order. Throws a DoesNotFit for a commit that does not fit what is on record. */
export const operationsOf = (
  space: SpaceId,
  commit: Commit,
  ground: Ground,
  id: string,
  embedder: Embedder,
): OperationInput[] => {
  ground.check(commit);
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
  writeEntities(writes, space, ground, commit);
  writeTexts(writes, space, ground, commit, embedder);
  writeExpiries(writes, ground, commit);
  writeFacts(writes, space, ground, commit);
  for (const [i, version] of relationships.entries())
    writes.create(
      relationshipDocument(
        space,
        version,
        placeAt(recordedAt, i),
        ground.relationship(version.relationship, version.n - 1),
      ),
    );
  for (const [i, memory] of memories.entries())
    writes.create(memoryDocument(space, memory, placeAt(recordedAt, i)));
  for (const [i, reference] of references.entries())
    writes.create(referenceDocument(space, reference, placeAt(recordedAt, i)));
  for (const [i, decision] of decisions.entries())
    writes.create(decisionDocument(space, decision, placeAt(recordedAt, i)));
  for (const { decision, by } of reverted)
    writes.patch(decisionDocumentId(decision), set("/reverted", { at: recordedAt, by }));
  return writes.operations;
};
