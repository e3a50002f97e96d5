import { setImmediate as others } from "node:timers/promises";
import type { MemoryKind } from "../../../memory/search-text.ts";
import { OPEN, type Instant } from "../../../memory/time.ts";
import type { Commit, Expiry } from "../../port.ts";
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from "../tables/changes.ts";
import { DECISION_COLUMNS, decisionOf, type DecisionRow } from "../tables/decisions.ts";
import { MEMORY_COLUMNS, memoryOf, type MemoryRow } from "../tables/memories.ts";
import { ENTITY_COLUMNS, entityVersionOf, type EntityRow } from "../tables/entities.ts";
import { EVENT_COLUMNS, eventOf, type EventRow } from "../tables/events.ts";
import {
  FACT_COLUMNS,
  factVersionOf,
  JOIN_ENTITY_AND_TEXT,
  type FactRow,
} from "../tables/fact-versions.ts";
import { head } from "../tables/head.ts";
import { toInstant, toMillis } from "../database/instants.ts";
import { listSteps, stepNumber, type StepKind } from "./recorded-steps.ts";
import { REFERENCE_COLUMNS, referenceOf, type ReferenceRow } from "../tables/references.ts";
import {
  JOIN_ENDS,
  RELATIONSHIP_COLUMNS,
  relationshipVersionOf,
  type RelationshipRow,
} from "../tables/relationships.ts";
import type { Value } from "../database/database.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { stemsOf } from "../search/stems.ts";
import { kindOf, wordsIn } from "../search/text-number.ts";
import {
  doublesOf,
  HEAD_LENGTH,
  numberOfEmbedder,
  type StoreEmbedder,
} from "../vectors/vector-blocks.ts";

/** Approximate number of rows that one window reads. */
const ROWS_AT_A_TIME = 1_000;

type Writable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer U)[] | undefined ? U[] : T[K];
};
/** A commit under construction. */
type Parts = Writable<Required<Commit>>;

const emptyCommit = (recordedAt: Instant): Parts => ({
  recordedAt,
  events: [],
  settled: [],
  entities: [],
  facts: [],
  relationships: [],
  expiries: [],
  decisions: [],
  reverted: [],
  texts: [],
  vectors: [],
  textsExpired: [],
  changes: [],
  memories: [],
  references: [],
});

/** The commit without its empty lists. */
const commitOf = ({ recordedAt, ...lists }: Parts): Commit => {
  const filledLists: Partial<Omit<Parts, "recordedAt">> = Object.fromEntries(
    Object.entries(lists).filter(([, list]) => list.length > 0),
  );
  return { recordedAt, ...filledLists };
};

/**
 * Steps `s` of a kind between two record times (?1, ?2]. The first column is the time of the step.
 */
const steps = (kind: StepKind, columns: string, from: string): string => `
SELECT s.at, ${columns} FROM temp.step s ${from} WHERE s.kind = ${stepNumber(kind)} AND s.at > ?1 AND s.at <= ?2 ORDER BY s.at, s.num`;

const factAt =
  "CROSS JOIN fact_version v ON v.fact = s.num AND v.recorded = s.version CROSS JOIN fact f ON f.num = v.fact";
const relationshipAt =
  "CROSS JOIN relationship_version v ON v.relationship = s.num AND v.recorded = s.version CROSS JOIN relationship f ON f.num = v.relationship";
const entityAt =
  "CROSS JOIN entity_version v ON v.entity = s.num AND v.recorded = s.version CROSS JOIN entity e ON e.num = v.entity";
const memoryAt =
  "CROSS JOIN memory_version v ON v.memory = s.num AND v.recorded = s.version CROSS JOIN memory m ON m.num = v.memory";

