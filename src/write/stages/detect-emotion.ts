import type { Emotion } from "../../memory/event.ts";
import type { Stage } from "../work.ts";

/** Stage 3. Emotion, intensity, energy; null where the message shows none, where extraction tells it, or where asking failed. */
export const detectEmotion: Stage<void, Emotion | null> = async (work) => {
  const { models, log } = work.services;
  if (models.extractionTellsEmotion) return { value: null, data: { toldByExtraction: true } };
  try {
    const answer = await work.meter.counting(
      models.detectEmotion(work.event.message, { signal: work.signal }),
    );
    return { value: answer.value, data: { emotion: answer.value?.label ?? null } };
  } catch (error) {
    log.warn({ event: work.event.id, error }, "emotion could not be told");
    return { value: null, data: { failed: true } };
  }
};
