import type { JSONValue, SqlQuerySpec } from "@azure/cosmos";
import type { SpaceId } from "../port.ts";

/** Whose documents are asked for: those of a space, or of one session of it. */
export interface Owner extends SpaceId {
  readonly session?: string | undefined;
}

/** What is asked of the documents `c` of one owner, whom `querySpec` names, always. */
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

/** Queries have a `@session` of their own. */
const PARAMETERS = { tenant: "tenant", user: "user", session: "ownSession" } as const;
const whose = ({ session }: Owner): readonly (keyof typeof PARAMETERS)[] => [
  "tenant",
  "user",
  ...(session === undefined ? [] : ["session" as const]),
];

const integer = (n: number): string => {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`Not a count: ${n}`);
  return String(n);
};

const clauses = (owner: Owner, query: Query, select: string): string =>
  [
    `SELECT ${query.top === undefined ? "" : `TOP ${integer(query.top)} `}${select} FROM c`,
    `WHERE ${[...whose(owner).map((field) => `c.${field} = @${PARAMETERS[field]}`), ...query.where].join(" AND ")}`,
    ...(query.orderBy === undefined ? [] : [`ORDER BY ${query.orderBy}`]),
  ].join(" ");

const withOwner = ({ tenant, user, session }: Owner, query: Query, text: string): SqlQuerySpec => ({
  query: text,
  parameters: Object.entries({
    ...query.parameters,
    tenant,
    user,
    ...(session === undefined ? {} : { ownSession: session }),
  }).map(([name, value]) => ({ name: `@${name}`, value })),
});

/**
 * The query as it is sent. Tenant and user stand in every WHERE, and the session where it is one's: whenever the SDK goes by a query plan
 * it drops the partition key, and nothing else would keep others out (docs/cosmos.md, Isolation).
 */
export const querySpec = (owner: Owner, query: Query): SqlQuerySpec => {
  const own = query.distinct ? whose(owner) : ["id", ...whose(owner)];
  const select = query.fields
    ? [...own, ...query.fields]
        .map((field) => (field.includes(" ") ? field : `c.${field}`))
        .join(", ")
    : "*";
  return withOwner(
    owner,
    query,
    clauses(owner, query, query.distinct ? `DISTINCT ${select}` : select),
  );
};

/** How many documents there are. */
export const countSpec = (owner: Owner, query: Query): SqlQuerySpec =>
  withOwner(owner, query, clauses(owner, { where: query.where }, "VALUE COUNT(1)"));

/** One of several values. */
export const oneOf = (property: string, parameter: string): string =>
  `ARRAY_CONTAINS(@${parameter}, c.${property})`;
/** Believed at `@knownAt`. */
export const BELIEVED = "c.recordedAt <= @knownAt AND c.expiredAt > @knownAt";
/** True at `@validAt`. */
export const TRUE_THEN = "c.validFrom <= @validAt AND c.validTo > @validAt";
/** Not expired by `@now`. */
export const STANDING = "c.expiresAt > @now";
export const RECORDED = "c.recordedAt <= @knownAt";
export const ofType = (type: string): string => `c.type = "${type}"`;
