import {
  isIntrospectionType,
  isSpecifiedScalarType,
  printType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";

const ROOTS = ["Query", "Mutation", "Subscription"];
const rank = ({ name }: GraphQLNamedType): number =>
  ROOTS.includes(name) ? ROOTS.indexOf(name) : ROOTS.length;

/** A schema as the repository keeps it: what can be asked first, then every type by name, its fields in the order of its class. */
export const schemaText = (schema: GraphQLSchema): string =>
  `${Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
    .map(printType)
    .join("\n\n")}\n`;
