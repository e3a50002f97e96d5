import type { GraphQLFieldResolver, GraphQLSchema } from "graphql";
import { isObjectType } from "graphql";
import { getMetadataStorage } from "type-graphql";
import type { Context } from "./context.ts";

type Resolve = GraphQLFieldResolver<unknown, Context>;
type Inputs = Parameters<Resolve>;
type Parameter = NonNullable<
  ReturnType<typeof getMetadataStorage>["fieldResolvers"][number]["params"]
>[number];

/** The input of a field for a parameter of its method. */
const inputFor = (parameter: Parameter): ((...inputs: Inputs) => unknown) => {
  switch (parameter.kind) {
    case "root":
      return (root) => root;
    case "args":
      return (_root, args) => args;
    case "arg":
      return (_root, args) => args[parameter.name];
    case "context":
      return (_root, _args, context) => context;
    case "info":
      return (_root, _args, _context, info) => info;
    default:
      throw new Error(`A field resolver has a parameter of the kind ${parameter.kind}.`);
  }
};

/**
 * Passes the arguments of the fields of objects to their methods as graphql-js has read them.
 * type-graphql would copy them, and would pass them on through eleven promises for each call, in case
 * that they are to be validated. A walk has hundreds of such calls. Fields of interfaces stay as they
 * are.
 *
 * This reads the metadata of type-graphql, which its documentation does not describe. It throws if
 * an update has changed what it needs; `test/resolvers/direct-arguments.test.ts` checks the rest.
 */
export const passArgumentsDirectly = (schema: GraphQLSchema): void => {
  const { fieldResolvers, objectTypes } = getMetadataStorage();
  for (const { target, methodName, schemaName, getObjectType, params = [] } of fieldResolvers) {
    const name = objectTypes.find((type) => type.target === getObjectType?.())?.name;
    const type = name === undefined ? undefined : schema.getType(name);
    if (!isObjectType(type)) continue;
    const field = type.getFields()[schemaName];
    const method: unknown = Reflect.get(target.prototype as object, methodName);
    if (field === undefined || typeof method !== "function")
      throw new Error(`type-graphql does not say which method gives ${name}.${schemaName}.`);
    const inputs = params.toSorted((a, b) => a.index - b.index).map(inputFor);
    const resolvers: unknown = Reflect.construct(target, []);
    const resolve: Resolve = (...given) =>
      Reflect.apply(
        method,
        resolvers,
        inputs.map((input) => input(...given)),
      ) as unknown;
    field.resolve = resolve;
  }
};
