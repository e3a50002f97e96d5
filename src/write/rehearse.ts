import { ALL_ON } from "../memory/memory-settings.ts";
import { Draft } from "./draft/draft.ts";
import { integrate, type Understood } from "./integrate.ts";
import { textsToCompare, withoutRepetitions } from "./stages/normalise.ts";
import { WantedTexts } from "./vectors.ts";
import { startMeter, type Stage, type Work } from "./work.ts";

/**
 * Everything of which the stages to come will want vectors, as far as nothing ambiguous turns up: found by going through them on a draft
 * that is thrown away, with nothing to compare and nobody to ask.
 */
const rehearse = async (work: Work, understood: Understood): Promise<readonly string[]> => {
  const wanted = new WantedTexts();
  const { services, space } = work;
  const rehearsal: Work = {
    ...work,
    vectors: wanted,
    meter: startMeter(),
    settings: { ...work.settings, disambiguate: false },
  };
  const extraction = withoutRepetitions(work, understood.extraction);
  await wanted.of([work.event.message, ...textsToCompare(work, extraction.facts)]);
  await integrate(
    rehearsal,
    new Draft(services, space, await space.head(), ALL_ON),
    { ...understood, extraction },
    true,
  );
  return [...wanted.texts];
};

/** One request for the vectors of a whole write, where asking is one. What is known to be wanted is embedded at once, and kept. */
export const embed: Stage<Understood, void> = async (work, understood) => {
  const texts = await rehearse(work, understood);
  const vectors = await work.vectors.of(texts);
  return {
    value: undefined,
    data: { texts: texts.length, ...(vectors === null && { failed: true }) },
  };
};
