import { LRUCache } from "lru-cache";
import { CHARGES, type Answer } from "./answer.ts";
import type { AccountSettings, ContainerState } from "../storage/account.ts";
import { RANGES, type KeyRange } from "../storage/effective-key.ts";
import { badRequest, Failure } from "./failure.ts";
import { pageOf } from "./pages.ts";
import type { ReceivedRequest } from "./faults.ts";
import type { Document, Json } from "../storage/json.ts";
import { needsPlan, planOf, rangesOf } from "../sql/plan.ts";
import { checkIndexes, filteredPaths, isServed, unindexedPaths } from "../storage/policies.ts";
import { evaluate, type Parameters } from "../sql/evaluate.ts";
import { isKnown } from "../sql/functions.ts";
import { parseQuery } from "../sql/parser.ts";
import { aggregates, isVectorScore, runQuery } from "../sql/run.ts";
import { Refusal } from "../sql/tokens.ts";
import { conjuncts, expressionsOf, walk } from "../sql/walk.ts";
import type { Expression, Select } from "../sql/ast.ts";

const DEFAULT_PAGE = 100;
const MOST_TERMS = 30;
/** The longest query text of the service, in bytes. */
const LONGEST_QUERY = 512 * 1024;

/** The parsed text of a query, which is independent of its parameters. */
interface QueryText {
  readonly select: Select;
  /** The parameters that it names. */
  readonly named: readonly string[];
  /** Paths by which it filters and orders, and those of them without an index. */
  readonly filtered: readonly string[];
  readonly unindexed: readonly string[];
  /** The conditions by which indexes rule documents out. */
  readonly served: readonly Expression[];
  readonly isAggregate: boolean;
}

interface Query extends QueryText {
  readonly parameters: Parameters;
}

const refusing = <T>(act: () => T): T => {
  try {
    return act();
  } catch (error) {
    throw error instanceof Refusal
      ? badRequest(JSON.stringify({ errors: [{ severity: "Error", message: error.message }] }))
      : error;
  }
};

const MOST_KNOWN = 1_000;
/** Queries that were read before, by the definition of their container: an adapter sends few different ones. */
const known = new WeakMap<object, LRUCache<string, QueryText>>();

/** Everything that the double does not know is refused as the service refuses what it cannot parse. */
const read = (query: string, definition: Document): QueryText => {
  const select = parseQuery(query);
  const nodes = expressionsOf(select).flatMap((expression) => [...walk(expression)]);
  for (const node of nodes) {
    if (node.kind !== "call") continue;
    if (!isKnown(node.name))
      throw new Refusal(`SC2005 '${node.name}' is not a recognized built-in function name.`);
    if (/^fulltextcontains/iu.test(node.name) && node.args.length - 1 > MOST_TERMS)
      throw new Refusal("One of the input values is invalid.");
  }
  const aliases = new Set(
    [select, ...nodes.flatMap((node) => (node.kind === "exists" ? [node.query] : []))].flatMap(
      ({ from, joins }) => [from, ...joins].map(({ alias }) => alias),
    ),
  );
  for (const node of nodes)
    if (node.kind === "name" && !aliases.has(node.name))
      throw new Refusal(`SC2001 Identifier '${node.name}' could not be resolved.`);
  if (isRanked(select) && (nodes.some(({ kind }) => kind === "exists") || select.joins.length > 0))
    throw new Refusal("SC2223 A query that ranks takes neither a join nor a subquery.");
  if (
    select.orderBy.some(({ expression }) => isVectorScore(expression)) &&
    select.top === null &&
    select.limit === null
  )
    throw new Refusal("The double takes an order by distance with TOP or OFFSET LIMIT only.");
  checkIndexes(definition, select);
  const filtered = filteredPaths(select);
  return {
    select,
    named: nodes.flatMap((node) => (node.kind === "parameter" ? [node.name] : [])),
    filtered,
    unindexed: unindexedPaths(definition, filtered),
    served: conjuncts(select.where).filter((condition) =>
      isServed(definition, select.from.alias, condition),
    ),
    isAggregate: aggregates(select),
  };
};

/** Reads the query of a request. */
const queryOf = (body: unknown, { definition }: ContainerState): Query => {
  const { query, parameters = [] } = body as {
    query: string;
    parameters?: readonly { readonly name: string; readonly value: Json }[];
  };
  if (Buffer.byteLength(query) > LONGEST_QUERY)
    throw badRequest("The SQL query text exceeded the maximum limit.");
  return refusing(() => {
    const before = known.get(definition) ?? new LRUCache({ max: MOST_KNOWN });
    known.set(definition, before);
    const found = before.get(query) ?? read(query, definition);
    before.set(query, found);
    const given = new Map(parameters.map(({ name, value }) => [name, value]));
    const missing = found.named.find((name) => !given.has(name));
    if (missing !== undefined) throw new Refusal(`SC2001 Parameter '${missing}' is not specified.`);
    return { ...found, parameters: given };
  });
};

