import type { Document, Json } from "./json.ts";
import { isArray, isObject, memberOf, valueAt } from "./json.ts";
import type { Expression, Select } from "../sql/ast.ts";
import { isVectorScore } from "../sql/run.ts";
import { Refusal } from "../sql/tokens.ts";
import { expressionsOf, pathOf, walk } from "../sql/walk.ts";

const list = (value: Json | undefined): readonly Document[] =>
  isArray(value) ? value.filter(isObject) : [];
const texts = (documents: readonly Document[], key: string): string[] =>
  documents.flatMap((document) => (typeof document[key] === "string" ? [document[key]] : []));
const part = (container: Document, ...keys: string[]): Json | undefined =>
  keys.reduce<Json | undefined>((value, key) => memberOf(value, key), container);

const EVERYTHING = /^\/\*$/u;
const KNOWN_PROPERTIES = new Set([
  "id",
  "partitionKey",
  "defaultTtl",
  "indexingPolicy",
  "vectorEmbeddingPolicy",
  "fullTextPolicy",
]);
/** The service's limits of dimensions: of a flat index, and of the others. */
const FLAT_DIMENSIONS = 505;
const MOST_DIMENSIONS = 4096;

const isIncluded = (container: Document, path: string): boolean => {
  const match = (pattern: string): number => {
    if (EVERYTHING.test(pattern)) return 1;
    const exact = pattern.replace(/\/[?*]$/u, "").replaceAll('"', "");
    return path === exact || (pattern.endsWith("/*") && path.startsWith(`${exact}/`))
      ? exact.length + 1
      : 0;
  };
  const best = (key: string): number =>
    Math.max(0, ...texts(list(part(container, "indexingPolicy", key)), "path").map(match));
  return best("includedPaths") > best("excludedPaths");
};

const checkKey = (container: Document): void => {
  const paths = part(container, "partitionKey", "paths");
  const kind = part(container, "partitionKey", "kind");
  const version = part(container, "partitionKey", "version");
  if (!isArray(paths) || paths.length === 0 || paths.length > 3)
    throw new Refusal("A partition key has one to three paths.");
  if (paths.length > 1 && (kind !== "MultiHash" || version !== 2))
    throw new Refusal("A hierarchical partition key is MultiHash, version 2.");
};

const checkTtl = ({ defaultTtl: ttl }: Document): void => {
  if (ttl !== undefined && ttl !== -1 && !(typeof ttl === "number" && ttl > 0))
    throw new Refusal("defaultTtl is -1 or positive.");
};

/** An indexing policy names the root, and scalars or whole branches. */
const checkPaths = (container: Document): void => {
  const paths = ["includedPaths", "excludedPaths"].map((key) =>
    texts(list(part(container, "indexingPolicy", key)), "path"),
  );
  const [included = []] = paths;
  if (part(container, "indexingPolicy") === undefined) return;
  if (!paths.flat().some((path) => EVERYTHING.test(path)))
    throw new Refusal("The path /* must be included or excluded.");
  const invalid = included.find((path) => !/\/[?*]$/u.test(path));
  if (invalid !== undefined) throw new Refusal(`The path ${invalid} must end in /? or /*.`);
};

/** Numbers that an index of vectors takes: bytes of a compressed vector, and candidates compared while it is built. */
const INDEX_NUMBERS = [
  ["quantizationByteSize", 1, 512],
  ["indexingSearchListSize", 10, 500],
] as const;

const checkIndexNumbers = (index: Document): void => {
  for (const [name, least, most] of INDEX_NUMBERS) {
    const value = index[name];
    if (value !== undefined && !(typeof value === "number" && value >= least && value <= most))
      throw new Refusal(`${name} is a number from ${least} to ${most}.`);
  }
};

/** A vector index needs a vector policy on its path, and the path must not be in the range index as well. */
const checkVectorIndexes = (container: Document): void => {
  const embeddings = list(part(container, "vectorEmbeddingPolicy", "vectorEmbeddings"));
  const excluded = texts(list(part(container, "indexingPolicy", "excludedPaths")), "path");
  const isExcluded = (path: string): boolean =>
    excluded.includes(`${path}/*`) || excluded.some((pattern) => EVERYTHING.test(pattern));
  for (const index of list(part(container, "indexingPolicy", "vectorIndexes"))) {
    const [path, type] = [String(index["path"]), String(index["type"])];
    checkIndexNumbers(index);
    const embedding = embeddings.find((policy) => policy["path"] === path);
    if (!embedding) throw new Refusal(`The vector index ${path} has no vector policy.`);
    const most = type === "flat" ? FLAT_DIMENSIONS : MOST_DIMENSIONS;
    if (!(Number(embedding["dimensions"]) <= most))
      throw new Refusal(`A ${type} index has at most ${most} dimensions.`);
    if (
      type === "flat" &&
      ["quantizationByteSize", "vectorIndexShardKey"].some((key) => key in index)
    )
      throw new Refusal("A flat index is neither quantized nor sharded.");
    if (type !== "diskANN" && "indexingSearchListSize" in index)
      throw new Refusal("Only a diskANN index has a search list.");
    if (!isExcluded(path))
      throw new Refusal(`The path ${path} must be excluded from the range index.`);
  }
};

