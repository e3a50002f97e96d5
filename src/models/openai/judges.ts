import type { Emotion } from "../../memory/event.ts";
import type { Answer, Models, ReconciliationInput, Verdict } from "../port.ts";
import { ASKED, type JsonSchema } from "./asked.ts";
import { attempt, type Desk, type Task } from "./chain.ts";
import type { Rendered } from "./prompts.ts";
import {
  readCandidate,
  readEmotionAnswer,
  readVerdict,
  type GivenVerdict,
} from "./read-judgement.ts";
import type { Reading } from "./read-extraction.ts";
import type { Span } from "./span.ts";

/** Characters of a model's reason that are kept. */
const REASON_LENGTH = 300;

const judgement = <T>(
  desk: Desk,
  name: string,
  model: string,
  prompt: Rendered,
  schema: JsonSchema,
  read: (text: string) => Reading<T> | null,
): Task<T> => ({
  name,
  model,
  question: { prompt, schema },
  tokens: desk.settings.judgeTokens,
  tokensCap: desk.settings.judgeTokensCap,
  read: ({ text }) => read(text),
});

/** Candidates go by labels from 1 on: an id tells a model nothing, and a label that was not handed out stands for none of them. */
const labelled = <C extends { readonly id: string }>(
  candidates: readonly C[],
): ReadonlyMap<string, C> =>
  new Map(candidates.map((candidate, index) => [String(index + 1), candidate]));

type Disambiguation = Parameters<Models["disambiguate"]>[0];

/** Which candidate a name means; null for none, and for one that is not among them. */
export const disambiguate = async (
  desk: Desk,
  model: string,
  input: Disambiguation,
  span: Span,
): Promise<Answer<string | null>> => {
  const byLabel = labelled(input.candidates);
  const prompt = desk.prompts.render("disambiguate", {
    name: input.name,
    type: input.type,
    message: input.message,
    candidates: [...byLabel].map(([label, { name, type, about }]) => ({
      label,
      name,
      type,
      about,
    })),
  });
  const answer = await attempt(
    desk,
    judgement(desk, "disambiguate", model, prompt, ASKED.disambiguation, readCandidate),
    span,
  );
  return { ...answer, value: byLabel.get(answer.value ?? "")?.id ?? null };
};

/** A label that was not handed out stands for no candidate: whoever asked refuses such a verdict. */
const onCandidates = (
  { action, candidate, reason }: GivenVerdict,
  byLabel: ReadonlyMap<string, { readonly id: string }>,
): Verdict => ({
  action,
  candidate: action === "ADD" ? null : (byLabel.get(candidate ?? "")?.id ?? null),
  reason: reason?.slice(0, REASON_LENGTH) ?? "The model gave no reason.",
});

/** What a fact means for its candidates. */
export const reconcile = async (
  desk: Desk,
  model: string,
  input: ReconciliationInput,
  span: Span,
): Promise<Answer<Verdict>> => {
  const byLabel = labelled(input.candidates);
  const prompt = desk.prompts.render("reconcile", {
    fact: input.fact,
    occurred_at: input.occurredAt,
    candidates: [...byLabel].map(([label, { text, slot, value, validFrom }]) => ({
      label,
      text,
      slot,
      value,
      true_from: validFrom,
    })),
  });
  const answer = await attempt(
    desk,
    judgement(desk, "reconcile", model, prompt, ASKED.reconciliation, readVerdict),
    span,
  );
  return { ...answer, value: onCandidates(answer.value, byLabel) };
};

/** What the speaker of a message feels; null where it shows nothing. */
export const detectEmotion = async (
  desk: Desk,
  model: string,
  message: string,
  span: Span,
): Promise<Answer<Emotion | null>> =>
  attempt(
    desk,
    judgement(
      desk,
      "detect-emotion",
      model,
      desk.prompts.render("detect-emotion", { message }),
      ASKED.emotion,
      readEmotionAnswer,
    ),
    span,
  );
