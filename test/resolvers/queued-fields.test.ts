import { setImmediate } from "node:timers/promises";
import {
  execute,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLSchema,
  parse,
  type ExecutionResult,
} from "graphql";
import { describe, expect, it } from "vitest";
import { queueFields } from "../../resolvers/queued-fields.ts";
import { LoopQueue } from "../../src/fairness/loop-queue.ts";

const FIELD_MS = 5;

/** Runs a query for many fields that compute for 5 ms each, without waiting for anything. */
const runFields = (count: number) => {
  let now = 0;
  let done = 0;
  const work = {
    type: GraphQLInt,
    resolve: () => {
      now += FIELD_MS;
      return (done += 1);
    },
  };
  const query = new GraphQLObjectType({ name: "Query", fields: { work } });
  queueFields(query, new LoopQueue(() => now));
  const fields = Array.from({ length: count }, (_, n) => `f${n}: work`).join(" ");
  const result = execute({
    schema: new GraphQLSchema({ query }),
    document: parse(`{ ${fields} }`),
  }) as ExecutionResult | Promise<ExecutionResult>;
  return { result, done: () => done };
};

describe("the fields of a query", () => {
  it("let the event loop serve others between them", async () => {
    const { result, done } = runFields(20);
    let most = done();
    for (let before = done(); done() < 20; before = done()) {
      await setImmediate();
      most = Math.max(most, done() - before);
    }
    expect(most).toBeLessThanOrEqual(2);
    const { data } = await result;
    expect(Object.keys(data ?? {})).toHaveLength(20);
  });

  it("run at once if they take little time", () => {
    expect(runFields(1).result).toEqual({ data: { f0: 1 } });
  });
});
