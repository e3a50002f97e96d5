import { describe, expect, it } from "vitest";
import { headPoint, presentPoint } from "../../src/derive/derivation.ts";
import { BEGINNING, instantOf } from "../../src/memory/time.ts";
import { withMethods } from "../../src/store/with-methods.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const EVERYTHING = `{
  entity(key: "person:ana") { at { knownAt } facts(first: 20) { totalCount } }
  facts(first: 20) { totalCount nodes { text } }
  graph { at { knownAt } totalEntities }
  search(query: "Ana") { hits { score } }
}`;

describe.each(stores)("a request on $name that finds the space empty", ({ open }) => {
  const freshSpace = freshSpaces(open);

  it("shows nothing of what is recorded meanwhile, and names a time point that stays empty", async () => {
    const space = await freshSpace();
    const { say } = memoryService(space);
    await say("Ana", "Ana lives in Faro");
    await say("Ana", "Ana has a cat");
    // The head as another process reads it: before the commits, or from a replica that lags.
    const late = memoryService(
      withMethods(space, { head: async () => ({ recordedAt: null, tag: "" }) }),
    );
    late.wait(60_000);
    const seen = await late.run(EVERYTHING);
    expect(seen).toMatchObject({
      entity: null,
      facts: { totalCount: 0, nodes: [] },
      graph: { totalEntities: 0 },
      search: { hits: [] },
    });
    const { wait, run } = memoryService(space);
    wait(120_000);
    const again = await run(
      `query ($knownAt: DateTime!) { graph(at: { knownAt: $knownAt }) { totalEntities } }`,
      { knownAt: seen.graph.at.knownAt },
    );
    expect(again.graph.totalEntities).toBe(0);
  });

  it("reads it at the same record time in derivations", async () => {
    const NOW = Date.UTC(2026, 0, 1);
    const services = { now: () => NOW };
    const space = await freshSpace();
    const now = instantOf(NOW);
    expect(await headPoint(services, space)).toEqual({ knownAt: BEGINNING, validAt: now });
    expect(await presentPoint(services, space)).toEqual({ knownAt: BEGINNING, validAt: now });
  });

  it("reads a time point that the client names as empty for good, too", async () => {
    const { run, clock } = memoryService(await freshSpace());
    await run("{ __typename }");
    const { graph } = await run(
      `query ($knownAt: DateTime!) { graph(at: { knownAt: $knownAt }) { at { knownAt } totalEntities } }`,
      { knownAt: clock() },
    );
    expect(graph).toEqual({ at: { knownAt: BEGINNING }, totalEntities: 0 });
  });
});
