import type { FactVersion } from "../../memory/fact.ts";
import type { TextId } from "../../memory/ids.ts";
import type { Commit, Head } from "../port.ts";
import { recordChange } from "./changes.ts";
import { recordDecision, recordRevert } from "./decisions.ts";
import { expireMemory, recordMemory } from "./derived-memories.ts";
import { recordEvent, settleEvent } from "./events.ts";
import { head } from "./head.ts";
import { toMillis } from "./instants.ts";
import { recordNames } from "./names.ts";
import { EntityNumbers, expireEntity, recordEntity } from "./record-entities.ts";
import { expireFact, recordFact } from "./record-facts.ts";
import { PendingIndex } from "./pending-index.ts";
import { recordReference } from "./references.ts";
import { expireRelationship, recordRelationship } from "./record-relationships.ts";
import type { SpaceFile } from "./space-file.ts";
import { TextRecorder } from "./texts.ts";
import type { VectorWriter } from "./vector-blocks.ts";
import type { VectorIndex } from "./vector-index.ts";

/** By its number, or SQLite would make ready to undo a change of many rows, and have the indexes written for it. */
const MOVE_HEAD = `UPDATE space SET tag = tag + 1, recorded = ? WHERE rowid = 1`;

const expire = (
  file: SpaceFile,
  numbers: EntityNumbers,
  { expiries = [], entities = [] }: Commit,
  recorded: number,
): void => {
  const followed = new Set(entities.map(({ entity }) => entity));
  for (const expiry of expiries) {
    if (expiry.kind === "FACT") expireFact(file, expiry, recorded);
    else if (expiry.kind === "MEMORY") expireMemory(file, expiry.id, expiry.n, recorded);
    else if (expiry.kind === "RELATIONSHIP")
      expireRelationship(file, expiry.id, expiry.n, recorded);
    else {
      expireEntity(file, numbers, expiry.id, expiry.n, recorded);
      if (!followed.has(expiry.id)) recordNames(file, numbers.of(expiry.id), null, recorded);
    }
  }
};

/** The number of a fact's statement, which is kept without being searchable where the commit brings no search text for it. */
const statementOf = (recorder: TextRecorder, { fact, textId, text, hash }: FactVersion): number =>
  recorder.numberOf(textId) ?? recorder.keep(fact, textId, text, hash);

const writeTexts = (
  recorder: TextRecorder,
  { texts = [], textsExpired = [], facts = [] }: Commit,
): void => {
  recorder.expire(textsExpired);
  recorder.add(texts, new Map<TextId, string>(facts.map(({ textId, hash }) => [textId, hash])));
};

const writeVectors = (
  recorder: TextRecorder,
  writer: VectorWriter,
  { texts = [], vectors = [], recordedAt }: Commit,
): void => {
  const ofTexts = texts.flatMap(({ id, vector }) =>
    vector === null ? [] : [{ text: id, vector }],
  );
  for (const { text, vector } of [...ofTexts, ...vectors]) {
    const number = recorder.numberOf(text);
    if (number === null) throw new Error(`No text ${text} to have a vector.`);
    writer.add(number, vector, recordedAt);
  }
};

const writeEvents = (
  file: SpaceFile,
  recorder: TextRecorder,
  { events = [], texts = [], settled = [] }: Commit,
  recorded: number,
): void => {
  const ofEvents = new Map(
    texts.flatMap((text) => (text.kind === "EVENT" ? [[text.subject, text] as const] : [])),
  );
  for (const event of events) {
    const own = ofEvents.get(event.id);
    recordEvent(file, event, own?.text === event.message ? recorder.numberOf(own.id) : null);
  }
  for (const settlement of settled) settleEvent(file, settlement, recorded);
};

/** Within a transaction. Throws where the commit does not fit what is on record (a version expired twice, a record time that does not increase): a fault of the caller's. */
const record = (
  file: SpaceFile,
  vectors: VectorWriter,
  pending: PendingIndex,
  current: Head,
  changes: Commit,
): void => {
  if (current.recordedAt !== null && changes.recordedAt <= current.recordedAt)
    throw new RangeError(
      `Record time must increase: ${changes.recordedAt} after ${current.recordedAt}.`,
    );
  const recorded = toMillis(changes.recordedAt);
  const numbers = new EntityNumbers(file);
  const recorder = new TextRecorder(file, pending, changes.recordedAt);
  expire(file, numbers, changes, recorded);
  for (const entity of changes.entities ?? []) recordEntity(file, numbers, entity, recorded);
  writeTexts(recorder, changes);
  for (const fact of changes.facts ?? [])
    recordFact(file, numbers, fact, statementOf(recorder, fact), recorded);
  for (const relationship of changes.relationships ?? [])
    recordRelationship(file, numbers, relationship, recorded);
  writeEvents(file, recorder, changes, recorded);
  for (const decision of changes.decisions ?? []) recordDecision(file, decision);
  for (const { decision, by } of changes.reverted ?? []) recordRevert(file, decision, by, recorded);
  writeVectors(recorder, vectors, changes);
  for (const memory of changes.memories ?? [])
    recordMemory(file, memory, changes.texts ?? [], recorded);
  for (const reference of changes.references ?? []) recordReference(file, reference, numbers.of);
  for (const change of changes.changes ?? []) recordChange(file, change, recorded, numbers.of);
  recorder.finish();
  file.run(MOVE_HEAD, recorded);
};

/** Writes all of a commit in one transaction, or nothing: false where the head has moved since `expected` was read. Throws as `record` does. */
export const commit = (
  file: SpaceFile,
  index: VectorIndex,
  expected: Head,
  changes: Commit,
): boolean => replay(file, index, expected, [changes]);

/** Writes commits one after the other in one transaction, or nothing. */
export const replay = (
  file: SpaceFile,
  index: VectorIndex,
  expected: Head,
  commits: readonly Commit[],
): boolean =>
  file.write(() => {
    if (head(file).tag !== expected.tag) return false;
    const pending = new PendingIndex();
    const vectors = index.writer(file);
    for (const changes of commits) record(file, vectors, pending, head(file), changes);
    vectors.finish();
    pending.write(file);
    return true;
  });
