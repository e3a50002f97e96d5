import {
  compareValues,
  isArray,
  memberOf,
  sameValue,
  typeOf,
  type Json,
  type Value,
} from "../storage/json.ts";
import type { BinaryOperator, Expression, Select } from "./ast.ts";
import { aggregate, functionOf, isAggregate } from "./functions.ts";
import { Refusal } from "./tokens.ts";

/** An alias and its value, and the aliases around it. */
export interface Row {
  readonly alias: string;
  readonly value: Value;
  readonly outer: Row | null;
}
export type Parameters = ReadonlyMap<string, Json>;

/**
 * The context in which an expression is evaluated: a row, and the rows of its group if it
 * aggregates.
 */
export interface Scope {
  readonly row: Row | null;
  readonly group: readonly Row[] | null;
  readonly parameters: Parameters;
}

type Evaluation = (scope: Scope) => Value;

const comparison =
  (holds: (order: number) => boolean) =>
  (left: Value, right: Value): Value =>
    left === undefined || right === undefined || typeOf(left) !== typeOf(right)
      ? undefined
      : holds(compareValues(left, right));

const calculation =
  (calculate: (left: number, right: number) => number) =>
  (left: Value, right: Value): Value =>
    typeof left === "number" && typeof right === "number" ? calculate(left, right) : undefined;

/** The operators that always evaluate both sides. */
const OPERATIONS: Readonly<
  Record<Exclude<BinaryOperator, "AND" | "OR" | "??">, (left: Value, right: Value) => Value>
> = {
  "=": (left, right) =>
    left === undefined || right === undefined ? undefined : sameValue(left, right),
  "!=": (left, right) =>
    left === undefined || right === undefined ? undefined : !sameValue(left, right),
  "<": comparison((order) => order < 0),
  "<=": comparison((order) => order <= 0),
  ">": comparison((order) => order > 0),
  ">=": comparison((order) => order >= 0),
  "+": calculation((left, right) => left + right),
  "-": calculation((left, right) => left - right),
  "*": calculation((left, right) => left * right),
  "/": calculation((left, right) => left / right),
  "||": (left, right) =>
    typeof left === "string" && typeof right === "string" ? left + right : undefined,
};

/**
 * AND and OR of three values: true, false, and undefined for anything else. Where the first side
 * decides, the second is not evaluated: what it names was checked before (queries.ts).
 */
const connection =
  (decisive: boolean, left: Evaluation, right: Evaluation): Evaluation =>
  (scope) => {
    const first = left(scope);
    if (first === decisive) return decisive;
    const second = right(scope);
    if (second === decisive) return decisive;
    return typeof first === "boolean" && typeof second === "boolean" ? !decisive : undefined;
  };

const binary = (operator: BinaryOperator, left: Evaluation, right: Evaluation): Evaluation => {
  if (operator === "AND" || operator === "OR") return connection(operator === "OR", left, right);
  if (operator === "??")
    return (scope) => {
      const first = left(scope);
      return first === undefined ? right(scope) : first;
    };
  const operate = OPERATIONS[operator];
  return (scope) => operate(left(scope), right(scope));
};

const call = (name: string, args: readonly Evaluation[]): Evaluation => {
  if (!isAggregate(name)) {
    const callee = functionOf(name);
    return (scope) => callee(args.map((arg) => arg(scope)));
  }
  const [arg] = args;
  return (scope) => {
    if (!scope.group) throw new Refusal(`The double does not know ${name} here.`);
    if (!arg) throw new Refusal(`${name} needs an argument.`);
    return aggregate(
      name,
      scope.group.map((row) => arg({ ...scope, row, group: null })),
    );
  };
};

const parameterValue = (name: string, { parameters }: Scope): Value => {
  const value = parameters.get(name);
  if (value === undefined) throw new Refusal(`SC2001 Parameter '${name}' is not specified.`);
  return value;
};

export const aliasValue = (alias: string, innermost: Row | null): Value => {
  for (let row = innermost; row; row = row.outer) if (row.alias === alias) return row.value;
  throw new Refusal(`SC2001 Identifier '${alias}' could not be resolved.`);
};

const unary =
  (operator: string, operand: Evaluation): Evaluation =>
  (scope) => {
    const value = operand(scope);
    if (operator === "-") return typeof value === "number" ? -value : undefined;
    return typeof value === "boolean" ? !value : undefined;
  };

const membership =
  (value: Evaluation, list: readonly Evaluation[]): Evaluation =>
  (scope) => {
    const sought = value(scope);
    const items = list.map((item) => item(scope));
    return sought === undefined ? undefined : items.some((item) => sameValue(item, sought));
  };

const isDefined = (value: Value): value is Json => value !== undefined;

const objectOf = (properties: readonly (readonly [string, Value])[]): Json =>
  Object.fromEntries(
    properties.filter((entry): entry is readonly [string, Json] => isDefined(entry[1])),
  );

const compile = (node: Expression): Evaluation => {
  switch (node.kind) {
    case "literal":
      return () => node.value;
    case "undefined":
      return () => undefined;
    case "parameter":
      return (scope) => parameterValue(node.name, scope);
    case "name":
      return ({ row }) => aliasValue(node.name, row);
    case "member": {
      const object = evaluationOf(node.object);
      return (scope) => memberOf(object(scope), node.key);
    }
    case "call":
      return call(node.name, node.args.map(evaluationOf));
    case "unary":
      return unary(node.operator, evaluationOf(node.operand));
    case "binary":
      return binary(node.operator, evaluationOf(node.left), evaluationOf(node.right));
    case "in":
      return membership(evaluationOf(node.value), node.list.map(evaluationOf));
    case "array": {
      const items = node.items.map(evaluationOf);
      return (scope) => items.map((item) => item(scope)).filter(isDefined);
    }
    case "object": {
      const properties = node.properties.map(([key, value]) => [key, evaluationOf(value)] as const);
      return (scope) => objectOf(properties.map(([key, value]) => [key, value(scope)]));
    }
    case "exists":
      return ({ row, parameters }) => rowsOf(node.query, row, [undefined], parameters).length > 0;
  }
};

/** Expressions that were compiled before: a query evaluates each for every document. */
const compiled = new WeakMap<Expression, Evaluation>();

const evaluationOf = (node: Expression): Evaluation => {
  const evaluation = compiled.get(node) ?? compile(node);
  compiled.set(node, evaluation);
  return evaluation;
};

export const evaluate = (node: Expression, scope: Scope): Value => evaluationOf(node)(scope);

const fanOut = (
  rows: readonly (Row | null)[],
  alias: string,
  source: Expression,
  parameters: Parameters,
): Row[] => {
  const itemsOf = evaluationOf(source);
  return rows.flatMap((row) => {
    const items = itemsOf({ row, group: null, parameters });
    return isArray(items) ? items.map((value) => ({ alias, value, outer: row })) : [];
  });
};

/** The rows that FROM, JOIN and WHERE leave. */
export const rowsOf = (
  select: Select,
  outer: Row | null,
  documents: readonly Value[],
  parameters: Parameters,
): Row[] => {
  const { alias, source } = select.from;
  let rows: Row[] = source
    ? fanOut([outer], alias, source, parameters)
    : documents.map((value) => ({ alias, value, outer }));
  for (const join of select.joins) rows = fanOut(rows, join.alias, join.source, parameters);
  if (!select.where) return rows;
  const where = evaluationOf(select.where);
  return rows.filter((row) => where({ row, group: null, parameters }) === true);
};
