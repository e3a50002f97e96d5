import { namesOf, type EntityVersion } from "../../../memory/entity.ts";
import type { FactVersion } from "../../../memory/fact.ts";
import { groupBy } from "../../../collections/group-by.ts";
import type { EntityId, FactId, RelationshipId, SessionId } from "../../../memory/ids.ts";
import { foldName, nameWords } from "../../../language/names.ts";
import {
  ERASED_KINDS,
  type ErasedCounts,
  type ErasedKind,
  type Erasure,
  type NoteKey,
} from "../../port/erasure.ts";
import { removeChange, rewriteChange } from "../tables/changes.ts";
import { removeDecision, rewriteDecision } from "../tables/decisions.ts";
import { removeMemory } from "../tables/memories.ts";
import { rewriteEvent } from "../tables/events.ts";
import { head } from "../tables/head.ts";
import { toMillis } from "../database/instants.ts";
import { claimColumn } from "../tables/claim-column.ts";
import { tagsColumn } from "../tables/tags-column.ts";
import { closingColumns, lineEnd } from "../tables/fact-versions.ts";
import { NOTES_OF_SPACE } from "../tables/notes.ts";
import { numberOfSession, retitle } from "../tables/sessions.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { numberOfText, removeTexts } from "../search/texts.ts";
import { removeVectors } from "../vectors/vector-blocks.ts";

/** Counts of removed items by kind. */
class Counts {
  readonly #counts = new Map<ErasedKind, number>();

