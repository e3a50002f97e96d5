import { countHeld, noiseIn, shareHeld, shareIn, tellsStale } from "../chat/judge.ts";
import { replyTo } from "../chat/reply.ts";
import { STRATEGIES, WAYS } from "../chat/strategies.ts";
import { beginTalk } from "../chat/talk.ts";
import type { Way, WayName } from "../chat/way.ts";
import { mean, percent } from "../mean.ts";
import type { Memory } from "../memory.ts";
import type { Progress, Section } from "../report/report.ts";
import { DISTANCES, generateBenchmark, type Benchmark, type KeyQuestion } from "./benchmark.ts";

/** Any; the same each time, so that runs compare. */
const SEED = 20_260_101;
/** Turns after which the size of a context is noted. */
const GROWTH = [20, 50, 100, 200, 500, 1_000, 2_000] as const;

interface Answered {
  readonly way: WayName;
  readonly distance: number;
  readonly turns: number;
  readonly held: boolean;
  readonly inReply: boolean | null;
  readonly stale: boolean;
  readonly hadOthers: boolean;
  /** Of the values in the context, the share that was asked for. */
  readonly precision: number;
  readonly noise: number;
  readonly tokens: number;
  readonly ms: number;
  readonly turnsStored: number;
  readonly turnsSent: number;
}

const answer = async (
  { models }: Memory,
  way: Way,
  question: KeyQuestion,
  values: readonly string[],
  turns: number,
): Promise<Answered> => {
  const sent = await way.ask(question.text);
  const { tokens, ms, turnsStored, turnsSent } = sent;
  const reply = await replyTo(models, sent);
  const held = shareHeld(sent, question.expected) === 1;
  const all = countHeld(sent, values);
  return {
    way: way.name,
    distance: question.distance,
    turns,
    held,
    inReply: reply === null ? null : shareIn(reply, question.expected) === 1,
    stale: tellsStale(sent, question),
    hadOthers: question.stale.length > 0,
    precision: held ? 1 / all : 0,
    noise: noiseIn(sent, question.expected),
    tokens,
    ms,
    turnsStored,
    turnsSent,
  };
};

interface Grown {
  readonly way: WayName;
  readonly turns: number;
  readonly tokens: number;
  readonly ms: number;
}

/** The same few questions at every size. */
const GROWTH_QUESTIONS = [
  "What is my city?",
  "What is my favourite colour?",
  "What did I tell you about the weather?",
] as const;

const grown = async (way: Way, turns: number): Promise<Grown> => {
  const sent = [];
  for (const question of GROWTH_QUESTIONS) sent.push(await way.ask(question));
  return {
    way: way.name,
    turns,
    tokens: mean(sent.map(({ tokens }) => tokens)),
    ms: mean(sent.map(({ ms }) => ms)),
  };
};

const told = async (
  memory: Memory,
  { steps, values }: Benchmark,
  progress: Progress,
): Promise<{ readonly answers: Answered[]; readonly sizes: Grown[] }> => {
  const answers: Answered[] = [];
  const sizes: Grown[] = [];
  for (const strategy of STRATEGIES) {
    const talk = await beginTalk(memory, "generated", strategy);
    for (const [i, { message, questions }] of steps.entries()) {
      await talk.tell(message);
      const turns = 2 * (i + 1);
      if (turns % 100 === 0 || i + 1 === steps.length)
        progress(`generated benchmark, ${strategy}: ${turns} of ${2 * steps.length} turns`);
      for (const way of talk.ways) {
        for (const question of questions)
          answers.push(await answer(memory, way, question, values, turns));
        if (GROWTH.some((size) => size === turns)) sizes.push(await grown(way, turns));
      }
    }
  }
  return { answers, sizes };
};

const share = (answers: readonly Answered[], is: (one: Answered) => boolean): string =>
  answers.length === 0 ? "" : percent(mean(answers.map((one) => Number(is(one)))));
const whole = (value: number): string => Math.round(value).toLocaleString("en");

