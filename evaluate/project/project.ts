import { shareHeld, shareIn, tellsStale } from "../chat/judge.ts";
import { replyTo } from "../chat/reply.ts";
import { STRATEGIES, WAYS } from "../chat/strategies.ts";
import { beginTalk } from "../chat/talk.ts";
import type { Way, WayName } from "../chat/way.ts";
import { mean, percent } from "../mean.ts";
import type { Memory } from "../memory.ts";
import type { Progress, Section } from "../report/report.ts";
import { MESSAGES } from "./messages.ts";
import {
  HALF_WAY,
  questionsAtTheEnd,
  questionsHalfWay,
  type ProjectQuestion,
} from "./questions.ts";

/** What one way of putting contexts together did with one question. */
interface Answered {
  readonly way: WayName;
  readonly after: number;
  readonly question: string;
  readonly expected: readonly string[];
  /** The share of the expected strings in the context, and in the reply where a model replies. */
  readonly inContext: number;
  readonly inReply: number | null;
  readonly stale: boolean;
  readonly tokens: number;
  readonly ms: number;
  readonly turnsStored: number;
  readonly turnsSent: number;
}

const answer = async (
  { models }: Memory,
  way: Way,
  after: number,
  question: ProjectQuestion,
): Promise<Answered> => {
  const { text, expected } = question;
  const sent = await way.ask(text);
  const reply = await replyTo(models, sent);
  const { tokens, ms, turnsStored, turnsSent } = sent;
  return {
    way: way.name,
    after,
    question: text,
    expected,
    inContext: shareHeld(sent, expected),
    inReply: reply === null ? null : shareIn(reply, expected),
    stale: tellsStale(sent, question),
    tokens,
    ms,
    turnsStored,
    turnsSent,
  };
};

const ofWay = (answers: readonly Answered[], way: WayName, after?: number): Answered[] =>
  answers.filter((one) => one.way === way && (after === undefined || one.after === after));
const whole = (share: number): string => Math.round(share).toLocaleString("en");

/** Part (a): a project conversation of 60 messages through every strategy, asked half-way and at the end. */
export const evaluateProject = async (
  memory: Memory,
  progress: Progress,
  messages: readonly string[] = MESSAGES,
): Promise<Section> => {
  const answers: Answered[] = [];
  for (const strategy of STRATEGIES) {
    const talk = await beginTalk(memory, "project", strategy);
    for (const [i, message] of messages.entries()) {
      await talk.tell(message);
      const told = i + 1;
      if (told % 10 === 0)
        progress(`project conversation, ${strategy}: ${told} of ${messages.length} messages`);
      const questions =
        told === messages.length ? questionsAtTheEnd : told === HALF_WAY ? questionsHalfWay : [];
      for (const way of talk.ways)
        for (const question of questions) answers.push(await answer(memory, way, told, question));
    }
  }
  const replies = answers.some(({ inReply }) => inReply !== null);
  const atEnd = (way: WayName): Answered[] => ofWay(answers, way, messages.length);
  const recall = (found: readonly Answered[]): string =>
    percent(mean(found.map(({ inContext }) => inContext)));
  return {
    title: "A project conversation of 60 messages",
    text: [
      `Every strategy is told the same ${messages.length} messages, each of which it replies to, and is asked ${questionsHalfWay.length} questions after message ${HALF_WAY} and again after message ${messages.length}, by which time some answers have changed.`,
      replies
        ? "Recall is the share of the expected strings that stand in the context that is sent to the model, to the letter; and, apart, in the model's reply."
        : "No model is configured, so recall is the share of the expected strings that stand in the context that would be sent, to the letter; replies are not judged: every reply is the same few words, so that nothing is remembered by being repeated.",
      "Stale: an old value stands in the context as if it were current.",
    ],
    tables: [
      {
        caption: "By strategy",
        columns: [
          "",
          "recall half-way, %",
          "recall at the end, %",
          ...(replies ? ["in replies, %"] : []),
          "stale",
          "prompt tokens",
          "ms to put together",
          "turns stored",
          "turns sent",
        ],
        rows: WAYS.map((way) => [
          way,
          recall(ofWay(answers, way, HALF_WAY)),
          recall(atEnd(way)),
          ...(replies
            ? [percent(mean(ofWay(answers, way).map(({ inReply }) => inReply ?? 0)))]
            : []),
          ofWay(answers, way).filter(({ stale }) => stale).length,
          whole(mean(atEnd(way).map(({ tokens }) => tokens))),
          mean(ofWay(answers, way).map(({ ms }) => ms)).toFixed(1),
          whole(mean(atEnd(way).map(({ turnsStored }) => turnsStored))),
          whole(mean(atEnd(way).map(({ turnsSent }) => turnsSent))),
        ]),
      },
      {
        caption: "By question, at the end: recall in percent, and prompt tokens",
        columns: ["question", "expected", ...WAYS],
        rows: questionsAtTheEnd.map(({ text, expected }) => [
          text,
          expected.join(", "),
          ...WAYS.map((way) => {
            const found = atEnd(way).find(({ question }) => question === text);
            return found
              ? `${Math.round(100 * found.inContext)}${found.stale ? " stale" : ""}, ${found.tokens}`
              : "";
          }),
        ]),
      },
    ],
    charts: [
      {
        kind: "BARS",
        title: "Recall in context, project conversation",
        unit: "percent of the expected strings",
        labels: WAYS,
        series: [
          {
            name: `after message ${HALF_WAY}`,
            values: WAYS.map(
              (way) => 100 * mean(ofWay(answers, way, HALF_WAY).map(({ inContext }) => inContext)),
            ),
          },
          {
            name: `after message ${messages.length}`,
            values: WAYS.map((way) => 100 * mean(atEnd(way).map(({ inContext }) => inContext))),
          },
        ],
      },
      {
        kind: "BARS",
        title: "Prompt tokens, project conversation",
        unit: "tokens of the context, mean at the end",
        labels: WAYS,
        series: [
          {
            name: "prompt tokens",
            values: WAYS.map((way) => Math.round(mean(atEnd(way).map(({ tokens }) => tokens)))),
          },
        ],
      },
    ],
    figures: answers,
  };
};
