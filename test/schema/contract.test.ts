import {
  astFromValue,
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  print,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";
import { describe, expect, it } from "vitest";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { contract, contractTypes } from "./contract.ts";

const ours = await buildGraphqlSchema();

const signature = ({ name, type, defaultValue }: GraphQLArgument | GraphQLInputField): string => {
  const value = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  return `${name}: ${String(type)}${value ? ` = ${print(value)}` : ""}`;
};

/** Everything that a schema promises to clients, one text each. */
const promisesOf = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type))
    .flatMap((type) => {
      const kind = type.constructor.name;
      const own = [`${kind} ${type.name}`];
      if (isEnumType(type)) own.push(...type.getValues().map(({ name }) => `${type.name}.${name}`));
      if (isInputObjectType(type))
        own.push(
          ...Object.values(type.getFields()).map((field) => `${type.name}.${signature(field)}`),
        );
      if (isObjectType(type) || isInterfaceType(type)) {
        own.push(...type.getInterfaces().map(({ name }) => `${type.name} implements ${name}`));
        for (const field of Object.values(type.getFields())) {
          own.push(
            `${type.name}.${field.name}: ${String(field.type)}`,
            ...field.args.map((arg) => `${type.name}.${field.name}(${signature(arg)})`),
          );
        }
      }
      return own;
    });

/** Fields that refer to an entity. `from` and `to` of an interval are instants. */
const ENTITY_NAMES = /^(?:entity|from|to|into|focus)$/u;

/** Every field, argument and input field, with the name of its type without `!`. */
const ownNames = (): readonly {
  readonly owner: string;
  readonly name: string;
  readonly type: string;
  readonly isInput: boolean;
}[] =>
  Object.values(ours.getTypeMap()).flatMap((owner) => {
    const named =
      (isInput: boolean) => (part: { readonly name: string; readonly type: unknown }) => ({
        owner: owner.name,
        name: part.name,
        type: String(part.type).replace(/!$/u, ""),
        isInput,
      });
    if (isInputObjectType(owner)) return Object.values(owner.getFields()).map(named(true));
    if (!isObjectType(owner) && !isInterfaceType(owner)) return [];
    return owner.name.startsWith("__")
      ? []
      : Object.values(owner.getFields()).flatMap((field) => [
          named(false)(field),
          ...field.args.map(named(true)),
        ]);
  });

/** Whether the contract has a field; other fields may have required arguments. */
const isPromised = (type: string, field: string): boolean => {
  const known = contract.getType(type);
  return (isObjectType(known) || isInterfaceType(known)) && field in known.getFields();
};

/** Required arguments and input fields: what an operation cannot leave out. */
const demandsOf = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isInputObjectType(type))
      return Object.values(type.getFields())
        .filter((field) => String(field.type).endsWith("!") && field.defaultValue === undefined)
        .map((field) => `${type.name}.${field.name}`);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields())
      .filter(({ name }) => isPromised(type.name, name))
      .flatMap(({ name, args }) =>
        args
          .filter((arg) => String(arg.type).endsWith("!") && arg.defaultValue === undefined)
          .map((arg) => `${type.name}.${name}(${arg.name})`),
      );
  });

