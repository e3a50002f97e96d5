import { instantOf } from "../../src/memory/time.ts";
import { countHeld, tellsStale } from "../chat/judge.ts";
import { STRATEGIES, WAYS } from "../chat/strategies.ts";
import { beginTalk } from "../chat/talk.ts";
import type { Sent, WayName } from "../chat/way.ts";
import { mean } from "../mean.ts";
import type { Memory } from "../memory.ts";
import type { Progress, Section } from "../report/report.ts";
import { CHANGING_STORIES, type ChangingStory, type StoryQuestion } from "./stories.ts";

/** Which values of a question a context holds. */
type Held = "CURRENT_ONLY" | "BOTH" | "STALE_ONLY" | "NEITHER";

/** The context that one way of making contexts sends with one question. */
export interface AskedContext {
  readonly way: WayName;
  readonly story: string;
  readonly question: StoryQuestion;
  readonly sent: Sent;
}

const heldIn = (sent: Sent, { current, stale }: StoryQuestion): Held => {
  const [hasCurrent, hasStale] = [countHeld(sent, current) > 0, countHeld(sent, stale) > 0];
  if (hasCurrent) return hasStale ? "BOTH" : "CURRENT_ONLY";
  return hasStale ? "STALE_ONLY" : "NEITHER";
};

/** Tells a story to every strategy, and asks its questions at the end. */
const askedOf = async (
  memory: Memory,
  { name, messages, questions }: ChangingStory,
  progress: Progress,
): Promise<AskedContext[]> => {
  const asked: AskedContext[] = [];
  for (const strategy of STRATEGIES) {
    progress(`changes of mind, ${name}: ${strategy}`);
    const talk = await beginTalk(memory, name, strategy);
    for (const { at, message } of messages) await talk.tell(message, instantOf(Date.parse(at)));
    for (const way of talk.ways)
      for (const question of questions)
        asked.push({
          way: way.name,
          story: name,
          question,
          sent: await way.ask(question.question),
        });
  }
  return asked;
};

/** The contexts of all questions about the stories, in every way that is compared. */
export const askAboutChanges = async (
  memory: Memory,
  progress: Progress,
): Promise<AskedContext[]> => {
  const asked: AskedContext[] = [];
  for (const story of CHANGING_STORIES) asked.push(...(await askedOf(memory, story, progress)));
  return asked;
};

/** Part (e): stories in which users change their minds, with every strategy. */
export const evaluateChanges = async (memory: Memory, progress: Progress): Promise<Section> => {
  const figures = (await askAboutChanges(memory, progress)).map(
    ({ way, story, question, sent }) => ({
      way,
      story,
      question: question.question,
      held: heldIn(sent, question),
      tellsStale: tellsStale(sent, { expected: question.current, stale: question.stale }),
      tokens: sent.tokens,
    }),
  );
  const questions = CHANGING_STORIES.flatMap((story) => story.questions);
  const ofWay = (way: WayName) => figures.filter((figure) => figure.way === way);
  return {
    title: "Changes of mind",
    text: [
      `${CHANGING_STORIES.length} users say ${CHANGING_STORIES.map(({ messages }) => messages.length).join(", ")} messages over some months, and change their minds about most of what they say. Each is asked ${questions.length / CHANGING_STORIES.length} questions at the end. It is counted which values stand in the context that would be sent: the answer is there where the current one does.`,
    ],
    tables: [
      {
        caption: `By strategy, of ${questions.length} questions`,
        columns: [
          "",
          "answer in context",
          "current only",
          "both",
          "stale only",
          "neither",
          "old value told as current",
          "prompt tokens, mean",
          "most",
        ],
        rows: WAYS.map((way) => {
          const own = ofWay(way);
          const count = (held: Held): number => own.filter((figure) => figure.held === held).length;
          return [
            way,
            count("CURRENT_ONLY") + count("BOTH"),
            count("CURRENT_ONLY"),
            count("BOTH"),
            count("STALE_ONLY"),
            count("NEITHER"),
            own.filter((figure) => figure.tellsStale).length,
            Math.round(mean(own.map(({ tokens }) => tokens))),
            Math.max(...own.map(({ tokens }) => tokens)),
          ];
        }),
      },
      {
        caption: "By question",
        columns: ["question", ...WAYS],
        rows: questions.map(({ question }) => [
          question,
          ...WAYS.map((way) => {
            const figure = ofWay(way).find((one) => one.question === question);
            return figure === undefined
              ? ""
              : `${figure.held.toLowerCase().replace("_", " ")}${figure.tellsStale ? ", stale" : ""}`;
          }),
        ]),
      },
    ],
    charts: [],
    figures,
  };
};
