import { countHeld, noiseIn, shareHeld, shareIn, tellsStale } from "../chat/judge.ts";
import { replyTo } from "../chat/reply.ts";
import { STRATEGIES, WAYS, type Way, type WayName } from "../chat/way.ts";
import { beginTalk } from "../chat/talk.ts";
import { mean, percent } from "../mean.ts";
import type { Memory } from "../memory.ts";
import type { Chart, Progress, Section, Table } from "../report/report.ts";
import { DISTANCES, generateBenchmark, type Benchmark, type KeyQuestion } from "./benchmark.ts";

/** An arbitrary seed. It is always the same, so that runs can be compared. */
const SEED = 20_260_101;
/** Number of turns after which the size of a context is measured. */
const SIZES = [20, 50, 100, 200, 500, 1_000, 2_000] as const;

/** The result of one way for one question. */
interface Answer {
  readonly way: WayName;
  readonly distance: number;
  readonly turns: number;
  readonly inContext: boolean;
  /** Null if no model replies. */
  readonly inReply: boolean | null;
  readonly isStale: boolean;
  /** Whether the key had another value before. */
  readonly hasChanged: boolean;
  /** Share of the wanted value among all values in the context. */
  readonly precision: number;
  readonly noise: number;
  readonly tokens: number;
  readonly ms: number;
  readonly turnsStored: number;
  readonly turnsSent: number;
}

/** Mean size of a context after a number of turns, for the same few questions. */
interface ContextSize {
  readonly way: WayName;
  readonly turns: number;
  readonly tokens: number;
  readonly ms: number;
}

interface Results {
  readonly answers: readonly Answer[];
  readonly sizes: readonly ContextSize[];
}

const ask = async (
  { models }: Memory,
  way: Way,
  question: KeyQuestion,
  values: readonly string[],
  turns: number,
): Promise<Answer> => {
  const sentContext = await way.ask(question.text);
  const { tokens, ms, turnsStored, turnsSent } = sentContext;
  const reply = await replyTo(models, sentContext);
  const inContext = shareHeld(sentContext, question.expected) === 1;
  return {
    way: way.name,
    distance: question.distance,
    turns,
    inContext,
    inReply: reply === null ? null : shareIn(reply, question.expected) === 1,
    isStale: tellsStale(sentContext, question),
    hasChanged: question.stale.length > 0,
    precision: inContext ? 1 / countHeld(sentContext, values) : 0,
    noise: noiseIn(sentContext, question.expected),
    tokens,
    ms,
    turnsStored,
    turnsSent,
  };
};

/** Questions that are asked at every size. */
const SIZE_QUESTIONS = [
  "What is my city?",
  "What is my favourite colour?",
  "What did I tell you about the weather?",
] as const;

const measureSize = async (way: Way, turns: number): Promise<ContextSize> => {
  const sentContexts = [];
  for (const question of SIZE_QUESTIONS) sentContexts.push(await way.ask(question));
  return {
    way: way.name,
    turns,
    tokens: mean(sentContexts.map(({ tokens }) => tokens)),
    ms: mean(sentContexts.map(({ ms }) => ms)),
  };
};

/** Tells the conversation to every strategy, and asks the questions at their positions. */
const runStrategies = async (
  memory: Memory,
  { steps, values }: Benchmark,
  progress: Progress,
): Promise<Results> => {
  const answers: Answer[] = [];
  const sizes: ContextSize[] = [];
  for (const strategy of STRATEGIES) {
    const talk = await beginTalk(memory, "generated", strategy);
    for (const [index, { message, questions }] of steps.entries()) {
      await talk.tell(message);
      const turns = 2 * (index + 1);
      if (turns % 100 === 0 || index + 1 === steps.length)
        progress(`generated benchmark, ${strategy}: ${turns} of ${2 * steps.length} turns`);
      for (const way of talk.ways) {
        for (const question of questions)
          answers.push(await ask(memory, way, question, values, turns));
        if (SIZES.some((size) => size === turns)) sizes.push(await measureSize(way, turns));
      }
    }
  }
  return { answers, sizes };
};

const answersOf = ({ answers }: Results, way: WayName): Answer[] =>
  answers.filter((answer) => answer.way === way);
const answersAt = (results: Results, way: WayName, distance: number): Answer[] =>
  answersOf(results, way).filter((answer) => answer.distance === distance);
const hasReplies = ({ answers }: Results): boolean =>
  answers.some(({ inReply }) => inReply !== null);
const distancesIn = ({ answers }: Results): number[] =>
  DISTANCES.filter((distance) => answers.some((answer) => answer.distance === distance));
const sizesIn = ({ sizes }: Results): number[] =>
  SIZES.filter((turns) => sizes.some((size) => size.turns === turns));
const sizeOf = ({ sizes }: Results, way: WayName, turns: number): ContextSize | undefined =>
  sizes.find((size) => size.way === way && size.turns === turns);

const shareOf = (answers: readonly Answer[], test: (answer: Answer) => boolean): number =>
  mean(answers.map((answer) => Number(test(answer))));
/** The share in percent; blank without answers. */
const percentOf = (answers: readonly Answer[], test: (answer: Answer) => boolean): string =>
  answers.length === 0 ? "" : percent(shareOf(answers, test));
