import {
  FINAL_FAULTS,
  ModelUnavailable,
  type Answer,
  type Extraction,
  type ExtractionInput,
} from "../../models/port.ts";
import type { Stage } from "../work.ts";

/** Every way of extracting has failed: the event stays on record, pending, and is tried again later. */
export class ExtractionFailed extends Error {
  constructor(options: ErrorOptions) {
    super("No model could extract from the message.", options);
    this.name = "ExtractionFailed";
  }
}

const extracted = (answer: Answer<Extraction>, informed: boolean) => {
  const { model, notes, value } = answer;
  return {
    value: answer,
    data: {
      informed,
      model,
      entities: value.entities.length,
      facts: value.facts.length,
      relations: value.relations.length,
      ...(notes && { notes }),
    },
  };
};

/** Whether there is no use in asking anything further. */
const isFinal = (error: unknown): boolean =>
  error instanceof ModelUnavailable && FINAL_FAULTS.has(error.kind);

/**
 * Stage 6. Entities, facts and relations in one informed call; where that fails, blindly in small steps, unless nobody would answer those
 * either. The adapter tries each as often as DESIGN.md §3 tells. Throws ExtractionFailed where nothing helps.
 */
export const extract: Stage<ExtractionInput, Answer<Extraction>> = async (
  { services: { models, log }, settings, meter, event, signal },
  input,
) => {
  if (settings.informedExtraction) {
    try {
      return extracted(await meter.counting(models.extract(input, { signal })), true);
    } catch (error) {
      if (isFinal(error)) throw new ExtractionFailed({ cause: error });
      log.warn({ event: event.id, error }, "informed extraction failed; extracting blindly");
    }
  }
  try {
    return extracted(await meter.counting(models.extractBlind(input, { signal })), false);
  } catch (error) {
    throw new ExtractionFailed({ cause: error });
  }
};
