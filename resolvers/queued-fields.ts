import type { GraphQLFieldResolver, GraphQLObjectType } from "graphql";
import { loopQueue, type LoopQueue } from "../src/fairness/loop-queue.ts";
import type { Context } from "./context.ts";

/**
 * Lets others use the event loop between two fields of the query type. All fields of an operation
 * begin together, and each computes and reads the embedded store before it first waits, so that
 * ninety of them would block the process for a second.
 */
export const queueFields = (
  queries: GraphQLObjectType<unknown, Context>,
  queue: Pick<LoopQueue, "run"> = loopQueue,
): void => {
  for (const field of Object.values(queries.getFields())) {
    const resolve = field.resolve as GraphQLFieldResolver<unknown, Context> | undefined;
    if (resolve === undefined) continue;
    field.resolve = (source, args, context, info) =>
      queue.run(() => resolve(source, args, context, info) as unknown);
  }
};
