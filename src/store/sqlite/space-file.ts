import Database from "better-sqlite3";
import { SCHEMA, SCHEMA_VERSION } from "./schema.ts";
import type { SpaceId } from "../port.ts";

export type Value = string | number | null | Buffer;

/**
 * How long a statement waits for another process before the caller is told and tries again later. SQLite waits without letting
 * anything else run, so it is short.
 */
const BUSY_MILLIS = 100;
/** Memory for pages of one file, in KiB, while it is among those used lately and after that: what is not in it comes from the operating system's cache. */
const WARM_CACHE_KIB = 2_048;
const COOL_CACHE_KIB = 256;
/** Size to which the write-ahead log is cut back after a checkpoint. */
const LOG_BYTES = 1_048_576;

/** A file that says that it is another space's, or of a later version. */
export class ForeignFile extends Error {}

/** A file whose space was erased by another process, or is just being erased: there is another one, or none, in its place. */
export class ErasedFile extends Error {}

/** As SQLite gives text back: half a surrogate pair does not survive. */
const asStored = (text: string): string => Buffer.from(text).toString();
const owner = (id: SpaceId): SpaceId => ({ tenant: asStored(id.tenant), user: asStored(id.user) });

interface Prepared {
  readonly statement: Database.Statement;
  /** Whether it names its parameters `?1`, `?2`, which better-sqlite3 takes by name. */
  readonly numbered: boolean;
}

/**
 * SQLite plans a statement anew whenever another value is bound as its limit, though no plan of ours depends on it, and that takes longer than
 * to run it: 0.05 to 0.1 ms. Of a sum it does not ask the value.
 */
const withPlainLimit = (sql: string): string => sql.replaceAll(/LIMIT (\?\d*)/gu, "LIMIT ($1 + 0)");

const byNumber = (values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value, i) => [i + 1, value]));

/** An open file with its prepared statements. All calls run to their end before they return. */
export class SpaceFile {
  readonly path: string;
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();

  private constructor(database: Database.Database, path: string) {
    this.#database = database;
    this.path = path;
  }

