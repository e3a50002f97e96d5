import type { Strategy } from "../../src/memory/session.ts";
import { instantOf } from "../../src/memory/time.ts";
import { countHeld } from "../chat/judge.ts";
import { STRATEGIES, WAYS, type Sent, type SentPart, type WayName } from "../chat/way.ts";
import { beginTalk } from "../chat/talk.ts";
import { mean } from "../mean.ts";
import type { Memory } from "../memory.ts";
import type { Progress, Section, Table } from "../report/report.ts";
import { CHANGING_STORIES, type ChangingStory, type StoryQuestion } from "./stories.ts";

/** The values of a question that a context contains. */
type Held = "CURRENT_ONLY" | "BOTH" | "STALE_ONLY" | "NEITHER";

/** The context that one way sends with one question. */
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
  strategies: readonly Strategy[],
  progress: Progress,
): Promise<AskedContext[]> => {
  const askedContexts: AskedContext[] = [];
  const lastDay = instantOf(Date.parse(messages.at(-1)?.at ?? ""));
  for (const strategy of strategies) {
    progress(`changes of mind, ${name}: ${strategy}`);
    const talk = await beginTalk(memory, name, strategy);
    for (const { at, message } of messages) await talk.tell(message, instantOf(Date.parse(at)));
    for (const way of talk.ways)
      for (const question of questions)
        askedContexts.push({
          way: way.name,
          story: name,
          question,
          sent: await way.ask(question.question, lastDay),
        });
  }
  return askedContexts;
};

/** The contexts for all questions about the stories, in every way of some strategies. */
const askAboutChanges = async (
  memory: Memory,
  progress: Progress,
  strategies: readonly Strategy[] = STRATEGIES,
): Promise<AskedContext[]> => {
  const askedContexts: AskedContext[] = [];
  for (const story of CHANGING_STORIES)
    askedContexts.push(...(await askedOf(memory, story, strategies, progress)));
  return askedContexts;
};

/** The values in the context of one question in one way. */
interface Figure {
  readonly way: WayName;
  readonly story: string;
  readonly question: string;
  readonly held: Held;
  readonly tokens: number;
}

const countHeldAs = (figures: readonly Figure[], held: Held): number =>
  figures.filter((figure) => figure.held === held).length;

const strategyTable = (figures: readonly Figure[], questions: number): Table => ({
  caption: `By strategy, of ${questions} questions`,
  columns: [
    "",
    "answer in context",
    "current only",
    "both",
    "stale only",
    "neither",
    "prompt tokens, mean",
    "prompt tokens, most",
  ],
  rows: WAYS.flatMap((way) => {
    const own = figures.filter((figure) => figure.way === way);
    if (own.length === 0) return [];
    const [current, both] = [countHeldAs(own, "CURRENT_ONLY"), countHeldAs(own, "BOTH")];
    const row = [
      way,
      current + both,
      current,
      both,
      countHeldAs(own, "STALE_ONLY"),
      countHeldAs(own, "NEITHER"),
      Math.round(mean(own.map(({ tokens }) => tokens))),
      Math.max(...own.map(({ tokens }) => tokens)),
    ];
    return [row];
  }),
});

const questionTable = (figures: readonly Figure[], questions: readonly StoryQuestion[]): Table => ({
  caption: "By question",
  columns: ["question", ...WAYS],
  rows: questions.map(({ question }) => [
    question,
    ...WAYS.map(
      (way) =>
        figures
          .find((figure) => figure.way === way && figure.question === question)
          ?.held.toLowerCase()
          .replace("_", " ") ?? "",
    ),
  ]),
});

/** Part (e): stories in which users change their minds, with every strategy. */
export const evaluateChanges = async (
  memory: Memory,
  progress: Progress,
  strategies: readonly Strategy[] = STRATEGIES,
): Promise<Section> => {
  const figures = (await askAboutChanges(memory, progress, strategies)).map(
    ({ way, story, question, sent }): Figure => ({
      way,
      story,
      question: question.question,
      held: heldIn(sent, question),
      tokens: sent.tokens,
    }),
  );
  const questions = CHANGING_STORIES.flatMap((story) => story.questions);
  const messages = CHANGING_STORIES.flatMap((story) => story.messages);
  return {
    title: "Changes of mind",
    text: [
      `${CHANGING_STORIES.length} users say ${messages.length} messages over some months, and change their minds about most of what they say. At the end they ask ${questions.length} questions. It is counted which values stand in the context that would be sent: the current one, the one before, or both.`,
    ],
    tables: [strategyTable(figures, questions.length), questionTable(figures, questions)],
    charts: [],
    figures,
  };
};

const partText = ({ role, origin, content, tokens }: SentPart): string =>
  `[${role}, ${origin}, ${tokens} tokens]\n${content}`;

const contextText = ({ way, story, question, sent }: AskedContext): string =>
  [
    `# ${way}: ${question.question} (${story}, ${sent.tokens} tokens)`,
    ...sent.parts.map(partText),
  ].join("\n\n");

/**
 * Whole contexts for a person to read: for each strategy, the context of the first question of each
 * story, as it would be sent.
 */
export const contextsText = async (memory: Memory, progress: Progress): Promise<string> => {
  const askedContexts = await askAboutChanges(memory, progress);
  return STRATEGIES.flatMap((strategy) =>
    CHANGING_STORIES.flatMap(({ name }) =>
      askedContexts.filter(({ way, story }) => way === strategy && story === name).slice(0, 1),
    ),
  )
    .map(contextText)
    .join("\n\n\n");
};
