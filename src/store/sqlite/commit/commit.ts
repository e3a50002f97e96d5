import { setImmediate as others } from "node:timers/promises";
import type { FactVersion } from "../../../memory/fact.ts";
import type { TextId } from "../../../memory/ids.ts";
import type { Commit, Head } from "../../port.ts";
import { recordChange } from "../tables/changes.ts";
import { recordDecision, recordRevert } from "../tables/decisions.ts";
import { expireMemory, recordMemory } from "../tables/memories.ts";
import { recordEvent, settleEvent } from "../tables/events.ts";
import { head } from "../tables/head.ts";
import { toMillis } from "../database/instants.ts";
import { recordNames } from "../tables/names.ts";
import { EntityNumbers, expireEntity, recordEntity } from "../tables/entities.ts";
import { expireFact, recordFact } from "../tables/fact-versions.ts";
import { PendingIndex, TextRecorder } from "../search/texts.ts";
import { recordReference } from "../tables/references.ts";
import { expireRelationship, recordRelationship } from "../tables/relationships.ts";
import type { SpaceFile } from "../database/space-file.ts";
import type { VectorWriter } from "../vectors/vector-blocks.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";

/**
 * Updates a named row. For a change of possibly many rows, SQLite would prepare to undo it and
 * flush the full-text indexes.
 */
const MOVE_HEAD = `UPDATE space SET tag = tag + 1, recorded = ? WHERE rowid = 1`;
const ADD_TIME = `INSERT INTO commit_time (recorded) VALUES (?)`;

/** Work in one transaction, in steps of a few milliseconds. Other requests run after each step. */
export type Steps = Generator<void, void>;

/** Expires versions. An entity that gets no new version in this commit loses its names. */
function* expire(
  file: SpaceFile,
  numbers: EntityNumbers,
  { expiries = [], entities = [] }: Commit,
  recordedMillis: number,
): Steps {
  const entityIds = new Set(entities.map(({ entity }) => entity));
  for (const expiry of expiries) {
    yield;
    if (expiry.kind === "FACT") expireFact(file, expiry, recordedMillis);
    else if (expiry.kind === "MEMORY") expireMemory(file, expiry.id, expiry.n, recordedMillis);
    else if (expiry.kind === "RELATIONSHIP")
      expireRelationship(file, expiry.id, expiry.n, recordedMillis);
    else {
      expireEntity(file, numbers, expiry.id, expiry.n, recordedMillis);
      if (!entityIds.has(expiry.id)) recordNames(file, numbers.of(expiry.id), null, recordedMillis);
    }
  }
}

/**
 * The number of the text of a fact. A fact without a search text in the commit gets a text that
 * search does not find.
 */
const statementOf = (recorder: TextRecorder, { fact, textId, text, hash }: FactVersion): number =>
  recorder.numberOf(textId) ?? recorder.keep(fact, textId, text, hash);

function* writeTexts(
  recorder: TextRecorder,
  { texts = [], textsExpired = [], facts = [] }: Commit,
): Steps {
  recorder.expire(textsExpired);
  yield* recorder.add(
    texts,
    new Map<TextId, string>(facts.map(({ textId, hash }) => [textId, hash])),
  );
}

/**
 * Writes the vectors of new texts, and those that the commit gives to stored texts. Throws if a
 * text does not exist.
 */
function* writeVectors(
  recorder: TextRecorder,
  writer: VectorWriter,
  { texts = [], vectors = [], recordedAt }: Commit,
): Steps {
  const ofTexts = texts.flatMap(({ id, vector }) =>
    vector === null ? [] : [{ text: id, vector }],
  );
  for (const { text, vector } of [...ofTexts, ...vectors]) {
    const number = recorder.numberOf(text);
    if (number === null) throw new Error(`The text ${text} that gets a vector is missing.`);
    writer.add(number, vector, recordedAt);
    yield;
  }
}

/**
 * Records events and settles others. An event whose message is its search text does not store it
 * again, but has the number of that text.
 */
const writeEvents = (
  file: SpaceFile,
  recorder: TextRecorder,
  { events = [], texts = [], settled = [] }: Commit,
  recordedMillis: number,
): void => {
  const ofEvents = new Map(
    texts.flatMap((text) => (text.kind === "EVENT" ? [[text.subject, text] as const] : [])),
  );
  for (const event of events) {
    const own = ofEvents.get(event.id);
    recordEvent(file, event, own?.text === event.message ? recorder.numberOf(own.id) : null);
  }
  for (const settlement of settled) settleEvent(file, settlement, recordedMillis);
};

/**
 * Entities come first, because facts and relationships refer to them. Texts come before the facts
 * that state them.
 */
