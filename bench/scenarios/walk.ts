import { fork } from "node:child_process";
import { once } from "node:events";
import Database from "better-sqlite3";
import { execute, parse } from "graphql";
import { v7 as newId } from "uuid";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { createContext } from "../../resolvers/context.ts";
import { loadConfig } from "../../src/config.ts";
import { createLog } from "../../src/server/log.ts";
import { startServer } from "../../src/server/start.ts";
import { pathOf } from "../../src/store/sqlite/space-path.ts";
import { keysBelow, walkQuery, type Walked } from "../graphql-walk.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { DEPTH, FAN_OUT, seedTree } from "../seed/spaces.ts";
import { WALK_STATEMENT } from "../walk-statement.ts";

export interface WalkTold {
  readonly entities: number;
}

const BELOW = Array.from({ length: DEPTH }, (_, level) => FAN_OUT ** (level + 1)).reduce(
  (sum, entities) => sum + entities,
);

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.toSorted().join() === b.toSorted().join();

/** The walk by one recursive statement, through the schema, and over HTTP, where only what the server takes is counted. */
await scenario<object, "statement" | "graphql" | "http", WalkTold>(async ({ folder }) => {
  const { store, services, ledger, context } = await openPalimpsest(folder);
  const key = await seedTree(ledger());
  const schema = await buildGraphqlSchema();
  const query = walkQuery();
  const document = parse(query);
  const walk = async (): Promise<Walked> => {
    const { data, errors } = await execute({
      schema,
      document,
      contextValue: await context(),
      variableValues: { key },
    });
    if (errors || data?.["entity"] == null) throw new Error(JSON.stringify(errors));
    return data["entity"] as Walked;
  };

  const database = new Database(pathOf(folder, LOCAL), { readonly: true });
  const statement = database.prepare(WALK_STATEMENT);
  const recursive = () => {
    const { recorded } = database.prepare("SELECT recorded FROM space").get() as {
      recorded: number;
    };
    return statement.all({ key, known: recorded, valid: Date.now(), levels: DEPTH }) as {
      readonly depth: number;
      readonly key: string;
    }[];
  };

  const { server } = loadConfig({ PORT: "0" });
  const log = createLog("silent");
  const running = await startServer({
    config: server,
    store,
    embedder: services.write.models.embedder,
    schema,
    createContext: (of) => createContext(services, of, Date.now()),
    log,
    now: Date.now,
    newId,
  });
  const client = fork(
    new URL("../http-client.js", import.meta.url),
    [running.url, JSON.stringify({ query, variables: { key } })],
    { execArgv: [] },
  );
  const overHttp = async (): Promise<number> => {
    client.send("ask");
    const [bytes] = (await once(client, "message")) as [number];
    return bytes;
  };

  const found = keysBelow(await walk());
  if (found.length !== BELOW)
    throw new Error(`The walk met ${found.length} entities instead of ${BELOW}.`);
  if (
    !same(
      found,
      recursive().flatMap(({ depth, key: own }) => (depth === 0 ? [] : [own])),
    )
  )
    throw new Error("The statement and the walk differ.");
  return {
    works: { statement: recursive, graphql: walk, http: overHttp },
    tell: async () => {
      client.disconnect();
      await running.stop();
      return { entities: found.length };
    },
  };
});
