import {
  DATABASE_RID,
  type Account,
  type AccountSettings,
  type ContainerState,
} from "../storage/account.ts";
import { CHARGES, type Answer } from "./answer.ts";
import { answerBatch, answerBulk } from "./batches.ts";
import { answerChangeFeed } from "./change-feed.ts";
import { RANGES } from "../storage/effective-key.ts";
import { badRequest, Failure, ownerNotFound } from "./failure.ts";
import type { RequestKind, ReceivedRequest } from "./faults.ts";
import type { Document, Json } from "../storage/json.ts";
import { askedThroughput } from "../storage/offers.ts";
import type { PatchOperation } from "../storage/patch.ts";
import { answerPlan, answerQuery } from "./queries.ts";
import type { Operation, Stored } from "../storage/items.ts";

/** The parts of a path: `/dbs/d/colls/c/docs/i`. */
export const partsOf = (path: string): string[] => {
  const parts = path.split("/").filter((part) => part !== "");
  return path.includes("%") ? parts.map(decodeURIComponent) : parts;
};

const BY_METHOD: Readonly<Record<string, RequestKind>> = {
  GET: "READ",
  PUT: "REPLACE",
  PATCH: "PATCH",
  DELETE: "DELETE",
};

export const kindOf = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): RequestKind => {
  const parts = partsOf(path);
  if (parts.length === 0) return "ACCOUNT";
  if (parts[0] === "offers") return "OFFER";
  if (parts.length <= 2) return "DATABASE";
  if (parts.length <= 4) return "CONTAINER";
  if (parts[4] === "pkranges") return "RANGES";
  if (parts[4] !== "docs") throw badRequest(`The double does not know ${path}.`);
  if (parts.length === 6) return BY_METHOD[method] ?? "READ";
  if (method === "GET") return "CHANGE_FEED";
  if (headers["x-ms-cosmos-is-query-plan-request"] === "True") return "PLAN";
  if (headers["x-ms-documentdb-isquery"] === "true") return "QUERY";
  if (headers["x-ms-cosmos-is-batch-request"] === "true")
    return headers["x-ms-cosmos-batch-atomic"] === "true" ? "BATCH" : "BULK";
  return headers["x-ms-documentdb-is-upsert"] === "true" ? "UPSERT" : "CREATE";
};

const metadata = (status: number, body?: object): Answer => ({
  status,
  charge: CHARGES.metadata,
  body,
});

const nearbyLocations = ({ nearbyHost }: AccountSettings, endpoint: string): object[] => {
  if (nearbyHost === undefined) return [];
  const url = Object.assign(new URL(endpoint), { hostname: nearbyHost });
  return [{ name: "Nearby", databaseAccountEndpoint: url.href }];
};

const answerAccount = ({ settings }: Account, endpoint: string): Answer => {
  const here = { name: "Here", databaseAccountEndpoint: endpoint };
  return metadata(200, {
    id: "double",
    writableLocations: [here],
    readableLocations: [here, ...nearbyLocations(settings, endpoint)],
    enableMultipleWriteLocations: settings.enableMultipleWriteLocations ?? false,
    userConsistencyPolicy: {
      defaultConsistencyLevel: settings.defaultConsistencyLevel ?? "Session",
    },
  });
};

const answerDatabase = (account: Account, { method, path, body }: ReceivedRequest): Answer => {
  const [, id] = partsOf(path);
  if (id === undefined) {
    if (method === "GET")
      return metadata(200, { Databases: [...account.databases.keys()].map((id) => ({ id })) });
    account.createDatabase(String((body as Document)["id"]));
    return metadata(201, { ...(body as Document), _rid: DATABASE_RID });
  }
  account.database(id);
  if (method === "DELETE") {
    account.databases.delete(id);
    return metadata(204);
  }
  return metadata(200, { id, _rid: DATABASE_RID });
};

const described = ({ definition, rid, link }: ContainerState): object => ({
  ...definition,
  _rid: rid,
  _self: link,
});

const answerContainer = (
  account: Account,
  { method, path, headers, body }: ReceivedRequest,
): Answer => {
  const [, database = "", , id] = partsOf(path);
  if (id === undefined) {
    if (method === "GET")
      return metadata(200, {
        DocumentCollections: [...account.database(database).values()].map(described),
      });
    return metadata(
      201,
      described(account.createContainer(database, body as Document, askedThroughput(headers))),
    );
  }
  const container = account.container(database, id);
  if (method === "DELETE") {
    account.database(database).delete(id);
    return metadata(204);
  }
  if (method === "PUT") {
    account.replaceContainer(database, id, body as Document);
    return metadata(200, described(account.container(database, id)));
  }
  if (method !== "GET") throw badRequest(`The double does not ${method} a container.`);
  const withStatistics = headers["x-ms-documentdb-populatepartitionstatistics"] === "true";
  return metadata(200, {
    ...described(container),
    ...(withStatistics ? { statistics: statisticsOf(container) } : {}),
  });
};

const sizeInKB = (items: readonly Stored[]): number =>
  Math.ceil(items.reduce((sum, { document }) => sum + JSON.stringify(document).length, 0) / 1024);

/**
 * The size of each physical partition, and those of its logical partitions. The service omits small
 * ones.
 */
