import { randomUUID } from "node:crypto";
import { join, relative } from "node:path";
import {
  StoreUnavailable,
  type Follower,
  type SpaceId,
  type SpaceStore,
  type Store,
} from "../port.ts";
import { asPortError, causeOf, isReadOnly } from "./port-errors.ts";
import { FileChecks, type FileCheckOptions } from "./file-checks.ts";
import { DataFolder, isThere } from "./database/data-folder.ts";
import { syncFile, type SyncFile } from "./database/log-sync.ts";
import { CHECKPOINT_FILE, CheckpointFile } from "./feed/checkpoints.ts";
import { followSpaces } from "./feed/follower.ts";
import { listSpaces } from "./database/spaces.ts";
import { locationOf, SpaceFiles, type SpaceLocation } from "./database/space-files.ts";
import { Reserve } from "./database/reserve.ts";
import { TenantQuotas, type QuotaLimits } from "./database/tenant-quotas.ts";
import { LargeFiles, type LargeFilesOptions } from "./threads/large-files.ts";
import { openSpace, type OpenSpace, type SpaceAccess } from "./sqlite-space.ts";
import type { StoreEmbedder } from "./vectors/vector-blocks.ts";
import { VectorIndex } from "./vectors/vector-index.ts";

/** The operator's log. It names files and causes, which clients do not get. */
export interface StoreLog {
  error(details: Readonly<Record<string, unknown>>, message: string): void;
}

export interface SqliteStoreOptions {
  /** The directory. It is created if it is missing. Only the service may write to it. */
  readonly directory: string;
  /** The embedder whose vectors the store accepts and compares. */
  readonly embedder: StoreEmbedder;
  /** Number of files kept open. Default: 300, which take 100 to 300 MB. */
  readonly maxOpenSpaces?: number | undefined;
  /** Maximum size of a file in bytes. Beyond it, writes fail with FULL. Default: no limit. */
  readonly maxSpaceBytes?: number | undefined;
  readonly log?: StoreLog | undefined;
  /** Clock for expiry and leases, in milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Storage limits of each tenant. Default: none. */
  readonly quotas?: QuotaLimits | undefined;
  /** Checks the structure of files in the background. Default: no checks. */
  readonly checks?: FileCheckOptions | undefined;
  /** Bytes that are kept free for erasures on a full disk. Default: 0. */
  readonly reserveBytes?: number | undefined;
  /** How large files are worked on. Default: in a thread. */
  readonly largeFiles?: Omit<LargeFilesOptions, "release"> | undefined;
  /** Syncs a file to the disk. Default: fdatasync. */
  readonly sync?: SyncFile | undefined;
}

const MAX_OPEN_SPACES = 300;
/** The name of the lease for a round of checks. */
const CHECKS = "checks";

/** The handles in use. A space has one as long as somebody holds it. */
class Handles {
  readonly #handles = new Map<string, WeakRef<OpenSpace>>();
  readonly #releases = new FinalizationRegistry<string>((key) => {
    if (this.#handles.get(key)?.deref() === undefined) this.#handles.delete(key);
  });

  of(key: string, make: () => OpenSpace): OpenSpace {
    const knownSpace = this.#handles.get(key)?.deref();
    if (knownSpace) return knownSpace;
    const space = make();
    this.#handles.set(key, new WeakRef(space));
    this.#releases.register(space, key);
    return space;
  }

  close(): void {
    for (const handle of this.#handles.values()) handle.deref()?.close();
  }
}

const closedStore = (): StoreUnavailable =>
  new StoreUnavailable("UNREACHABLE", "The store is closed.");

class SqliteStore implements Store {
  readonly #directory: string;
  readonly #log: StoreLog | undefined;
  readonly #now: () => number;
  readonly #files: SpaceFiles;
  readonly #access: SpaceAccess;
  readonly #largeFiles: LargeFiles;
  readonly #handles = new Handles();
  readonly #folder: DataFolder;
  #followFile: Promise<CheckpointFile> | undefined;
  readonly #checks: FileChecks | undefined;
  readonly #reserve: Reserve | undefined;
  #isClosed = false;

