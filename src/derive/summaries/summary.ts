import type { DerivedMemory } from "../../memory/derived-memory.ts";
import type { MemoryId } from "../../memory/ids.ts";
import { BEGINNING, type TimePoint } from "../../memory/time.ts";
import { NO_TOKENS, type TokenUsage } from "../../memory/usage.ts";
import type { Section } from "../../models/derive-tasks.ts";
import type { Answer } from "../../models/answer.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { MemoryToRecord } from "../../write/operations/record-memories.ts";
import type { WriteServices } from "../../write/services.ts";
import { headPoint } from "../derivation.ts";

/** The summary after a run, and the cost of the run. */
export interface SummaryRun {
  /** Time point at which to read the summary. */
  readonly at: TimePoint;
  /** Null if nothing has been said, or if the user's settings do not allow a summary. */
  readonly summary: DerivedMemory | null;
  /** Turns that this run added to the summary. */
  readonly turns: number;
  readonly tokens: TokenUsage;
}

/**
 * The result if the settings of the user allow no summary: nothing is read, no model is called,
 * nothing is written.
 */
export const withheldSummary = async (
  services: WriteServices,
  space: SpaceStore,
): Promise<SummaryRun> => ({
  at: await headPoint(services, space),
  summary: null,
  turns: 0,
  tokens: NO_TOKENS,
});

/** The version of a memory at the head. */
export const currentMemory = async (
  space: SpaceStore,
  id: MemoryId,
): Promise<DerivedMemory | null> => {
  const { recordedAt } = await space.head();
  if (recordedAt === null) return null;
  const [memory = null] = await space.memoriesAsOf([{ memory: id, knownAt: recordedAt }]);
  return memory;
};

/** The next version of a summary. It is valid at all times, because its text contains dates. */
export const summaryVersion = (
  { value, model }: Answer<readonly Section[]>,
  version: Pick<MemoryToRecord, "id" | "kind" | "session" | "base" | "covers" | "coversEventsTo">,
): MemoryToRecord => ({
  ...version,
  content: summaryText(value),
  sections: value,
  validFrom: BEGINNING,
  model,
});

const titleOf = (heading: string): string =>
  `${heading.charAt(0).toUpperCase()}${heading.slice(1).replaceAll("_", " ")}`;

/** The text as a sentence: with a full stop, unless it ends with another mark. */
export const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);

/** Sections in words, one paragraph each. Empty sections are left out. */
const summaryText = (sections: readonly Section[]): string =>
  sections
    .flatMap(({ heading, lines }) =>
      lines.length === 0 ? [] : [`${titleOf(heading)}: ${lines.map(sentence).join(" ")}`],
    )
    .join("\n");
