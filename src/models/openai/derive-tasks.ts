import {
  SUMMARY_HEADINGS,
  type ComparedFact,
  type Description,
  type DescriptionInput,
  type DrawnRecords,
  type Overlaps,
  type RecordsInput,
  type Section,
  type SummaryInput,
  type Talk,
} from "../derive-tasks.ts";
import type { Answer } from "../port.ts";
import { ASKED, type JsonSchema } from "./asked.ts";
import type { Written } from "./ask.ts";
import { attempt, type Desk, type Task } from "./chain.ts";
import type { Rendered } from "./prompts.ts";
import {
  readDescription,
  readOverlaps,
  readRecords,
  readSections,
  type GivenGroup,
} from "./read-derived.ts";
import type { Reading } from "./read-extraction.ts";
import type { Span } from "./span.ts";

/** Characters of a model's reason that are kept. */
const REASON_LENGTH = 300;
const NO_REASON = "The model gave no reason.";

const derived = <T>(
  desk: Desk,
  name: string,
  model: string,
  prompt: Rendered,
  schema: JsonSchema,
  read: (written: Written) => Reading<T> | null,
): Task<T> => ({
  name,
  model,
  question: { prompt, schema },
  tokens: desk.settings.deriveTokens,
  tokensCap: desk.settings.deriveTokensCap,
  read,
});

/** Labels from 1 on in place of ids: one that was not handed out stands for nothing. */
const labelOf = (index: number): string => String(index + 1);

const shownTalk = (turns: readonly Talk[]) =>
  turns.map(({ role, content, occurredAt }) => ({
    role: role.toLowerCase(),
    at: occurredAt,
    text: content,
  }));

/** A group counts only where each of its labels was handed out: one that was not shows that the model speaks of something else. */
const idsOf = ({ labels }: GivenGroup, facts: readonly ComparedFact[]): string[] | null => {
  const ids = [...new Set(labels)].map(
    (label) => facts.find((_, index) => labelOf(index) === label)?.id,
  );
  return ids.length >= 2 && ids.every((id) => id !== undefined) ? (ids as string[]) : null;
};
const reasonOf = ({ reason }: GivenGroup): string => reason?.slice(0, REASON_LENGTH) ?? NO_REASON;

export const compareFacts = async (
  desk: Desk,
  model: string,
  facts: readonly ComparedFact[],
  span: Span,
): Promise<Answer<Overlaps>> => {
  const prompt = desk.prompts.render("compare-facts", {
    facts: facts.map(({ subject, text, slot, value, confidence, validFrom, saidAt }, index) => ({
      label: labelOf(index),
      subject,
      text,
      slot,
      value,
      confidence,
      true_from: validFrom,
      said_at: saidAt,
    })),
  });
  const { value, ...answer } = await attempt(
    desk,
    derived(desk, "compare-facts", model, prompt, ASKED.comparison, ({ text, truncated }) =>
      readOverlaps(text, truncated),
    ),
    span,
  );
  const refused =
    [...value.duplicates, ...value.contradictions].filter((group) => idsOf(group, facts) === null)
      .length +
    value.contradictions.filter((group) => (idsOf(group, facts)?.length ?? 2) > 2).length;
  return {
    ...answer,
    ...(refused > 0 && {
      notes: [
        ...(answer.notes ?? []),
        `${refused} findings on facts that were not shown, or on more or fewer than two: refused`,
      ],
    }),
    value: {
      duplicates: value.duplicates.flatMap((group) => {
        const ids = idsOf(group, facts);
        return ids ? [{ facts: ids, reason: reasonOf(group) }] : [];
      }),
      contradictions: value.contradictions.flatMap((group) => {
        const [one, other, ...more] = idsOf(group, facts) ?? [];
        return one !== undefined && other !== undefined && more.length === 0
          ? [{ facts: [one, other] as const, reason: reasonOf(group) }]
          : [];
      }),
    },
  };
};

export const summariseTalk = async (
  desk: Desk,
  model: string,
  { of, previous, turns, facts, gone }: SummaryInput,
  span: Span,
): Promise<Answer<readonly Section[]>> => {
  const headings = SUMMARY_HEADINGS[of];
  const before =
    previous && Object.fromEntries(previous.map(({ heading, lines }) => [heading, lines]));
  const talk = shownTalk(turns);
  const prompt =
    of === "THREAD"
      ? desk.prompts.render("summarise-thread", { previous: before, turns: talk })
      : desk.prompts.render("summarise-user", {
          previous: before,
          turns: talk,
          facts: facts.map(({ text }) => text),
          no_longer_true: gone,
        });
  const schema = of === "THREAD" ? ASKED.threadSummary : ASKED.userSummary;
  return attempt(
    desk,
    derived(
      desk,
      of === "THREAD" ? "summarise-thread" : "summarise-user",
      model,
      prompt,
      schema,
      ({ text, truncated }) => readSections(text, truncated, headings),
    ),
    span,
  );
};

export const drawRecords = async (
  desk: Desk,
  model: string,
  { turns, procedures }: RecordsInput,
  span: Span,
): Promise<Answer<DrawnRecords>> => {
  const prompt = desk.prompts.render("draw-records", {
    turns: shownTalk(turns),
    procedures: procedures.map(({ text }, index) => ({ label: labelOf(index), text })),
  });
  const { value, ...answer } = await attempt(
    desk,
    derived(desk, "draw-records", model, prompt, ASKED.records, ({ text, truncated }) =>
      readRecords(text, truncated),
    ),
    span,
  );
  return {
    ...answer,
    value: {
      episodes: value.episodes,
      procedures: value.procedures.map(({ text, label }) => ({
        text,
        replaces: procedures.find((_, index) => labelOf(index) === label)?.id ?? null,
      })),
    },
  };
};

export const describeEntity = async (
  desk: Desk,
  model: string,
  { name, type, profile, facts, clusters }: DescriptionInput,
  span: Span,
): Promise<Answer<Description>> => {
  const prompt = desk.prompts.render("describe-entity", {
    name,
    type,
    profile,
    facts,
    clusters: clusters.map((texts, index) => ({ label: labelOf(index), facts: texts })),
  });
  const { value, ...answer } = await attempt(
    desk,
    derived(desk, "describe-entity", model, prompt, ASKED.description, ({ text, truncated }) =>
      readDescription(text, truncated),
    ),
    span,
  );
  return {
    ...answer,
    value: {
      profile: value.profile,
      observations: clusters.map(
        (_, index) =>
          value.observations.find(({ label }) => label === labelOf(index))?.text ?? null,
      ),
    },
  };
};