  constructor(options: SqliteStoreOptions) {
    const { directory, embedder, maxOpenSpaces = MAX_OPEN_SPACES, maxSpaceBytes } = options;
    this.#directory = directory;
    this.#log = options.log;
    this.#now = options.now ?? Date.now;
    const vectors = new VectorIndex(embedder);
    this.#folder = new DataFolder(directory);
    this.#reserve = options.reserveBytes ? new Reserve(directory, options.reserveBytes) : undefined;
    this.#files = new SpaceFiles({
      folder: this.#folder,
      sync: options.sync ?? syncFile,
      maxOpen: maxOpenSpaces,
      maxBytes: maxSpaceBytes ?? null,
      onClose: (file) => vectors.forget(file),
      makeRoomToOpen: () => this.#reserve?.shorten() ?? false,
    });
    this.#checks = options.checks && this.#startChecks(options.checks);
    const files = this.#files;
    const quotas = new TenantQuotas(options.quotas ?? { maxSpaces: null, maxBytes: null });
    this.#largeFiles = new LargeFiles({ release: files.release, ...options.largeFiles });
    this.#access = {
      vectors,
      largeFiles: this.#largeFiles,
      now: this.#now,
      toRead: (location) => this.#whileOpen(() => files.toRead(location)),
      toWrite: (location) => this.#whileOpen(() => files.toWrite(location)),
      toReadApart: (location) => this.#whileOpen(() => files.toReadApart(location)),
      toWriteApart: (location) => this.#whileOpen(() => files.toWriteApart(location)),
      checkQuotas: (location) => quotas.check(location),
      drop: (location) => files.drop(location),
      // Closing a file moves its log into it.
      makeRoom: () => {
        this.#reserve?.release();
        files.closeAll();
      },
      reopen: (location, error) => {
        if (!files.isOpen(location)) return false;
        const message = "The file of a space could not be read. It is opened again.";
        this.#logFault(location.path, error, message);
        files.drop(location);
        return true;
      },
      forgetPlaces: (location) => this.#forgetPlaces(location),
      exists: (location) => this.#whileOpen(() => files.exists(location)),
      forget: (location) => files.forget(location),
      failure: (location, error) => this.#portErrorOf(location, error),
    };
  }

  #logFault(path: string, error: unknown, message: string): void {
    this.#log?.error({ file: path, cause: causeOf(error), error }, message);
  }

  #whileOpen<T>(use: () => T): T {
    if (this.#isClosed) throw closedStore();
    return use();
  }

  /**
   * The error for the caller. Logs the cause if the file cannot be used; a damaged file, or one
   * that may not be written, is closed, so that it is opened anew.
   */
  #portErrorOf(location: SpaceLocation, error: unknown): unknown {
    const portError = asPortError(error);
    if (!(portError instanceof StoreUnavailable) || portError === error) return portError;
    const { reason } = portError;
    this.#log?.error(
      { file: location.path, reason, cause: causeOf(error), error },
      "The file of a space cannot be used.",
    );
    if (reason === "DAMAGED" || isReadOnly(error)) this.#files.drop(location);
    return portError;
  }

  async space(id: SpaceId): Promise<SpaceStore> {
    return this.#handles.of(JSON.stringify([id.tenant, id.user]), () =>
      openSpace(locationOf(this.#directory, id), this.#access),
    );
  }

  spaces(): AsyncIterable<SpaceId> {
    return this.#whileOpen(() => this.#listSpaces());
  }

  async *#listSpaces(): AsyncGenerator<SpaceId, void> {
    this.#checkFolder();
    yield* listSpaces(this.#directory, (path, error) =>
      this.#logFault(path, error, "The file of a space cannot be listed."),
    );
  }

  async follow(name: string, owner: string, leaseMillis: number): Promise<Follower | null> {
    return this.#whileOpen(async () => {
      this.#folder.verify();
      return followSpaces({
        directory: this.#directory,
        file: await this.#checkpoints(),
        name,
        owner,
        leaseMillis,
        now: this.#now,
        unreadable: (path, error) =>
          this.#logFault(path, error, "The file of a space cannot be followed."),
      });
    });
  }

  /** Rounds use leases in the file of checkpoints, so that one of several processes checks. */
  #startChecks(options: FileCheckOptions): FileChecks {
    const checks = new FileChecks(options, {
      directory: this.#directory,
      log: { error: (details, message) => this.#log?.error(details, message) },
      takeRound: async () => {
        const now = this.#now();
        const round = await this.#checkpoints();
        return (await round.take(CHECKS, randomUUID(), now, now + options.everyMillis)) !== null;
      },
    });
    checks.start();
    return checks;
  }

  #checkpoints(): Promise<CheckpointFile> {
    this.#followFile ??= CheckpointFile.open(this.#directory).catch((error: unknown) => {
      this.#followFile = undefined;
      const path = join(this.#directory, CHECKPOINT_FILE);
      this.#logFault(path, error, "The file of checkpoints cannot be used.");
      throw asPortError(error);
    });
    return this.#followFile;
  }

  /** If there never was a follower, there is nothing to forget. */
  async #forgetPlaces({ path }: SpaceLocation): Promise<void> {
    if (this.#followFile === undefined && !isThere(join(this.#directory, CHECKPOINT_FILE))) return;
    await (await this.#checkpoints()).forget(relative(this.#directory, path));
  }

  readonly openSpaces = (): number => this.#files.size;

  async check(): Promise<void> {
    if (this.#isClosed) throw closedStore();
    this.#checkFolder();
  }

  #checkFolder(): void {
    try {
      this.#folder.check();
    } catch (error) {
      throw unusableFolder(this.#directory, error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#checks?.stop(), this.#largeFiles.end()]);
    this.#handles.close();
    this.#files.closeAll();
    this.#reserve?.close();
    (await this.#followFile?.catch(() => undefined))?.close();
  }
}

/**
 * The error of a folder that cannot be used. Its message names path and cause, for the operator.
 */
const unusableFolder = (path: string, error: unknown): unknown => {
  const portError = asPortError(error);
  return portError instanceof StoreUnavailable
    ? new StoreUnavailable(
        portError.reason,
        `The data folder ${path} cannot be used: ${causeOf(error)}`,
        { cause: error },
      )
    : portError;
};

/**
 * Opens the embedded store: one SQLite file per space under a directory. A commit resolves once it
 * is synced to the disk. Several processes may serve one directory. Throws a StoreUnavailable if
 * the directory cannot be made or written.
 *
 * @example
 * const store = await openSqliteStore({ directory: "data", embedder: { id: "my-embedder",
 * dimensions: 512 } }); const space = await store.space({ tenant: "app", user: "ann" });
 */
export const openSqliteStore = async (options: SqliteStoreOptions): Promise<Store> => {
  try {
    return new SqliteStore(options);
  } catch (error) {
    throw unusableFolder(options.directory, error);
  }
};
