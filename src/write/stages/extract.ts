import { lastingText } from "../../language/lasting-text.ts";
import { wallClock } from "../../memory/time-zone.ts";
import { loopQueue } from "../../fairness/loop-queue.ts";
import {
  FINAL_FAULTS,
  ModelUnavailable,
  type ExtractedFact,
  type Extraction,
  type ExtractionInput,
} from "../../models/port.ts";
import type { Answer } from "../../models/answer.ts";
import { gatedSpace } from "../../read/readable-space.ts";
import { zoneOfMessage } from "../message-zone.ts";
import { recentMessagesFor } from "../recent-messages.ts";
import type { SpeakerOfMessage } from "../speaker.ts";
import type { KnownFacts } from "./read-known.ts";
import type { Stage } from "../work.ts";

/**
 * No model could extract, informed or blindly. The event is recorded, stays pending, and is
 * processed later.
 */
export class ExtractionFailed extends Error {
  constructor(options: ErrorOptions) {
    super("No model could extract from the message.", options);
    this.name = "ExtractionFailed";
  }
}

const withTrace = (answer: Answer<Extraction>, isInformed: boolean) => {
  const { model, notes, value } = answer;
  return {
    value: answer,
    data: {
      informed: isInformed,
      model,
      entities: value.entities.length,
      facts: value.facts.length,
      relations: value.relations.length,
      ...(notes && { notes }),
    },
  };
};

/** The facts with absolute times: "yesterday" becomes a date in the time zone of the message. */
const withLastingTexts = async (
  answer: Answer<Extraction>,
  { occurredAt, timeZone }: Pick<ExtractionInput, "occurredAt" | "timeZone">,
): Promise<Answer<Extraction>> => {
  const saidAt = wallClock(occurredAt, timeZone);
  const facts: ExtractedFact[] = [];
  for (const fact of answer.value.facts) {
    await loopQueue.pause();
    const start = fact.validFrom && wallClock(fact.validFrom, timeZone);
    const end = fact.validTo && wallClock(fact.validTo, timeZone);
    facts.push({ ...fact, text: lastingText(fact.text, { saidAt, start, end }) });
  }
  return { ...answer, value: { ...answer.value, facts } };
};

/** Whether any other call would fail too. */
const isFinal = (error: unknown): boolean =>
  error instanceof ModelUnavailable && FINAL_FAULTS.has(error.kind);

export interface ExtractInput {
  readonly speaker: SpeakerOfMessage;
  readonly knownFacts: KnownFacts;
}

/**
 * Extracts entities, facts and relations in one informed call. If that fails, extracts
 * blindly in small steps, unless no model would answer those either. The adapter makes the attempts
 * of each call. Throws ExtractionFailed.
 */
export const extract: Stage<ExtractInput, Answer<Extraction>> = async (
  { services: { models, log }, space, settings, userSettings, meter, event, signal, remaining },
  { speaker, knownFacts },
) => {
  const permits = await userSettings();
  const input: ExtractionInput = {
    message: event.message,
    speaker: speaker.name,
    speakerNamed: speaker.isNamed,
    occurredAt: event.occurredAt,
    timeZone: zoneOfMessage(event, permits),
    recentMessages: await recentMessagesFor(gatedSpace(space, permits), event),
    ...knownFacts,
    wantsProfiles: settings.profiles,
  };
  if (settings.informedExtraction) {
    try {
      return withTrace(
        await withLastingTexts(
          await meter.counting(models.extract(input, { signal, timeoutMs: remaining() })),
          input,
        ),
        true,
      );
    } catch (error) {
      if (isFinal(error)) throw new ExtractionFailed({ cause: error });
      log.warn(
        { event: event.id, error },
        "Extraction with the known facts failed. It is repeated without them.",
      );
    }
  }
  try {
    return withTrace(
      await withLastingTexts(
        await meter.counting(models.extractBlind(input, { signal, timeoutMs: remaining() })),
        input,
      ),
      false,
    );
  } catch (error) {
    throw new ExtractionFailed({ cause: error });
  }
};
