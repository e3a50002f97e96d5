/** Any JSON value. */
export { GraphQLJSON } from "graphql-scalars";
