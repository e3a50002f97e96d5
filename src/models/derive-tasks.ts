/** The tasks of the models port for derived memory: comparisons, summaries, episodes, profiles. */
import type { FactId } from "../memory/ids.ts";
import type { Role } from "../memory/session.ts";
import type { Instant } from "../memory/time.ts";
import type { Answer, Call } from "./answer.ts";

/** A fact that is compared with others, to find duplicates and contradictions. */
export interface ComparedFact {
  readonly id: FactId;
  /** The name of the primary entity. */
  readonly subject: string;
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
  readonly confidence: number;
  readonly validFrom: Instant;
  /** The time at which it was last said. */
  readonly saidAt: Instant;
}

/**
 * The findings of a comparison. The model does not decide which of several facts stays. The adapter
 * drops unknown ids.
 */
export interface Overlaps {
  /** Facts that say the same in different words. */
  readonly duplicates: readonly { readonly facts: readonly FactId[]; readonly reason: string }[];
  /** Two facts that cannot both be true at one time. */
  readonly contradictions: readonly {
    readonly facts: readonly [FactId, FactId];
    readonly reason: string;
  }[];
}

/** A turn in the form for a task. */
export interface SpokenTurn {
  readonly role: Role;
  /** Name of the speaker, if that is not the user of the memory. */
  readonly speaker?: string | undefined;
  readonly content: string;
  readonly occurredAt: Instant;
}

/** The lines of a summary under one heading. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** The headings of each kind of summary, in display order. */
export const SUMMARY_HEADINGS = {
  SESSION: ["topic", "decisions", "open_issues", "next_steps"],
  USER: ["profile", "preferences", "work", "environment", "constraints"],
} as const;

export interface SummaryInput {
  readonly of: keyof typeof SUMMARY_HEADINGS;
  /** The previous summary; null for none. */
  readonly previous: readonly Section[] | null;
  /** The later turns, oldest first. */
  readonly turns: readonly SpokenTurn[];
  /** Facts recorded since. */
  readonly facts: readonly KnownFact[];
  /** Texts of facts that are no longer believed. */
  readonly noLongerTrue: readonly string[];
}

export interface KnownFact {
  readonly text: string;
  readonly slot: string | null;
}

/** Something that happened. */
export interface ExtractedEpisode {
  readonly what: string;
  /** The day or the instant; null if the turns do not state it. */
  readonly when: Instant | null;
  readonly with: readonly string[];
  /** Its end; null if the turns do not state it. */
  readonly outcome: string | null;
}

/** How the user wants something done. */
export interface ExtractedProcedure {
  readonly text: string;
  /** The id of the known procedure that it replaces or repeats; null for a new one. */
  readonly replaces: string | null;
}

export interface EpisodesInput {
  readonly turns: readonly SpokenTurn[];
  /** The known procedures. */
  readonly procedures: readonly { readonly id: string; readonly text: string }[];
}

export interface EpisodeExtraction {
  readonly episodes: readonly ExtractedEpisode[];
  readonly procedures: readonly ExtractedProcedure[];
}

export interface DescriptionInput {
  readonly name: string;
  readonly type: string;
  /** The profile from earlier facts, if there are too many for one call; null otherwise. */
  readonly profile: string | null;
  readonly facts: readonly string[];
  /** Groups of facts that belong together. The model summarises each group in one sentence. */
  readonly clusters: readonly (readonly string[])[];
}

export interface Description {
  readonly profile: string;
  /** A sentence for each cluster; null if the model returned none. */
  readonly observations: readonly (string | null)[];
}

export interface DeriveTasks {
  /** Finds duplicates and contradictions, in one call. A truncated answer counts as none. */
  compareFacts(facts: readonly ComparedFact[], call?: Call): Promise<Answer<Overlaps>>;
  /**
   * Updates a summary: all its sections, in the order of `SUMMARY_HEADINGS`. In English, except for
   * names and quotations.
   */
  summariseTalk(input: SummaryInput, call?: Call): Promise<Answer<readonly Section[]>>;
  /** Finds the episodes and procedures in the turns. */
  extractEpisodes(input: EpisodesInput, call?: Call): Promise<Answer<EpisodeExtraction>>;
  /**
   * Writes a profile of 100 to 300 tokens, in English for facts in any language, and a sentence for
   * each cluster.
   */
  describeEntity(input: DescriptionInput, call?: Call): Promise<Answer<Description>>;
}
