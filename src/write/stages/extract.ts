import type { Answer, Extraction, ExtractionInput } from "../../models/port.ts";
import type { Stage, Work } from "../work.ts";

/** Every way of extracting has failed: the event stays on record, pending, and is tried again later. */
export class ExtractionFailed extends Error {
  constructor(options: ErrorOptions) {
    super("No model could extract from the message.", options);
    this.name = "ExtractionFailed";
  }
}

const counted = (work: Work, answer: Answer<Extraction>, data: Readonly<Record<string, unknown>>) => {
  work.meter.count(answer);
  const { entities, facts, relations } = answer.value;
  return { value: answer, data: { ...data, model: answer.model, entities: entities.length, facts: facts.length, relations: relations.length } };
};

/**
 * Stage 6. Entities, facts and relations in one informed call; where that fails, blindly in small steps. The adapter tries each as often
 * as DESIGN.md §3 tells. Throws ExtractionFailed where nothing helps.
 */
export const extract: Stage<ExtractionInput, Answer<Extraction>> = async (work, input) => {
  const { models, log } = work.services;
  if (work.settings.informedExtraction) {
    try {
      return counted(work, await models.extract(input, { signal: work.signal }), { informed: true });
    } catch (error) {
      log.warn({ event: work.event.id, error }, "informed extraction failed; extracting blindly");
    }
  }
  try {
    return counted(work, await models.extractBlind(input, { signal: work.signal }), { informed: false });
  } catch (error) {
    throw new ExtractionFailed({ cause: error });
  }
};
