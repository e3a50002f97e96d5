import { execute, parse, type DocumentNode } from "graphql";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { search } from "../../src/read/search/search.ts";
import { viewAt } from "../../src/read/view.ts";
import type { Instant } from "../../src/memory/time.ts";
import { walkQuery } from "../graphql-walk.ts";
import { openPalimpsest } from "../palimpsest.ts";
import { READINGS, TIMES, workOf, type Reading, type Time } from "../readings.ts";
import { scenario } from "../scenario.ts";
import { ACQUAINTANCES, FACTS_PER_PERSON, seedVersions } from "../seed/spaces.ts";
import { queryOf } from "../traffic.ts";
import { cyclicItem, required } from "../lookup.ts";

const FACTS = parse(
  "query Facts($key: String!, $at: TimePoint) { entity(key: $key, at: $at) { name facts(first: 10) { nodes { text validFrom recordedAt confidence } } } }",
);
const WALK = parse(walkQuery(2, ACQUAINTANCES));

/** A step that shares no factor with the number of persons. */
const PERSON_STRIDE = 37;

type Read = (knownAt: Instant | null, run: number) => Promise<void>;

/**
 * Makes the same reads as of different record times, in a space in which everything has a number of
 * versions.
 */
await scenario<{ readonly facts: number; readonly versions: number }, string, null>(
  async ({ folder, facts, versions }) => {
    const palimpsest = await openPalimpsest(folder);
    const { services, space } = palimpsest;
    const { people, rounds } = await seedVersions(palimpsest.ledger(), facts, versions);
    const schema = await buildGraphqlSchema();
    const knownAt: Readonly<Record<Time, Instant | null>> = {
      present: null,
      first: required(rounds[0], "The first round"),
      middle: required(rounds[(versions >> 1) - 1], "The middle round"),
      "last but one": required(rounds[versions - 2], "The last round but one"),
    };
    const person = (run: number) => cyclicItem(people, run * PERSON_STRIDE);
    const viewOf = async (at: Instant | null) =>
      viewAt((await palimpsest.context()).pin, { knownAt: at });
    const graphql =
      (document: DocumentNode): Read =>
      async (at, run) => {
        const result = await execute({
          schema,
          document,
          contextValue: await palimpsest.context(),
          variableValues: { key: person(run).key, at: at && { knownAt: at } },
        });
        if (result.errors || result.data?.["entity"] == null)
          throw new Error(JSON.stringify(result));
      };
    const readings: Readonly<Record<Reading, Read>> = {
      "facts page (GraphQL)": graphql(FACTS),
      "facts page (store)": async (at, run) => {
        const [page] = await space.facts([
          {
            entities: [person(run).entity],
            at: (await viewOf(at)).at,
            page: { first: FACTS_PER_PERSON },
          },
        ]);
        if (page?.items.length !== FACTS_PER_PERSON)
          throw new Error(`${String(page?.items.length)} facts instead of ${FACTS_PER_PERSON}.`);
      },
      "walk (GraphQL)": graphql(WALK),
      "search (HYBRID)": async (at, run) => {
        const { hits } = await search(services.read, space, await viewOf(at), {
          query: queryOf("MANY", facts, run),
          mode: "HYBRID",
          kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"],
        });
        if (hits.length === 0) throw new Error("Nothing found.");
      },
    };
    const works = READINGS.flatMap((reading) =>
      TIMES.map(
        (time) =>
          [workOf(reading, time), (run: number) => readings[reading](knownAt[time], run)] as const,
      ),
    );
    return { works: Object.fromEntries(works), findings: () => null };
  },
);
