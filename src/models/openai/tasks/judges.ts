import type { Emotion } from "../../../memory/event.ts";
import type { Answer, Models, ReconciliationInput, Verdict } from "../../port.ts";
import { ANSWER_SCHEMAS, type JsonSchema } from "../answers/answer-schemas.ts";
import type { Reading } from "../answers/read-json.ts";
import {
  readCandidate,
  readEmotionAnswer,
  readVerdict,
  type LabelledVerdict,
} from "../answers/read-judgement.ts";
import type { Deadline } from "../endpoint/deadline.ts";
import type { RenderedPrompt } from "../prompts.ts";
import { runAttempts, type ModelTask, type TaskContext } from "./attempts.ts";

/** Characters of a model's reason that are kept. */
const REASON_LENGTH = 300;

/** A model's reason for a verdict or a comparison, cut to length. */
export const reasonOf = ({ reason }: { readonly reason: string | null }): string =>
  reason?.slice(0, REASON_LENGTH) ?? "The model gave no reason.";

/**
 * Items by the labels that stand for their ids in a prompt, from 1 on. An id tells a model nothing,
 * and a label that was not given stands for no item.
 */
export const labelItems = <T>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item, index) => [String(index + 1), item]));

const judgeTask = <T>(
  { settings }: TaskContext,
  name: string,
  model: string,
  prompt: RenderedPrompt,
  schema: JsonSchema,
  read: (text: string) => Reading<T> | null,
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

/** Replaces the label of a verdict by the candidate's id; null for a label that was not given. */
const verdictOf = (
  { action, candidate, reason }: LabelledVerdict,
  candidates: ReadonlyMap<string, { readonly id: string }>,
): Verdict => ({
  action,
  candidate: action === "ADD" ? null : (candidates.get(candidate ?? "")?.id ?? null),
  reason: reasonOf({ reason }),
});

/** Asks what a new fact means for its candidates. */
export const reconcile = async (
  context: TaskContext,
  model: string,
  input: ReconciliationInput,
  deadline: Deadline,
): Promise<Answer<Verdict>> => {
  const candidates = labelItems(input.candidates);
  const prompt = context.prompts.render("reconcile", {
    fact: input.fact,
    occurred_at: input.occurredAt,
    candidates: [...candidates].map(([label, { text, slot, value, validFrom }]) => ({
      label,
      text,
      slot,
      value,
      true_from: validFrom,
    })),
  });
  const answer = await runAttempts(
    context,
    judgeTask(context, "reconcile", model, prompt, ANSWER_SCHEMAS.reconciliation, readVerdict),
    deadline,
  );
  return { ...answer, value: verdictOf(answer.value, candidates) };
};

/** Asks what the speaker of a message feels. Null if the message shows nothing. */
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
