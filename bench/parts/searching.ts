import { openContestant, type Contestant } from "../contestant.ts";
import { required } from "../lookup.ts";
import { measure, type Discipline } from "../measure.ts";
import { count, ms, times, type Row } from "../row.ts";
import { scaling } from "../scaling.ts";
import type { SearchFindings } from "../scenarios/search.ts";
import type { Layout } from "../seed/spaces.ts";
import { measureInTurn, type Measured, type Part, type Progress } from "./part.ts";
import { NOT_INSTALLED, openPeer } from "./peer.ts";
import { ABOUT, LARGE, LAYOUTS, MIDDLE, SIZES, SMALL } from "./sizes.ts";

/** Maximum share of the time of mem0's `search`. */
const BESIDE_PEER = 1 / 100;
/** Maximum ratio to a search, and in the largest memory to that in the smallest. */
const RECALL_BESIDE_SEARCH = 1.5;
const RECALL_GROWTH = 3;
/**
 * The store keeps its answers about the present until the next commit, and compares vectors in
 * memory: a question that was asked before runs hardly a statement, so no ratio is set.
 */
const NOT_BY_STATEMENTS = null;

const BATCHES = 9;
/** As with writes, a sample lasts about a second for every contestant. */
const OURS = { warmUp: 250, perBatch: 250 };
const OURS_IN_LARGE = { warmUp: 25, perBatch: 5 };
const THEIRS = { warmUp: 1, perBatch: 1 };

/** Two kinds of questions, and their parts. */
const KINDS = [
  {
    search: "search",
    storeCalls: "storeCalls",
    statements: "statements",
    asks: "in words that many texts have",
  },
  {
    search: "unheard",
    storeCalls: "unheardStoreCalls",
    statements: "unheardStatements",
    asks: "in words that no text has, so that all vectors are compared",
  },
] as const;

interface SizedContestant {
  readonly facts: number;
  readonly contestant: Contestant<SearchFindings>;
}

type Peer = Awaited<ReturnType<typeof openPeer>>;

/**
 * The measurements for each kind of question: every size, the middle one in its parts, and the
 * peer.
 */
const disciplinesOf = (
  contestants: readonly SizedContestant[],
  peer: Peer,
): Record<string, Discipline> => {
  const disciplines: Record<string, Discipline> = {};
  for (const { facts, contestant } of contestants)
    disciplines[`recall ${facts}`] = {
      contestant,
      work: "recall",
      ...(facts === LARGE ? OURS_IN_LARGE : OURS),
    };
  for (const { search, storeCalls, statements } of KINDS) {
    for (const { facts, contestant } of contestants) {
      const sampling = facts === LARGE ? OURS_IN_LARGE : OURS;
      disciplines[`${search} ${facts}`] = { contestant, work: search, ...sampling };
      if (facts === MIDDLE)
        for (const work of [storeCalls, statements])
          disciplines[work] = { contestant, work, ...OURS };
    }
    if (peer)
      disciplines[`peer ${search}`] = { contestant: peer.contestant, work: search, ...THEIRS };
  }
  return disciplines;
};

/** Returns the CPU milliseconds of a discipline by its name. */
type MillisOf = (discipline: string) => number;

const rowsOf = (
  { search, storeCalls, statements, asks }: (typeof KINDS)[number],
  layout: Layout,
  peer: Peer,
  millisOf: MillisOf,
): Row[] => {
  const ours = millisOf(`${search} ${MIDDLE}`);
  const bare = millisOf(statements);
  const besideBare = times(
    "The same, beside the bare SQLite statements that it runs",
    `${ms(ours)} beside ${ms(bare)}; its store calls alone take ${ms(millisOf(storeCalls))}`,
    ours / bare,
    NOT_BY_STATEMENTS,
  );
  if (!peer) return [besideBare];
  const theirs = millisOf(`peer ${search}`);
  const besidePeer = times(
    `One HYBRID \`search\`, beside \`search\` of ${peer.name}`,
    `${count(MIDDLE)} facts, ${ABOUT[layout]}; a question ${asks}: ${ms(ours)} beside ${ms(theirs)}`,
    ours / theirs,
    BESIDE_PEER,
  );
  return [besidePeer, besideBare];
};

/**
 * A recall compared with a search for the same question, and the largest memory compared with the
 * smallest.
 */
const recallRows = (layout: Layout, millisOf: MillisOf): Row[] => {
  const [small, middle, large] = [SMALL, MIDDLE, LARGE].map((facts) => millisOf(`recall ${facts}`));
  const searchMillis = millisOf(`search ${MIDDLE}`);
  return [
    times(
      "One `recall`, beside one `search` for the same question",
      `${count(MIDDLE)} facts, ${ABOUT[layout]}: ${ms(middle ?? NaN)} beside ${ms(searchMillis)}`,
      (middle ?? NaN) / searchMillis,
      RECALL_BESIDE_SEARCH,
    ),
    times(
      `One \`recall\` at ${count(LARGE)} facts, beside one at ${count(SMALL)}`,
      `${ABOUT[layout]}: ${ms(large ?? NaN)} beside ${ms(small ?? NaN)}`,
      (large ?? NaN) / (small ?? NaN),
      RECALL_GROWTH,
    ),
  ];
};

const measureLayout = async (layout: Layout, progress: Progress): Promise<Measured> => {
  const contestants: SizedContestant[] = [];
  for (const facts of SIZES) {
    progress(`search: filling a space with ${count(facts)} facts, ${ABOUT[layout]}`);
    const contestant = await openContestant<SearchFindings>("search", { facts, layout });
    contestants.push({ facts, contestant });
  }
  const peer = await openPeer(layout, progress);
  progress("search: measuring");
  const medians = await measure(disciplinesOf(contestants, peer), BATCHES);
  const millisOf: MillisOf = (name) => required(medians[name], name);
  const findings: Record<string, SearchFindings> = {};
  for (const { facts, contestant } of contestants) findings[facts] = await contestant.end();
  await peer?.contestant.end();
  const growth = KINDS.map(({ search, asks }) =>
    scaling(
      `A HYBRID search, ${ABOUT[layout]}, a question ${asks}`,
      SIZES.map((facts) => [facts, millisOf(`${search} ${facts}`)]),
    ),
  );
  return {
    rows: [
      ...KINDS.flatMap((kind) => rowsOf(kind, layout, peer, millisOf)),
      ...recallRows(layout, millisOf),
    ],
    figures: { [layout]: { medians, findings } },
    notes: peer ? growth : [NOT_INSTALLED, ...growth],
  };
};

export const searching: Part = {
  name: "search",
  run: (progress) => measureInTurn(LAYOUTS.map((layout) => () => measureLayout(layout, progress))),
};
