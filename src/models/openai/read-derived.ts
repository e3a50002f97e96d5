import { z } from "zod";
import type { DrawnEpisode, Section } from "../derive-tasks.ts";
import type { Reading } from "./read-extraction.ts";
import { readInstant } from "./read-instant.ts";
import { readWords } from "./read-items.ts";
import { readJson } from "./read-json.ts";

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The last object of an answer that has one of these fields. Of an answer that was cut short `whole` is false. */
const objectWith = (
  text: string,
  truncated: boolean,
  names: readonly string[],
): { readonly fields: Fields; readonly whole: boolean } | null => {
  const { values, whole } = readJson(text, truncated);
  const fields = values
    .filter((value): value is Fields => isFields(value) && names.some((name) => name in value))
    .at(-1);
  return fields ? { fields, whole: whole && !truncated } : null;
};

const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value == null ? [] : [value];
const labelsOf = (value: unknown): string[] =>
  itemsOf(value).flatMap((item) => readWords(item)?.replace(/^\[|\]$/gu, "") ?? []);

/** Labels that a comparison puts together, and why. */
export interface GivenGroup {
  readonly labels: readonly string[];
  readonly reason: string | null;
}
export interface GivenOverlaps {
  readonly duplicates: readonly GivenGroup[];
  readonly contradictions: readonly GivenGroup[];
}

const groupsOf = (value: unknown): GivenGroup[] =>
  itemsOf(value).flatMap((item) => {
    if (Array.isArray(item)) return [{ labels: labelsOf(item), reason: null }];
    return isFields(item)
      ? [
          {
            labels: labelsOf(item["facts"] ?? item["labels"] ?? item["ids"]),
            reason: readWords(item["reason"]),
          },
        ]
      : [];
  });

/** What closes facts must be all there: half an answer is none. */
export const readOverlaps = (text: string, truncated: boolean): Reading<GivenOverlaps> | null => {
  const found = objectWith(text, truncated, ["duplicates", "contradictions"]);
  if (!found?.whole) return null;
  return {
    value: {
      duplicates: groupsOf(found.fields["duplicates"]),
      contradictions: groupsOf(found.fields["contradictions"]),
    },
    complete: true,
    worth: 1,
  };
};

const linesOf = (value: unknown): string[] =>
  (typeof value === "string" ? value.split("\n") : itemsOf(value)).flatMap(
    (line) => readWords(line)?.replace(/^[-*•]\s+/u, "") ?? [],
  );

/** A summary by its headings; none where no heading is there. One that was cut short would forget what stood at its end. */
export const readSections = (
  text: string,
  truncated: boolean,
  headings: readonly string[],
): Reading<Section[]> | null => {
  const found = objectWith(text, truncated, headings);
  if (!found?.whole) return null;
  return {
    value: headings.map((heading) => ({ heading, lines: linesOf(found.fields[heading]) })),
    complete: true,
    worth: 1,
  };
};

const words = z.unknown().transform((value) => readWords(value));
const episode = z
  .object({ what: words, when: words.nullish(), with: z.unknown(), outcome: words.nullish() })
  .transform(({ what, when, with: others, outcome }): DrawnEpisode | null =>
    what === null
      ? null
      : {
          what,
          when: when == null ? null : readInstant(when),
          with: labelsOf(others),
          outcome: outcome ?? null,
        },
  );

/** A procedure as it was given, its label not yet held against those that there are. */
export interface GivenProcedure {
  readonly text: string;
  readonly label: string | null;
}
export interface GivenRecords {
  readonly episodes: readonly DrawnEpisode[];
  readonly procedures: readonly GivenProcedure[];
}

const procedureOf = (item: unknown): GivenProcedure | null => {
  const text = readWords(isFields(item) ? (item["text"] ?? item["procedure"]) : item);
  return text === null
    ? null
    : { text, label: isFields(item) ? (labelsOf(item["replaces"])[0] ?? null) : null };
};

/** What an incomplete answer holds is of use: the best of several is kept. */
export const readRecords = (text: string, truncated: boolean): Reading<GivenRecords> | null => {
  const found = objectWith(text, truncated, ["episodes", "procedures"]);
  if (!found) return null;
  const episodes = itemsOf(found.fields["episodes"]).flatMap(
    (item) => episode.safeParse(item).data ?? [],
  );
  const procedures = itemsOf(found.fields["procedures"]).flatMap((item) => procedureOf(item) ?? []);
  return {
    value: { episodes, procedures },
    complete: found.whole,
    worth: episodes.length + procedures.length,
  };
};

export interface GivenDescription {
  readonly profile: string;
  readonly observations: readonly { readonly label: string | null; readonly text: string | null }[];
}

export const readDescription = (
  text: string,
  truncated: boolean,
): Reading<GivenDescription> | null => {
  const found = objectWith(text, truncated, ["profile"]);
  const profile = readWords(found?.fields["profile"]);
  if (!found || profile === null) return null;
  const observations = itemsOf(found.fields["observations"]).flatMap((item) =>
    isFields(item)
      ? [{ label: labelsOf(item["cluster"])[0] ?? null, text: readWords(item["text"]) }]
      : [],
  );
  return { value: { profile, observations }, complete: found.whole, worth: profile.length };
};
