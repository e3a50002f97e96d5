import { readFileSync, writeFileSync } from "node:fs";
import { identityOf, isThere, makeFilledFile, makePrivateFile } from "./data-folder.ts";
import { Database } from "./database.ts";
import { LogSync, type SyncFile } from "./log-sync.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";
import { SCHEMA, SCHEMA_VERSION } from "./schema.ts";
import type { SpaceId } from "../../port.ts";

/**
 * Page cache of one file in KiB, while it is among the most recently used files and after that.
 * Other pages come from the operating system's cache.
 */
const WARM_CACHE_KIB = 2_048;
const COOL_CACHE_KIB = 256;
/**
 * Bytes of a page. A small memory has some 80 tables and indexes of one page each, and a commit
 * writes every page that it changes. Larger pages would enlarge both.
 */
const PAGE_BYTES = 2_048;
/** Size in bytes to which the write-ahead log is truncated after a checkpoint. */
const LOG_BYTES = 1_048_576;

/** The file contains another space. */
export class ForeignFile extends Error {}

/** A newer version of the service has written the file. */
export class NewerFile extends Error {
  constructor(version: number) {
    super(
      `A newer version of the service has written the file: its format is ${version}, and this version reads formats up to ${SCHEMA_VERSION}. Install the newer version, or restore a backup.`,
    );
  }
}

/** The space of this file was erased by another process. Its path now has another file, or none. */
export class ErasedFile extends Error {}

/** The log of a file cannot be emptied now, because a reader needs it. */
export class LogInUse extends Error {}

/** A text in the form in which SQLite returns it: a lone surrogate becomes U+FFFD. */
const asStored = (text: string): string => Buffer.from(text).toString();
const owner = (id: SpaceId): SpaceId => ({ tenant: asStored(id.tenant), user: asStored(id.user) });

const logOf = (path: string): string => `${path}-wal`;

const ADD_SPACE = `
INSERT INTO space (tenant, user, tag, recorded, blocks_changed, notes_changed, turns_stored, erasures, born)
VALUES (?, ?, 0, NULL, 0, 0, 0, 0, lower(hex(randomblob(8))))`;

/** The state of a space on which caches of its content depend. */
interface SpaceState {
  readonly erasures: number;
  /** The tag of the head. */
  readonly tag: number;
  /** The record time of the last commit in milliseconds; null before the first. */
  readonly head: number | null;
}

const STATE = `SELECT erasures, tag, recorded FROM space`;
const EMPTY_STATE = [0, 0, null] as const;

export interface SpaceFileOptions {
  /** The maximum size of a file in bytes; null for no limit. */
  readonly maxBytes: number | null;
  readonly sync: SyncFile;
}

/** The open file of a space. It fails at once with SQLITE_BUSY if another process has locked it. */
export class SpaceFile extends Database {
  #identity: string | null = null;
  /** The state at its last read. */
  #state: SpaceState | undefined;
  #log: LogSync | undefined;
  /** Whether a sync of the log has failed since it was last empty. */
  #isLogDoubtful = false;

