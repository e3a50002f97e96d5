import { accessSync, constants, mkdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { StoreUnavailable, type SpaceId, type Store } from "../port.ts";
import { asPortError } from "./faults.ts";
import { FollowFile } from "./follow-file.ts";
import { followSpaces } from "./follower.ts";
import { listSpaces } from "./list-spaces.ts";
import { SpaceFiles } from "./space-files.ts";
import { placeOf } from "./space-path.ts";
import { spaceStore, type OpenSpace, type SpaceAccess } from "./space-store.ts";
import type { StoreEmbedder } from "./vector-blocks.ts";
import { VectorIndex } from "./vector-index.ts";

/** Where an operator reads what a client is not told: the name of a file, SQLite's own message. */
export interface StoreLog {
  error(details: Readonly<Record<string, unknown>>, message: string): void;
}

export interface SqliteStoreOptions {
  /** Made where it is missing. Nobody else may write in it. */
  readonly directory: string;
  /** Whose vectors the store takes and compares. */
  readonly embedder: StoreEmbedder;
  /** Files that are kept open at once. Default: 300, some 100 to 300 MB. */
  readonly maxOpenSpaces?: number | undefined;
  /** How large a space's file may grow; beyond it writes fail with FULL. Default: as large as the disk allows. */
  readonly maxSpaceBytes?: number | undefined;
  readonly log?: StoreLog | undefined;
  /** The clock by which turns and notes expire, in milliseconds since 1970. Default: the system's. */
  readonly now?: (() => number) | undefined;
}

const MAX_OPEN_SPACES = 300;

/** A space has one handle as long as anybody holds it. */
class Handles {
  readonly #handles = new Map<string, WeakRef<OpenSpace>>();
  readonly #gone = new FinalizationRegistry<string>((key) => {
    if (this.#handles.get(key)?.deref() === undefined) this.#handles.delete(key);
  });

  of(key: string, make: () => OpenSpace): OpenSpace {
    const known = this.#handles.get(key)?.deref();
    if (known) return known;
    const made = make();
    this.#handles.set(key, new WeakRef(made));
    this.#gone.register(made, key);
    return made;
  }

  close(): void {
    for (const handle of this.#handles.values()) handle.deref()?.close();
  }
}

/**
 * The embedded store: one SQLite file per space under a directory (DESIGN.md §7). Commits are synced to the disk before they resolve.
 * Several processes may serve one directory. Throws a StoreUnavailable where the directory cannot be made or written.
 */
export const openSqliteStore = async ({
  directory,
  embedder,
  maxOpenSpaces = MAX_OPEN_SPACES,
  maxSpaceBytes,
  log,
  now = Date.now,
}: SqliteStoreOptions): Promise<Store> => {
  let closed = false;
  const reachable = (): void => {
    if (closed) throw new StoreUnavailable("UNREACHABLE", "The store is closed.");
    try {
      mkdirSync(directory, { recursive: true });
      accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw asPortError(error);
    }
  };
  reachable();
  const vectors = new VectorIndex(embedder);
  const files = new SpaceFiles({
    directory,
    maxOpen: maxOpenSpaces,
    maxBytes: maxSpaceBytes ?? null,
    onClose: (file) => vectors.forget(file),
  });
  const handles = new Handles();
  let followed: FollowFile | undefined;
  const whileOpen = <T>(use: () => T): T => {
    if (closed) throw new StoreUnavailable("UNREACHABLE", "The store is closed.");
    return use();
  };
  const access: SpaceAccess = {
    vectors,
    elapsed: () => performance.now(),
    now,
    toRead: (place) => whileOpen(() => files.toRead(place)),
    forget: (place) => files.forget(place),
    exists: (place) => whileOpen(() => files.exists(place)),
    toWrite: (place) => whileOpen(() => files.toWrite(place)),
    toReadApart: (place) => whileOpen(() => files.toReadApart(place)),
    failed: (place, error) => {
      const told = asPortError(error);
      if (!(told instanceof StoreUnavailable) || told === error) return told;
      log?.error(
        { file: place.path, reason: told.reason, error },
        "the file of a space cannot serve",
      );
      if (told.reason === "DAMAGED") files.drop(place);
      return told;
    },
  };
  return {
    space: async (id: SpaceId) =>
      handles.of(JSON.stringify([id.tenant, id.user]), () =>
        spaceStore(placeOf(directory, id), access),
      ),
    spaces: () =>
      whileOpen(() =>
        listSpaces(directory, (path, error) =>
          log?.error({ file: path, error }, "the file of a space cannot be listed"),
        ),
      ),
    follow: async (name, owner, leaseMillis) =>
      whileOpen(() => {
        followed ??= new FollowFile(directory);
        return followSpaces({
          directory,
          file: followed,
          name,
          owner,
          leaseMillis,
          now,
          unreadable: (path, error) =>
            log?.error({ file: path, error }, "the file of a space cannot be followed"),
        });
      }),
    check: async () => reachable(),
    close: async () => {
      closed = true;
      handles.close();
      files.close();
      followed?.close();
    },
  };
};