/** Part (b): a generated conversation of so many turns through every strategy, the full history and plain retrieval over turns. */
export const evaluateGenerated = async (
  memory: Memory,
  turns: number,
  progress: Progress,
): Promise<Section> => {
  const benchmark = generateBenchmark({ seed: SEED, turns });
  const { answers, sizes } = await told(memory, benchmark, progress);
  const of = (way: WayName): Answered[] => answers.filter((one) => one.way === way);
  const distances = DISTANCES.filter((distance) =>
    answers.some((one) => one.distance === distance),
  );
  const reached = GROWTH.filter((size) => sizes.some((one) => one.turns === size));
  const size = (way: WayName, at: number): Grown | undefined =>
    sizes.find((one) => one.way === way && one.turns === at);
  const replies = answers.some(({ inReply }) => inReply !== null);
  const sharesAt = (way: WayName): (number | null)[] =>
    distances.map((distance) => {
      const found = of(way).filter((one) => one.distance === distance);
      return found.length === 0 ? null : 100 * mean(found.map(({ held }) => Number(held)));
    });
  return {
    title: `A generated conversation of ${turns.toLocaleString("en")} turns`,
    text: [
      `${benchmark.steps.length} messages made up from a seed: every second tells a key its value ("My gym is Tovlimba.") until 25 have one, then every eighth tells one of them another value ("My gym has changed to …"); the others are filler. ${of("DIRECT").length} questions ("What is my gym?") are asked 2 to 500 turns after the value was told, while it still holds.`,
      replies
        ? "Recall: the value stands in the context that is sent; and, apart, in the model's reply."
        : "No model is configured, so recall means that the value stands in the context that would be sent; replies are not judged: every reply is the same few words, so that nothing is remembered by being repeated.",
      "Precision: of all values in the context, the share that is the one asked for (0 where it is missing). Stale: of the questions about a key that had another value before, the share whose context tells an old one as current. Noise: the share of what memory puts into the context that stands in lines without the value.",
    ],
    tables: [
      {
        caption: "Recall by distance in turns, in percent",
        columns: [
          "",
          ...distances.map((distance) => `T = ${distance}`),
          "all",
          ...(replies ? ["in replies"] : []),
        ],
        rows: WAYS.map((way) => [
          way,
          ...distances.map((distance) =>
            share(
              of(way).filter((one) => one.distance === distance),
              ({ held }) => held,
            ),
          ),
          share(of(way), ({ held }) => held),
          ...(replies ? [share(of(way), ({ inReply }) => inReply === true)] : []),
        ]),
      },
      {
        caption: "What is sent",
        columns: [
          "",
          "precision, %",
          "stale, %",
          "noise, %",
          "prompt tokens",
          "ms to put together",
          "turns stored",
          "turns sent",
        ],
        rows: WAYS.map((way) => [
          way,
          percent(mean(of(way).map(({ precision }) => precision))),
          share(
            of(way).filter(({ hadOthers }) => hadOthers),
            ({ stale }) => stale,
          ),
          percent(mean(of(way).map(({ noise }) => noise))),
          whole(mean(of(way).map(({ tokens }) => tokens))),
          mean(of(way).map(({ ms }) => ms)).toFixed(1),
          whole(Math.max(0, ...of(way).map(({ turnsStored }) => turnsStored))),
          whole(mean(of(way).map(({ turnsSent }) => turnsSent))),
        ]),
      },
      {
        caption: "Prompt tokens as the conversation grows",
        columns: ["", ...reached.map((at) => `${at} turns`)],
        rows: WAYS.map((way) => [way, ...reached.map((at) => whole(size(way, at)?.tokens ?? 0))]),
      },
      {
        caption: "Milliseconds to put a context together as the conversation grows",
        columns: ["", ...reached.map((at) => `${at} turns`)],
        rows: WAYS.map((way) => [way, ...reached.map((at) => (size(way, at)?.ms ?? 0).toFixed(1))]),
      },
    ],
    charts: [
      {
        kind: "LINES",
        title: "Recall by distance",
        unit: "percent; turns since the value was told",
        labels: distances.map(String),
        series: WAYS.map((name) => ({ name, values: sharesAt(name) })),
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
              (way) =>
                100 *
                mean(
                  of(way)
                    .filter(({ hadOthers }) => hadOthers)
                    .map(({ stale }) => Number(stale)),
                ),
            ),
          },
        ],
      },
      {
        kind: "LINES",
        title: "Prompt tokens as the conversation grows",
        unit: "tokens; turns",
        labels: reached.map(String),
        series: WAYS.map((name) => ({
          name,
          values: reached.map((at) => size(name, at)?.tokens ?? null),
        })),
      },
    ],
    figures: { seed: SEED, answers, sizes },
  };
};
