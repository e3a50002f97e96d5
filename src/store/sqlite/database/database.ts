/**
 * Opens SQLite databases with the only binding of this process: `node:sqlite` if Node supports it
 * fully (24 and later), otherwise `@photostructure/sqlite`, which has the same API and includes its
 * binaries. No other file imports either.
 */

import { createRequire } from "node:module";
import { isListOf, isNumber, jsonColumn } from "./json-columns.ts";

/** The value of a column or a parameter. */
export type Value = string | number | null | Uint8Array;

/** The columns of a row, in the order of the select list. */
export type Columns = readonly Value[];

interface Statement {
  all(...values: readonly Value[]): unknown[];
  get(...values: readonly Value[]): unknown;
  iterate(...values: readonly Value[]): Iterable<unknown>;
  run(...values: readonly Value[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
}

/** A connection of the binding. Rows are arrays. */
export interface Connection {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** Milliseconds for which a statement waits for another process. Nothing else runs meanwhile. */
  readonly timeout?: number;
}

interface Binding {
  readonly DatabaseSync: new (
    path: string,
    options: ConnectionOptions & { readonly returnArrays: true },
  ) => Connection;
}

const isBinding = (module: object | undefined): module is Binding =>
  module !== undefined && "DatabaseSync" in module && typeof module.DatabaseSync === "function";

/**
 * Early versions of `node:sqlite` return rows only as objects, or accept no values for parameters
 * named `?1`.
 */
const isComplete = ({ DatabaseSync }: Binding): boolean => {
  const connection = new DatabaseSync(":memory:", { returnArrays: true });
  try {
    const row = connection.prepare("SELECT ?2, ?1, ?2").get("a", "b");
    return Array.isArray(row) && row.join("") === "bab";
  } catch {
    return false;
  } finally {
    connection.close();
  }
};

/**
 * The first version of Node whose SQLite is not marked experimental. In earlier versions, loading
 * it prints a warning.
 */
const FIRST_NODE_WITH_SQLITE = 24;

const binding = (): Binding => {
  const [major = 0] = process.versions.node.split(".").map(Number);
  const builtIn =
    major >= FIRST_NODE_WITH_SQLITE ? process.getBuiltinModule("node:sqlite") : undefined;
  return isBinding(builtIn) && isComplete(builtIn)
    ? builtIn
    : (createRequire(import.meta.url)("@photostructure/sqlite") as Binding);
};

const { DatabaseSync } = binding();

/** A connection without our wrapper, to measure the cost of `Database`. */
export const openConnection = (path: string, options: ConnectionOptions = {}): Connection =>
  new DatabaseSync(path, { ...options, returnArrays: true });

/** SQLite's extended result code of an error; null for other errors. */
export const resultCodeOf = (error: unknown): number | null =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : null;

/**
 * The binding ends text at a NUL. A NUL is therefore stored as a noncharacter (which Unicode
 * reserves for internal use) and a digit, and so is the noncharacter itself.
 */
const ESCAPE = "\uFDD0";
const ESCAPED_NUL = `${ESCAPE}0`;
const ESCAPED_ESCAPE = `${ESCAPE}1`;

const needsEscape = (text: string): boolean => text.includes("\0") || text.includes(ESCAPE);

/** A text as stored in the file, for comparisons with bytes of the file and for use inside JSON. */
export const storedText = (text: string): string =>
  needsEscape(text) ? text.replaceAll(ESCAPE, ESCAPED_ESCAPE).replaceAll("\0", ESCAPED_NUL) : text;

/** Matches an escaped backslash, or a NUL. */
const ESCAPES_IN_JSON = /\\(?:\\|u0000)/gu;

/**
 * JSON for SQLite's JSON functions. Its NULs are spelled so that they result in the stored text.
 * (Other texts are escaped like all values.)
 */
export const storedJson = (value: unknown): string => {
  const json = JSON.stringify(value);
  return json.includes("\\u0000")
    ? json.replaceAll(ESCAPES_IN_JSON, (escape) => (escape === "\\u0000" ? "\\ufdd00" : escape))
    : json;
};

const originalText = (fileText: string): string =>
  fileText.replaceAll(ESCAPED_NUL, "\0").replaceAll(ESCAPED_ESCAPE, ESCAPE);

/** Escapes the texts among the values of a statement, in place. */
const escape = (values: Value[]): Value[] => {
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (typeof value === "string" && needsEscape(value)) values[i] = storedText(value);
  }
  return values;
};

/** Restores the texts of a row, in place. */
const restore = (row: unknown): unknown => {
  if (!Array.isArray(row)) return row;
  for (let i = 0; i < row.length; i += 1) {
    const value: unknown = row[i];
    if (typeof value === "string" && value.includes(ESCAPE)) row[i] = originalText(value);
  }
  return row;
};

/**
 * SQLite plans a statement again whenever another value is bound as its limit, which takes longer
 * than running it: 0.05 to 0.1 ms. No plan here depends on a limit, and SQLite does not evaluate a
 * sum for planning.
 */
export const withOpaqueLimit = (sql: string): string =>
  sql.replaceAll(/LIMIT (\?\d*)/gu, "LIMIT ($1 + 0)");

const asOneText = (sql: string): string =>
  `WITH numbers (number) AS (${sql}) SELECT json_group_array(number) FROM numbers`;

export interface DatabaseOptions {
  /** Whether the file must exist and is not changed. Default: it is created if it is missing. */
  readonly readOnly?: boolean;
  /**
   * Milliseconds for which a statement waits for another process. Nothing else runs meanwhile.
   * Default: 0.
   */
  readonly busyMillis?: number;
}

const numberList = jsonColumn("of numbers", isListOf(isNumber));

/**
 * A connection to a database, with a prepared statement for every SQL text that it has run. All
 * calls run to their end before they return. They throw the errors of SQLite (`resultCodeOf`).
 * Values bind to `?` in order, and to `?1`, `?2`, … by number.
 *
 * `Row` names the type of each selected column; that a column has it, the STRICT tables see to.
 */
export class Database {
  readonly path: string;
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();
  /** Whether a transaction of `beginWriting` is open. */
  #isWriting = false;
  /** Whether a transaction of `read` is open. */
  #isReading = false;