describe("the schema", () => {
  it("keeps every name, type, nullability and default of the contract", () => {
    const kept = new Set(promisesOf(ours));
    expect(promisesOf(contract).filter((promise) => !kept.has(promise))).toEqual([]);
  });
  it("requires nothing that the contract does not require", () => {
    const shared = new Set(contractTypes);
    const asked = new Set(demandsOf(contract));
    expect(
      demandsOf(ours).filter(
        (demand) => shared.has(demand.split(".")[0] ?? "") && !asked.has(demand),
      ),
    ).toEqual([]);
  });
  it("names no user and no tenant in any argument", () => {
    const named = promisesOf(ours).filter((promise) =>
      /\((?:user|tenant)|Input\.(?:user|tenant)/i.test(promise),
    );
    expect(named).toEqual([]);
  });
  it("names arguments, durations, intervals and payloads in one way", () => {
    expect(
      ownNames().flatMap(({ name, type, owner, isInput }) => {
        const entity =
          isInput &&
          ENTITY_NAMES.test(name) &&
          owner !== "Interval" &&
          type !== "ID" &&
          type !== "[ID!]" &&
          type !== "DateTime" &&
          type !== "EntityRefInput";
        const session =
          isInput && /session|thread/i.test(name) && !/^(?:sessionMemory|sessionId)$/u.test(name);
        const page = isInput && /^(?:limit|offset|count|take|skip|page|pageSize)$/iu.test(name);
        const duration =
          /(?:Ms|Millis|Seconds|duration|took|latency)/u.test(name) &&
          !(name.endsWith("Ms") && type === "Float");
        return entity || session || page || duration ? [`${owner}.${name}: ${type}`] : [];
      }),
    ).toEqual([]);
  });
  it("gives every mutation one input and a payload", () => {
    const results = new Set(["write", "assertFact", "writeMany", "chat"]);
    const others = Object.values(ours.getMutationType()?.getFields() ?? {}).filter(
      ({ name, args, type }) =>
        args.length !== 1 ||
        args[0]?.name !== "input" ||
        !String(args[0].type).endsWith("Input!") ||
        !(String(type).endsWith("Payload!") || results.has(name)),
    );
    expect(others.map(({ name }) => name)).toEqual([]);
  });
  it("offers pages beside each list that can grow past 100", () => {
    const lists = Object.values(ours.getTypeMap()).flatMap((type) =>
      isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields())
            .filter(
              ({ name, type: list }) =>
                /^(?:versions|history|decisions)$/u.test(name) &&
                /^\[(?!String)/u.test(String(list)),
            )
            .map(({ name }) => ({ type, name }))
        : [],
    );
    const unpaged = lists.filter(({ type, name }) => !(`${name}Connection` in type.getFields()));
    // The decisions of a write are in pages of its event. A reconciliation compares at most 200
    // facts.
    expect(unpaged.map(({ type, name }) => `${type.name}.${name}`)).toEqual([
      "WriteResult.decisions",
      "ReconcileMemoriesPayload.decisions",
    ]);
  });
  const partsOf = (
    type: GraphQLNamedType,
  ): { readonly name: string; readonly description?: string | null | undefined }[] => {
    const parts = isEnumType(type)
      ? [...type.getValues()]
      : isInputObjectType(type)
        ? Object.values(type.getFields())
        : isObjectType(type) || isInterfaceType(type)
          ? Object.values(type.getFields()).flatMap((field) => [field, ...field.args])
          : [];
    const roots = [ours.getQueryType(), ours.getMutationType(), ours.getSubscriptionType()];
    return [...(roots.includes(type as never) ? [] : [type]), ...parts];
  };
  const badDescriptions = (isBad: (description: string) => boolean): string[] =>
    Object.values(ours.getTypeMap())
      .filter((type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type))
      .flatMap((type) =>
        partsOf(type)
          .filter(({ description }) => isBad(description ?? ""))
          .map(({ name }) => `${type.name}: ${name}`),
      );

  it("describes every type, field, argument and value", () => {
    expect(badDescriptions((description) => description === "")).toEqual([]);
  });

  it("has descriptions that fit a tooltip", () => {
    expect(badDescriptions((description) => description.length > 200)).toEqual([]);
  });
});

describe("the comparison", () => {
  const differs = (changed: string): string[] => {
    const kept = new Set(promisesOf(buildSchema(changed)));
    return promisesOf(
      buildSchema("type Query { a(b: Int = 1): [String!]! } enum E { X Y } input I { f: E = X }"),
    ).filter((promise) => !kept.has(promise));
  };
  it.each([
    ["a dropped field", "type Query { c: Int } enum E { X Y } input I { f: E = X }"],
    [
      "another nullability",
      "type Query { a(b: Int = 1): [String]! } enum E { X Y } input I { f: E = X }",
    ],
    [
      "another default",
      "type Query { a(b: Int = 2): [String!]! } enum E { X Y } input I { f: E = X }",
    ],
    [
      "a dropped enum value",
      "type Query { a(b: Int = 1): [String!]! } enum E { X } input I { f: E = X }",
    ],
    [
      "another default of an input field",
      "type Query { a(b: Int = 1): [String!]! } enum E { X Y } input I { f: E }",
    ],
  ])("sees %s", (_, changed) => {
    expect(differs(changed)).not.toEqual([]);
  });
  it("allows additions", () => {
    expect(
      differs(
        "type Query { a(b: Int = 1, more: Int): [String!]! z: Int } enum E { X Y Z } input I { f: E = X, g: Int }",
      ),
    ).toEqual([]);
  });
});