const checkFullTextIndexes = (container: Document): void => {
  const policies = texts(list(part(container, "fullTextPolicy", "fullTextPaths")), "path");
  for (const path of texts(list(part(container, "indexingPolicy", "fullTextIndexes")), "path"))
    if (!policies.includes(path))
      throw new Refusal(`The full text index ${path} has no full text policy.`);
};

/** Refuses a container that the service would refuse, or that asks for something that the double does not know. */
export const checkContainer = (container: Document): void => {
  const unknown = Object.keys(container).find((key) => !KNOWN_PROPERTIES.has(key));
  if (unknown !== undefined)
    throw new Refusal(`The double does not know the container property ${unknown}.`);
  checkKey(container);
  checkPaths(container);
  checkTtl(container);
  checkVectorIndexes(container);
  checkFullTextIndexes(container);
};

/** The properties of a container that the service never changes. */
const FIXED: readonly (readonly string[])[] = [
  ["id"],
  ["partitionKey"],
  ["vectorEmbeddingPolicy"],
  ["indexingPolicy", "vectorIndexes"],
];

export const checkReplacement = (stored: Document, replacement: Document): void => {
  for (const path of FIXED)
    if (JSON.stringify(part(stored, ...path)) !== JSON.stringify(part(replacement, ...path)))
      throw new Refusal(`${path.join(".")} of a container cannot be changed.`);
};

const rankedPath = (node: Expression, alias: string): string | null =>
  node.kind === "call" && node.args[0] ? pathOf(node.args[0], alias) : null;

const hasComposite = (
  container: Document,
  wanted: readonly { readonly path: string | null; readonly order: string }[],
): boolean => {
  const indexes = part(container, "indexingPolicy", "compositeIndexes");
  const reversed = (order: string): string => (order === "ascending" ? "descending" : "ascending");
  return (
    isArray(indexes) &&
    indexes.some((index) => {
      const paths = list(index);
      const fits = (orderOf: (order: string) => string): boolean =>
        paths.length === wanted.length &&
        wanted.every(
          ({ path, order }, i) =>
            paths[i]?.["path"] === path && paths[i]?.["order"] === orderOf(order),
        );
      return fits((order) => order) || fits(reversed);
    })
  );
};

const RANGE_ORDER_UNSUPPORTED =
  "2206 Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.";

/** Full-text and vector functions need an index or a policy on their path. */
const checkFunctions = (container: Document, select: Select): void => {
  const fullText = texts(list(part(container, "indexingPolicy", "fullTextIndexes")), "path");
  const vectors = texts(list(part(container, "vectorEmbeddingPolicy", "vectorEmbeddings")), "path");
  for (const node of expressionsOf(select).flatMap((expression) => [...walk(expression)])) {
    if (node.kind !== "call") continue;
    const path = rankedPath(node, select.from.alias);
    if (/^_?fulltext/iu.test(node.name) && !fullText.includes(path ?? ""))
      throw new Refusal(`${node.name} needs a full text index on ${path}.`);
    if (isVectorScore(node) && !vectors.includes(path ?? ""))
      throw new Refusal(`${node.name} needs a vector policy on ${path}.`);
  }
};

/** An order by properties needs a range index on each path, and a composite index for several. */
const checkOrder = (container: Document, { from: { alias }, orderBy }: Select): void => {
  const ordered = orderBy
    .filter(
      ({ expression }) =>
        !isVectorScore(expression) &&
        !(expression.kind === "call" && expression.name === "_FullTextScore"),
    )
    .map(({ expression, descending }) => ({
      path: pathOf(expression, alias),
      order: descending ? "descending" : "ascending",
    }));
  if (ordered.length > 1 && !hasComposite(container, ordered))
    throw new Refusal(
      "The order by query does not have a corresponding composite index that it can be served from.",
    );
  for (const { path } of ordered) {
    if (path === null) throw new Refusal(RANGE_ORDER_UNSUPPORTED);
    if (!isIncluded(container, path))
      throw new Refusal("The index path corresponding to the specified order-by item is excluded.");
  }
};

