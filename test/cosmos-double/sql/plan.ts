import type { Json, Value } from "../storage/json.ts";
import { effectiveKey, type KeyDefinition } from "../storage/effective-key.ts";
import type { Expression, Select } from "./ast.ts";
import { evaluate, type Parameters } from "./evaluate.ts";
import { print, printFrom, printPayload } from "./print.ts";
import { aggregates, isVectorScore } from "./run.ts";
import { Refusal } from "./tokens.ts";
import { conjuncts, pathOf, projectedCalls } from "./walk.ts";

/**
 * Query plans in the form of the service's engine: ranking queries like the engine's own (in the
 * vendor's tests: azure-cosmos-dotnet-v3, QueryPlanRetrieverTests), others in the form that the SDK
 * accepts. The form of WHERE in the components of a fused query is inferred.
 */
interface QueryInfo {
  readonly distinctType: "None" | "Ordered" | "Unordered";
  readonly top: number | null;
  readonly offset: number | null;
  readonly limit: number | null;
  readonly orderBy: readonly ("Ascending" | "Descending")[];
  readonly orderByExpressions: readonly string[];
  readonly groupByExpressions: readonly [];
  readonly groupByAliases: readonly [];
  readonly aggregates: readonly string[];
  readonly groupByAliasToAggregateType: Record<string, never>;
  readonly rewrittenQuery: string;
  readonly hasSelectValue: boolean;
  readonly dCountInfo: null;
  readonly hasNonStreamingOrderBy: boolean;
}

const FILTER = "{documentdb-formattableorderbyquery-filter}";
const DOCUMENTS = "{documentdb-formattablehybridsearchquery-totaldocumentcount}";
/** How many rows a component of a fused query fetches for every one that the query takes: 120 for TOP 10 in the one plan that is known. */
const OVERFETCH = 12;
const MOST_TERMS = 30;

const info = (parts: Partial<QueryInfo>): QueryInfo => ({
  distinctType: "None",
  top: null,
  offset: null,
  limit: null,
  orderBy: [],
  orderByExpressions: [],
  groupByExpressions: [],
  groupByAliases: [],
  aggregates: [],
  groupByAliasToAggregateType: {},
  rewrittenQuery: "",
  hasSelectValue: false,
  dCountInfo: null,
  hasNonStreamingOrderBy: false,
  ...parts,
});

const isCall = (node: Expression, name: string): node is Expression & { kind: "call" } =>
  node.kind === "call" && node.name.toUpperCase() === name;

/** A scoring function of a rank clause, as the plan writes it. */
interface Component {
  readonly score: string;
  readonly missing: string;
  /** The path and the terms of a full-text score. */
  readonly text: { readonly path: string; readonly terms: readonly string[] } | null;
}

const component = (node: Expression, i: number): Component => {
  if (isCall(node, "VECTORDISTANCE"))
    return {
      score: `_VectorScore(${node.args.map(print).join(", ")})`,
      missing: "-1.79769e+308",
      text: null,
    };
  if (!isCall(node, "FULLTEXTSCORE"))
    throw new Refusal(
      "SC2221 The ORDER BY RANK clause must be followed by a VectorDistance and/or a FullTextScore function call.",
    );
  const [path, ...terms] = node.args;
  if (!path || terms.length === 0 || terms.some(({ kind }) => kind === "array"))
    throw new Refusal("The double takes the terms of FullTextScore as arguments of their own.");
  if (terms.length > MOST_TERMS) throw new Refusal("One of the input values is invalid.");
  const statistics = `${DOCUMENTS}, {documentdb-formattablehybridsearchquery-totalwordcount-${i}}, {documentdb-formattablehybridsearchquery-hitcountsarray-${i}}`;
  return {
    score: `_FullTextScore(${print(path)}, [${terms.map(print).join(", ")}], ${statistics})`,
    missing: "-1",
    text: { path: print(path), terms: terms.map(print) },
  };
};

