/** How large an operation may be. */
export interface OperationLimits {
  /** Lexical tokens of the document. */
  readonly tokens: number;
  /** Nested fields; introspection is not counted, graphql-js bounds it by a rule of its own. */
  readonly depth: number;
  /** Fields and fragments, as written and with every fragment spread. */
  readonly selections: number;
  /** Cost by list sizes (`operation-cost.ts`). */
  readonly cost: number;
}