const SQL = {
  ENTITY: steps("ENTITY", ENTITY_COLUMNS, entityAt),
  ENTITY_END: steps("ENTITY_END", "e.id, v.n", entityAt),
  FACT: steps("FACT", FACT_COLUMNS, `${factAt} ${JOIN_ENTITY_AND_TEXT}`),
  FACT_END: steps(
    "FACT_END",
    "f.id, v.n, v.closing_reason, v.closing_by, v.closing_decision",
    factAt,
  ),
  RELATIONSHIP: steps("RELATIONSHIP", RELATIONSHIP_COLUMNS, `${relationshipAt} ${JOIN_ENDS}`),
  RELATIONSHIP_END: steps("RELATIONSHIP_END", "f.id, v.n", relationshipAt),
  EVENT: steps(
    "EVENT",
    EVENT_COLUMNS,
    "CROSS JOIN event v ON v.num = s.num LEFT JOIN text t ON t.num = v.text",
  ),
  SETTLED: steps(
    "SETTLED",
    EVENT_COLUMNS,
    "CROSS JOIN event v ON v.num = s.num LEFT JOIN text t ON t.num = v.text",
  ),
  DECISION: steps("DECISION", DECISION_COLUMNS, "CROSS JOIN decision d ON d.num = s.num"),
  REVERTED: steps("REVERTED", "d.id, d.reverted_by", "CROSS JOIN decision d ON d.num = s.num"),
  TEXT: steps(
    "TEXT",
    "t.num, t.id, t.subject, t.content, t.about",
    "CROSS JOIN text t ON t.num = s.num",
  ),
  TEXT_END: steps("TEXT_END", "t.id", "CROSS JOIN text t ON t.num = s.num"),
  CHANGE: steps(
    "CHANGE",
    CHANGE_COLUMNS,
    "CROSS JOIN change c ON c.recorded = s.at AND c.ordinal = s.num",
  ),
  MEMORY: steps("MEMORY", MEMORY_COLUMNS, memoryAt),
  MEMORY_END: steps("MEMORY_END", "m.id, v.n", memoryAt),
  REFERENCE: steps(
    "REFERENCE",
    REFERENCE_COLUMNS,
    "CROSS JOIN reference r ON r.num = s.num CROSS JOIN entity e ON e.num = r.entity",
  ),
} as const;

/**
 * Vectors that were recorded with their texts, and vectors that were recorded later. ?3 the
 * embedder.
 */
const VECTORS = `
SELECT s.kind, s.at, t.id, t.num, v.slot, b.heads, b.rows
FROM temp.step s
CROSS JOIN text t ON t.num = s.num
CROSS JOIN vector v ON v.text = s.num AND v.embedder = ?3
CROSS JOIN vector_block b ON b.num = v.block
WHERE s.kind IN (${stepNumber("TEXT")}, ${stepNumber("VECTOR")}) AND s.at > ?1 AND s.at <= ?2`;
type VectorRow = readonly [
  kind: number,
  at: number,
  id: string,
  text: number,
  slot: number,
  heads: Uint8Array,
  rows: Uint8Array,
];

type TextRow = readonly [
  at: number,
  num: number,
  id: string,
  subject: string,
  content: string,
  about: string | null,
];

/** A text that search does not find has no word count in its number, although it has words. */
const isSearchable = (num: number, content: string): boolean =>
  wordsIn(num) > 0 || stemsOf(content).length === 0;

const NO_VECTOR = new Float32Array(0);

class Window {
  readonly #file: SpaceFile;
  readonly #range: readonly [from: number, to: number];
  readonly #commits = new Map<number, Parts>();

  constructor(file: SpaceFile, from: number, to: number) {
    this.#file = file;
    this.#range = [from, to];
  }