  /**
   * Opens or creates the file of a space. Throws a ForeignFile if the file contains another
   * space, and a NewerFile if a newer version of the service has written it.
   */
  static open(path: string, id: SpaceId, { maxBytes, sync }: SpaceFileOptions): SpaceFile {
    // The log of an earlier file at this path would apply to the new file unless that starts empty.
    if (isThere(logOf(path))) makePrivateFile(path);
    else makeFilledFile(path, SpaceFile.#fill);
    const file = new SpaceFile(path);
    try {
      file.#identity = identityOf(path);
      file.#log = new LogSync(logOf(path), sync);
      file.#layOut();
      // `sync` syncs commits outside the event loop; SQLite syncs checkpoints.
      file.pragma("synchronous = NORMAL");
      file.pragma("temp_store = MEMORY");
      file.cool();
      file.pragma(`journal_size_limit = ${LOG_BYTES}`);
      if (maxBytes !== null) file.#limitTo(maxBytes);
      file.#prepareFor(id);
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** A file with all tables and without a space. */
  static #blank: Uint8Array | undefined;

  /**
   * Fills an empty file with all tables. SQLite creates the tables for the first file of a process.
   * Later files are copies of it, which takes a fifth of the time.
   */
  static readonly #fill = (path: string): void => {
    if (SpaceFile.#blank) return writeFileSync(path, SpaceFile.#blank);
    const file = new SpaceFile(path);
    try {
      file.#layOut();
      file.write(() => file.exec(SCHEMA));
    } finally {
      file.close();
    }
    SpaceFile.#blank = readFileSync(path);
  };

  /** Sets the pragmas that apply only to a new file. */
  #layOut(): void {
    this.pragma(`page_size = ${PAGE_BYTES}`);
    this.pragma("journal_mode = WAL");
  }

  static #empty: SpaceFile | undefined;

  /** A space in which nothing was ever recorded, without a file. It must not be closed. */
  static empty(): SpaceFile {
    if (SpaceFile.#empty) return SpaceFile.#empty;
    const file = new SpaceFile(":memory:");
    file.#prepareFor({ tenant: "", user: "" });
    file.pragma("query_only = ON");
    return (SpaceFile.#empty = file);
  }

  /** Whether the space of a file was erased but the file is not removed yet. */
  static isErased(path: string): boolean {
    const file = new SpaceFile(path);
    try {
      return file.#version() > 0 && file.first("SELECT 1 FROM space") === undefined;
    } finally {
      file.close();
    }
  }

  #limitTo(maxBytes: number): void {
    const pages = Math.floor(maxBytes / Number(this.pragma("page_size")));
    this.pragma(`max_page_count = ${Math.max(1, pages)}`);
  }

  #version(): number {
    return Number(this.pragma("user_version"));
  }

  /** Each transaction checks the version: a command of a newer version may migrate an open file. */
  override write<T>(work: () => T): T {
    return super.write(() => {
      this.#verifyVersion();
      return work();
    });
  }

  protected override beginReading(): void {
    super.beginReading();
    this.#state = undefined;
    this.#verifyVersion();
  }

  /** Read once in each transaction of `read`, within which it does not change. */
  get state(): SpaceState {
    if (this.isReading && this.#state !== undefined) return this.#state;
    const [erasures, tag, head] =
      this.first<readonly [number, number, number | null]>(STATE) ?? EMPTY_STATE;
    return (this.#state = { erasures, tag, head });
  }

  /**
   * Whether what is read now, in a transaction of `read`, holds as of a record time in milliseconds
   * as it does as of the head.
   */
  isCurrent(knownAt: number): boolean {
    if (!this.isReading) return false;
    const { head } = this.state;
    return head !== null && head <= knownAt;
  }

  #verifyVersion(): void {
    const [version] = this.only<readonly [number]>("PRAGMA user_version");
    if (version > SCHEMA_VERSION) throw new NewerFile(version);
  }

  #hasNoTables(): boolean {
    return this.pragma("schema_version") === 0;
  }

  #prepareFor(id: SpaceId): void {
    if (this.#version() === 0) this.write(() => this.#create(id));
    else if (this.#version() < SCHEMA_VERSION) this.write(() => this.#migrate());
    this.#verifyVersion();
    const ownerRow = this.first<readonly [string, string]>("SELECT tenant, user FROM space");
    if (ownerRow === undefined) throw new ErasedFile();
    const { tenant, user } = owner(id);
    const [storedTenant, storedUser] = ownerRow;
    if (storedTenant !== tenant || storedUser !== user)
      throw new ForeignFile("It holds another space's memory.");
  }

  #create(id: SpaceId): void {
    if (this.#version() !== 0) return;
    if (this.#hasNoTables()) this.exec(SCHEMA);
    const { tenant, user } = owner(id);
    this.run(ADD_SPACE, tenant, user);
    this.pragma(`user_version = ${SCHEMA_VERSION}`);
  }

  /** Migrates the file to the current version, with all steps in one transaction. */
  #migrate(): void {
    const version = this.#version();
    for (const migration of MIGRATIONS) if (migration.version > version) migration.run(this);
    this.pragma(`user_version = ${SCHEMA_VERSION}`);
  }

  /**
   * Sets whether deleted rows are overwritten with zeros. This slows down every change of a row.
   */
  overwriteWhatIsDeleted(on: boolean): void {
    this.pragma(`secure_delete = ${on ? "ON" : "OFF"}`);
  }

  /** Whether the file is the one at its path. */
  isInPlace(): boolean {
    return this.#identity === identityOf(this.path);
  }

  /**
   * Resolves when all commits so far are on the disk. A system that failed to write may report the
   * failure only once and then treat the log as written. After such a failure, the log is therefore
   * moved into the file, so that no commit depends on its earlier content. The file may have been
   * closed since the commit, to open another one.
   */
  async sync(): Promise<void> {
    this.endReading();
    try {
      if (this.#isLogDoubtful && this.isOpen) this.emptyLog();
      this.#isLogDoubtful = false;
      await this.#log?.run();
    } catch (error) {
      if (this.#isSyncedByClosing()) return;
      this.#isLogDoubtful = true;
      throw error;
    }
  }

  /** Whether SQLite has moved the log into the file, synced that, and removed the log. */
  #isSyncedByClosing(): boolean {
    return !this.isOpen && !isThere(logOf(this.path)) && this.isInPlace();
  }

  /** Opens what `sync` needs. */
  prepareSync(): void {
    this.#log?.prepare();
  }

  override close(): void {
    super.close();
    this.#log?.close();
  }

  /** Moves the log into the file and empties it. Throws LogInUse if a reader needs it. */
  emptyLog(): void {
    this.endReading();
    if (this.pragma("wal_checkpoint(TRUNCATE)") !== 0) throw new LogInUse();
  }

  /** Caches more of the file in memory. */
  warm(): void {
    this.pragma(`cache_size = -${WARM_CACHE_KIB}`);
  }

  /** Releases most of that memory. */
  cool(): void {
    if (this.isOpen) this.pragma(`cache_size = -${COOL_CACHE_KIB}`);
  }
}
