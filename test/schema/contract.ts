import { readFileSync } from "node:fs";
import { buildSchema, Kind, parse, visit, type GraphQLSchema } from "graphql";

const text = readFileSync(new URL("contract.graphql", import.meta.url), "utf8");

/** Definitions of the connection types that the contract uses without spelling them out (Relay cursor connections). */
const connectionsIn = (source: string): string => {
  const names = new Set<string>();
  visit(parse(source), {
    NamedType: ({ name }) => {
      const of = /^(\w+)Connection$/.exec(name.value)?.[1];
      if (of !== undefined) names.add(of);
    },
  });
  return Array.from(
    names,
    (name) => `
    type ${name}Connection { edges: [${name}Edge!]! nodes: [${name}!]! pageInfo: PageInfo! totalCount: Int! }
    type ${name}Edge { cursor: String! node: ${name}! }`,
  ).join("\n");
};

/** The names and meanings that clients rely on. */
export const contract: GraphQLSchema = buildSchema(`${text}\n${connectionsIn(text)}`);

/** Names of the types that the contract defines. */
export const contractTypes: readonly string[] = parse(text).definitions.flatMap((node) =>
  "name" in node && node.name?.kind === Kind.NAME && node.kind !== Kind.OPERATION_DEFINITION
    ? [node.name.value]
    : [],
);