const scored = (
  rank: Expression,
): { readonly components: readonly Component[]; readonly weights: readonly number[] } => {
  if (!isCall(rank, "RRF")) return { components: [component(rank, 0)], weights: [] };
  const last = rank.args.at(-1);
  const weighted = last?.kind === "array";
  const functions = weighted ? rank.args.slice(0, -1) : rank.args;
  if (functions.length < 2) throw new Refusal("The double takes RRF of two functions or more.");
  const weights = !weighted
    ? []
    : last.items.map((item) => {
        if (item.kind !== "literal" || typeof item.value !== "number" || item.value < 0)
          throw new Refusal(
            "The double takes the weights of RRF as an array of literals that are not negative.",
          );
        return item.value;
      });
  if (weighted && weights.length !== functions.length)
    throw new Refusal("RRF takes as many weights as functions.");
  return { components: functions.map(component), weights };
};

const lines = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null).join("\n");
const withFilter = (select: Select): string =>
  select.where ? `WHERE (${print(select.where)} AND (${FILTER}))` : `WHERE (${FILTER})`;

const hybridPlan = (select: Select, rank: Expression): object => {
  if (select.orderBy.length > 0 || select.joins.length > 0 || select.distinct || aggregates(select))
    throw new Refusal("The double does not mix a rank clause with other clauses.");
  const take = select.top ?? select.limit;
  if (take === null) throw new Refusal("Rank queries need TOP or OFFSET LIMIT.");
  const { components, weights } = scored(rank);
  const top = `SELECT TOP ${(take + (select.offset ?? 0)) * OVERFETCH} ${select.from.alias}._rid`;
  const texts = components.flatMap(({ text }) => text ?? []);
  const statistics = texts.map(
    ({ path, terms }) =>
      `{"totalWordCount": SUM(_FullTextWordCount(${path})), "hitCounts": [${terms.map((term) => `COUNTIF(FullTextContains(${path}, ${term}))`).join(", ")}]}`,
  );
  const fused = components.map(({ score, missing }) => `(${score} ?? ${missing})`).join(", ");
  const infos = components.map(({ score, text }): QueryInfo =>
    components.length === 1
      ? info({
          top: (take + (select.offset ?? 0)) * OVERFETCH,
          orderBy: ["Descending"],
          orderByExpressions: [score],
          hasNonStreamingOrderBy: true,
          rewrittenQuery: lines(
            `${top}, [{"item": ${score}}] AS orderByItems, {"payload": ${printPayload(select)}, "componentScores": [${score}]} AS payload`,
            printFrom(select),
            withFilter(select),
            `ORDER BY ${score} DESC`,
          ),
        })
      : info({
          rewrittenQuery: lines(
            `${top}, ${printPayload(select)} AS payload, [${fused}] AS componentScores`,
            printFrom(select),
            select.where ? `WHERE ${print(select.where)}` : null,
            `ORDER BY ${score}${text ? " DESC" : ""}`,
          ),
        }),
  );
  return {
    globalStatisticsQuery: `SELECT COUNT(1) AS documentCount, [${statistics.join(", ")}] AS fullTextStatistics\n${printFrom(select)}`,
    componentQueryInfos: infos,
    componentWithoutPayloadQueryInfos: [],
    projectionQueryInfo: null,
    componentWeights: weights,
    skip: select.offset,
    take,
    requiresGlobalStatistics: texts.length > 0,
  };
};

const orderedPlan = (select: Select): QueryInfo => {
  const vector = select.orderBy.some(({ expression }) => isVectorScore(expression));
  if (vector && select.orderBy.length > 1)
    throw new Refusal("The double orders by one distance and nothing else.");
  const orderBy = select.orderBy.map(({ descending }): "Ascending" | "Descending" =>
    vector || descending ? "Descending" : "Ascending",
  );
  const expressions = select.orderBy.map(({ expression }) => print(expression));
  const most = select.top ?? (select.limit === null ? null : select.limit + (select.offset ?? 0));
  return info({
    top: select.top,
    offset: select.offset,
    limit: select.limit,
    orderBy,
    orderByExpressions: expressions,
    hasNonStreamingOrderBy: vector,
    distinctType: select.distinct ? "Ordered" : "None",
    hasSelectValue: select.projection.kind === "value",
    rewrittenQuery: lines(
      `SELECT ${most === null ? "" : `TOP ${most} `}${select.from.alias}._rid, [${expressions.map((expression) => `{"item": ${expression}}`).join(", ")}] AS orderByItems, ${printPayload(select)} AS payload`,
      printFrom(select),
      withFilter(select),
      `ORDER BY ${expressions.map((expression, i) => `${expression}${!vector && orderBy[i] === "Descending" ? " DESC" : ""}`).join(", ")}`,
    ),
  });
};

