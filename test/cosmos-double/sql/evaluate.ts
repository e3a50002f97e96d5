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
import { aggregate, callFunction, isAggregate } from "./functions.ts";
import { Refusal } from "./tokens.ts";

export type Row = ReadonlyMap<string, Value>;
export type Parameters = ReadonlyMap<string, Json>;

/** Where an expression is evaluated: a row, and the rows of its group where it aggregates. */
export interface Scope {
  readonly row: Row;
  readonly group: readonly Row[] | null;
  readonly parameters: Parameters;
}

const compare = (operator: BinaryOperator, left: Value, right: Value): Value => {
  if (left === undefined || right === undefined) return undefined;
  if (operator === "=") return sameValue(left, right);
  if (operator === "!=") return !sameValue(left, right);
  if (typeOf(left) !== typeOf(right)) return undefined;
  const order = compareValues(left, right);
  return operator === "<"
    ? order < 0
    : operator === "<="
      ? order <= 0
      : operator === ">"
        ? order > 0
        : order >= 0;
};

const calculate = (operator: BinaryOperator, left: Value, right: Value): Value => {
  if (operator === "||")
    return typeof left === "string" && typeof right === "string" ? left + right : undefined;
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  return operator === "+"
    ? left + right
    : operator === "-"
      ? left - right
      : operator === "*"
        ? left * right
        : left / right;
};

/** AND and OR of three values: true, false, and undefined for anything else. */
const connect = (operator: "AND" | "OR", left: Value, right: Value): Value => {
  const decisive = operator === "OR";
  if (left === decisive || right === decisive) return decisive;
  return typeof left === "boolean" && typeof right === "boolean" ? !decisive : undefined;
};

const binary = (
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  scope: Scope,
): Value => {
  const first = evaluate(left, scope);
  if (operator === "??") return first === undefined ? evaluate(right, scope) : first;
  // Whatever the other side is: what it names is checked before anything is evaluated (queries.ts).
  if ((operator === "AND" && first === false) || (operator === "OR" && first === true))
    return first;
  const second = evaluate(right, scope);
  switch (operator) {
    case "AND":
    case "OR":
      return connect(operator, first, second);
    case "+":
    case "-":
    case "*":
    case "/":
    case "||":
      return calculate(operator, first, second);
    default:
      return compare(operator, first, second);
  }
};

const call = (name: string, args: readonly Expression[], scope: Scope): Value => {
  if (!isAggregate(name))
    return callFunction(
      name,
      args.map((arg) => evaluate(arg, scope)),
    );
  if (!scope.group) throw new Refusal(`The double does not know ${name} here.`);
  const [arg] = args;
  if (!arg) throw new Refusal(`${name} needs an argument.`);
  return aggregate(
    name,
    scope.group.map((row) => evaluate(arg, { ...scope, row, group: null })),
  );
};

const parameterValue = (name: string, { parameters }: Scope): Value => {
  const value = parameters.get(name);
  if (value === undefined) throw new Refusal(`SC2001 Parameter '${name}' is not specified.`);
  return value;
};

const nameValue = (name: string, { row }: Scope): Value => {
  if (!row.has(name)) throw new Refusal(`SC2001 Identifier '${name}' could not be resolved.`);
  return row.get(name);
};

const unary = (operator: string, operand: Value): Value => {
  if (operator === "-") return typeof operand === "number" ? -operand : undefined;
  return typeof operand === "boolean" ? !operand : undefined;
};

const isIn = (value: Value, list: readonly Value[]): Value =>
  value === undefined ? undefined : list.some((item) => sameValue(value, item));

const isDefined = (value: Value): value is Json => value !== undefined;

const objectOf = (properties: readonly (readonly [string, Value])[]): Json =>
  Object.fromEntries(
    properties.filter((entry): entry is readonly [string, Json] => isDefined(entry[1])),
  );

export const evaluate = (node: Expression, scope: Scope): Value => {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "undefined":
      return undefined;
    case "parameter":
      return parameterValue(node.name, scope);
    case "name":
      return nameValue(node.name, scope);
    case "member":
      return memberOf(evaluate(node.object, scope), node.key);
    case "call":
      return call(node.name, node.args, scope);
    case "unary":
      return unary(node.operator, evaluate(node.operand, scope));
    case "binary":
      return binary(node.operator, node.left, node.right, scope);
    case "in":
      return isIn(
        evaluate(node.value, scope),
        node.list.map((item) => evaluate(item, scope)),
      );
    case "array":
      return node.items.map((item) => evaluate(item, scope)).filter(isDefined);
    case "object":
      return objectOf(node.properties.map(([key, value]) => [key, evaluate(value, scope)]));
    case "exists":
      return rowsOf(node.query, scope.row, [undefined], scope.parameters).length > 0;
  }
};

const fanOut = (
  rows: readonly Row[],
  alias: string,
  source: Expression,
  parameters: Parameters,
): Row[] =>
  rows.flatMap((row) => {
    const items = evaluate(source, { row, group: null, parameters });
    return isArray(items) ? items.map((item) => new Map([...row, [alias, item]])) : [];
  });

/** The rows that FROM, JOIN and WHERE leave. */
export const rowsOf = (
  select: Select,
  outer: Row,
  documents: readonly Value[],
  parameters: Parameters,
): Row[] => {
  const { alias, source } = select.from;
  let rows: Row[] = source
    ? fanOut([outer], alias, source, parameters)
    : documents.map((document) => new Map([...outer, [alias, document]]));
  for (const join of select.joins) rows = fanOut(rows, join.alias, join.source, parameters);
  const { where } = select;
  return where
    ? rows.filter((row) => evaluate(where, { row, group: null, parameters }) === true)
    : rows;
};
