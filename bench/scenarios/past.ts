import { execute, parse } from "graphql";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { search } from "../../src/read/search.ts";
import { viewAt } from "../../src/read/view.ts";
import type { Instant } from "../../src/memory/time.ts";
import { walkQuery } from "../graphql-walk.ts";
import { measure, type Sampling } from "../measure.ts";
import { openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { ACQUAINTANCES, seedVersions } from "../seed/spaces.ts";
import { queryOf } from "../traffic.ts";

const FACTS = parse("query Facts($key: String!, $at: TimePoint) { entity(key: $key, at: $at) { name facts(first: 10) { nodes { text validFrom recordedAt confidence } } } }");
const WALK = parse(walkQuery(2, ACQUAINTANCES));

/** CPU milliseconds in the present, and as of the first, the middle and the last but one of the versions. */
export interface Times {
  readonly present: number;
  readonly first: number;
  readonly middle: number;
  readonly lastButOne: number;
}
/** What is read: by GraphQL, and for a page of facts and for search beneath it too. */
export type PastFigures = Readonly<Record<"facts page (GraphQL)" | "facts page (store)" | "walk (GraphQL)" | "search (HYBRID)", Times>>;

/** Reads the same as of different record times, in a space in which everything has so many versions. */
await scenario<{ readonly facts: number; readonly versions: number; readonly sampling: Sampling }, PastFigures>(async ({ folder, facts, versions, sampling }) => {
  const palimpsest = await openPalimpsest(folder);
  const { services, space } = palimpsest;
  const { people, rounds } = await seedVersions(palimpsest.ledger(), facts, versions);
  const schema = await buildGraphqlSchema();
  const at = { present: null, first: rounds[0]!, middle: rounds[(versions >> 1) - 1]!, lastButOne: rounds[versions - 2]! };
  const person = (run: number) => people[(run * 37) % people.length]!;

  const compare = (read: (knownAt: Instant | null, run: number) => Promise<unknown>): Promise<Times> =>
    measure({ present: (n) => read(at.present, n), first: (n) => read(at.first, n), middle: (n) => read(at.middle, n), lastButOne: (n) => read(at.lastButOne, n) }, sampling);
  const graphql = (document: typeof FACTS) => compare(async (knownAt, run) => {
    const result = await execute({ schema, document, contextValue: await palimpsest.context(), variableValues: { key: person(run).key, at: knownAt && { knownAt } } });
    if (result.errors || result.data?.["entity"] == null) throw new Error(JSON.stringify(result));
  });
  const viewOf = async (knownAt: Instant | null) => viewAt((await palimpsest.context()).pin, { knownAt });

  return {
    "facts page (GraphQL)": await graphql(FACTS),
    "facts page (store)": await compare(async (knownAt, run) => {
      const [page] = await space.facts([{ entities: [person(run).entity], at: (await viewOf(knownAt)).at, page: { first: 10 } }]);
      if (page?.items.length !== 10) throw new Error(`${String(page?.items.length)} facts instead of 10.`);
    }),
    "walk (GraphQL)": await graphql(WALK),
    "search (HYBRID)": await compare(async (knownAt, run) => {
      const { hits } = await search(services.read, space, await viewOf(knownAt), { query: queryOf("MANY", facts, run), mode: "HYBRID", kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"] });
      if (hits.length < 15) throw new Error(`Only ${hits.length} hits.`);
    }),
  };
});
