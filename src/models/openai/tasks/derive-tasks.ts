import type { FactId } from "../../../memory/ids.ts";
import {
  SUMMARY_HEADINGS,
  type ComparedFact,
  type Description,
  type DescriptionInput,
  type EpisodeExtraction,
  type Overlaps,
  type EpisodesInput,
  type Section,
  type SummaryInput,
  type SpokenTurn,
} from "../../derive-tasks.ts";
import type { Models } from "../../port.ts";
import type { Answer } from "../../answer.ts";
import { ANSWER_SCHEMAS, type JsonSchema } from "../answers/answer-schemas.ts";
import {
  readDescription,
  readOverlaps,
  readEpisodes,
  readSections,
  type LabelledGroup,
  type LabelledOverlaps,
} from "../answers/read-derived.ts";
import { withoutThoughts, type ReadAnswer } from "../answers/read-json.ts";
import type { Deadline } from "../endpoint/deadline.ts";
import type { RenderedPrompt } from "../prompts.ts";
import { runAttempts, type ModelTask, type TaskContext } from "./attempts.ts";
import { labelItems, reasonOf } from "./judges.ts";

/** A task with the output limits of derived memories. `read` may accept a truncated answer. */
const deriveTask = <T>(
  { settings }: TaskContext,
  name: string,
  model: string,
  prompt: RenderedPrompt,
  schema: JsonSchema,
  read: (text: string, truncated: boolean) => ReadAnswer<T> | null,
): ModelTask<T> => ({
  name,
  model,
  request: { prompt, schema },
  tokens: settings.deriveTokens,
  tokensCap: settings.deriveTokensCap,
  read: ({ text, truncated }) => read(text, truncated),
});

/** The turns in the form for the prompts. */
const turnsToShow = (turns: readonly SpokenTurn[]) =>
  turns.map(({ role, speaker, content, occurredAt }) => ({
    role: role.toLowerCase(),
    ...(speaker !== undefined && { speaker }),
    at: occurredAt,
    text: content,
  }));

type FactsByLabel = ReadonlyMap<string, ComparedFact>;

/**
 * The facts of a group, each once. Null if there are fewer than two, or if a label was not given,
 * because the model then means something else.
 */
const factIdsOf = ({ labels }: LabelledGroup, facts: FactsByLabel): readonly FactId[] | null => {
  const ids = [...new Set(labels)].map((label) => facts.get(label)?.id);
  const factIds = ids.filter((id) => id !== undefined);
  return factIds.length >= 2 && factIds.length === ids.length ? factIds : null;
};

/** Replaces labels by ids, and counts the dropped findings. */
const overlapsOf = (
  { duplicates, contradictions }: LabelledOverlaps,
  facts: FactsByLabel,
): { readonly value: Overlaps; readonly droppedCount: number } => {
  const value: Overlaps = {
    duplicates: duplicates.flatMap((group) => {
      const ids = factIdsOf(group, facts);
      return ids ? [{ facts: ids, reason: reasonOf(group) }] : [];
    }),
    contradictions: contradictions.flatMap((group) => {
      const [one, other, ...more] = factIdsOf(group, facts) ?? [];
      return one !== undefined && other !== undefined && more.length === 0
        ? [{ facts: [one, other] as const, reason: reasonOf(group) }]
        : [];
    }),
  };
  const findings = duplicates.length + contradictions.length;
  return { value, droppedCount: findings - value.duplicates.length - value.contradictions.length };
};

/** Asks which facts say the same and which contradict each other. */
export const compareFacts = async (
  context: TaskContext,
  model: string,
  facts: readonly ComparedFact[],
  deadline: Deadline,
): Promise<Answer<Overlaps>> => {
  const factsByLabel = labelItems(facts);
  const prompt = context.prompts.render("compare-facts", {
    facts: [...factsByLabel].map(([label, fact]) => ({
      label,
      subject: fact.subject,
      text: fact.text,
      slot: fact.slot,
      value: fact.value,
      confidence: fact.confidence,
      true_from: fact.validFrom,
      said_at: fact.saidAt,
    })),
  });
  const answer = await runAttempts(
    context,
    deriveTask(context, "compare-facts", model, prompt, ANSWER_SCHEMAS.comparison, readOverlaps),
    deadline,
  );
  const { value, droppedCount } = overlapsOf(answer.value, factsByLabel);
  if (droppedCount === 0) return { ...answer, value };
  const note = `dropped ${droppedCount} findings: unknown labels, or not two facts in a contradiction`;
  return { ...answer, value, notes: [...(answer.notes ?? []), note] };
};

