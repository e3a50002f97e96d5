import { join } from "node:path";
import { makePrivateFile } from "../database/data-folder.ts";
import { Database } from "../database/database.ts";
import { patiently } from "../database/patience.ts";

/** Its file is in the store's directory, beside the folders of the tenants. */
export const CHECKPOINT_FILE = "followers.db";

const SCHEMA = `
-- epoch counts how often the lease was taken. until: milliseconds since 1970.
CREATE TABLE IF NOT EXISTS lease (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL, epoch INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- Where the follower stands in the space of a file, and the file's signature then; empty where it cannot be relied on.
CREATE TABLE IF NOT EXISTS place (name TEXT NOT NULL, path TEXT NOT NULL, position TEXT NOT NULL, signature TEXT NOT NULL, PRIMARY KEY (name, path)) STRICT, WITHOUT ROWID;`;

const TAKE = `
INSERT INTO lease (name, owner, until, epoch) VALUES (?, ?, ?, 1)
ON CONFLICT DO UPDATE SET owner = excluded.owner, until = excluded.until, epoch = epoch + 1
WHERE until <= ? OR owner = excluded.owner
RETURNING epoch`;
const RENEW = `UPDATE lease SET until = ? WHERE name = ? AND epoch = ?`;
const RELEASE = `UPDATE lease SET until = 0, owner = '' WHERE name = ? AND epoch = ?`;
const HELD = `SELECT 1 FROM lease WHERE name = ? AND epoch = ?`;
const PLACES = `SELECT path, position, signature FROM place WHERE name = ?`;
const PUT = `
INSERT INTO place (name, path, position, signature)
VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET position = excluded.position, signature = excluded.signature`;
const FORGET = `DELETE FROM place WHERE path = ?`;
const REMOVE = `DELETE FROM place WHERE name = ? AND path = ?`;

/** The checkpoint of a follower in one space. */
export interface Checkpoint {
  readonly position: string;
  readonly signature: string;
}

/**
 * The leases and checkpoints of followers, in a small file that all processes share. Every call
 * waits while another process writes.
 */
export class CheckpointFile {
  readonly #database: Database;

  private constructor(path: string) {
    makePrivateFile(path);
    this.#database = new Database(path);
  }

  static async open(directory: string): Promise<CheckpointFile> {
    const file = new CheckpointFile(join(directory, CHECKPOINT_FILE));
    await patiently(() => {
      file.#database.pragma("journal_mode = WAL");
      // Not synced: after a power failure, followers find the lost data again, because they read
      // the feed at least once.
      file.#database.pragma("synchronous = NORMAL");
      file.#database.pragma("secure_delete = ON");
      file.#database.exec(SCHEMA);
    });
    return file;
  }

  /** Takes the lease and returns its epoch; null while another owner holds it. */
  take(name: string, owner: string, now: number, until: number): Promise<number | null> {
    return patiently(
      () => this.#database.first<readonly [number]>(TAKE, name, owner, until, now)?.[0] ?? null,
    );
  }

  /** Extends the lease. Returns false if another owner has taken it. */
  renew(name: string, epoch: number, until: number): Promise<boolean> {
    return patiently(() => this.#database.run(RENEW, until, name, epoch) === 1);
  }

  async release(name: string, epoch: number): Promise<void> {
    await patiently(() => this.#database.run(RELEASE, name, epoch));
  }

  async places(name: string): Promise<Map<string, Checkpoint>> {
    const rows = await patiently(() =>
      this.#database.all<readonly [string, string, string]>(PLACES, name),
    );
    return new Map(rows.map(([path, position, signature]) => [path, { position, signature }]));
  }

  /**
   * Sets all checkpoints. Sets none and returns false if another owner has taken the lease. Null
   * removes a checkpoint.
   */
  put(
    name: string,
    epoch: number,
    places: ReadonlyMap<string, Checkpoint | null>,
  ): Promise<boolean> {
    return patiently(() => this.#database.write(() => this.#put(name, epoch, places)));
  }

  #put(name: string, epoch: number, places: ReadonlyMap<string, Checkpoint | null>): boolean {
    if (this.#database.first(HELD, name, epoch) === undefined) return false;
    for (const [path, place] of places) {
      if (place === null) this.#database.run(REMOVE, name, path);
      else this.#database.run(PUT, name, path, place.position, place.signature);
    }
    return true;
  }

  /** Forgets every checkpoint in a file. */
  async forget(path: string): Promise<void> {
    await patiently(() => this.#database.run(FORGET, path));
  }

  close(): void {
    this.#database.close();
  }
}
