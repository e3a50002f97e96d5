import type { Document, Json } from "./json.ts";
import { isArray, isObject, memberOf, valueAt } from "./json.ts";
import type { Expression, Select } from "./sql/ast.ts";
import { isVectorScore } from "./sql/run.ts";
import { Refusal } from "./sql/tokens.ts";
import { expressionsOf, pathOf, walk } from "./sql/walk.ts";

const list = (value: Json | undefined): readonly Document[] =>
  isArray(value) ? value.filter(isObject) : [];
const texts = (documents: readonly Document[], key: string): string[] =>
  documents.flatMap((document) => (typeof document[key] === "string" ? [document[key]] : []));
const part = (container: Document, ...keys: string[]): Json | undefined =>
  keys.reduce<Json | undefined>((value, key) => memberOf(value, key), container);

const NARROWEST_OF_ALL = /^\/\*$/u;
const KNOWN = new Set([
  "id",
  "partitionKey",
  "defaultTtl",
  "indexingPolicy",
  "vectorEmbeddingPolicy",
  "fullTextPolicy",
]);
/** Limits of the service: dimensions of a flat index, and of the others. */
const FLAT_DIMENSIONS = 505;
const MOST_DIMENSIONS = 4096;

const isIncluded = (container: Document, path: string): boolean => {
  const match = (pattern: string): number => {
    if (NARROWEST_OF_ALL.test(pattern)) return 1;
    const exact = pattern.replace(/\/[?*]$/u, "").replaceAll('"', "");
    return path === exact || (pattern.endsWith("/*") && path.startsWith(`${exact}/`))
      ? exact.length + 1
      : 0;
  };
  const best = (key: string): number =>
    Math.max(0, ...texts(list(part(container, "indexingPolicy", key)), "path").map(match));
  return best("includedPaths") > best("excludedPaths");
};

/** Refuses a container that the service would refuse, or that asks for what the double does not know. */
export const checkContainer = (container: Document): void => {
  const unknown = Object.keys(container).find((key) => !KNOWN.has(key));
  if (unknown !== undefined)
    throw new Refusal(`The double does not know the container property ${unknown}.`);
  const paths = part(container, "partitionKey", "paths");
  if (!isArray(paths) || paths.length === 0 || paths.length > 3)
    throw new Refusal("A partition key has one to three paths.");
  if (
    paths.length > 1 &&
    (part(container, "partitionKey", "kind") !== "MultiHash" ||
      part(container, "partitionKey", "version") !== 2)
  )
    throw new Refusal("A hierarchical partition key is MultiHash, version 2.");
  const ttl = container["defaultTtl"];
  if (ttl !== undefined && ttl !== -1 && !(typeof ttl === "number" && ttl > 0))
    throw new Refusal("defaultTtl is -1 or positive.");
  const embeddings = list(part(container, "vectorEmbeddingPolicy", "vectorEmbeddings"));
  for (const index of list(part(container, "indexingPolicy", "vectorIndexes"))) {
    const embedding = embeddings.find(({ path }) => path === index["path"]);
    if (!embedding)
      throw new Refusal(`The vector index ${String(index["path"])} has no vector policy.`);
    const most = index["type"] === "flat" ? FLAT_DIMENSIONS : MOST_DIMENSIONS;
    if (!(Number(embedding["dimensions"]) <= most))
      throw new Refusal(`A ${String(index["type"])} index has at most ${most} dimensions.`);
    const excluded = texts(list(part(container, "indexingPolicy", "excludedPaths")), "path");
    if (
      !excluded.includes(`${String(index["path"])}/*`) &&
      !excluded.some((path) => NARROWEST_OF_ALL.test(path))
    )
      throw new Refusal(`The path ${String(index["path"])} must be excluded from the range index.`);
  }
  const fullText = texts(list(part(container, "fullTextPolicy", "fullTextPaths")), "path");
  for (const path of texts(list(part(container, "indexingPolicy", "fullTextIndexes")), "path"))
    if (!fullText.includes(path))
      throw new Refusal(`The full text index ${path} has no full text policy.`);
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

/** Refuses what the indexes of a container cannot serve. */
export const checkIndexes = (container: Document, select: Select): void => {
  const { alias } = select.from;
  const fullText = texts(list(part(container, "indexingPolicy", "fullTextIndexes")), "path");
  const vectors = texts(list(part(container, "vectorEmbeddingPolicy", "vectorEmbeddings")), "path");
  for (const node of expressionsOf(select).flatMap((expression) => [...walk(expression)])) {
    if (node.kind !== "call") continue;
    const path = rankedPath(node, alias);
    if (/^_?fulltext/iu.test(node.name) && !fullText.includes(path ?? ""))
      throw new Refusal(`${node.name} needs a full text index on ${path}.`);
    if (isVectorScore(node) && !vectors.includes(path ?? ""))
      throw new Refusal(`${node.name} needs a vector policy on ${path}.`);
  }
  const ordered = select.orderBy.filter(
    ({ expression }) =>
      !isVectorScore(expression) &&
      !(expression.kind === "call" && expression.name === "_FullTextScore"),
  );
  if (
    ordered.length > 1 &&
    !hasComposite(
      container,
      ordered.map(({ expression, descending }) => ({
        path: pathOf(expression, alias),
        order: descending ? "descending" : "ascending",
      })),
    )
  )
    throw new Refusal(
      "The order by query does not have a corresponding composite index that it can be served from.",
    );
  for (const { expression } of ordered) {
    const path = pathOf(expression, alias);
    if (path === null)
      throw new Refusal(
        "2206 Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.",
      );
    if (!isIncluded(container, path))
      throw new Refusal("The index path corresponding to the specified order-by item is excluded.");
  }
};

/** The paths of the documents on which a query filters and which no index covers: the service would have to read the documents. */
export const unindexedPaths = (container: Document, select: Select): string[] => {
  const found = new Set<string>();
  const visit = (expression: Expression, aliases: ReadonlyMap<string, string>): void => {
    if (expression.kind === "exists") {
      const { from, where } = expression.query;
      const source = from.source && resolve(from.source, aliases);
      if (where) visit(where, new Map([...aliases, [from.alias, `${source ?? ""}/[]`]]));
      return;
    }
    const path = resolve(expression, aliases);
    if (path !== null) {
      if (!isIncluded(container, path)) found.add(path);
      return;
    }
    if (
      expression.kind === "call" &&
      /^(?:_?fulltext|vectordistance|contains$)/iu.test(expression.name)
    )
      return;
    const [first, ...rest] = directChildren(expression);
    const searched =
      first && expression.kind === "call" && expression.name.toUpperCase() === "ARRAY_CONTAINS"
        ? resolve(first, aliases)
        : null;
    if (searched !== null && !isIncluded(container, `${searched}/[]`)) found.add(`${searched}/[]`);
    for (const child of searched === null && first ? [first, ...rest] : rest) visit(child, aliases);
  };
  const resolve = (node: Expression, aliases: ReadonlyMap<string, string>): string | null => {
    if (node.kind === "name") return aliases.get(node.name) ?? null;
    if (node.kind !== "member") return null;
    const parent = resolve(node.object, aliases);
    return parent === null ? null : `${parent}/${node.key}`;
  };
  if (select.where) visit(select.where, new Map([[select.from.alias, ""]]));
  return [...found].filter((path) => path !== "/id");
};

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