/** Refuses queries that the indexes of the container cannot serve. */
export const checkIndexes = (container: Document, select: Select): void => {
  checkFunctions(container, select);
  checkOrder(container, select);
};

/** The path in the documents for each alias. */
type AliasPaths = ReadonlyMap<string, string>;

const pathIn = (node: Expression, aliases: AliasPaths): string | null => {
  if (node.kind === "name") return aliases.get(node.name) ?? null;
  if (node.kind !== "member") return null;
  const parent = pathIn(node.object, aliases);
  return parent === null ? null : `${parent}/${node.key}`;
};

/** Functions that an index of their own serves, or that no range index could. */
const HAS_OWN_INDEX = /^(?:_?fulltext|vectordistance|_vectorscore|contains$)/iu;

/** The array that ARRAY_CONTAINS searches in the documents; null where it searches a parameter. */
const searchedArray = (node: Expression, aliases: AliasPaths): string | null => {
  if (node.kind !== "call" || node.name.toUpperCase() !== "ARRAY_CONTAINS") return null;
  const [array] = node.args;
  return array ? pathIn(array, aliases) : null;
};

const filterPaths = (node: Expression, aliases: AliasPaths): string[] => {
  if (node.kind === "exists") {
    const { from, where } = node.query;
    if (!where) return [];
    const source = from.source && pathIn(from.source, aliases);
    return filterPaths(where, new Map([...aliases, [from.alias, `${source ?? ""}/[]`]]));
  }
  const path = pathIn(node, aliases);
  if (path !== null) return [path];
  if (node.kind === "call" && HAS_OWN_INDEX.test(node.name)) return [];
  const array = searchedArray(node, aliases);
  const children = array === null ? directChildren(node) : directChildren(node).slice(1);
  return [
    ...(array === null ? [] : [`${array}/[]`]),
    ...children.flatMap((child) => filterPaths(child, aliases)),
  ];
};

/** The paths by which a query filters and orders, but those that have an index of their own: of texts and vectors. */
export const filteredPaths = ({ from, where, orderBy }: Select): string[] => {
  const aliases: AliasPaths = new Map([[from.alias, ""]]);
  const conditions = [...(where ? [where] : []), ...orderBy.map(({ expression }) => expression)];
  return [...new Set(conditions.flatMap((condition) => filterPaths(condition, aliases)))];
};

/** The ones of some paths that no index covers, so that the service would have to load the documents. */
export const unindexedPaths = (container: Document, paths: readonly string[]): string[] =>
  paths.filter((path) => path !== "/id" && !isIncluded(container, path));

/** Whether an index rules out the documents that do not meet a condition. `CONTAINS` and the like look into the document unless its path is indexed. */
export const isServed = (container: Document, alias: string, condition: Expression): boolean =>
  filterPaths(condition, new Map([[alias, ""]])).every(
    (path) => path === "/id" || isIncluded(container, path),
  ) &&
  ![...walk(condition)].some(
    (node) =>
      node.kind === "exists" ||
      (node.kind === "call" &&
        /^(?:contains|substring|lower|endswith)$/iu.test(node.name) &&
        !pathsWithin(node, alias).every((path) => isIncluded(container, path))),
  );

const pathsWithin = (node: Expression, alias: string): string[] =>
  [...walk(node)].flatMap((part) => pathOf(part, alias) ?? []);

const directChildren = (node: Expression): readonly Expression[] =>
  node.kind === "call"
    ? node.args
    : node.kind === "unary"
      ? [node.operand]
      : node.kind === "binary"
        ? [node.left, node.right]
        : node.kind === "in"
          ? [node.value, ...node.list]
          : [];

/** Refuses an item whose vectors do not have the dimensions of the policy. */
export const checkVectors = (container: Document, item: Document): void => {
  for (const embedding of list(part(container, "vectorEmbeddingPolicy", "vectorEmbeddings"))) {
    const vector = valueAt(item, String(embedding["path"]));
    if (isArray(vector) && vector.length !== embedding["dimensions"])
      throw new Refusal(
        `The vector at ${String(embedding["path"])} has ${vector.length} dimensions, the policy says ${String(embedding["dimensions"])}.`,
      );
  }
};