  /**
   * Opens the file of a space, or makes it. `maxBytes` bounds its size.
   * Throws a ForeignFile where the file holds another space's memory or was written by a later version.
   */
  static open(path: string, id: SpaceId, maxBytes: number | null): SpaceFile {
    const database = new Database(path, { timeout: BUSY_MILLIS });
    try {
      database.pragma("journal_mode = WAL");
      database.pragma("synchronous = FULL");
      database.pragma("temp_store = MEMORY");
      database.pragma(`cache_size = -${COOL_CACHE_KIB}`);
      database.pragma(`journal_size_limit = ${LOG_BYTES}`);
      if (maxBytes !== null)
        database.pragma(
          `max_page_count = ${Math.max(1, Math.floor(maxBytes / (database.pragma("page_size", { simple: true }) as number)))}`,
        );
      const file = new SpaceFile(database, path);
      file.#prepareFor(id);
      return file;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** A space in which nothing was ever recorded, without a file. */
  static empty(): SpaceFile {
    const database = new Database(":memory:");
    const file = new SpaceFile(database, ":memory:");
    file.#prepareFor({ tenant: "", user: "" });
    database.pragma("query_only = ON");
    return file;
  }

  /** Whether a file says that its space was erased, and has not been removed yet. */
  static isErased(path: string): boolean {
    const database = new Database(path, { timeout: BUSY_MILLIS });
    try {
      return (
        (database.pragma("user_version", { simple: true }) as number) > 0 &&
        database.prepare("SELECT 1 FROM space").get() === undefined
      );
    } finally {
      database.close();
    }
  }

  #version(): number {
    return this.#database.pragma("user_version", { simple: true }) as number;
  }

  #prepareFor(id: SpaceId): void {
    if (this.#version() === 0) this.write(() => this.#create(id));
    const version = this.#version();
    if (version > SCHEMA_VERSION)
      throw new ForeignFile(
        `It is of version ${version}; this service reads up to ${SCHEMA_VERSION}.`,
      );
    const { tenant, user } = owner(id);
    const [storedTenant, storedUser] =
      this.first<[string, string]>("SELECT tenant, user FROM space") ?? [];
    if (storedTenant === undefined) throw new ErasedFile();
    if (storedTenant !== tenant || storedUser !== user)
      throw new ForeignFile("It holds another space's memory.");
  }

  #create(id: SpaceId): void {
    if (this.#version() !== 0) return;
    this.#database.exec(SCHEMA);
    const { tenant, user } = owner(id);
    this.run(
      "INSERT INTO space (tenant, user, tag, recorded, blocks_changed, notes_changed, turns_stored, erasures, born) VALUES (?, ?, 0, NULL, 0, 0, 0, 0, lower(hex(randomblob(8))))",
      tenant,
      user,
    );
    this.#database.pragma(`user_version = ${SCHEMA_VERSION}`);
  }

  #statement(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(withPlainLimit(sql));
    if (statement.reader) statement.raw(true);
    const prepared = { statement, numbered: sql.includes("?1") };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** Rows as arrays, in the order of the selected columns. */
  all<Row extends readonly unknown[]>(sql: string, ...values: readonly Value[]): Row[] {
    const { statement, numbered } = this.#statement(sql);
    return statement.all(...(numbered ? [byNumber(values)] : values)) as Row[];
  }

  /** The only column, of numbers. */
  column(sql: string, ...values: readonly Value[]): number[] {
    const { statement, numbered } = this.#statement(sql);
    return statement.pluck(true).all(...(numbered ? [byNumber(values)] : values)) as number[];
  }

  first<Row extends readonly unknown[]>(sql: string, ...values: readonly Value[]): Row | undefined {
    const { statement, numbered } = this.#statement(sql);
    return statement.get(...(numbered ? [byNumber(values)] : values)) as Row | undefined;
  }

  /** One row at a time, for what is too much to hold. */
  each<Row extends readonly unknown[]>(
    sql: string,
    ...values: readonly Value[]
  ): IterableIterator<Row> {
    const { statement, numbered } = this.#statement(sql);
    return statement.iterate(...(numbered ? [byNumber(values)] : values)) as IterableIterator<Row>;
  }

  /** Gives how many rows it changed. */
  run(sql: string, ...values: readonly Value[]): number {
    const { statement, numbered } = this.#statement(sql);
    return statement.run(...(numbered ? [byNumber(values)] : values)).changes;
  }

  /** Adds a row; gives its number. (`RETURNING` would cost a table in memory, 0.1 ms.) */
  insert(sql: string, ...values: readonly Value[]): number {
    return Number(this.#statement(sql).statement.run(...values).lastInsertRowid);
  }

  /** Runs `work` in one transaction that no other writer is in; undoes it all if it throws. */
  write<T>(work: () => T): T {
    return this.#transact("BEGIN IMMEDIATE", work);
  }

  /** Runs `work` on one state of the file, whatever others write meanwhile. */
  read<T>(work: () => T): T {
    return this.#transact("BEGIN", work);
  }

  /** As better-sqlite3's `transaction` does, which makes a function for every call. */
  #transact<T>(begin: string, work: () => T): T {
    this.run(begin);
    try {
      const result = work();
      this.run("COMMIT");
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.run("ROLLBACK");
      throw error;
    }
  }

  /** What is taken away from now on is overwritten with zeros, or no longer: it costs every change of a row. */
  overwriteWhatIsDeleted(on: boolean): void {
    this.#database.pragma(`secure_delete = ${on ? "ON" : "OFF"}`);
  }

  /** Brings all of the log into the file and empties it; false where a reader holds on to it. */
  emptyLog(): boolean {
    const [{ busy } = { busy: 1 }] = this.#database.pragma("wal_checkpoint(TRUNCATE)") as {
      busy: number;
    }[];
    return busy === 0;
  }

  /** Writes the file anew, without what lies between the rows. */
  vacuum(): void {
    this.#database.exec("VACUUM");
  }

  /** Keeps more of the file in memory. */
  warm(): void {
    this.#database.pragma(`cache_size = -${WARM_CACHE_KIB}`);
  }

  /** Gives most of that memory back. */
  cool(): void {
    if (this.#database.open) this.#database.pragma(`cache_size = -${COOL_CACHE_KIB}`);
  }

  close(): void {
    this.#database.close();
  }
}
