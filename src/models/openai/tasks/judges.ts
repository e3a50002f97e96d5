import type { Emotion } from "../../../memory/event.ts";
import type { Models, ReconciliationInput, ReconciliationQuestion, Verdict } from "../../port.ts";
import type { Answer } from "../../answer.ts";
import { ANSWER_SCHEMAS, type JsonSchema } from "../answers/answer-schemas.ts";
import type { ReadAnswer } from "../answers/read-json.ts";
import {
  readCandidate,
  readEmotionAnswer,
  readVerdicts,
  type LabelledVerdict,
} from "../answers/read-judgement.ts";
import type { Deadline } from "../endpoint/deadline.ts";
import type { RenderedPrompt } from "../prompts.ts";
import { runAttempts, type ModelTask, type TaskContext } from "./attempts.ts";

/** Maximum number of characters that are kept of a model's reason. */
const REASON_LENGTH = 300;

/** A model's reason for a verdict or a comparison, truncated. */
export const reasonOf = ({ reason }: { readonly reason: string | null }): string =>
  reason?.slice(0, REASON_LENGTH) ?? "The model gave no reason.";

/**
 * Items by the labels that replace their ids in a prompt, from 1 on. An id means nothing to a
 * model. A label that was not given refers to no item.
 */
export const labelItems = <T>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item, index) => [String(index + 1), item]));

/** A task with the output limits of judges, whose answers are short. */
const judgeTask = <T>(
  { settings }: TaskContext,
  name: string,
  model: string,
  prompt: RenderedPrompt,
  schema: JsonSchema,
  read: (text: string) => ReadAnswer<T> | null,
): ModelTask<T> => ({
  name,
  model,
  request: { prompt, schema },
  tokens: settings.judgeTokens,
  tokensCap: settings.judgeTokensCap,
  read: ({ text }) => read(text),
});

/** Asks which candidate a name means. Null for none, and for a label that was not given. */
export const disambiguate = async (
  context: TaskContext,
  model: string,
  input: Parameters<Models["disambiguate"]>[0],
  deadline: Deadline,
): Promise<Answer<string | null>> => {
  const candidates = labelItems(input.candidates);
  const prompt = context.prompts.render("disambiguate", {
    name: input.name,
    type: input.type,
    message: input.message,
    candidates: [...candidates].map(([label, { name, type, about }]) => ({
      label,
      name,
      type,
      about,
    })),
  });
  const answer = await runAttempts(
    context,
    judgeTask(context, "disambiguate", model, prompt, ANSWER_SCHEMAS.disambiguation, readCandidate),
    deadline,
  );
  return { ...answer, value: candidates.get(answer.value ?? "")?.id ?? null };
};

type Candidate = ReconciliationQuestion["candidates"][number];

/** A question, with the labels that stand for its fact and for its candidates in the prompt. */
interface LabelledQuestion {
  readonly label: string;
  readonly fact: ReconciliationQuestion["fact"];
  readonly candidates: ReadonlyMap<string, Candidate>;
}

/** Candidates are numbered consecutively over all facts, so that each label is unique. */
const labelQuestions = (questions: readonly ReconciliationQuestion[]): LabelledQuestion[] => {
  let count = 0;
  return questions.map(({ fact, candidates }, i) => ({
    label: `F${i + 1}`,
    fact,
    candidates: new Map(candidates.map((candidate) => [String(++count), candidate])),
  }));
};

/** Replaces the label of a verdict by the candidate's id; null for a label that was not given. */
const verdictOf = (
  { action, candidate, reason }: LabelledVerdict,
  { candidates }: LabelledQuestion,
): Verdict => ({
  action,
  candidate: action === "ADD" ? null : (candidates.get(candidate ?? "")?.id ?? null),
  reason: reasonOf({ reason }),
});

/** Output tokens for each verdict after the first. */
const TOKENS_PER_VERDICT = 120;

/** Asks what the new facts of a message mean for their candidates. */
export const reconcile = async (
  context: TaskContext,
  model: string,
  { occurredAt, questions }: ReconciliationInput,
  deadline: Deadline,
): Promise<Answer<readonly (Verdict | null)[]>> => {
  const labelledQuestions = labelQuestions(questions);
  const prompt = context.prompts.render("reconcile", {
    occurred_at: occurredAt,
    facts: labelledQuestions.map(({ label, fact, candidates }) => ({
      label,
      ...fact,
      candidates: [...candidates].map(([label, { text, slot, value, validFrom }]) => ({
        label,
        text,
        slot,
        value,
        true_from: validFrom,
      })),
    })),
  });
  const more = TOKENS_PER_VERDICT * (questions.length - 1);
  const labels = labelledQuestions.map(({ label }) => label);
  const answer = await runAttempts(
    context,
    {
      name: "reconcile",
      model,
      request: { prompt, schema: ANSWER_SCHEMAS.reconciliation },
      tokens: context.settings.judgeTokens + more,
      tokensCap: context.settings.judgeTokensCap + 2 * more,
      read: ({ text, truncated }) => readVerdicts(text, truncated, labels),
    },
    deadline,
  );
  const verdicts = labelledQuestions.map((question, i) => {
    const verdict = answer.value[i];
    return verdict == null ? null : verdictOf(verdict, question);
  });
  return { ...answer, value: verdicts };
};

/** Asks for the emotion of the speaker of a message. Null if the message shows none. */
export const detectEmotion = async (
  context: TaskContext,
  model: string,
  message: string,
  deadline: Deadline,
): Promise<Answer<Emotion | null>> => {
  const prompt = context.prompts.render("detect-emotion", { message });
  return runAttempts(
    context,
    judgeTask(context, "detect-emotion", model, prompt, ANSWER_SCHEMAS.emotion, readEmotionAnswer),
    deadline,
  );
};
