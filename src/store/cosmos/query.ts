import type { JSONValue, SqlQuerySpec } from "@azure/cosmos";
import type { SpaceId } from "../port.ts";

/** What is asked of the documents `c` of one space. The space itself is named by `querySpec`, always. */
export interface Query {
  /** Properties to be given, besides those that tell whose the document is; all of the document where it is left out. */
  readonly fields?: readonly string[] | undefined;
  /** Conditions that must all hold. */
  readonly where: readonly string[];
  readonly parameters?: Readonly<Record<string, JSONValue>> | undefined;
  /** A literal in the query: the service takes no parameter here where it ranks. */
  readonly top?: number | undefined;
  /** `c.since DESC`, or `RANK f(…)`. */
  readonly orderBy?: string | undefined;
  /** Each row once; rows then tell only whose they are and the fields. */
  readonly distinct?: boolean | undefined;
}

const WHOSE = ["tenant", "user"];

const integer = (n: number): string => {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`Not a count: ${n}`);
  return String(n);
};

const clauses = (query: Query, select: string): string =>
  [
    `SELECT ${query.top === undefined ? "" : `TOP ${integer(query.top)} `}${select} FROM c`,
    `WHERE ${["c.tenant = @tenant", "c.user = @user", ...query.where].join(" AND ")}`,
    ...(query.orderBy === undefined ? [] : [`ORDER BY ${query.orderBy}`]),
  ].join(" ");

const withSpace = (space: SpaceId, query: Query, text: string): SqlQuerySpec => ({
  query: text,
  parameters: Object.entries({ ...query.parameters, tenant: space.tenant, user: space.user }).map(([name, value]) => ({ name: `@${name}`, value })),
});

/**
 * The query as it is sent. Tenant and user stand in every WHERE: whenever the SDK goes by a query plan it drops the partition key, and
 * nothing else would keep other spaces out (FACTS.md §3).
 */
export const querySpec = (space: SpaceId, query: Query): SqlQuerySpec => {
  const own = query.distinct ? WHOSE : ["id", ...WHOSE];
  const select = query.fields ? [...own, ...query.fields].map((field) => (field.includes(" ") ? field : `c.${field}`)).join(", ") : "*";
  return withSpace(space, query, clauses(query, query.distinct ? `DISTINCT ${select}` : select));
};

/** How many documents there are. */
export const countSpec = (space: SpaceId, query: Query): SqlQuerySpec => withSpace(space, query, clauses({ where: query.where }, "VALUE COUNT(1)"));

/** One of several values. */
export const oneOf = (property: string, parameter: string): string => `ARRAY_CONTAINS(@${parameter}, c.${property})`;
/** Believed at `@knownAt`. */
export const BELIEVED = "c.recordedAt <= @knownAt AND c.expiredAt > @knownAt";
/** True at `@validAt`. */
export const TRUE_THEN = "c.validFrom <= @validAt AND c.validTo > @validAt";
/** Not expired by `@now`. */
export const STANDING = "c.expiresAt > @now";
export const RECORDED = "c.recordedAt <= @knownAt";
export const ofType = (type: string): string => `c.type = "${type}"`;