const plainPlan = (select: Select): QueryInfo => {
  const [aggregate, ...others] = projectedCalls(select);
  const isAggregate = aggregates(select);
  if (isAggregate && (select.projection.kind !== "value" || others.length > 0 || !aggregate))
    throw new Refusal(
      "Cross partition query only supports 'VALUE <AggregateFunc>' for aggregates.",
    );
  return info({
    top: select.top,
    offset: select.offset,
    limit: select.limit,
    distinctType: select.distinct ? "Unordered" : "None",
    hasSelectValue: select.projection.kind === "value",
    aggregates:
      isAggregate && aggregate
        ? [aggregate.charAt(0).toUpperCase() + aggregate.slice(1).toLowerCase()]
        : [],
    rewrittenQuery: isAggregate
      ? lines(
          `SELECT VALUE [{"item": ${print((select.projection as { expression: Expression }).expression)}}]`,
          printFrom(select),
          select.where ? `WHERE ${print(select.where)}` : null,
        )
      : "",
  });
};

/** The value of the property at the path according to an equation of the WHERE clause. */
const equated = (select: Select, path: string, parameters: Parameters): Value => {
  for (const node of conjuncts(select.where)) {
    if (node.kind !== "binary" || node.operator !== "=") continue;
    for (const [side, other] of [
      [node.left, node.right],
      [node.right, node.left],
    ] as const) {
      if (
        pathOf(side, select.from.alias) === path &&
        (other.kind === "literal" || other.kind === "parameter")
      )
        return evaluate(other, { row: null, group: null, parameters });
    }
  }
  return undefined;
};

interface Range {
  readonly min: string;
  readonly max: string;
  readonly isMinInclusive: boolean;
  readonly isMaxInclusive: boolean;
}

/**
 * The partitions of the rows of a query. The WHERE clause may name the partition key, or the first
 * parts of it.
 */
export const rangesOf = (
  select: Select,
  definition: KeyDefinition,
  parameters: Parameters,
): Range[] => {
  const key: Json[] = [];
  for (const path of definition.paths) {
    const value = equated(select, path, parameters);
    if (value === undefined) break;
    key.push(value);
  }
  if (key.length === 0)
    return [{ min: "", max: "FF", isMinInclusive: true, isMaxInclusive: false }];
  const at = effectiveKey(key, definition);
  return key.length === definition.paths.length
    ? [{ min: at, max: at, isMinInclusive: true, isMaxInclusive: true }]
    : [{ min: at, max: `${at}FF`, isMinInclusive: true, isMaxInclusive: false }];
};

/** Whether the gateway cannot answer a query over several partitions by itself. */
export const needsPlan = (select: Select): boolean =>
  select.rank !== null ||
  select.orderBy.length > 0 ||
  select.top !== null ||
  select.limit !== null ||
  select.distinct ||
  aggregates(select);

export const planOf = (
  select: Select,
  definition: KeyDefinition,
  parameters: Parameters,
): object => {
  const plan = select.rank
    ? { hybridSearchQueryInfo: hybridPlan(select, select.rank) }
    : { queryInfo: select.orderBy.length > 0 ? orderedPlan(select) : plainPlan(select) };
  return {
    partitionedQueryExecutionInfoVersion: 2,
    ...plan,
    queryRanges: rangesOf(select, definition, parameters),
  };
};
