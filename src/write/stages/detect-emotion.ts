import type { Emotion } from "../../memory/event.ts";
import type { Stage } from "../work.ts";

/**
 * Detects the emotion of the message, with intensity and energy. Null if it shows none, if
 * extraction detects it instead, or if the model fails.
 */
export const detectEmotion: Stage<void, Emotion | null> = async (work) => {
  const { models, log } = work.services;
  if (models.extractionIncludesEmotion) return { value: null, data: { toldByExtraction: true } };
  try {
    const answer = await work.meter.counting(
      models.detectEmotion(work.event.message, { signal: work.signal }),
    );
    return { value: answer.value, data: { emotion: answer.value?.label ?? null } };
  } catch (error) {
    log.warn({ event: work.event.id, error }, "The emotion of a message could not be detected.");
    return { value: null, data: { failed: true } };
  }
};