  constructor(path: string, { readOnly = false, busyMillis = 0 }: DatabaseOptions = {}) {
    this.path = path;
    this.#connection = openConnection(path, { readOnly, timeout: busyMillis });
  }

  #statement(sql: string): Statement {
    const cachedStatement = this.#statements.get(sql);
    if (cachedStatement) return cachedStatement;
    const statement = this.#connection.prepare(withOpaqueLimit(sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  /** All rows. */
  all<Row extends Columns>(sql: string, ...values: Value[]): Row[] {
    const rows = this.#statement(sql).all(...escape(values));
    for (const row of rows) restore(row);
    return rows as Row[];
  }

  /** The first row; undefined if there is none. */
  first<Row extends Columns>(sql: string, ...values: Value[]): Row | undefined {
    return restore(this.#statement(sql).get(...escape(values))) as Row | undefined;
  }

  /**
   * The row of a statement that always returns one, such as an aggregate. Throws if it returns
   * none.
   */
  only<Row extends Columns>(sql: string, ...values: Value[]): Row {
    const row = this.first<Row>(sql, ...values);
    if (row === undefined) throw new Error(`No row from: ${sql}`);
    return row;
  }

  /**
   * The only column of all rows, which contains numbers. They are returned as one text, which takes
   * a quarter of the time of rows.
   */
  column(sql: string, ...values: Value[]): readonly number[] {
    const [numbers] = this.only<readonly [string]>(asOneText(sql), ...values);
    return numberList(numbers);
  }

  /**
   * Yields the rows one by one, for results that are too large for memory. The statement must not
   * run again until the last row is read.
   */
  *each<Row extends Columns>(sql: string, ...values: Value[]): Generator<Row, void> {
    for (const row of this.#statement(sql).iterate(...escape(values))) yield restore(row) as Row;
  }

  /** Returns the number of rows that it inserted, updated or deleted. */
  run(sql: string, ...values: Value[]): number {
    return Number(this.#statement(sql).run(...escape(values)).changes);
  }

  /**
   * Inserts a row and returns its row id. (`RETURNING` would build a table in memory, which takes
   * 0.1 ms.)
   */
  insert(sql: string, ...values: Value[]): number {
    return Number(this.#statement(sql).run(...escape(values)).lastInsertRowid);
  }

  /** Runs any number of statements without values and without results. */
  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /**
   * Reads or sets a pragma. Returns the first column of its first row; null if it returns no row.
   */
  pragma(pragma: string): Value {
    const row = this.#connection.prepare(`PRAGMA ${pragma}`).get();
    return Array.isArray(row) ? ((row as Columns)[0] ?? null) : null;
  }

  /**
   * Runs `work` in a transaction that blocks other writers. Undoes everything if it throws. Within
   * a transaction of `beginWriting`, it is a part of that one.
   */
  write<T>(work: () => T): T {
    if (this.#isWriting) return work();
    this.endReading();
    this.run("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.run("COMMIT");
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.run("ROLLBACK");
      throw error;
    }
  }

  /** Begins a transaction that blocks other writers until `endWriting`. */
  beginWriting(): void {
    this.endReading();
    this.run("BEGIN IMMEDIATE");
    this.#isWriting = true;
  }

  /** Commits the transaction of `beginWriting`, or undoes it if that has not happened yet. */
  endWriting(how: "COMMIT" | "ROLLBACK"): void {
    this.#isWriting = false;
    if (how === "COMMIT" || this.#connection.isTransaction) this.run(how);
  }

  /**
   * Runs `work` on one state of the database, even if others write meanwhile. Reads that follow
   * each other without waiting for anything else share one transaction, because beginning, checking
   * and ending one takes as long as a small read. It ends before the event loop goes on, so that it
   * hides no write that the reader can have learnt of.
   */
  read<T>(work: () => T): T {
    try {
      if (!this.#isReading) this.beginReading();
      return work();
    } catch (error) {
      this.endReading();
      throw error;
    }
  }

  /** Begins a transaction of `read`. */
  protected beginReading(): void {
    this.run("BEGIN");
    this.#isReading = true;
    // Ticks that are requested by promises come after all promises that are ready.
    process.nextTick(() => this.endReading());
  }

  /** Ends the transaction of `read`, so that the next one sees what others have written. */
  endReading(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    if (this.isOpen && this.#connection.isTransaction) this.run("COMMIT");
  }

  /** Whether a transaction of `read` is open. */
  protected get isReading(): boolean {
    return this.#isReading;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** Closes the database. Does nothing if it is already closed. */
  close(): void {
    if (this.isOpen) this.#connection.close();
  }
}
