import { randomUUID } from "node:crypto";
import type { Follower, SpaceId, Store, StoreSizes } from "../port.ts";
import { growingCache } from "../growing-cache.ts";
import { connect, type Connection } from "./connection/connection.ts";
import { CosmosSpace } from "./cosmos-space.ts";
import { follow } from "./feed/follower.ts";
import { Listeners } from "./feed/listeners.ts";
import type { CosmosOptions } from "./connection/options.ts";
import { allSpaces } from "./reads/spaces.ts";
import { StoredSizes } from "./connection/stored-sizes.ts";
import { verify } from "./provisioning/verify.ts";

/**
 * Maximum number of spaces that stay in memory after their last use. Each takes a few hundred bytes
 * and caches the latest head that it has seen.
 */
const MOST_SPACES = 10_000;

/**
 * Milliseconds between two polls of an idle worker. A poll takes about six requests, so that this
 * is a tenth of a request per second.
 */
const IDLE_POLL_MS = 60_000;

class CosmosStore implements Store {
  readonly idlePollMillis = IDLE_POLL_MS;
  readonly sizes: () => StoreSizes;
  readonly #connection: Connection;
  readonly #listeners: Listeners;
  readonly #recent = growingCache<string, CosmosSpace>(MOST_SPACES);
  /** All holders of a space must have the same instance, even after it left `#recent`. */
  readonly #spacesInUse = new Map<string, WeakRef<CosmosSpace>>();
  readonly #releases = new FinalizationRegistry<string>((key) => {
    if (!this.#spacesInUse.get(key)?.deref()) this.#spacesInUse.delete(key);
  });

  constructor(connection: Connection, listeners: Listeners) {
    this.#connection = connection;
    this.#listeners = listeners;
    const sizes = new StoredSizes(connection);
    this.sizes = () => sizes.get();
  }

  async space(id: SpaceId): Promise<CosmosSpace> {
    const key = JSON.stringify([id.tenant, id.user]);
    const space =
      this.#recent.get(key) ?? this.#spacesInUse.get(key)?.deref() ?? this.#createSpace(key, id);
    this.#recent.set(key, space);
    return space;
  }

  #createSpace(key: string, { tenant, user }: SpaceId): CosmosSpace {
    const space = new CosmosSpace(this.#connection, this.#listeners, { tenant, user });
    this.#spacesInUse.set(key, new WeakRef(space));
    this.#releases.register(space, key);
    return space;
  }

  spaces(): AsyncIterable<SpaceId> {
    return allSpaces(this.#connection);
  }

  follow(name: string, owner: string, leaseMillis: number): Promise<Follower | null> {
    return follow(this.#connection, name, owner, leaseMillis);
  }

  check(): Promise<void> {
    return this.#connection.call("check", async () => {
      await this.#connection.container("graph").read();
    });
  }

  async close(): Promise<void> {
    await this.#listeners.close();
    await this.#connection.close();
  }
}

/**
 * Opens a provisioned database of Azure Cosmos DB for NoSQL (`palimpsest provision`). Throws a
 * StoreUnavailable that names the remedy: UNREACHABLE if the account does not answer or refuses the
 * credentials, DAMAGED if the database does not fit.
 */
export const openCosmosStore = async (options: CosmosOptions): Promise<Store> => {
  const connection = await connect(options);
  try {
    await connection.call("open", async () => {
      await verify(connection);
      // Caches the physical partitions, so that no query has to request them.
      await Promise.all([
        connection.container("graph").getFeedRanges(),
        connection.container("turns").getFeedRanges(),
      ]);
    });
  } catch (error) {
    await connection.close();
    throw error;
  }
  return new CosmosStore(
    connection,
    new Listeners(connection, options.instance ?? randomUUID(), options.waitForFeed),
  );
};
