import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLError,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLFieldConfigMap,
} from "graphql";
import { PROBLEMS, Problem, type ProblemCode } from "../../src/memory/problem.ts";
import { StoreUnavailable, type SpaceId } from "../../src/store/port.ts";

/** The context of the stand-in's resolvers. */
export interface StandInContext {
  readonly space: SpaceId;
  /** The number of the request, or event of a subscription, for which it was made, from 1. */
  readonly number: number;
  readonly gate: Gate;
}

/** Blocks until it is opened, so that a request stays in flight as long as a test needs. */
export interface Gate {
  readonly entered: Promise<void>;
  enter(): Promise<void>;
  open(): void;
}

export const createGate = (): Gate => {
  let arrive = (): void => undefined;
  let open = (): void => undefined;
  const entered = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    entered,
    enter: () => {
      arrive();
      return opened;
    },
    open: () => open(),
  };
};

export const SECRET = "/home/operator/secret at line 12";

const readInstant = (value: unknown): string => {
  if (typeof value === "string" && value.endsWith("Z")) return value;
  throw new GraphQLError("It is not an instant.", { extensions: { code: "INVALID_INSTANT" } });
};
const instant = new GraphQLScalarType({ name: "Instant", parseValue: readInstant });
const span = new GraphQLScalarType({
  name: "Span",
  parseValue: () => {
    throw new Problem("INVALID_INTERVAL", "It ends before it begins.");
  },
});

const codes = new GraphQLEnumType({
  name: "Code",
  values: Object.fromEntries(Object.keys(PROBLEMS).map((code) => [code, {}])),
});
const reasons = new GraphQLEnumType({
  name: "Reason",
  values: { UNREACHABLE: {}, REFUSED: {}, FULL: {}, DAMAGED: {}, NEWER: {} },
});
const text = new GraphQLNonNull(GraphQLString);

const thing: GraphQLObjectType<unknown, StandInContext> = new GraphQLObjectType<
  unknown,
  StandInContext
>({
  name: "Thing",
  fields: (): GraphQLFieldConfigMap<unknown, StandInContext> => ({
    id: { type: new GraphQLNonNull(GraphQLID), resolve: () => "1" },
    child: { type: thing, resolve: () => ({}) },
    things: {
      type: new GraphQLNonNull(new GraphQLList(thing)),
      args: { first: { type: GraphQLInt } },
      resolve: () => [{}],
    },
    parts: { type: new GraphQLList(thing), resolve: () => [{}] },
  }),
});

const query = new GraphQLObjectType<unknown, StandInContext>({
  name: "Query",
  fields: {
    hello: { type: text, resolve: () => "hello" },
    tenant: { type: text, resolve: (_source, _args, { space }) => space.tenant },
    user: { type: text, resolve: (_source, _args, { space }) => space.user },
    thing: { type: thing, resolve: () => ({}) },
    things: {
      type: new GraphQLList(thing),
      args: { first: { type: GraphQLInt, defaultValue: 20 } },
      resolve: () => [{}],
    },
    byId: {
      type: GraphQLString,
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: (_source, { id }) => String(id),
    },
    at: {
      type: GraphQLString,
      args: { instant: { type: instant }, span: { type: span }, count: { type: GraphQLInt } },
      resolve: () => "then",
    },
    slow: {
      type: text,
      resolve: async (_source, _args, { gate }) => gate.enter().then(() => "at last"),
    },
    fault: {
      type: GraphQLString,
      resolve: () => {
        throw new Error(SECRET, { cause: new TypeError(SECRET) });
      },
    },
    oddFault: {
      type: GraphQLString,
      resolve: () => {
        throw new GraphQLError(SECRET, {
          extensions: { code: "OF_SOME_LIBRARY", stacktrace: [SECRET] },
        });
      },
    },
    missing: { type: text, resolve: () => null },
    wrongType: { type: GraphQLInt, resolve: () => SECRET },
    problem: {
      type: GraphQLBoolean,
      args: { code: { type: new GraphQLNonNull(codes) } },
      resolve: (_source, { code }) => {
        throw new Problem(code as ProblemCode, "A sentence that helps.");
      },
    },
    store: {
      type: GraphQLBoolean,
      args: { reason: { type: new GraphQLNonNull(reasons) } },
      resolve: (_source, { reason }) => {
        throw new StoreUnavailable(reason as StoreUnavailable["reason"], SECRET);
      },
    },
  },
});

const mutation = new GraphQLObjectType<unknown, StandInContext>({
  name: "Mutation",
  fields: {
    say: {
      type: text,
      args: { text: { type: text } },
      resolve: (_source, args) => String(args["text"]),
    },
  },
});

async function* threeTicks(): AsyncGenerator<number> {
  yield 1;
  yield 2;
  yield 3;
}

const never = (ended: () => void): AsyncIterableIterator<number> => {
  let end: (result: IteratorResult<number>) => void = () => undefined;
  const waiting = new Promise<IteratorResult<number>>((resolve) => (end = resolve));
  return {
    next: () => waiting,
    return: async () => {
      ended();
      end({ done: true, value: undefined });
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};

const failing = async function* (): AsyncGenerator<number> {
  yield 1;
  throw new Error(SECRET);
};

/** A schema with something of everything that the server around it has to deal with. */
export const standInSchema = (ended: () => void = () => undefined): GraphQLSchema =>
  new GraphQLSchema({
    query,
    mutation,
    subscription: new GraphQLObjectType<unknown, StandInContext>({
      name: "Subscription",
      fields: {
        ticks: { type: GraphQLInt, subscribe: threeTicks, resolve: (tick) => tick as number },
        contexts: {
          type: GraphQLInt,
          subscribe: threeTicks,
          resolve: (_tick, _args, { number }) => number,
        },
        never: {
          type: GraphQLInt,
          subscribe: () => never(ended),
          resolve: (tick) => tick as number,
        },
        failing: { type: GraphQLInt, subscribe: failing, resolve: (tick) => tick as number },
      },
    }),
  });
