import type { Extraction } from "../../models/port.ts";
import { startMeter } from "../meter.ts";
import { WantedTexts } from "../vectors/vectors.ts";
import type { Stage, Work } from "../work.ts";
import { textsToCompare, withoutRepetitions, type NormalisedExtraction } from "./normalise.ts";

export interface EmbedInput {
  readonly extraction: Extraction;
  /** Runs the stages from `resolve` on a draft that is discarded. */
  readonly rehearse: (work: Work, extraction: NormalisedExtraction) => Promise<unknown>;
}

/**
 * The texts for which later stages need vectors, found by rehearsing these stages without vectors
 * and without judges.
 */
const wantedTexts = async (
  work: Work,
  { extraction, rehearse }: EmbedInput,
): Promise<readonly string[]> => {
  const textCollector = new WantedTexts();
  const distinct = await withoutRepetitions(work, extraction);
  await textCollector.of([work.event.message, ...textsToCompare(work, distinct.facts)]);
  const rehearsal: Work = {
    ...work,
    vectors: textCollector,
    meter: startMeter(),
    settings: { ...work.settings, disambiguate: false },
  };
  await rehearse(rehearsal, distinct);
  return [...textCollector.texts];
};

/**
 * For a remote embedder: embeds the texts of the whole write in one
 * request, where later stages find them.
 */
export const embed: Stage<EmbedInput, void> = async (work, input) => {
  const texts = await wantedTexts(work, input);
  const vectors = await work.vectors.of(texts);
  return {
    value: undefined,
    data: { texts: texts.length, ...(vectors === null && { failed: true }) },
  };
};