  add(kind: ErasedKind, count: number): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  get all(): ErasedCounts {
    return Object.fromEntries(this.#counts);
  }
}

const numberOf = (
  file: SpaceFile,
  table: "fact" | "entity" | "relationship",
  id: string,
): number | null =>
  file.first<readonly [number]>(`SELECT num FROM ${table} WHERE id = ?`, id)?.[0] ?? null;

const DROP_MENTIONS = `
DELETE FROM fact_mention
WHERE fact = ?1 AND entity IN (SELECT e.num FROM json_each(?2) m CROSS JOIN entity e ON e.id = m.value)`;

const removeFact = (file: SpaceFile, id: FactId, counts: Counts): void => {
  const number = numberOf(file, "fact", id);
  if (number === null) return;
  for (const [entity, slot] of file.all<readonly [number, string]>(
    `SELECT DISTINCT entity, slot FROM fact_version WHERE fact = ? AND slot IS NOT NULL`,
    number,
  ))
    file.run(
      `DELETE FROM fact_slot WHERE entity = ? AND slot = ? AND fact = ?`,
      entity,
      slot,
      number,
    );
  for (const [mentions] of file.all<readonly [string]>(
    `SELECT DISTINCT mentions FROM fact_version WHERE fact = ? AND mentions <> '[]'`,
    number,
  ))
    file.run(DROP_MENTIONS, number, mentions);
  counts.add("FACT_VERSION", file.run(`DELETE FROM fact_version WHERE fact = ?`, number));
  counts.add("FACT", file.run(`DELETE FROM fact WHERE num = ?`, number));
};

const removeRelationship = (file: SpaceFile, id: RelationshipId, counts: Counts): void => {
  const number = numberOf(file, "relationship", id);
  if (number === null) return;
  file.run(`DELETE FROM relationship_version WHERE relationship = ?`, number);
  counts.add("RELATIONSHIP", file.run(`DELETE FROM relationship WHERE num = ?`, number));
};

/** Removes the words of names that no entity has. */
const dropNameWords = (file: SpaceFile, names: readonly string[]): void => {
  for (const foldedName of names) {
    if (file.first(`SELECT 1 FROM name WHERE folded = ?`, foldedName) !== undefined) continue;
    for (const word of nameWords(foldedName))
      file.run(`DELETE FROM name_word WHERE word = ? AND folded = ?`, word, foldedName);
  }
};

const removeEntity = (file: SpaceFile, id: EntityId, counts: Counts): void => {
  const number = numberOf(file, "entity", id);
  if (number === null) return;
  const names = file
    .all<readonly [string]>(`SELECT DISTINCT folded FROM name WHERE entity = ?`, number)
    .map(([foldedName]) => foldedName);
  for (const [type] of file.all<readonly [string]>(
    `SELECT DISTINCT type FROM entity_version WHERE entity = ?`,
    number,
  ))
    file.run(`DELETE FROM entity_type WHERE type = ? AND entity = ?`, type, number);
  counts.add("ENTITY_VERSION", file.run(`DELETE FROM entity_version WHERE entity = ?`, number));
  file.run(`DELETE FROM name WHERE entity = ?`, number);
  file.run(`DELETE FROM fact_mention WHERE entity = ?`, number);
  dropNameWords(file, names);
  counts.add("ENTITY", file.run(`DELETE FROM entity WHERE num = ?`, number));
};

const REWRITE_FACT = `
UPDATE fact_version SET speaker = ?, mentions = ?, claimed_to = ?, claimed_end_reason = ?, claimed_end_by = ?, event = ?, session = ?, end_reason = ?, end_by = ?, closing_reason = ?, closing_by = ?, closing_decision = ?, claim = ?, tags = ?
WHERE fact = ? AND recorded = ?`;

/** Replaces what an erasure redacts in a fact version. Its text and its value never change. */
const rewriteFact = (file: SpaceFile, version: FactVersion): void => {
  const number = numberOf(file, "fact", version.fact);
  if (number === null) return;
  const recordedMillis = toMillis(version.recordedAt);
  file.run(
    REWRITE_FACT,
    version.speaker,
    JSON.stringify(version.mentions),
    toMillis(version.claimedTo),
    ...closingColumns(version.claimedEnd),
    version.event,
    version.session,
    ...closingColumns(version.end),
    ...closingColumns(version.closing),
    version.closing?.decision ?? null,
    claimColumn(version),
    tagsColumn(version.tags),
    number,
    recordedMillis,
  );
  file.run(
    `UPDATE fact SET line_end = ? WHERE num = ? AND recorded = ?`,
    lineEnd(version),
    number,
    recordedMillis,
  );
};

/**
 * `all` are all rewritten versions of the entity. Names that none of them has are removed.
 */
const rewriteEntity = (
  file: SpaceFile,
  version: EntityVersion,
  all: readonly EntityVersion[],
): void => {
  const number = numberOf(file, "entity", version.entity);
  if (number === null) return;
  file.run(
    `UPDATE entity_version SET aliases = ?, profile = ?, absorbed = ?, merged_into = ?, decision = ? WHERE entity = ? AND recorded = ?`,
    JSON.stringify(version.aliases),
    version.profile,
    JSON.stringify(version.absorbed),
    version.mergedInto,
    version.decision,
    number,
    toMillis(version.recordedAt),
  );
  const remainingNames = new Set(all.flatMap(namesOf).map(foldName));
  const droppedNames = file
    .all<readonly [string]>(`SELECT DISTINCT folded FROM name WHERE entity = ?`, number)
    .map(([foldedName]) => foldedName)
    .filter((foldedName) => !remainingNames.has(foldedName));
  for (const foldedName of droppedNames)
    file.run(`DELETE FROM name WHERE entity = ? AND folded = ?`, number, foldedName);
  dropNameWords(file, droppedNames);
};

const removeNote = (file: SpaceFile, { session, path }: NoteKey): number => {
  const number = session === null ? NOTES_OF_SPACE : numberOfSession(file, session);
  return number === null
    ? 0
    : file.run(`DELETE FROM note WHERE session = ? AND path = ?`, number, path);
};

const removeSession = (file: SpaceFile, id: SessionId, counts: Counts): void => {
  const number = numberOfSession(file, id);
  if (number === null) return;
  counts.add("TURN", file.run(`DELETE FROM turn WHERE session = ?`, number));
  counts.add("NOTE", file.run(`DELETE FROM note WHERE session = ?`, number));
  counts.add("SESSION", file.run(`DELETE FROM session WHERE num = ?`, number));
};

/** Removes every record of an erasure. What refers to other records goes before them. */
const removeAll = (file: SpaceFile, erasure: Erasure, counts: Counts): void => {
  for (const { at, ordinal } of erasure.changes)
    counts.add("CHANGE", removeChange(file, at, ordinal));
  const texts = removeTexts(file, erasure.texts);
  counts.add("SEARCH_TEXT", texts.length);
  counts.add("VECTOR", removeVectors(file, texts));
  for (const id of erasure.memories) counts.add("MEMORY_VERSION", removeMemory(file, id));
  for (const id of erasure.references)
    counts.add("REFERENCE", file.run(`DELETE FROM reference WHERE id = ?`, id));
  for (const { turn } of erasure.turns)
    counts.add("TURN", file.run(`DELETE FROM turn WHERE id = ?`, turn));
  for (const note of erasure.notes) counts.add("NOTE", removeNote(file, note));
  for (const id of erasure.relationships) removeRelationship(file, id, counts);
  for (const id of erasure.decisions) counts.add("DECISION", removeDecision(file, id));
  for (const id of erasure.events)
    counts.add("EVENT", file.run(`DELETE FROM event WHERE id = ?`, id));
  for (const id of erasure.facts) removeFact(file, id, counts);
  for (const id of erasure.entities) removeEntity(file, id, counts);
  for (const id of erasure.sessions) removeSession(file, id, counts);
};

/** Replaces the records that remain, by their redactions. */
const rewriteAll = (file: SpaceFile, { rewrittenRecords, texts }: Erasure): void => {
  for (const session of rewrittenRecords.sessions) retitle(file, session);
  for (const change of rewrittenRecords.changes) rewriteChange(file, change);
  for (const decision of rewrittenRecords.decisions) rewriteDecision(file, decision);
  const erasedTexts = new Set(texts);
  for (const event of rewrittenRecords.events)
    rewriteEvent(file, event, numberOfText(file, event.id) !== null && !erasedTexts.has(event.id));
  for (const version of rewrittenRecords.facts) rewriteFact(file, version);
  const versions = groupBy(rewrittenRecords.entities, ({ entity }) => entity);
  for (const all of versions.values()) for (const version of all) rewriteEntity(file, version, all);
};

/**
 * Erases in one transaction. Removed rows and their entries in full text are overwritten in
 * place.
 */
export const erase = (
  file: SpaceFile,
  expectedHead: { readonly tag: string },
  erasure: Erasure,
): ErasedCounts | null => {
  const counts = new Counts();
  file.overwriteWhatIsDeleted(true);
  try {
    return file.write(() => {
      if (head(file).tag !== expectedHead.tag) return null;
      file.run(`INSERT INTO stem (stem, rank) VALUES ('secure-delete', 1)`);
      file.run(`INSERT INTO trigram (trigram, rank) VALUES ('secure-delete', 1)`);
      rewriteAll(file, erasure);
      removeAll(file, erasure, counts);
      file.run(`UPDATE space SET tag = tag + 1, erasures = erasures + 1`);
      return counts.all;
    });
  } finally {
    file.overwriteWhatIsDeleted(false);
  }
};

const TABLES: Readonly<Record<ErasedKind, string>> = {
  FACT: "fact",
  FACT_VERSION: "fact_version",
  ENTITY: "entity",
  ENTITY_VERSION: "entity_version",
  RELATIONSHIP: "relationship",
  EVENT: "event",
  DECISION: "decision",
  CHANGE: "change",
  SEARCH_TEXT: "text",
  VECTOR: "vector",
  MEMORY_VERSION: "memory_version",
  REFERENCE: "reference",
  TURN: "turn",
  NOTE: "note",
  SESSION: "session",
};

export const countAll = (file: SpaceFile): ErasedCounts =>
  Object.fromEntries(
    ERASED_KINDS.map(
      (kind) =>
        [kind, file.only<readonly [number]>(`SELECT count(*) FROM ${TABLES[kind]}`)[0]] as const,
    ).filter(([, count]) => count > 0),
  );

/**
 * Marks the file as that of an erased space, so that no process writes to it any more. The caller
 * removes it. Returns the numbers of its items.
 */
export const eraseAll = (file: SpaceFile): ErasedCounts =>
  file.write(() => {
    const counts = countAll(file);
    file.run(`DELETE FROM space`);
    return counts;
  });