const statisticsOf = ({ items }: ContainerState): object[] =>
  RANGES.map((range) => {
    const own = items.alive(range);
    const byKey = new Map<string, Stored[]>();
    for (const item of own) {
      const key = JSON.stringify(item.key);
      byKey.set(key, [...(byKey.get(key) ?? []), item]);
    }
    return {
      id: range.id,
      sizeInKB: sizeInKB(own),
      documentCount: own.length,
      sampledDistinctPartitionKeyCount: byKey.size,
      partitionKeys: Array.from(byKey, ([key, ofKey]) => ({
        partitionKey: JSON.parse(key) as unknown,
        sizeInKB: sizeInKB(ofKey),
      })),
    };
  });

const queryText = (body: unknown): string | null =>
  body === null ? null : String((body as Document)["query"]);

const answerOffer = (
  { offers }: Account,
  { method, path, headers, body }: ReceivedRequest,
): Answer => {
  const [, id] = partsOf(path);
  if (id === undefined) return metadata(200, { Offers: offers.matching(queryText(body)) });
  if (id !== undefined && method === "GET") return metadata(200, offers.read(id));
  if (id !== undefined && method === "PUT")
    return metadata(200, offers.replace(id, body as Document, headers));
  throw badRequest(`The double does not ${method} offers.`);
};

const operationOf = (
  kind: RequestKind,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Operation => {
  switch (kind) {
    case "CREATE":
    case "UPSERT":
      return {
        operationType: kind === "CREATE" ? "Create" : "Upsert",
        resourceBody: body as Document,
        ifMatch,
      };
    case "REPLACE":
      return { operationType: "Replace", id, resourceBody: body as Document, ifMatch };
    case "PATCH":
      return {
        operationType: "Patch",
        id,
        ifMatch,
        resourceBody: Array.isArray(body)
          ? { operations: body as PatchOperation[] }
          : (body as { operations: PatchOperation[] }),
      };
    case "DELETE":
      return { operationType: "Delete", id, ifMatch };
    default:
      return { operationType: "Read", id };
  }
};

const answerItem = ({ items }: ContainerState, request: ReceivedRequest, id: string): Answer => {
  const { headers, kind, body } = request;
  const key = headers["x-ms-documentdb-partitionkey"];
  if (key === undefined)
    throw badRequest("The double takes the partition key of an item from the header.");
  const parts = JSON.parse(key) as readonly Json[];
  const created =
    kind === "CREATE" || (kind === "UPSERT" && !items.has(parts, String((body as Document)["id"])));
  const stored: Stored = items.run(parts, operationOf(kind, id, body, headers["if-match"]));
  const charge = kind === "READ" ? CHARGES.read : CHARGES.write;
  return kind === "DELETE"
    ? { status: 204, charge }
    : {
        status: created ? 201 : 200,
        charge,
        headers: { etag: stored.etag },
        body: stored.document,
      };
};

const ranges = ({ rid }: ContainerState, { headers }: ReceivedRequest): Answer =>
  headers["if-none-match"] === '"1"'
    ? { status: 304, charge: CHARGES.metadata, headers: { etag: '"1"' } }
    : {
        ...metadata(200, {
          _rid: rid,
          PartitionKeyRanges: RANGES.map((range) => ({
            ...range,
            _rid: `range${range.id}`,
            status: "online",
            parents: [],
          })),
          _count: RANGES.length,
        }),
        headers: { etag: '"1"' },
      };

/** The service's answer. Throws a Failure if it refuses. */
export const answer = (
  account: Account,
  request: ReceivedRequest,
  endpoint: string,
  extra: readonly Document[],
): Answer => {
  const [, database = "", , container = "", , id = ""] = partsOf(request.path);
  switch (request.kind) {
    case "ACCOUNT":
      return answerAccount(account, endpoint);
    case "DATABASE":
      return answerDatabase(account, request);
    case "CONTAINER":
      return answerContainer(account, request);
    case "OFFER":
      return answerOffer(account, request);
    case "RANGES":
      return ranges(account.container(database, container), request);
    case "PLAN":
      return answerPlan(account.container(database, container), request, account.settings);
    case "QUERY":
      return answerQuery(account.container(database, container), request, extra, account.settings);
    case "CHANGE_FEED":
      return answerChangeFeed(account.container(database, container), request);
    case "BATCH":
      return answerBatch(account.container(database, container), request);
    case "BULK":
      return answerBulk(account.container(database, container), request);
    default:
      return answerItem(account.container(database, container), request, id);
  }
};

/**
 * Headers of every answer about a container: its owner, and the position that the client has seen.
 */
export const containerHeaders = (account: Account, path: string): Record<string, string> => {
  const [, database = "", , container] = partsOf(path);
  if (container === undefined) return {};
  try {
    const { rid, items } = account.container(database, container);
    return {
      "x-ms-alt-content-path": `dbs/${database}/colls/${container}`,
      "x-ms-content-path": rid,
      "x-ms-session-token": RANGES.map(({ id }) => `${id}:1#${items.lsn}`).join(","),
    };
  } catch (error) {
    if (error instanceof Failure && error.status === ownerNotFound().status) return {};
    throw error;
  }
};
