import type { EventId } from "../../src/memory/ids.ts";
import { parseInstant } from "../../src/memory/time.ts";
import { search } from "../../src/read/search/search.ts";
import { viewAt, type View } from "../../src/read/view.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { write } from "../../src/write/write.ts";
import { mean, percent } from "../mean.ts";
import type { Memory } from "../memory.ts";
import type { Progress, Section } from "../report/report.ts";
import { BELIEFS, BELIEF_QUESTIONS, type BeliefQuestion } from "./beliefs.ts";

/** Values of `minRelevance`. */
const CUTS = [0, 0.3, 0.5, 0.7, 0.9] as const;

/** The beliefs returned for one question above a cut. */
interface Returned {
  /** Share of the returned beliefs that were wanted. If none was returned: 1 if none was wanted, else 0. */
  readonly precision: number;
  /** Share of the wanted beliefs that were returned; null if none was wanted. */
  readonly recall: number | null;
  /** Whether a belief was returned that must not come back. */
  readonly hasUnwanted: boolean;
  readonly count: number;
}

interface RememberedBeliefs {
  readonly space: SpaceStore;
  readonly view: View;
  readonly beliefOf: ReadonlyMap<EventId, string>;
}

const remember = async ({ store, write: services }: Memory): Promise<RememberedBeliefs> => {
  const space = await store.space({ tenant: "precision", user: "user" });
  const beliefOf = new Map<EventId, string>();
  for (const { id, at, message } of BELIEFS) {
    const { event } = await write(services, space, { message, occurredAt: parseInstant(at) });
    if (event) beliefOf.set(event.id, id);
  }
  const { recordedAt } = await space.head();
  if (recordedAt === null) throw new Error("Nothing was recorded.");
  return { space, beliefOf, view: viewAt({ head: recordedAt, now: recordedAt }) };
};

/** The beliefs that `search` finds with a cut: those of its messages and of its facts. */
const beliefsFound = async (
  { read }: Memory,
  { space, view, beliefOf }: RememberedBeliefs,
  query: string,
  minRelevance: number,
): Promise<ReadonlySet<string>> => {
  const { hits } = await search(read, space, view, {
    query,
    mode: "HYBRID",
    kinds: ["FACT", "EVENT"],
    minRelevance,
  });
  return new Set(
    hits.flatMap(
      ({ kind, subject, version }) =>
        beliefOf.get(kind === "EVENT" ? subject : (version?.event ?? "")) ?? [],
    ),
  );
};

const judge = ({ wanted, unwanted }: BeliefQuestion, found: ReadonlySet<string>): Returned => {
  const right = wanted.filter((id) => found.has(id)).length;
  return {
    precision: found.size === 0 ? Number(wanted.length === 0) : right / found.size,
    recall: wanted.length === 0 ? null : right / wanted.length,
    hasUnwanted: unwanted.some((id) => found.has(id)),
    count: found.size,
  };
};

/** Searches for beliefs with several cuts, and counts the wanted and the unwanted ones. */
export const evaluatePrecision = async (memory: Memory, progress: Progress): Promise<Section> => {
  progress(`precision: ${BELIEFS.length} beliefs, ${BELIEF_QUESTIONS.length} questions`);
  const rememberedBeliefs = await remember(memory);
  const figures = [];
  for (const cut of CUTS) {
    const returned: Returned[] = [];
    for (const question of BELIEF_QUESTIONS)
      returned.push(
        judge(question, await beliefsFound(memory, rememberedBeliefs, question.question, cut)),
      );
    figures.push({
      cut,
      precision: mean(returned.map(({ precision }) => precision)),
      recall: mean(returned.flatMap(({ recall }) => recall ?? [])),
      unwanted: mean(returned.map(({ hasUnwanted }) => Number(hasUnwanted))),
      count: mean(returned.map(({ count }) => count)),
    });
  }
  return {
    title: "Precision",
    text: [
      `${BELIEFS.length} beliefs of one user, and ${BELIEF_QUESTIONS.length} questions, four of them about things that were never mentioned. For each question the set lists the beliefs that must come back and those that must not: beliefs that no longer hold, and beliefs that only look similar. The questions are sent to search (HYBRID, over events and facts) with a cut by relevance. A fact counts as the message from which it was extracted.`,
    ],
    tables: [
      {
        caption: "With each cut, in percent",
        columns: [
          "minRelevance",
          "precision",
          "recall",
          "questions with an unwanted belief",
          "beliefs returned, mean",
        ],
        rows: figures.map(({ cut, precision, recall, unwanted, count }) => [
          cut,
          percent(precision),
          percent(recall),
          percent(unwanted),
          count.toFixed(1),
        ]),
      },
    ],
    charts: [],
    figures,
  };
};
