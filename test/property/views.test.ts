import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { epochMillis, instantOf } from "../../src/memory/time.ts";
import type { Store } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "../resolvers/memory-service.ts";

const RUNS = Number(process.env["VIEW_RUNS"] ?? 6);

const QUESTION = `query ($at: TimePoint!, $of: String!) {
  entity(name: $of, at: $at) { id at { knownAt validAt } facts { edges { cursor node { id validTo versions { id } event { id } decision { id } } } }
    relationships { edges { cursor node { id target { id mentionedIn { nodes { id } } } evidences { nodes { id } } } } } neighbours { edges { cursor node { id } } }
    timeline { slot spans { validTo expiredAt version { id } } } }
  extent(at: $at) { validFrom validTo recordedFrom recordedTo }
  counts: changeCounts(at: $at, axis: VALID, from: "2010-01-01T00:00:00Z", to: "2020-01-01T00:00:00Z", buckets: 8) { began ended }
  graph(at: $at) { entities { id } relationships { id source { id } target { id } } totalEntities totalRelationships }
  ever: facts(at: $at, during: { from: "2012-01-01T00:00:00Z", to: "2016-01-01T00:00:00Z" }) { edges { cursor node { id } } }
  facts(at: $at) { edges { cursor node { id } } pageInfo { endCursor } }
  entities(at: $at) { edges { cursor node { id name } } }
  events(at: $at) { nodes { id status } } }`;

const said = fc.record({
  of: fc.constantFrom("Ana", "Ben"),
  slot: fc.constantFrom("residence", "employer", "pet"),
  value: fc.constantFrom("Rome", "Oslo", "Lima"),
  year: fc.integer({ min: 2010, max: 2020 }),
  pause: fc.integer({ min: 0, max: 5000 }),
});
const asked = fc.record({
  of: fc.constantFrom("Ana", "Ben"),
  /** Milliseconds after the beginning. */
  known: fc.integer({ min: -5_000, max: 30_000 }),
  year: fc.option(fc.integer({ min: 2008, max: 2022 })),
});

describe.each(stores)("views of the past on $name", ({ open }) => {
  let store: Store;
  let close: () => Promise<void>;
  let spaces = 0;
  beforeAll(async () => void ({ store, close } = await open()));
  afterAll(() => close());

  it(
    "have the same ids, cursors and time points for the same question, whatever is written later",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(said, { minLength: 1, maxLength: 6 }),
          fc.array(said, { minLength: 1, maxLength: 6 }),
          fc.array(asked, { minLength: 4, maxLength: 4 }),
          async (first, later, questions) => {
            const space = await store.space({ tenant: "views", user: `u${spaces++}` });
            const service = memoryService(space);
            const start = epochMillis(service.clock());
            const say = async ({ of, slot, value, year, pause }: (typeof first)[number]) => {
              service.wait(pause);
              await service.say(of, `${of}: ${slot} ${value}`, {
                slot,
                value,
                validFrom: instantOf(Date.UTC(year, 0, 1)),
                relationship: { type: `${slot}_of`, target: { name: value, type: "thing" } },
              });
            };
            for (const one of first) await say(one);
            const head = epochMillis(service.clock());
            const ask = () =>
              Promise.all(
                questions.map(({ of, known, year }) =>
                  service.run(QUESTION, {
                    of,
                    at: {
                      knownAt: instantOf(Math.min(start + known, head)),
                      ...(year !== null && { validAt: instantOf(Date.UTC(year, 0, 1)) }),
                    },
                  }),
                ),
              );
            const answers = await ask();
            for (const one of later) await say(one);
            expect(await ask()).toEqual(answers);
          },
        ),
        { numRuns: RUNS },
      ),
    300_000,
  );
});
