import { fork } from "node:child_process";
import { once } from "node:events";
import { execute, parse, type GraphQLSchema } from "graphql";
import { v7 as newId } from "uuid";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { createContext } from "../../resolvers/context.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/server/log.ts";
import { startServer } from "../../src/server/start.ts";
import { openConnection } from "../../src/store/sqlite/database/database.ts";
import { pathOf } from "../../src/store/sqlite/database/space-files.ts";
import { keysBelow, walkQuery, type Walked } from "../graphql-walk.ts";
import { LOCAL, openPalimpsest, type Palimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { DEPTH, FAN_OUT, seedTree } from "../seed/spaces.ts";

/**
 * The walk in one statement on the same file: a name, a key and a type for every entity, and the
 * type of every relationship, as believed at one record time and true at one instant, down to a
 * number of levels below one entity. It is the same as the GraphQL query, except for merges. ?1 the
 * key of the entity, ?2 knownAt, ?3 validAt, ?4 the levels.
 */
const WALK_STATEMENT = `
WITH RECURSIVE walk (depth, entity, relationship) AS (
  SELECT 0, e.num, NULL FROM entity e WHERE e.key = ?1
  UNION ALL
  SELECT w.depth + 1, r.target, r.num
  FROM walk w
  JOIN relationship r ON r.source = w.entity
  JOIN relationship_version v ON v.relationship = r.num AND v.recorded <= ?2 AND ?2 < v.expired AND v.valid_from <= ?3 AND ?3 < v.valid_to
  WHERE w.depth < ?4
)
SELECT w.depth, e.key, x.name, x.type, r.type AS relationship
FROM walk w
JOIN entity e ON e.num = w.entity
JOIN entity_version x ON x.entity = e.num AND x.recorded <= ?2 AND ?2 < x.expired
LEFT JOIN relationship r ON r.num = w.relationship`;

export interface WalkFindings {
  readonly entities: number;
}

const BELOW = Array.from({ length: DEPTH }, (_, level) => FAN_OUT ** (level + 1)).reduce(
  (sum, entities) => sum + entities,
);

const areSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.toSorted().join() === b.toSorted().join();

/** A running server and its client. `walk` returns the length of the answer. */
interface HttpWalk {
  readonly walk: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const openHttpWalk = async (
  { store, services }: Palimpsest,
  schema: GraphQLSchema,
  operation: { readonly query: string; readonly variables: object },
): Promise<HttpWalk> => {
  const running = await startServer({
    config: loadConfig({ PORT: "0" }).server,
    store,
    embedder: services.write.models.embedder,
    models: services.write.models,
    schema,
    createContext: (space) => createContext(services, space, Date.now()),
    log: createLog("silent"),
    now: Date.now,
    newId,
  });
  const client = fork(
    new URL("../http-client.js", import.meta.url),
    [running.url, JSON.stringify(operation)],
    { execArgv: [] },
  );
  return {
    walk: async () => {
      client.send("ask");
      const [bytes] = (await once(client, "message")) as [number];
      return bytes;
    },
    stop: async () => {
      client.disconnect();
      await running.stop();
    },
  };
};

/**
 * The walk by one recursive statement, through the schema, and over HTTP, where only the server's
 * time is counted.
 */
await scenario<object, "statement" | "graphql" | "http", WalkFindings>(async ({ folder }) => {
  const palimpsest = await openPalimpsest(folder);
  const { ledger, context } = palimpsest;
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

  const connection = openConnection(pathOf(folder, LOCAL), { readOnly: true });
  const walkStatement = connection.prepare(WALK_STATEMENT);
  const recursive = () => {
    const [recorded] = connection.prepare("SELECT recorded FROM space").get() as [number];
    return walkStatement.all(key, recorded, Date.now(), DEPTH) as (readonly [
      depth: number,
      key: string,
    ])[];
  };

  const keys = keysBelow(await walk());
  if (keys.length !== BELOW)
    throw new Error(`The walk met ${keys.length} entities instead of ${BELOW}.`);
  const keysByStatement = recursive().flatMap(([depth, own]) => (depth === 0 ? [] : [own]));
  if (!areSame(keys, keysByStatement)) throw new Error("The statement and the walk differ.");
  const overHttp = await openHttpWalk(palimpsest, schema, { query, variables: { key } });
  return {
    works: { statement: recursive, graphql: walk, http: overHttp.walk },
    findings: async () => {
      await overHttp.stop();
      return { entities: keys.length };
    },
  };
});