/** Updates the summary of a session or of a user. */
export const summariseTalk = async (
  context: TaskContext,
  model: string,
  { of, previous, turns, facts, noLongerTrue }: SummaryInput,
  deadline: Deadline,
): Promise<Answer<readonly Section[]>> => {
  const headings = SUMMARY_HEADINGS[of];
  const readHeadings = (text: string, truncated: boolean): ReadAnswer<Section[]> | null =>
    readSections(text, truncated, headings);
  const values = {
    previous:
      previous && Object.fromEntries(previous.map(({ heading, lines }) => [heading, lines])),
    turns: turnsToShow(turns),
  };
  const task =
    of === "SESSION"
      ? deriveTask(
          context,
          "summarise-session",
          model,
          context.prompts.render("summarise-session", values),
          ANSWER_SCHEMAS.sessionSummary,
          readHeadings,
        )
      : deriveTask(
          context,
          "summarise-user",
          model,
          context.prompts.render("summarise-user", {
            ...values,
            facts: facts.map(({ text }) => text),
            no_longer_true: noLongerTrue,
          }),
          ANSWER_SCHEMAS.userSummary,
          readHeadings,
        );
  return runAttempts(context, task, deadline);
};

/** Asks for the episodes and procedures in some turns. */
export const extractEpisodes = async (
  context: TaskContext,
  model: string,
  { turns, procedures }: EpisodesInput,
  deadline: Deadline,
): Promise<Answer<EpisodeExtraction>> => {
  const proceduresByLabel = labelItems(procedures);
  const prompt = context.prompts.render("extract-episodes", {
    turns: turnsToShow(turns),
    procedures: [...proceduresByLabel].map(([label, { text }]) => ({ label, text })),
  });
  const { value, ...answer } = await runAttempts(
    context,
    deriveTask(context, "extract-episodes", model, prompt, ANSWER_SCHEMAS.episodes, readEpisodes),
    deadline,
  );
  return {
    ...answer,
    value: {
      episodes: value.episodes,
      procedures: value.procedures.map(({ text, label }) => ({
        text,
        replaces: proceduresByLabel.get(label ?? "")?.id ?? null,
      })),
    },
  };
};

/** Asks for the profile of an entity and a sentence for each cluster of its facts. */
export const describeEntity = async (
  context: TaskContext,
  model: string,
  { name, type, profile, facts, clusters }: DescriptionInput,
  deadline: Deadline,
): Promise<Answer<Description>> => {
  const clustersByLabel = labelItems(clusters);
  const prompt = context.prompts.render("describe-entity", {
    name,
    type,
    profile,
    facts,
    clusters: [...clustersByLabel].map(([label, texts]) => ({ label, facts: texts })),
  });
  const { value, ...answer } = await runAttempts(
    context,
    deriveTask(
      context,
      "describe-entity",
      model,
      prompt,
      ANSWER_SCHEMAS.description,
      readDescription,
    ),
    deadline,
  );
  return {
    ...answer,
    value: {
      profile: value.profile,
      observations: [...clustersByLabel.keys()].map(
        (label) => value.observations.find((item) => item.label === label)?.text ?? null,
      ),
    },
  };
};

/**
 * Asks for a summary in plain text. A truncated one counts only if no attempt returns a complete
 * one.
 */
export const summarise = async (
  context: TaskContext,
  model: string,
  input: Parameters<Models["summarise"]>[0],
  deadline: Deadline,
): Promise<Answer<string>> => {
  const prompt = context.prompts.render("summarise", {
    task: input.instructions,
    previous: input.previous,
    text: input.text,
  });
  return runAttempts(
    context,
    {
      name: "summarise",
      model,
      request: { prompt, schema: null },
      tokens: context.settings.summaryTokens,
      tokensCap: context.settings.summaryTokensCap,
      read: ({ text, truncated }) => {
        const summary = withoutThoughts(text);
        return summary === ""
          ? null
          : { value: summary, complete: !truncated, worth: summary.length };
      },
    },
    deadline,
  );
};
