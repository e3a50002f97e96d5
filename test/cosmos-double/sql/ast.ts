/** The part of the query language that the double knows. Everything else is refused. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "undefined" }
  | { readonly kind: "parameter"; readonly name: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "member"; readonly object: Expression; readonly key: string | number }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "unary"; readonly operator: "NOT" | "-"; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "in"; readonly value: Expression; readonly list: readonly Expression[] }
  | { readonly kind: "array"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly properties: readonly (readonly [string, Expression])[] }
  | { readonly kind: "exists"; readonly query: Select };

export type BinaryOperator =
  | "AND"
  | "OR"
  | "="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "??"
  | "||";

export type Projection =
  | { readonly kind: "star" }
  | { readonly kind: "value"; readonly expression: Expression }
  | {
      readonly kind: "list";
      readonly items: readonly { readonly expression: Expression; readonly alias: string | null }[];
    };

export interface OrderItem {
  readonly expression: Expression;
  readonly descending: boolean;
}

export interface Select {
  readonly distinct: boolean;
  readonly top: number | null;
  readonly projection: Projection;
  /** `FROM c`, or `FROM s IN c.spans` in a subquery. */
  readonly from: { readonly alias: string; readonly source: Expression | null };
  readonly joins: readonly { readonly alias: string; readonly source: Expression }[];
  readonly where: Expression | null;
  readonly orderBy: readonly OrderItem[];
  /** `ORDER BY RANK f(…)`. */
  readonly rank: Expression | null;
  readonly offset: number | null;
  readonly limit: number | null;
}
