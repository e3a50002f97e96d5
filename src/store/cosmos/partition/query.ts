import type { JSONValue, SqlQuerySpec } from "@azure/cosmos";
import type { SpaceId } from "../../port.ts";

/** The owner of the queried documents: a space, or one session of it. */
export interface Scope extends SpaceId {
  readonly session?: string | undefined;
}

/** Conditions on the documents `c` of a scope, and their order. */
export interface Query {
  /** Conditions that must all hold, in addition to those of the scope. */
  readonly where: readonly string[];
  readonly parameters?: Readonly<Record<string, JSONValue>> | undefined;
  /**
   * Maximum number of rows. It is a literal in the query, because the service accepts no parameter
   * here in ranking queries.
   */
  readonly top?: number | undefined;
  /** `c.since DESC`, or `RANK f(…)`. */
  readonly orderBy?: string | undefined;
}

/** A condition with its one parameter. It is omitted if the value is undefined. */
type Filter = readonly [condition: string, parameter: string, value: JSONValue | undefined];

/** The query with further conditions. */
export const withFilters = (query: Query, filters: readonly Filter[]): Query => {
  const where = [...query.where];
  const parameters = { ...query.parameters };
  for (const [condition, parameter, value] of filters) {
    if (value === undefined) continue;
    where.push(condition);
    parameters[parameter] = value;
  }
  return { ...query, where, parameters };
};

/** Conditions that a list property contains all of some values; none if these are undefined. */
export const holdsAll = (
  property: string,
  parameter: string,
  values: readonly string[] | undefined = [],
): readonly Filter[] =>
  values.map((value, i) => [
    `ARRAY_CONTAINS(c.${property}, @${parameter}${i})`,
    `${parameter}${i}`,
    value,
  ]);

/** The parameter for each key of the scope. Queries have a `@session` of their own. */
const SCOPE_PARAMETERS = { tenant: "tenant", user: "user", session: "ownSession" } as const;
type ScopeKey = keyof typeof SCOPE_PARAMETERS;
const keysOf = ({ session }: Scope): readonly ScopeKey[] =>
  session === undefined ? ["tenant", "user"] : ["tenant", "user", "session"];

const integer = (n: number): string => {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`Not a count: ${n}`);
  return String(n);
};

/**
 * Every WHERE names tenant and user, and the session if the scope is one. When the SDK uses a query
 * plan, it drops the partition key, and nothing else would exclude other spaces.
 */
const scopedSpec = (scope: Scope, query: Query, select: string): SqlQuerySpec => {
  const { tenant, user, session } = scope;
  const conditions = [
    ...keysOf(scope).map((key) => `c.${key} = @${SCOPE_PARAMETERS[key]}`),
    ...query.where,
  ];
  const top = query.top === undefined ? "" : `TOP ${integer(query.top)} `;
  const orderBy = query.orderBy === undefined ? "" : ` ORDER BY ${query.orderBy}`;
  const parameters = {
    ...query.parameters,
    tenant,
    user,
    ...(session === undefined ? {} : { ownSession: session }),
  };
  return {
    query: `SELECT ${top}${select} FROM c WHERE ${conditions.join(" AND ")}${orderBy}`,
    parameters: Object.entries(parameters).map(([name, value]) => ({ name: `@${name}`, value })),
  };
};

/** A field is a property of `c`, or an expression with a name (`c.body.speaker AS speaker`). */
const selectionOf = (fields: readonly string[]): string =>
  fields.map((field) => (field.includes(" ") ? field : `c.${field}`)).join(", ");

/**
 * Selects documents, or the id, the scope and the fields of each. `fields` is null for whole
 * documents.
 */
export const rowsSpec = (
  scope: Scope,
  fields: readonly string[] | null,
  query: Query,
): SqlQuerySpec =>
  scopedSpec(scope, query, fields ? selectionOf(["id", ...keysOf(scope), ...fields]) : "*");

/** Selects the distinct values of the fields. */
export const distinctSpec = (scope: Scope, fields: readonly string[], query: Query): SqlQuerySpec =>
  scopedSpec(scope, query, `DISTINCT ${selectionOf([...keysOf(scope), ...fields])}`);

/** Selects the number of documents. */
export const countSpec = (scope: Scope, { where, parameters }: Query): SqlQuerySpec =>
  scopedSpec(scope, { where, parameters }, "VALUE COUNT(1)");

export const ofType = (type: string): string => `c.type = "${type}"`;
/** The condition that a property is one of the values of an array parameter. */
export const oneOf = (property: string, parameter: string): string =>
  `ARRAY_CONTAINS(@${parameter}, c.${property})`;
/** The order in which records were first recorded. */
export const OLDEST_FIRST = "c.since";
export const LATEST_RECORDED_FIRST = "c.recordedAt DESC";
/** Whether the head of the space would be the first row of an ordered query if it matched. */
export const isLedByHead = ({ orderBy, where }: Query): boolean =>
  orderBy === OLDEST_FIRST ||
  (orderBy === LATEST_RECORDED_FIRST && where.includes(ofType("commit")));
/** Recorded by `@knownAt`. */
export const IS_RECORDED = "c.recordedAt <= @knownAt";
/** Believed at `@knownAt`. */
export const IS_BELIEVED = "c.recordedAt <= @knownAt AND c.expiredAt > @knownAt";
/** True at `@validAt`. */
export const IS_TRUE = "c.validFrom <= @validAt AND c.validTo > @validAt";
/** Not expired by `@now`. */
export const IS_LIVE = "c.expiresAt > @now";
