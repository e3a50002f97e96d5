import {
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  Kind,
  visit,
} from "graphql";
import { type Instant, parseInstant } from "../src/memory/time.ts";
import { pastKnownAt } from "../src/read/view.ts";
import type { Context } from "./context.ts";

type Operation = Pick<GraphQLResolveInfo, "operation" | "fragments" | "variableValues">;

const FIELD = "knownAt";

/** The instants of a variable's value, at `knownAt` at any depth. */
const instantsIn = (value: unknown): Instant[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === FIELD && typeof inner === "string" ? (parseInstant(inner) ?? []) : instantsIn(inner),
  );
};

/** A record time in an operation: its text, or a variable. */
type NamedTime = { readonly text: string } | { readonly variable: string };

const timesByOperation = new WeakMap<Operation["operation"], readonly NamedTime[]>();

/** The record times in the text of an operation. Read once for each document. */
const timesNamedBy = ({
  operation,
  fragments,
}: Pick<Operation, "operation" | "fragments">): readonly NamedTime[] => {
  const knownTimes = timesByOperation.get(operation);
  if (knownTimes !== undefined) return knownTimes;
  const namedTimes: NamedTime[] = [];
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...Object.values(fragments)],
  };
  visit(document, {
    ObjectField: ({ name, value }) => {
      if (name.value !== FIELD) return;
      if (value.kind === Kind.STRING) namedTimes.push({ text: value.value });
      if (value.kind === Kind.VARIABLE) namedTimes.push({ variable: value.name.value });
    },
  });
  timesByOperation.set(operation, namedTimes);
  return namedTimes;
};

/** The record times that an operation names, in its text or in its variables. */
const namedRecordTimes = (operation: Operation): Instant[] => {
  const { variableValues } = operation;
  const inText = timesNamedBy(operation).flatMap((namedTime) => {
    const value = "text" in namedTime ? namedTime.text : variableValues[namedTime.variable];
    return typeof value === "string" ? (parseInstant(value) ?? []) : [];
  });
  return [...inText, ...instantsIn(variableValues)];
};

const lookUps = new WeakMap<Context, Promise<unknown> | null>();

/**
 * Looks up the commits of an operation's past time points, all in one store call before its first
 * field, so that fields at different time points share their store calls. Null for an operation
 * that names no past record time.
 */
const lookUpCommits = (context: Context, operation: Operation): Promise<unknown> | null => {
  const knownLookUp = lookUps.get(context);
  if (knownLookUp !== undefined) return knownLookUp;
  const past = namedRecordTimes(operation).filter(
    (knownAt) => pastKnownAt(context.pin, { knownAt }) !== null,
  );
  const lookUp = past.length === 0 ? null : context.loaders.commitTimes.read(past);
  lookUps.set(context, lookUp);
  return lookUp;
};

/** Lets every field of the query type begin after the commits of its operation are looked up. */
export const lookUpCommitsFirst = (queries: GraphQLObjectType<unknown, Context>): void => {
  for (const field of Object.values(queries.getFields())) {
    const resolve = field.resolve as GraphQLFieldResolver<unknown, Context> | undefined;
    if (resolve === undefined) continue;
    field.resolve = (source, args, context, info) => {
      const lookUp = lookUpCommits(context, info);
      return lookUp === null
        ? resolve(source, args, context, info)
        : lookUp.then(() => resolve(source, args, context, info));
    };
  }
};
