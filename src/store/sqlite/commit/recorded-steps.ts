import { END, toMillis } from "../database/instants.ts";
import type { Instant } from "../../../memory/time.ts";
import type { SpaceFile } from "../database/space-file.ts";
import {
  doublesOf,
  HEAD_LENGTH,
  numberOfEmbedder,
  type StoreEmbedder,
} from "../vectors/vector-blocks.ts";

/** The steps in the history of a row, each at a record time. */
export type StepKind =
  | "ENTITY"
  | "ENTITY_END"
  | "FACT"
  | "FACT_END"
  | "RELATIONSHIP"
  | "RELATIONSHIP_END"
  | "EVENT"
  | "SETTLED"
  | "DECISION"
  | "REVERTED"
  | "TEXT"
  | "TEXT_END"
  | "VECTOR"
  | "CHANGE"
  | "MEMORY"
  | "MEMORY_END"
  | "REFERENCE";

/** Selects rows after ?1. */
const rows = (when: string, num: string, version: string, table: string): string =>
  `SELECT ${when}, ${num}, ${version} FROM ${table} WHERE ${when} > ?1`;
const versions = (table: string, of: string): string => rows("recorded", of, "recorded", table);
const ends = (table: string, of: string): string =>
  `${rows("expired", of, "recorded", table)} AND expired < ${END}`;

/** For each step: its time, the number of the row, and the record time if the row is a version. */
const STEPS: Readonly<Record<Exclude<StepKind, "VECTOR">, string>> = {
  ENTITY: versions("entity_version", "entity"),
  ENTITY_END: ends("entity_version", "entity"),
  FACT: versions("fact_version", "fact"),
  FACT_END: ends("fact_version", "fact"),
  RELATIONSHIP: versions("relationship_version", "relationship"),
  RELATIONSHIP_END: ends("relationship_version", "relationship"),
  EVENT: rows("recorded", "num", "0", "event"),
  SETTLED: `${rows("settled", "num", "0", "event")} AND settled > recorded`,
  DECISION: rows("recorded", "num", "0", "decision"),
  REVERTED: `${rows("reverted", "num", "0", "decision")} AND reverted > recorded`,
  TEXT: rows("recorded", "num", "0", "text"),
  TEXT_END: `${rows("expired", "num", "0", "text")} AND expired < ${END}`,
  CHANGE: rows("recorded", "ordinal", "0", "change"),
  MEMORY: versions("memory_version", "memory"),
  MEMORY_END: ends("memory_version", "memory"),
  REFERENCE: rows("recorded", "num", "0", "reference"),
};

/** The kind of a step as a number. */
export const stepNumber = (kind: StepKind): number =>
  kind === "VECTOR" ? Object.keys(STEPS).length : Object.keys(STEPS).indexOf(kind);

const TABLES = `
CREATE TEMP TABLE step (kind INTEGER NOT NULL, at INTEGER NOT NULL, num INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (kind, at, num, version)) WITHOUT ROWID;
CREATE TEMP TABLE moment (at INTEGER PRIMARY KEY, steps INTEGER NOT NULL);`;
const MOMENTS = `INSERT INTO moment SELECT at, count(*) FROM step GROUP BY at`;
const ADD = `INSERT INTO step (kind, at, num, version) VALUES (?, ?, ?, 0)`;
const BLOCKS = `SELECT heads FROM vector_block WHERE embedder = ?`;
const RECORDED = `SELECT recorded FROM text WHERE num = ?`;

/**
 * Adds the vectors that were recorded later than their texts. An erased vector refers to no text.
 */
const addVectors = (file: SpaceFile, embedder: StoreEmbedder, after: number): void => {
  for (const [blob] of file.all<readonly [Uint8Array]>(
    BLOCKS,
    numberOfEmbedder(file, embedder) ?? 0,
  )) {
    const heads = doublesOf(blob);
    for (let i = 0; i < heads.length; i += HEAD_LENGTH) {
      const [text = 0, recordedMillis = 0] = heads.subarray(i);
      if (recordedMillis <= after) continue;
      const ofText = file.first<readonly [number]>(RECORDED, text)?.[0];
      if (ofText !== undefined && ofText !== recordedMillis)
        file.run(ADD, stepNumber("VECTOR"), recordedMillis, text);
    }
  }
};

/**
 * Lists everything that was recorded, expired or settled after an instant (null: ever) in the
 * temporary table `step`, and counts it by record time in `moment`. The file stores no such list,
 * because every write would have to update it. Yields to other calls between tables.
 */
export async function listSteps(
  file: SpaceFile,
  embedder: StoreEmbedder,
  after: Instant | null,
  others: () => Promise<unknown>,
): Promise<void> {
  const from = after === null ? -Number.MAX_SAFE_INTEGER : toMillis(after);
  for (const table of TABLES.split(";").filter((sql) => sql.trim() !== "")) file.run(table);
  for (const [kind, sql] of Object.entries(STEPS)) {
    file.run(
      `INSERT INTO step ${sql.replace("SELECT ", `SELECT ${stepNumber(kind as StepKind)}, `)} ORDER BY 2, 3, 4`,
      from,
    );
    await others();
  }
  addVectors(file, embedder, from);
  file.run(MOMENTS);
}
