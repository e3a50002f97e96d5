import { connect } from "../../../src/store/cosmos/connection/connection.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { CosmosOptions } from "../../../src/store/cosmos/connection/options.ts";
import { applyProvision, planProvision } from "../../../src/store/cosmos/provisioning/provision.ts";
import { idle } from "../../../src/store/cosmos/feed/listeners.ts";
import type { SpaceId, Store } from "../../../src/store/port.ts";
import { Account } from "../../cosmos-double/storage/account.ts";
import { CosmosDouble, type DoubleOptions } from "../../cosmos-double/cosmos-double.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";

export const DATABASE = "memory";

/** A clock that only waiting moves, so that retries take no time. */
export const patientClock = (): {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
} => {
  let at = Date.UTC(2026, 0, 1);
  return {
    now: () => at,
    wait: async (milliseconds) => {
      at += milliseconds;
    },
  };
};

/** Options of a store on a double, without real waiting and randomness. */
export const optionsFor = (
  double: CosmosDouble,
  embedder: CosmosOptions["embedder"],
  more: Partial<CosmosOptions> = {},
): CosmosOptions => ({
  endpoint: double.endpoint,
  key: double.key,
  database: DATABASE,
  embedder,
  random: () => 0.5,
  waitForFeed: () => idle(5),
  ...patientClock(),
  ...more,
});

/** Accounts that were provisioned before, without items, by what their containers depend on. */
const provisioned = new Map<string, Account>();

/**
 * A double with the database and the containers. They are provisioned once, and copied from then on:
 * with the definitions, doubles share what is known of queries.
 */
export const provisionedDouble = async (
  embedder: CosmosOptions["embedder"],
  options: DoubleOptions = {},
): Promise<CosmosDouble> => {
  const double = await CosmosDouble.start(options);
  const kind = JSON.stringify([embedder, options.account]);
  const model = provisioned.get(kind);
  if (model) {
    double.account.createLike(model);
    return double;
  }
  const connection = await connect(optionsFor(double, embedder));
  await applyProvision(connection, await planProvision(connection, {}));
  await connection.close();
  double.takeRequests();
  const empty = new Account(Date.now);
  empty.createLike(double.account);
  provisioned.set(kind, empty);
  return double;
};

interface OwnDouble extends DoubleOptions {
  /** Whether requests go over sockets, as they must if connections are to break. Default: true. */
  readonly sockets?: boolean;
}

/** A store on a double of its own. */
export const storeOnDouble = async (
  embedder: CosmosOptions["embedder"],
  more: Partial<CosmosOptions> = {},
  { sockets = true, ...options }: OwnDouble = {},
): Promise<{
  readonly double: CosmosDouble;
  readonly store: Store;
  readonly close: () => Promise<void>;
}> => {
  const double = await provisionedDouble(embedder, options);
  const store = await openCosmosStore(
    optionsFor(double, embedder, sockets ? more : { httpClient: withoutSockets(double), ...more }),
  );
  double.takeRequests();
  return {
    double,
    store,
    close: async () => {
      await store.close();
      await double.stop();
    },
  };
};

export const spaceOf = async (
  store: Store,
  id: SpaceId = { tenant: "acme", user: "ann" },
): Promise<CosmosSpace> => (await store.space(id)) as CosmosSpace;
