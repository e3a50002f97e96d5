import { join } from "node:path";
import Database from "better-sqlite3";

/** Beside the tenants' folders. */
const FILE = "followers.db";
/** A follower's transactions take milliseconds. */
const BUSY_MILLIS = 1_000;

const SCHEMA = `
-- epoch counts how often the lease was taken. until: milliseconds since 1970.
CREATE TABLE IF NOT EXISTS lease (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL, epoch INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- Where the follower stands in the space of a file, and the file's signature then; empty where it cannot be relied on.
CREATE TABLE IF NOT EXISTS place (name TEXT NOT NULL, path TEXT NOT NULL, position TEXT NOT NULL, signature TEXT NOT NULL, PRIMARY KEY (name, path)) STRICT, WITHOUT ROWID;`;

const TAKE = `
INSERT INTO lease (name, owner, until, epoch) VALUES (?, ?, ?, 1)
ON CONFLICT DO UPDATE SET owner = excluded.owner, until = excluded.until, epoch = epoch + 1 WHERE until <= ? OR owner = excluded.owner
RETURNING epoch`;
const RENEW = `UPDATE lease SET until = ? WHERE name = ? AND epoch = ?`;
const RELEASE = `UPDATE lease SET until = 0, owner = '' WHERE name = ? AND epoch = ?`;
const HELD = `SELECT 1 FROM lease WHERE name = ? AND epoch = ?`;
const PLACES = `SELECT path, position, signature FROM place WHERE name = ?`;
const PUT = `INSERT INTO place (name, path, position, signature) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET position = excluded.position, signature = excluded.signature`;
const REMOVE = `DELETE FROM place WHERE name = ? AND path = ?`;

/** Where a follower stands in a space. */
export interface Place {
  readonly position: string;
  readonly signature: string;
}

/** The leases and checkpoints of followers, in a small file of their own that all processes share. */
export class FollowFile {
  readonly #database: Database.Database;

  constructor(directory: string) {
    this.#database = new Database(join(directory, FILE), { timeout: BUSY_MILLIS });
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = FULL");
    this.#database.exec(SCHEMA);
  }

  /** Gives the epoch of the lease; null while another owner holds it. */
  take(name: string, owner: string, now: number, until: number): number | null {
    const row = this.#database
      .prepare<unknown[], { epoch: number }>(TAKE)
      .get(name, owner, until, now);
    return row?.epoch ?? null;
  }

  /** False where somebody else has taken the lease. */
  renew(name: string, epoch: number, until: number): boolean {
    return this.#database.prepare(RENEW).run(until, name, epoch).changes === 1;
  }

  release(name: string, epoch: number): void {
    this.#database.prepare(RELEASE).run(name, epoch);
  }

  places(name: string): Map<string, Place> {
    const rows = this.#database.prepare<unknown[], { path: string } & Place>(PLACES).all(name);
    return new Map(rows.map(({ path, position, signature }) => [path, { position, signature }]));
  }

  /** All at once; false, and nothing, where somebody else has taken the lease. Null removes a place. */
  put(name: string, epoch: number, places: ReadonlyMap<string, Place | null>): boolean {
    return this.#database
      .transaction(() => {
        if (this.#database.prepare(HELD).get(name, epoch) === undefined) return false;
        const put = this.#database.prepare(PUT);
        const remove = this.#database.prepare(REMOVE);
        for (const [path, place] of places) {
          if (place === null) remove.run(name, path);
          else put.run(name, path, place.position, place.signature);
        }
        return true;
      })
      .immediate();
  }

  close(): void {
    this.#database.close();
  }
}
