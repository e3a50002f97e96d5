import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epochMillis, instantOf } from "../../src/memory/time.ts";
import { freshSpaces } from "../contract/open-store.ts";
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

const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { id
  ... on Entity { name aliases } ... on Fact { text validFrom validTo expiredAt } ... on FactVersion { text validTo expiredAt }
  ... on Relationship { type strength validTo } ... on Event { message status } ... on Decision { action revertedAt } } }`;

/** The ids in an answer, each once. */
const idsIn = (answer: unknown): string[] => {
  if (typeof answer !== "object" || answer === null) return [];
  const ids = Object.entries(answer).flatMap(([name, value]) =>
    name === "id" && typeof value === "string" ? [value] : idsIn(value),
  );
  return [...new Set(ids)];
};

/** The results of all reads of a moment about an entity, in a common form. */
const PICTURES = `query ($at: TimePoint!, $of: String!, $from: DateTime!, $to: DateTime!) {
  entity(name: $of, at: $at) { key facts(first: 100) { nodes { text } } timeline { spans { text validFrom validTo recordedAt expiredAt } }
    relationships(first: 100) { nodes { id evidence { text } evidences(first: 100) { nodes { text } } } }
    mentionedIn(first: 100) { nodes { text } } }
  graph(at: $at) { entities { key } relationships { id source { key } target { key } } }
  facts(at: $at, first: 100) { nodes { text entity { key } mentions { key } } }
  then: facts(at: $at, during: { from: $from, to: $to }, first: 100) { nodes { text } }
  ever: facts(at: $at, during: {}, first: 100) { totalCount nodes { validFrom validTo slot } }
  extent(at: $at) { validFrom validTo }
  changeCounts(at: $at, axis: VALID, from: "2000-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z", buckets: 7) { began ended } }`;

/** The current graph next to the graph of all times. */
const EVERYTHING = `{ vocabulary { slot }
  graph { at { validAt } entities { key } relationships { id } }
  graphOfAllTimes { entities { key } relationships { id versions { validFrom validTo expiredAt } } } }`;

interface Interval {
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly expiredAt: string | null;
}
/** Whether something that is still believed is true at a moment. */
const holds = ({ validFrom, validTo, expiredAt }: Interval, at: string): boolean =>
  expiredAt === null && validFrom <= at && (validTo === null || at < validTo);

type Text = { readonly text: string };
type Key = { readonly key: string };
const texts = (nodes: readonly Text[]): string[] => nodes.map(({ text }) => text).toSorted();
const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

const said = fc.record({
  of: fc.constantFrom("Ana", "Ben"),
  slot: fc.constantFrom("residence", "employer", "pet", "shoe_size"),
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
  const freshSpace = freshSpaces(open);

  it(
    "have the same ids, cursors and time points for the same question, whatever is written later",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(said, { minLength: 1, maxLength: 6 }),
          fc.array(said, { minLength: 1, maxLength: 6 }),
          fc.array(asked, { minLength: 4, maxLength: 4 }),
          async (first, later, questions) => {
            const space = await freshSpace();
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
            const ids = answers.flatMap(idsIn).slice(0, 100);
            const { nodes } = await service.run(NODES, { ids });
            expect(nodes.map((node: { id: string } | null) => node?.id)).toEqual(ids);
            for (const one of later) await say(one);
            expect(await ask()).toEqual(answers);
            expect((await service.run(NODES, { ids })).nodes).toEqual(nodes);
          },
        ),
        { numRuns: RUNS },
      ),
    300_000,
  );

  it(
    "agree about a moment, whichever read is used",
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(said, { minLength: 1, maxLength: 8 }),
          fc.array(asked, { minLength: 3, maxLength: 3 }),
          async (story, questions) => {
            const space = await freshSpace();
            const service = memoryService(space);
            const start = epochMillis(service.clock());
            for (const { of, slot, value, year, pause } of story) {
              service.wait(pause);
              await service.say(of, `${of}: ${slot} ${value}`, {
                slot,
                value,
                validFrom: instantOf(Date.UTC(year, 0, 1)),
                relationship: { type: `${slot}_of`, target: { name: value, type: "thing" } },
              });
            }
            const head = epochMillis(service.clock());
            for (const { of, known, year } of questions) {
              const knownAt = instantOf(Math.min(start + known, head));
              const validAt = year === null ? knownAt : instantOf(Date.UTC(year, 0, 1));
              const told = await service.run(PICTURES, {
                of,
                at: { knownAt, validAt },
                from: validAt,
                to: instantOf(epochMillis(validAt) + 1),
              });
              const { entity, graph, facts, ever, extent, changeCounts } = told;
              expect(texts(told.then.nodes)).toEqual(texts(facts.nodes));
              expect(graph.entities.map(({ key }: Key) => key).toSorted()).toEqual(
                [
                  ...new Set(
                    facts.nodes.flatMap(
                      ({ entity: about, mentions }: { entity: Key; mentions: Key[] }) =>
                        [about, ...mentions].map(({ key }) => key),
                    ),
                  ),
                ].toSorted(),
              );
              const starts = ever.nodes.map(({ validFrom }: { validFrom: string }) => validFrom);
              const ends = ever.nodes.flatMap(
                ({ validTo }: { validTo: string | null }) => validTo ?? [],
              );
              expect(sum(changeCounts.map(({ began }: { began: number }) => began))).toBe(
                starts.length,
              );
              expect(sum(changeCounts.map(({ ended }: { ended: number }) => ended))).toBe(
                ends.length,
              );
              const bounds = [...starts, ...ends].toSorted();
              expect(extent).toEqual({
                validFrom: bounds[0] ?? null,
                validTo: bounds.at(-1) ?? null,
              });
              if (entity === null) continue;
              const shown = entity.timeline
                .flatMap(({ spans }: { spans: unknown[] }) => spans)
                .filter(
                  (span: { validFrom: string; validTo: string | null; expiredAt: string | null }) =>
                    span.expiredAt === null &&
                    span.validFrom <= validAt &&
                    (span.validTo === null || validAt < span.validTo),
                );
              expect(texts(shown)).toEqual(texts(entity.facts.nodes));
              const ofEntity = graph.relationships.filter(
                ({ source, target }: { source: Key; target: Key }) =>
                  source.key === entity.key || target.key === entity.key,
              );
              expect(
                entity.relationships.nodes.map(({ id }: { id: string }) => id).toSorted(),
              ).toEqual(ofEntity.map(({ id }: { id: string }) => id).toSorted());
              const stated = new Set(texts(facts.nodes));
              for (const { evidence, evidences } of entity.relationships.nodes) {
                expect(texts(evidences.nodes)).toContain(evidence.text);
                for (const text of texts(evidences.nodes)) expect(stated).toContain(text);
              }
              expect(texts(entity.mentionedIn.nodes)).toEqual(
                texts(
                  facts.nodes.filter(
                    ({ entity: about, mentions }: { entity: Key; mentions: Key[] }) =>
                      about.key !== entity.key && mentions.some(({ key }) => key === entity.key),
                  ),
                ),
              );
            }
            const { vocabulary, graph, graphOfAllTimes } = await service.run(EVERYTHING);
            const intervals = new Map<string, Interval[]>(
              graphOfAllTimes.relationships.map(
                ({ id, versions }: { id: string; versions: Interval[] }) => [id, versions],
              ),
            );
            for (const { id } of graph.relationships)
              expect(intervals.get(id)?.some((interval) => holds(interval, graph.at.validAt))).toBe(
                true,
              );
            expect(
              [...intervals.values()].filter((versions) =>
                versions.some((interval) => holds(interval, graph.at.validAt)),
              ),
            ).toHaveLength(graph.relationships.length);
            const ever = graphOfAllTimes.entities.map(({ key }: Key) => key);
            for (const { key } of graph.entities) expect(ever).toContain(key);
            const slots = vocabulary.map(({ slot }: { slot: string }) => slot);
            expect(new Set(slots).size).toBe(slots.length);
            for (const { slot } of story) expect(slots).toContain(slot);
          },
        ),
        { numRuns: RUNS },
      ),
    300_000,
  );
});
