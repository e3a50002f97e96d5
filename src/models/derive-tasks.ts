/** The part of the models port that derived memory asks of (DESIGN.md §6). */
import type { FactId } from "../memory/ids.ts";
import type { Role } from "../memory/session.ts";
import type { Instant } from "../memory/time.ts";
import type { Answer, Call } from "./port.ts";

/** A fact as it is shown beside others, by whoever looks for those that say the same or contradict each other. */
export interface ComparedFact {
  readonly id: FactId;
  /** The name of the entity that it was said of. */
  readonly subject: string;
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
  readonly confidence: number;
  readonly validFrom: Instant;
  /** When it was last said. */
  readonly saidAt: Instant;
}

/** What a comparison finds. Which fact of several stays is not for the model to say; ids that were not given are refused by the adapter. */
export interface Overlaps {
  /** Facts that say one thing in different words. */
  readonly duplicates: readonly { readonly facts: readonly FactId[]; readonly reason: string }[];
  /** Two facts that cannot both be true at one time. */
  readonly contradictions: readonly {
    readonly facts: readonly [FactId, FactId];
    readonly reason: string;
  }[];
}

/** One turn as a task is shown it. */
export interface Talk {
  readonly role: Role;
  readonly content: string;
  readonly occurredAt: Instant;
}

/** What was talked about under one heading. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** The headings of each kind of summary, in the order in which they are shown (seed 001). */
export const SUMMARY_HEADINGS = {
  THREAD: ["topic", "decisions", "open_issues", "next_steps"],
  USER: ["profile", "preferences", "work", "environment", "constraints"],
} as const;

export interface SummaryInput {
  readonly of: keyof typeof SUMMARY_HEADINGS;
  /** The summary so far. */
  readonly previous: readonly Section[] | null;
  /** What was said since, oldest first. */
  readonly turns: readonly Talk[];
  /** What was learned since, and what of it is no longer believed. */
  readonly facts: readonly KnownFact[];
  readonly gone: readonly string[];
}

export interface KnownFact {
  readonly text: string;
  readonly slot: string | null;
}

/** One thing that happened. */
export interface DrawnEpisode {
  readonly what: string;
  /** The day or the instant, where the talk tells one. */
  readonly when: Instant | null;
  readonly with: readonly string[];
  /** How it ended; null where it is not told. */
  readonly outcome: string | null;
}

/** How the user wants things done. */
export interface DrawnProcedure {
  readonly text: string;
  /** The known one whose place it takes, or which it says again; null for a new one. */
  readonly replaces: string | null;
}

export interface RecordsInput {
  readonly turns: readonly Talk[];
  readonly procedures: readonly { readonly id: string; readonly text: string }[];
}

export interface DrawnRecords {
  readonly episodes: readonly DrawnEpisode[];
  readonly procedures: readonly DrawnProcedure[];
}

export interface DescriptionInput {
  readonly name: string;
  readonly type: string;
  /** Of the facts before these, where there are too many for one question. */
  readonly profile: string | null;
  readonly facts: readonly string[];
  /** Facts that belong together, each group to be summed up in a sentence. */
  readonly clusters: readonly (readonly string[])[];
}

export interface Description {
  readonly profile: string;
  /** For each cluster; null where nothing was said of it. */
  readonly observations: readonly (string | null)[];
}

export interface DeriveTasks {
  /** Duplicates and contradictions among facts, in one call. An answer that was cut short is none. */
  compareFacts(facts: readonly ComparedFact[], call?: Call): Promise<Answer<Overlaps>>;
  /** The summary so far, brought up to date: its sections, all of them, in the order of `SUMMARY_HEADINGS`. In English, names and quotations aside. */
  summariseTalk(input: SummaryInput, call?: Call): Promise<Answer<readonly Section[]>>;
  /** What happened, and how the user wants things done, as a stretch of talk tells it. */
  drawRecords(input: RecordsInput, call?: Call): Promise<Answer<DrawnRecords>>;
  /** A profile of 100 to 300 tokens from all that is known, in English whatever the language of the facts (seed 004), and a sentence for each cluster. */
  describeEntity(input: DescriptionInput, call?: Call): Promise<Answer<Description>>;
}
