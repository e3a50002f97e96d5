import { z } from "zod";
import type { ExtractedEpisode, Section } from "../../derive-tasks.ts";
import { readDate, readLabel, readWords } from "./read-items.ts";
import { asList, isJsonObject, readObject, type ReadAnswer } from "./read-json.ts";

const labelsOf = (value: unknown): string[] =>
  asList(value).flatMap((item) => readLabel(item) ?? []);

/** Facts that a comparison groups, by their labels. */
export interface LabelledGroup {
  readonly labels: readonly string[];
  readonly reason: string | null;
}
export interface LabelledOverlaps {
  readonly duplicates: readonly LabelledGroup[];
  readonly contradictions: readonly LabelledGroup[];
}

const groupOf = (item: unknown): LabelledGroup | null => {
  if (Array.isArray(item)) return { labels: labelsOf(item), reason: null };
  if (!isJsonObject(item)) return null;
  const labels = labelsOf(item["facts"] ?? item["labels"] ?? item["ids"]);
  return { labels, reason: readWords(item["reason"]) };
};
const groupsOf = (value: unknown): LabelledGroup[] =>
  asList(value).flatMap((item) => groupOf(item) ?? []);

/** Reads a comparison. A comparison closes facts, so a truncated answer counts as none. */
export const readOverlaps = (
  text: string,
  truncated: boolean,
): ReadAnswer<LabelledOverlaps> | null => {
  const answer = readObject(text, truncated, ["duplicates", "contradictions"]);
  if (!answer?.whole) return null;
  const { fields } = answer;
  return {
    value: {
      duplicates: groupsOf(fields["duplicates"]),
      contradictions: groupsOf(fields["contradictions"]),
    },
    complete: true,
    worth: 1,
  };
};

/** The lines of a section, from a list or from a text with one line each, without bullets. */
const linesOf = (value: unknown): string[] =>
  (typeof value === "string" ? value.split("\n") : asList(value)).flatMap(
    (line) => readWords(line)?.replace(/^[-*•]\s+/u, "") ?? [],
  );

/**
 * Reads a summary by its headings; null if it has none. A truncated summary counts as none, because
 * it lacks its end.
 */
export const readSections = (
  text: string,
  truncated: boolean,
  headings: readonly string[],
): ReadAnswer<Section[]> | null => {
  const answer = readObject(text, truncated, headings);
  if (!answer?.whole) return null;
  const { fields } = answer;
  return {
    value: headings.map((heading) => ({ heading, lines: linesOf(fields[heading]) })),
    complete: true,
    worth: 1,
  };
};

const words = z.unknown().transform((value) => readWords(value));
const episodeSchema = z
  .object({
    what: words,
    when: words.nullish(),
    with: z.unknown().optional(),
    outcome: words.nullish(),
  })
  .transform(({ what, when, with: participants, outcome }): ExtractedEpisode | null =>
    what === null
      ? null
      : {
          what,
          when: when == null ? null : (readDate(when)?.instant ?? null),
          with: labelsOf(participants),
          outcome: outcome ?? null,
        },
  );

/** A procedure in an answer, with the label of the one that it replaces. */
export interface LabelledProcedure {
  readonly text: string;
  readonly label: string | null;
}
export interface LabelledRecords {
  readonly episodes: readonly ExtractedEpisode[];
  readonly procedures: readonly LabelledProcedure[];
}

const procedureOf = (item: unknown): LabelledProcedure | null => {
  const fields = isJsonObject(item) ? item : { text: item };
  const text = readWords(fields["text"] ?? fields["procedure"]);
  return text === null ? null : { text, label: labelsOf(fields["replaces"])[0] ?? null };
};

/** Reads episodes and procedures. The content of an incomplete answer is useful too. */
export const readEpisodes = (
  text: string,
  truncated: boolean,
): ReadAnswer<LabelledRecords> | null => {
  const answer = readObject(text, truncated, ["episodes", "procedures"]);
  if (answer === null) return null;
  const { fields, whole } = answer;
  const episodes = asList(fields["episodes"]).flatMap(
    (item) => episodeSchema.safeParse(item).data ?? [],
  );
  const procedures = asList(fields["procedures"]).flatMap((item) => procedureOf(item) ?? []);
  return {
    value: { episodes, procedures },
    complete: whole,
    worth: episodes.length + procedures.length,
  };
};

export interface LabelledDescription {
  readonly profile: string;
  readonly observations: readonly { readonly label: string | null; readonly text: string | null }[];
}

export const readDescription = (
  text: string,
  truncated: boolean,
): ReadAnswer<LabelledDescription> | null => {
  const answer = readObject(text, truncated, ["profile"]);
  if (answer === null) return null;
  const { fields, whole } = answer;
  const profile = readWords(fields["profile"]);
  if (profile === null) return null;
  const observations = asList(fields["observations"])
    .filter(isJsonObject)
    .map((item) => ({
      label: labelsOf(item["cluster"])[0] ?? null,
      text: readWords(item["text"]),
    }));
  return { value: { profile, observations }, complete: whole, worth: profile.length };
};
