import { relative } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import type { Follower, SpaceId } from "../../port.ts";
import { isBusy } from "../port-errors.ts";
import type { CheckpointFile, Checkpoint } from "./checkpoints.ts";
import { isUntouched, spaceIn } from "../database/spaces.ts";
import { TouchedFiles } from "./touched-files.ts";
import { statSync } from "node:fs";

/**
 * Minimum age in milliseconds of the last change of a file before its signature is reliable. The
 * clocks of file systems tick in milliseconds to seconds.
 */
const SETTLED_MILLIS = 2_000;

/** Shows from outside whether the file of a space has changed. */
export interface Signature {
  readonly text: string;
  /** Whether any later change is certain to show in the signature. */
  readonly settled: boolean;
}

/**
 * Null if there is no such file. An empty log counts as none, because reading alone creates one.
 * `now` is in milliseconds since 1970, by the clock of the file system.
 */
const signatureOf = (path: string, now: number): Signature | null => {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return null;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const parts = log === undefined || log.size === 0 ? [file] : [file, log];
  return {
    text: parts.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join(" "),
    settled: parts.every(({ mtimeMs }) => mtimeMs < now - SETTLED_MILLIS),
  };
};

/** Number of files that are checked before other work may run. */
const AT_A_TIME = 50;

export interface FollowerOptions {
  readonly directory: string;
  readonly file: CheckpointFile;
  readonly name: string;
  readonly owner: string;
  readonly leaseMillis: number;
  /** The clock of leases, in milliseconds since 1970. */
  readonly now: () => number;
  readonly unreadable: (path: string, error: unknown) => void;
}

/**
 * A follower finds changed files by their signatures and opens only these. The position that a
 * space reports shows whether anything was stored. Returns null while another owner holds the
 * lease.
 */
export const followSpaces = async (options: FollowerOptions): Promise<Follower | null> => {
  const { file, name, owner, now, leaseMillis } = options;
  const epoch = await file.take(name, owner, now(), now() + leaseMillis);
  return epoch === null ? null : new SpaceFollower(options, epoch, await file.places(name));
};

class SpaceFollower implements Follower {
  readonly #options: FollowerOptions;
  readonly #epoch: number;
  readonly #touchedFiles: TouchedFiles;
  /** The acknowledged checkpoint of each file. */
  readonly #checkpoints: Map<string, Checkpoint>;
  /** The checkpoints that the next acknowledgement sets; null for a missing file. */
  readonly #pending = new Map<string, Checkpoint | null>();
  /** Signatures of files with nothing to report, and of files that cannot be read. */
  readonly #passedSignatures = new Map<string, string>();

  constructor(options: FollowerOptions, epoch: number, checkpoints: Map<string, Checkpoint>) {
    this.#options = options;
    this.#epoch = epoch;
    this.#checkpoints = checkpoints;
    this.#touchedFiles = new TouchedFiles(options.directory, options.unreadable);
  }

  async next(): Promise<readonly SpaceId[]> {
    try {
      return await this.#next();
    } catch (error) {
      // Every new follower starts again.
      this.#touchedFiles.close();
      throw error;
    }
  }

  /**
   * The spaces that have changed; none if this follower no longer has the lease, before or after it
   * looked.
   */
  async #next(): Promise<readonly SpaceId[]> {
    if (!(await this.#renewLease())) return [];
    const { directory } = this.#options;
    const changedSpaces: SpaceId[] = [];
    const { paths, all } = await this.#touchedFiles.take();
    const missingPaths = new Set(all ? this.#checkpoints.keys() : []);
    let pathCount = 0;
    for (const path of paths) {
      if (++pathCount % AT_A_TIME === 0) await others();
      missingPaths.delete(relative(directory, path));
      const id = this.#changedSpace(path);
      if (id !== null) changedSpaces.push(id);
    }
    for (const key of missingPaths) this.#pending.set(key, null);
    return (await this.#renewLease()) ? changedSpaces : [];
  }

  /**
   * Saves the positions up to which the last spaces were handled. Returns false if another owner
   * has the lease.
   */
  async acknowledge(): Promise<boolean> {
    const { file, name } = this.#options;
    if (!(await file.put(name, this.#epoch, this.#pending))) {
      this.#touchedFiles.close();
      return false;
    }
    for (const [key, place] of this.#pending) {
      if (place === null) this.#checkpoints.delete(key);
      else this.#checkpoints.set(key, place);
    }
    this.#pending.clear();
    return true;
  }

  async release(): Promise<void> {
    this.#touchedFiles.close();
    await this.#options.file.release(this.#options.name, this.#epoch);
  }

  #renewLease(): Promise<boolean> {
    const { file, name, now, leaseMillis } = this.#options;
    return file.renew(name, this.#epoch, now() + leaseMillis);
  }

  /** The space of a file if anything was stored in it since its checkpoint. */
  #changedSpace(path: string): SpaceId | null {
    const key = relative(this.#options.directory, path);
    const signature = signatureOf(path, Date.now());
    const checkpoint = this.#checkpoints.get(key);
    const passedSignature = this.#passedSignatures.get(key) ?? checkpoint?.signature;
    if (signature === null) {
      if (checkpoint !== undefined) this.#pending.set(key, null);
      return null;
    }
    if (signature.text === passedSignature) return null;
    // Its state may change without a change of the signature, so it is checked again.
    if (!signature.settled) this.#touchedFiles.touch(path);
    const reliable = signature.settled ? signature.text : "";
    try {
      const space = spaceIn(this.#options.directory, path);
      if (space === null) return null;
      const isUnchanged =
        checkpoint === undefined
          ? isUntouched(space.position)
          : checkpoint.position === space.position;
      if (!isUnchanged) {
        this.#passedSignatures.delete(key);
        this.#touchedFiles.touch(path);
        this.#pending.set(key, { position: space.position, signature: reliable });
        return space.id;
      }
      this.#passedSignatures.set(key, reliable);
      if (checkpoint !== undefined) this.#pending.set(key, { ...checkpoint, signature: reliable });
      return null;
    } catch (error) {
      if (isBusy(error)) {
        this.#touchedFiles.touch(path);
        return null;
      }
      this.#options.unreadable(path, error);
      this.#passedSignatures.set(key, reliable);
      return null;
    }
  }
}
