import type { Expression, Projection, Select } from "./ast.ts";

const path = (key: string | number): string =>
  typeof key === "number"
    ? `[${key}]`
    : /^[A-Za-z_]\w*$/u.test(key)
      ? `.${key}`
      : `[${JSON.stringify(key)}]`;

/** An expression as the service writes it in the queries of a plan. */
export const print = (node: Expression): string => {
  switch (node.kind) {
    case "literal":
      return JSON.stringify(node.value);
    case "undefined":
      return "undefined";
    case "parameter":
    case "name":
      return node.name;
    case "member":
      return `${print(node.object)}${path(node.key)}`;
    case "call":
      return `${node.name}(${node.args.map(print).join(", ")})`;
    case "unary":
      return node.operator === "NOT" ? `(NOT ${print(node.operand)})` : `(-${print(node.operand)})`;
    case "binary":
      return `(${print(node.left)} ${node.operator} ${print(node.right)})`;
    case "in":
      return `(${print(node.value)} IN (${node.list.map(print).join(", ")}))`;
    case "array":
      return `[${node.items.map(print).join(", ")}]`;
    case "object":
      return `{${node.properties.map(([name, value]) => `${JSON.stringify(name)}: ${print(value)}`).join(", ")}}`;
    case "exists":
      return `EXISTS(${printSelect(node.query)})`;
  }
};

/** The name under which a projected expression comes back. */
export const nameOf = (expression: Expression, alias: string | null, position: number): string =>
  alias ??
  (expression.kind === "member"
    ? String(expression.key)
    : expression.kind === "name"
      ? expression.name
      : `$${position + 1}`);

const printProjection = (projection: Projection): string =>
  projection.kind === "star"
    ? "*"
    : projection.kind === "value"
      ? `VALUE ${print(projection.expression)}`
      : projection.items
          .map(
            ({ expression, alias }) =>
              `${print(expression)}${alias === null ? "" : ` AS ${alias}`}`,
          )
          .join(", ");

/** The `payload` of the plan's queries: the whole projection of the query. */
export const printPayload = (select: Select): string =>
  select.projection.kind === "star"
    ? select.from.alias
    : select.projection.kind === "value"
      ? print(select.projection.expression)
      : `{${select.projection.items.map(({ expression, alias }, i) => `${JSON.stringify(nameOf(expression, alias, i))}: ${print(expression)}`).join(", ")}}`;

export const printFrom = (select: Select): string =>
  [
    `FROM ${select.from.alias}${select.from.source ? ` IN ${print(select.from.source)}` : ""}`,
    ...select.joins.map(({ alias, source }) => `JOIN ${alias} IN ${print(source)}`),
  ].join("\n");

const printSelect = (select: Select): string =>
  [
    `SELECT ${select.distinct ? "DISTINCT " : ""}${select.top === null ? "" : `TOP ${select.top} `}${printProjection(select.projection)}`,
    printFrom(select),
    ...(select.where ? [`WHERE ${print(select.where)}`] : []),
  ].join(" ");