function* writeGraph(
  file: SpaceFile,
  numbers: EntityNumbers,
  recorder: TextRecorder,
  changes: Commit,
  recordedMillis: number,
): Steps {
  const { entities = [], facts = [], relationships = [] } = changes;
  for (const entity of entities) {
    recordEntity(file, numbers, entity, recordedMillis);
    yield;
  }
  yield* writeTexts(recorder, changes);
  for (const fact of facts) {
    recordFact(file, numbers, fact, statementOf(recorder, fact), recordedMillis);
    yield;
  }
  for (const relationship of relationships) {
    recordRelationship(file, numbers, relationship, recordedMillis);
    yield;
  }
}

function* writeDecisions(
  file: SpaceFile,
  { decisions = [], reverted = [] }: Commit,
  recordedMillis: number,
): Steps {
  for (const decision of decisions) {
    recordDecision(file, decision);
    yield;
  }
  for (const { decision, by } of reverted) recordRevert(file, decision, by, recordedMillis);
}

function* writeMemories(
  file: SpaceFile,
  numbers: EntityNumbers,
  { memories = [], texts = [], references = [] }: Commit,
  recordedMillis: number,
): Steps {
  for (const memory of memories) recordMemory(file, memory, texts, recordedMillis);
  for (const reference of references) {
    recordReference(file, reference, numbers.of);
    yield;
  }
}

/**
 * Records a commit within a transaction. Throws if it contradicts the record, for example by
 * expiring a version twice.
 */
function* record(
  file: SpaceFile,
  vectors: VectorWriter,
  pendingIndex: PendingIndex,
  current: Head,
  changes: Commit,
): Steps {
  if (current.recordedAt !== null && changes.recordedAt <= current.recordedAt)
    throw new RangeError(
      `Record time must increase: ${changes.recordedAt} after ${current.recordedAt}.`,
    );
  const recordedMillis = toMillis(changes.recordedAt);
  const numbers = new EntityNumbers(file);
  const recorder = new TextRecorder(file, pendingIndex, changes.recordedAt);
  yield* expire(file, numbers, changes, recordedMillis);
  yield* writeGraph(file, numbers, recorder, changes, recordedMillis);
  writeEvents(file, recorder, changes, recordedMillis);
  yield* writeDecisions(file, changes, recordedMillis);
  yield* writeVectors(recorder, vectors, changes);
  yield* writeMemories(file, numbers, changes, recordedMillis);
  for (const change of changes.changes ?? []) {
    recordChange(file, change, recordedMillis, numbers.of);
    yield;
  }
  recorder.finish();
  file.run(ADD_TIME, recordedMillis);
  file.run(MOVE_HEAD, recordedMillis);
}

/** Records commits, in order, within a transaction. */
function* recordAll(file: SpaceFile, index: VectorIndex, commits: readonly Commit[]): Steps {
  const pendingIndex = new PendingIndex();
  const vectors = index.writer(file);
  for (const changes of commits) yield* record(file, vectors, pendingIndex, head(file), changes);
  vectors.finish();
  yield* pendingIndex.write(file);
}

/**
 * Writes a commit in one transaction. Returns false and writes nothing if the head has moved since
 * `expectedHead` was read. Throws like `record`.
 */
export const commit = (
  file: SpaceFile,
  index: VectorIndex,
  expectedHead: Head,
  changes: Commit,
): boolean => replay(file, index, expectedHead, [changes]);

/** Writes commits in order in one transaction, under the same conditions. */
export const replay = (
  file: SpaceFile,
  index: VectorIndex,
  expectedHead: Head,
  commits: readonly Commit[],
): boolean =>
  file.write(() => {
    if (head(file).tag !== expectedHead.tag) return false;
    for (const _ of recordAll(file, index, commits));
    return true;
  });

/** Numbers of facts, entities and texts from which on a commit takes more than about 10 ms. */
const LARGE = 60;

export const isLarge = ({ entities = [], facts = [], texts = [] }: Commit): boolean =>
  entities.length + facts.length + texts.length >= LARGE;

/** Milliseconds of a large commit after which other requests run. */
const LONGEST_STRETCH = 8;

/**
 * Records a commit in an open transaction, step by step, while requests on other connections run.
 * Returns false and writes nothing if the head has moved since `expectedHead` was read.
 */
export const commitInSteps = async (
  file: SpaceFile,
  index: VectorIndex,
  expectedHead: Head,
  changes: Commit,
): Promise<boolean> => {
  if (head(file).tag !== expectedHead.tag) return false;
  let since = performance.now();
  for (const _ of recordAll(file, index, [changes])) {
    if (performance.now() - since < LONGEST_STRETCH) continue;
    await others();
    since = performance.now();
  }
  return true;
};
