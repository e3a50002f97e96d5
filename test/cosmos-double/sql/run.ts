import { compareValues, isObject, type Json, type Value } from "../storage/json.ts";
import type { Expression, Select } from "./ast.ts";
import { aliasValue, evaluate, rowsOf, type Parameters, type Row } from "./evaluate.ts";
import { isAggregate } from "./functions.ts";
import { nameOf } from "./print.ts";
import { projectedCalls } from "./walk.ts";

export const aggregates = (select: Select): boolean => projectedCalls(select).some(isAggregate);

const project = (
  select: Select,
  row: Row,
  group: readonly Row[] | null,
  parameters: Parameters,
): Value => {
  const { projection } = select;
  const scope = { row, group, parameters };
  if (projection.kind === "star") return aliasValue(select.from.alias, row);
  if (projection.kind === "value") return evaluate(projection.expression, scope);
  const named = projection.items.map(
    ({ expression, alias }, i) =>
      [nameOf(expression, alias, i), evaluate(expression, scope)] as const,
  );
  return Object.fromEntries(
    named.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined),
  );
};

const distinct = (values: readonly Json[]): Json[] => [
  ...new Map(
    values.map((value) => [
      JSON.stringify(isObject(value) ? Object.entries(value).toSorted() : value),
      value,
    ]),
  ).values(),
];

/** Vector scores are ordered best first by default; for the cosine, the best is the greatest. */
export const isVectorScore = (expression: Expression): boolean =>
  expression.kind === "call" &&
  ["VECTORDISTANCE", "_VECTORSCORE"].includes(expression.name.toUpperCase());

const sorted = (select: Select, rows: readonly Row[], parameters: Parameters): Row[] => {
  const keyed = rows.map((row) => ({
    row,
    keys: select.orderBy.map(({ expression }) =>
      evaluate(expression, { row, group: null, parameters }),
    ),
  }));
  keyed.sort((a, b) => {
    for (const [i, { expression, descending }] of select.orderBy.entries()) {
      const order = compareValues(a.keys[i], b.keys[i]);
      if (order !== 0) return descending || isVectorScore(expression) ? -order : order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
};

/**
 * Runs a query over the documents of one partition. It ignores a rank clause: ranks require the
 * plan.
 */
export const runQuery = (
  select: Select,
  documents: readonly Json[],
  parameters: Parameters,
): Json[] => {
  const rows = sorted(select, rowsOf(select, null, documents, parameters), parameters);
  if (aggregates(select)) {
    const nothing = { alias: select.from.alias, value: undefined, outer: null };
    const value = project(select, nothing, rows, parameters);
    return value === undefined ? [] : [value];
  }
  const values = rows
    .map((row) => project(select, row, null, parameters))
    .filter((value): value is Json => value !== undefined);
  const unique = select.distinct ? distinct(values) : values;
  const skipped = unique.slice(select.offset ?? 0);
  const most = select.top ?? select.limit;
  return most === null ? skipped : skipped.slice(0, most);
};