const formatInteger = (value: number): string => Math.round(value).toLocaleString("en");

const recallTable = (results: Results): Table => {
  const distances = distancesIn(results);
  return {
    caption: "Recall by distance in turns, in percent",
    columns: [
      "",
      ...distances.map((distance) => `T = ${distance}`),
      "all",
      ...(hasReplies(results) ? ["in replies"] : []),
    ],
    rows: WAYS.map((way) => [
      way,
      ...distances.map((distance) =>
        percentOf(answersAt(results, way, distance), ({ inContext }) => inContext),
      ),
      percentOf(answersOf(results, way), ({ inContext }) => inContext),
      ...(hasReplies(results)
        ? [percentOf(answersOf(results, way), ({ inReply }) => inReply === true)]
        : []),
    ]),
  };
};

const changedAnswers = (results: Results, way: WayName): Answer[] =>
  answersOf(results, way).filter(({ hasChanged }) => hasChanged);

const contextTable = (results: Results): Table => ({
  caption: "Contexts",
  columns: [
    "",
    "precision, %",
    "stale, %",
    "noise, %",
    "prompt tokens",
    "ms to assemble",
    "turns stored",
    "turns sent",
  ],
  rows: WAYS.map((way) => {
    const answers = answersOf(results, way);
    return [
      way,
      percent(mean(answers.map(({ precision }) => precision))),
      percentOf(changedAnswers(results, way), ({ isStale }) => isStale),
      percent(mean(answers.map(({ noise }) => noise))),
      formatInteger(mean(answers.map(({ tokens }) => tokens))),
      mean(answers.map(({ ms }) => ms)).toFixed(1),
      formatInteger(Math.max(0, ...answers.map(({ turnsStored }) => turnsStored))),
      formatInteger(mean(answers.map(({ turnsSent }) => turnsSent))),
    ];
  }),
});

const growthTable = (
  results: Results,
  caption: string,
  cell: (size: ContextSize | undefined) => string,
): Table => {
  const sizes = sizesIn(results);
  return {
    caption,
    columns: ["", ...sizes.map((turns) => `${turns} turns`)],
    rows: WAYS.map((way) => [way, ...sizes.map((turns) => cell(sizeOf(results, way, turns)))]),
  };
};

const chartsOf = (results: Results): Chart[] => {
  const distances = distancesIn(results);
  const sizes = sizesIn(results);
  return [
    {
      kind: "LINES",
      title: "Recall by distance",
      unit: "percent; turns since the value was stated",
      labels: distances.map(String),
      series: WAYS.map((name) => ({
        name,
        values: distances.map((distance) => {
          const answers = answersAt(results, name, distance);
          return answers.length === 0 ? null : 100 * shareOf(answers, ({ inContext }) => inContext);
        }),
      })),
    },
    {
      kind: "BARS",
      title: "Stale values",
      unit: "percent of the questions about a key that had another value before",
      labels: WAYS,
      series: [
        {
          name: "stale",
          values: WAYS.map(
            (way) => 100 * shareOf(changedAnswers(results, way), ({ isStale }) => isStale),
          ),
        },
      ],
    },
    {
      kind: "LINES",
      title: "Prompt tokens as the conversation grows",
      unit: "tokens; turns",
      labels: sizes.map(String),
      series: WAYS.map((name) => ({
        name,
        values: sizes.map((turns) => sizeOf(results, name, turns)?.tokens ?? null),
      })),
    },
  ];
};

/**
 * Part (b): a generated conversation of `turns` turns with every strategy, the full history and
 * plain retrieval over turns.
 */
export const evaluateGenerated = async (
  memory: Memory,
  turns: number,
  progress: Progress,
): Promise<Section> => {
  const benchmark = generateBenchmark({ seed: SEED, turns });
  const results = await runStrategies(memory, benchmark, progress);
  return {
    title: `A generated conversation of ${turns.toLocaleString("en")} turns`,
    text: [
      `${benchmark.steps.length} messages generated from a seed: every second message gives a key a value ("My gym is Tovlimba.") until 25 keys have one; then every eighth message gives a key another value ("My gym has changed to …"). The others are filler. ${answersOf(results, "DIRECT").length} questions ("What is my gym?") are asked 2 to 500 turns after the value was stated, while it still holds.`,
      hasReplies(results)
        ? "Recall: the value is in the context that is sent and, apart, in the model's reply."
        : "No model is configured. Recall means that the value is in the context. Every reply is the same short text, so that replies repeat no information.",
      "Precision: the share of the wanted value among all values in the context (0 where it is missing). Stale: the share of the questions about a key with an earlier value whose context presents an old value as current. Noise: the share of memory's part of the context that is in text lines without the value.",
    ],
    tables: [
      recallTable(results),
      contextTable(results),
      growthTable(results, "Prompt tokens as the conversation grows", (size) =>
        formatInteger(size?.tokens ?? 0),
      ),
      growthTable(results, "Milliseconds to assemble a context as the conversation grows", (size) =>
        (size?.ms ?? 0).toFixed(1),
      ),
    ],
    charts: chartsOf(results),
    figures: { seed: SEED, ...results },
  };
};
