import { ERASED_KINDS, type ErasedCounts, type ErasedKind } from "../../port/erasure.ts";
import type { SpaceFile } from "../database/space-file.ts";

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
 * Marks the file as that of an erased space, so that no process writes into it any more. The caller
 * removes it. Gives the counts of what it held.
 */
export const eraseAll = (file: SpaceFile): ErasedCounts =>
  file.write(() => {
    const counts = countAll(file);
    file.run(`DELETE FROM space`);
    return counts;
  });
