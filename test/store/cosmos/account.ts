import { randomUUID } from "node:crypto";
import { connect } from "../../../src/store/cosmos/connection/connection.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { CosmosOptions } from "../../../src/store/cosmos/connection/options.ts";
import { applyProvision, planProvision } from "../../../src/store/cosmos/provisioning/provision.ts";
import type { SpaceId, Store } from "../../../src/store/port.ts";

export const ACCOUNT = "Cosmos DB (COSMOS_ENDPOINT)";

/** The account that `npm run test:cosmos` runs on, with a database of its own; null if none is configured. */
export const accountOptions = (
  environment: Readonly<Record<string, string | undefined>>,
  embedder: CosmosOptions["embedder"],
): CosmosOptions | null => {
  const {
    COSMOS_TEST_DATABASE: database,
    COSMOS_ENDPOINT: endpoint,
    COSMOS_KEY: key,
  } = environment;
  return database && endpoint ? { endpoint, key, database, embedder } : null;
};

/** Creates the database. */
export const provisionAccount = async (options: CosmosOptions): Promise<void> => {
  const connection = await connect(options);
  await applyProvision(connection, await planProvision(connection, {}));
  await connection.close();
};

export const dropAccount = async (options: CosmosOptions): Promise<void> => {
  const connection = await connect(options);
  await connection.client.database(options.database).delete();
  await connection.close();
};

/** A store that looks empty: the spaces of the real one under names that nobody else uses. */
const apart = (store: Store): Store => {
  const own = `${randomUUID()} `;
  const handles = new Map<string, Awaited<ReturnType<Store["space"]>>>();
  return {
    space: async (id) => {
      const key = JSON.stringify([id.tenant, id.user]);
      const known = handles.get(key);
      if (known) return known;
      const real = await store.space({ tenant: own + id.tenant, user: id.user });
      const handle = new Proxy(real, {
        get: (target, name) => {
          if (name === "id") return id;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      handles.set(key, handle);
      return handle;
    },
    spaces: async function* (): AsyncGenerator<SpaceId> {
      for await (const { tenant, user } of store.spaces())
        if (tenant.startsWith(own)) yield { tenant: tenant.slice(own.length), user };
    },
    follow: async (name, owner, leaseMillis) => {
      const follower = await store.follow(own + name, owner, leaseMillis);
      return (
        follower && {
          next: async () =>
            (await follower.next())
              .filter(({ tenant }) => tenant.startsWith(own))
              .map(({ tenant, user }) => ({ tenant: tenant.slice(own.length), user })),
          acknowledge: () => follower.acknowledge(),
          release: () => follower.release(),
        }
      );
    },
    check: () => store.check(),
    close: () => store.close(),
  };
};

/** The account as one of the stores that the suites run on; none if no account is configured. */
export const accountsUnderTest = (
  embedder: CosmosOptions["embedder"],
): {
  readonly name: string;
  readonly open: (
    now?: () => number,
  ) => Promise<{ readonly store: Store; readonly close: () => Promise<void> }>;
}[] => {
  const options = accountOptions(process.env, embedder);
  if (!options) return [];
  return [
    {
      name: ACCOUNT,
      open: async (now) => {
        const store = apart(await openCosmosStore({ ...options, now }));
        return { store, close: () => store.close() };
      },
    },
  ];
};