  #rows<Row extends readonly [number, ...Value[]]>(
    sql: string,
    put: (parts: Parts, row: Row) => void,
  ): void {
    for (const row of this.#file.all<Row>(sql, ...this.#range)) put(this.#at(row[0]), row);
  }

  #at(at: number): Parts {
    const knownCommit = this.#commits.get(at);
    if (knownCommit) return knownCommit;
    const commit = emptyCommit(toInstant(at));
    this.#commits.set(at, commit);
    return commit;
  }

  /**
   * Vectors that were recorded with their texts, by text. Adds the others to the commits that
   * recorded them.
   */
  #vectors(embedder: StoreEmbedder, withVectors: boolean): ReadonlyMap<number, Float32Array> {
    const own = new Map<number, Float32Array>();
    const { dimensions } = embedder;
    for (const [kind, at, id, text, slot, heads, rows] of this.#file.all<VectorRow>(
      VECTORS,
      ...this.#range,
      numberOfEmbedder(this.#file, embedder) ?? 0,
    )) {
      const numbers = doublesOf(heads);
      const [, recordedMillis, scale = 0] = numbers.subarray(slot * HEAD_LENGTH);
      if (recordedMillis !== at) continue;
      const length = rows.length / (numbers.length / HEAD_LENGTH);
      const bytes = new Int8Array(rows.buffer, rows.byteOffset + slot * length, dimensions);
      const vector = withVectors ? Float32Array.from(bytes, (byte) => byte * scale) : NO_VECTOR;
      if (kind === stepNumber("TEXT")) own.set(text, vector);
      else this.#at(at).vectors.push({ text: id, vector });
    }
    return own;
  }

  /**
   * The search texts of the commits, and the ends of texts. The number of a text encodes its kind.
   * A fact has a text only if search can find it, by a vector or by full text.
   */
  #texts(embedder: StoreEmbedder, withVectors: boolean): void {
    const vectors = this.#vectors(embedder, withVectors);
    this.#rows<TextRow>(SQL.TEXT, ({ texts, recordedAt }, [, num, id, subject, text, about]) => {
      const vector = vectors.get(num) ?? null;
      const kind: MemoryKind = kindOf(num);
      if (vector !== null || kind !== "FACT" || isSearchable(num, text))
        texts.push({
          id,
          kind,
          subject,
          text,
          ...(about === null ? {} : { about }),
          recordedAt,
          expiredAt: OPEN,
          vector,
        });
    });
    this.#rows<readonly [number, string]>(SQL.TEXT_END, ({ textsExpired }, [, id]) =>
      textsExpired.push(id),
    );
  }

  #ends(sql: string, kind: "ENTITY" | "RELATIONSHIP" | "MEMORY"): void {
    this.#rows<readonly [number, string, number]>(sql, ({ expiries }, [, id, n]) =>
      expiries.push({ kind, id, n }),
    );
  }

  /** The commits of the window as they were made, as far as their data is still stored. */
  read(embedder: StoreEmbedder, vectors: boolean): Commit[] {
    this.#rows<EntityRow>(SQL.ENTITY, ({ entities }, row) =>
      entities.push(entityVersionOf(row, row[0])),
    );
    this.#rows<FactRow>(SQL.FACT, ({ facts }, row) => facts.push(factVersionOf(row, row[0])));
    this.#rows<RelationshipRow>(SQL.RELATIONSHIP, ({ relationships }, row) =>
      relationships.push(relationshipVersionOf(row, row[0])),
    );
    type Closed = readonly [number, string, number, ...Closing];
    type Closing = [Extract<Expiry, { kind: "FACT" }>["closing"]["reason"], string | null, string];
    this.#rows<Closed>(SQL.FACT_END, ({ expiries }, [, id, n, reason, by, decision]) =>
      expiries.push({ kind: "FACT", id, n, closing: { reason, by, decision } }),
    );
    this.#ends(SQL.ENTITY_END, "ENTITY");
    this.#ends(SQL.RELATIONSHIP_END, "RELATIONSHIP");
    this.#ends(SQL.MEMORY_END, "MEMORY");
    this.#rows<EventRow>(SQL.EVENT, ({ events }, row) => events.push(eventOf(row, row[0])));
    this.#rows<EventRow>(SQL.SETTLED, ({ settled }, row) => {
      const { id: event, status, emotion, outcome } = eventOf(row, row[0]);
      if (outcome !== null) settled.push({ event, status, emotion, outcome });
    });
    this.#rows<DecisionRow>(SQL.DECISION, ({ decisions }, row) =>
      decisions.push(decisionOf(row, row[0])),
    );
    this.#rows<readonly [number, string, string]>(SQL.REVERTED, ({ reverted }, [, decision, by]) =>
      reverted.push({ decision, by }),
    );
    this.#texts(embedder, vectors);
    this.#rows<readonly [number, ...ChangeRow]>(SQL.CHANGE, ({ changes }, [, ...row]) =>
      changes.push(changeOf(row)),
    );
    this.#rows<MemoryRow>(SQL.MEMORY, ({ memories }, row) => memories.push(memoryOf(row, row[0])));
    this.#rows<readonly [number, ...ReferenceRow]>(SQL.REFERENCE, ({ references }, [, ...row]) =>
      references.push(referenceOf(row)),
    );
    return [...this.#commits.values()]
      .toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1))
      .map(commitOf);
  }
}

const MOMENTS = `SELECT at, steps FROM temp.moment WHERE at > ? ORDER BY at LIMIT ?`;

/** The end of the next window of about ROWS_AT_A_TIME rows; null if there are no more. */
const endOfWindow = (file: SpaceFile, after: number): number | null => {
  let rows = 0;
  let end: number | null = null;
  for (const [at, count] of file.all<readonly [number, number]>(MOMENTS, after, ROWS_AT_A_TIME)) {
    end = at;
    rows += count;
    if (rows >= ROWS_AT_A_TIME) break;
  }
  return end;
};

/**
 * Reads the commits from one state of the file, oldest first. The connection must belong to the
 * caller alone. Yields to other calls between windows.
 */
export async function* recordedCommits(
  file: SpaceFile,
  embedder: StoreEmbedder,
  after: Instant | null,
  vectors: boolean,
): AsyncGenerator<Commit> {
  file.run("BEGIN");
  const last = head(file).recordedAt;
  await listSteps(file, embedder, after, others);
  let latest = after;
  for (let from = after === null ? -Number.MAX_SAFE_INTEGER : toMillis(after); ;) {
    const to = endOfWindow(file, from);
    if (to === null) break;
    for (const commit of new Window(file, from, to).read(embedder, vectors)) {
      latest = commit.recordedAt;
      yield commit;
    }
    from = to;
    await others();
  }
  if (last !== null && (latest === null || latest < last)) yield { recordedAt: last };
}