/** Whether a query orders by relevance or distance. */
const isRanked = (select: Select): boolean =>
  select.rank !== null ||
  select.orderBy.some(
    ({ expression }) =>
      isVectorScore(expression) ||
      (expression.kind === "call" && expression.name.toUpperCase() === "_FULLTEXTSCORE"),
  );

/** Refuses full text where the account does not know it. */
const checkFullText = (request: ReceivedRequest, { hasFullText }: AccountSettings): void => {
  const { query } = request.body as { query: string };
  if (hasFullText === false && /fulltext|\bRRF\b/iu.test(query))
    throw badRequest("SC2005 'FullTextContainsAny' is not a recognized built-in function name.");
};

/** The documents of a scope that no index rules out. */
const admittedBy = (
  { select, parameters, served }: Query,
  documents: readonly Document[],
): readonly Document[] => {
  if (select.joins.length > 0 || select.from.source) return documents;
  const { alias } = select.from;
  return documents.filter((value) => {
    const scope = { row: { alias, value, outer: null }, group: null, parameters };
    return served.every((condition) => evaluate(condition, scope) === true);
  });
};

/**
 * How many documents a query loads for one of its pages: of one that indexes serve and order, those of the page; of others, with their
 * first page, those that no index rules out, up to the TOP of one that need not look into them. Aggregates over indexed paths load none.
 */
const loadedBy = (
  { select, served, isAggregate }: Query,
  admitted: number,
  page: { readonly start: number; readonly rows: number },
): number => {
  if (isAggregate) return 0;
  const isServed = served.length === conjuncts(select.where).length;
  if (isServed && !isRanked(select)) return page.rows;
  if (page.start > 0) return 0;
  return isServed && select.top !== null ? Math.min(admitted, select.top) : admitted;
};

export const answerPlan = (
  container: ContainerState,
  request: ReceivedRequest,
  settings: AccountSettings,
): Answer => {
  checkFullText(request, settings);
  const { select, parameters } = queryOf(request.body, container);
  return {
    status: 200,
    charge: CHARGES.plan,
    body: refusing(() => planOf(select, container.items.definition, parameters)),
  };
};

const overlap = (range: KeyRange, min: string, max: string): boolean =>
  range.minInclusive <= max && min < range.maxExclusive;

const documentsOf = (
  container: ContainerState,
  query: Query,
  request: ReceivedRequest,
): Document[] => {
  const { headers } = request;
  const rangeId = headers["x-ms-documentdb-partitionkeyrangeid"];
  if (rangeId !== undefined) {
    const range = RANGES.find(({ id }) => id === rangeId);
    if (!range)
      throw new Failure(410, "Gone", "The requested resource is no longer available.", {
        substatus: 1002,
      });
    return container.items.alive(range).map(({ document }) => document);
  }
  const key = headers["x-ms-documentdb-partitionkey"];
  if (key !== undefined) {
    const parts = JSON.parse(key) as readonly Json[];
    if (parts.length !== container.items.definition.paths.length)
      throw badRequest("The double takes a full partition key in the header of a query.");
    return container.items.within(parts).map(({ document }) => document);
  }
  if (needsPlan(query.select))
    throw new PlanNeeded(
      refusing(() => planOf(query.select, container.items.definition, query.parameters)),
    );
  const ranges = rangesOf(query.select, container.items.definition, query.parameters);
  return container.items
    .alive()
    .filter(({ range }) => ranges.some(({ min, max }) => overlap(range, min, max)))
    .map(({ document }) => document);
};

/** A query that the gateway cannot answer by itself: the client must go by the plan that comes with the refusal. */
export class PlanNeeded extends Failure {
  readonly plan: object;
  constructor(plan: object) {
    super(
      400,
      "BadRequest",
      "The provided cross partition query can not be directly served by the gateway. This is a first chance (internal) exception that all newer clients will know how to handle gracefully. Cross partition query only supports 'VALUE <AggregateFunc>' for aggregates.",
      { substatus: 1004 },
    );
    this.plan = plan;
  }
}

export const answerQuery = (
  container: ContainerState,
  request: ReceivedRequest,
  extra: readonly Document[],
  settings: AccountSettings,
): Answer => {
  checkFullText(request, settings);
  const query = queryOf(request.body, container);
  request.filtered = query.filtered;
  request.unindexed = query.unindexed;
  const documents = documentsOf(container, query, request);
  const admitted = refusing(() => admittedBy(query, documents));
  const rows = [...refusing(() => runQuery(query.select, admitted, query.parameters)), ...extra];
  const start = Number(request.headers["x-ms-continuation"] ?? 0);
  const asked = Number(request.headers["x-ms-max-item-count"] ?? DEFAULT_PAGE);
  const page = pageOf(rows, start, asked > 0 ? asked : DEFAULT_PAGE);
  const end = start + page.length;
  request.loaded = loadedBy(query, admitted.length, { start, rows: page.length });
  return {
    status: 200,
    charge: CHARGES.query + page.length * CHARGES.perRow,
    headers: {
      "x-ms-item-count": String(page.length),
      ...(end < rows.length ? { "x-ms-continuation": String(end) } : {}),
    },
    body: { _rid: container.rid, Documents: page, _count: page.length },
  };
};
