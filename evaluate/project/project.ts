import { shareHeld, shareIn, tellsStale } from "../chat/judge.ts";
import { replyTo } from "../chat/reply.ts";
import { STRATEGIES, WAYS, type Way, type WayName } from "../chat/way.ts";
import { beginTalk } from "../chat/talk.ts";
import { mean, percent } from "../mean.ts";
import type { Memory } from "../memory.ts";
import type { Chart, Progress, Section, Table } from "../report/report.ts";
import { MESSAGES } from "./messages.ts";
import {
  HALF_WAY,
  questionsAtTheEnd,
  questionsHalfWay,
  type ProjectQuestion,
} from "./questions.ts";

/** The result of one way for one question. */
interface Answer {
  readonly way: WayName;
  /** Number of messages before the question. */
  readonly after: number;
  readonly question: string;
  readonly expected: readonly string[];
  /** Share of the expected strings in the context. */
  readonly inContext: number;
  /** The same share in the reply; null if no model replies. */
  readonly inReply: number | null;
  readonly isStale: boolean;
  readonly tokens: number;
  readonly ms: number;
  readonly turnsStored: number;
  readonly turnsSent: number;
}

const ask = async (
  { models }: Memory,
  way: Way,
  after: number,
  question: ProjectQuestion,
): Promise<Answer> => {
  const { text, expected } = question;
  const sentContext = await way.ask(text);
  const reply = await replyTo(models, sentContext);
  const { tokens, ms, turnsStored, turnsSent } = sentContext;
  return {
    way: way.name,
    after,
    question: text,
    expected,
    inContext: shareHeld(sentContext, expected),
    inReply: reply === null ? null : shareIn(reply, expected),
    isStale: tellsStale(sentContext, question),
    tokens,
    ms,
    turnsStored,
    turnsSent,
  };
};

/** Questions after message `number` of all `messages`. */
const questionsAfter = (number: number, messages: number): readonly ProjectQuestion[] => {
  if (number === messages) return questionsAtTheEnd;
  return number === HALF_WAY ? questionsHalfWay : [];
};

const runStrategies = async (
  memory: Memory,
  messages: readonly string[],
  progress: Progress,
): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const strategy of STRATEGIES) {
    const talk = await beginTalk(memory, "project", strategy);
    for (const [index, message] of messages.entries()) {
      await talk.tell(message);
      const number = index + 1;
      if (number % 10 === 0)
        progress(`project conversation, ${strategy}: ${number} of ${messages.length} messages`);
      for (const way of talk.ways)
        for (const question of questionsAfter(number, messages.length))
          answers.push(await ask(memory, way, number, question));
    }
  }
  return answers;
};

interface Results {
  readonly answers: readonly Answer[];
  /** Number of messages. */
  readonly end: number;
}

const answersOf = ({ answers }: Results, way: WayName, after?: number): Answer[] =>
  answers.filter((answer) => answer.way === way && (after === undefined || answer.after === after));
const recallOf = (answers: readonly Answer[]): number =>
  mean(answers.map(({ inContext }) => inContext));
const hasReplies = ({ answers }: Results): boolean =>
  answers.some(({ inReply }) => inReply !== null);
const formatInteger = (value: number): string => Math.round(value).toLocaleString("en");

const strategyTable = (results: Results): Table => ({
  caption: "By strategy",
  columns: [
    "",
    "recall half-way, %",
    "recall at the end, %",
    ...(hasReplies(results) ? ["in replies, %"] : []),
    "stale",
    "prompt tokens",
    "ms to assemble",
    "turns stored",
    "turns sent",
  ],
  rows: WAYS.map((way) => {
    const all = answersOf(results, way);
    const atEnd = answersOf(results, way, results.end);
    return [
      way,
      percent(recallOf(answersOf(results, way, HALF_WAY))),
      percent(recallOf(atEnd)),
      ...(hasReplies(results) ? [percent(mean(all.map(({ inReply }) => inReply ?? 0)))] : []),
      all.filter(({ isStale }) => isStale).length,
      formatInteger(mean(atEnd.map(({ tokens }) => tokens))),
      mean(all.map(({ ms }) => ms)).toFixed(1),
      formatInteger(mean(atEnd.map(({ turnsStored }) => turnsStored))),
      formatInteger(mean(atEnd.map(({ turnsSent }) => turnsSent))),
    ];
  }),
});

const questionTable = (results: Results): Table => ({
  caption: "By question, at the end: recall in percent, and prompt tokens",
  columns: ["question", "expected", ...WAYS],
  rows: questionsAtTheEnd.map(({ text, expected }) => [
    text,
    expected.join(", "),
    ...WAYS.map((way) => {
      const answer = answersOf(results, way, results.end).find(({ question }) => question === text);
      return answer
        ? `${Math.round(100 * answer.inContext)}${answer.isStale ? " stale" : ""}, ${answer.tokens}`
        : "";
    }),
  ]),
});

const chartsOf = (results: Results): Chart[] => [
  {
    kind: "BARS",
    title: "Recall in context, project conversation",
    unit: "percent of the expected strings",
    labels: WAYS,
    series: [HALF_WAY, results.end].map((after) => ({
      name: `after message ${after}`,
      values: WAYS.map((way) => 100 * recallOf(answersOf(results, way, after))),
    })),
  },
  {
    kind: "BARS",
    title: "Prompt tokens, project conversation",
    unit: "tokens of the context, mean at the end",
    labels: WAYS,
    series: [
      {
        name: "prompt tokens",
        values: WAYS.map((way) =>
          Math.round(mean(answersOf(results, way, results.end).map(({ tokens }) => tokens))),
        ),
      },
    ],
  },
];

/**
 * Part (a): a project conversation of 60 messages with every strategy, with questions half-way and
 * at the end.
 */
export const evaluateProject = async (
  memory: Memory,
  progress: Progress,
  messages: readonly string[] = MESSAGES,
): Promise<Section> => {
  const answers = await runStrategies(memory, messages, progress);
  const results = { answers, end: messages.length };
  return {
    title: "A project conversation of 60 messages",
    text: [
      `Every strategy gets the same ${messages.length} messages, replies to each, and is asked ${questionsHalfWay.length} questions after message ${HALF_WAY} and again after message ${messages.length}, when some answers have changed.`,
      hasReplies(results)
        ? "Recall is the share of the expected strings that are literally in the context and, separately, in the model's reply."
        : "No model is configured. Recall is the share of the expected strings that are literally in the context. Every reply is the same short text, so that replies repeat no information.",
      "Stale: the context presents an old value as current.",
    ],
    tables: [strategyTable(results), questionTable(results)],
    charts: chartsOf(results),
    figures: answers,
  };
};
