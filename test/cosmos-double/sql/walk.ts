import type { Expression, Select } from "./ast.ts";

const childrenOf = (node: Expression): readonly Expression[] => {
  switch (node.kind) {
    case "member":
      return [node.object];
    case "call":
      return node.args;
    case "unary":
      return [node.operand];
    case "binary":
      return [node.left, node.right];
    case "in":
      return [node.value, ...node.list];
    case "array":
      return node.items;
    case "object":
      return node.properties.map(([, value]) => value);
    case "exists":
      return expressionsOf(node.query);
    default:
      return [];
  }
};

/** An expression and everything in it. */
export const walk = function* (node: Expression): Generator<Expression> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
};

const projected = ({ projection }: Select): readonly Expression[] =>
  projection.kind === "star"
    ? []
    : projection.kind === "value"
      ? [projection.expression]
      : projection.items.map(({ expression }) => expression);

export const expressionsOf = (select: Select): Expression[] => [
  ...projected(select),
  ...(select.from.source ? [select.from.source] : []),
  ...select.joins.map(({ source }) => source),
  ...(select.where ? [select.where] : []),
  ...select.orderBy.map(({ expression }) => expression),
  ...(select.rank ? [select.rank] : []),
];

/** The names of the functions that the projection calls. */
export const projectedCalls = (select: Select): string[] =>
  projected(select).flatMap((expression) =>
    [...walk(expression)].flatMap((node) => (node.kind === "call" ? [node.name] : [])),
  );

/** Conditions that must all hold. */
export const conjuncts = (node: Expression | null): Expression[] =>
  node === null
    ? []
    : node.kind === "binary" && node.operator === "AND"
      ? [...conjuncts(node.left), ...conjuncts(node.right)]
      : [node];

/** `/a/b` for the path of a document's property; null for anything else. */
export const pathOf = (node: Expression, alias: string): string | null => {
  if (node.kind === "name") return node.name === alias ? "" : null;
  if (node.kind !== "member") return null;
  const parent = pathOf(node.object, alias);
  return parent === null ? null : `${parent}/${node.key}`;
};
