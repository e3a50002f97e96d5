import { inZone, wallClock } from "../../../memory/time-zone.ts";
import { epochMillis } from "../../../memory/time.ts";
import type { Extraction, ExtractionInput } from "../../port.ts";
import type { Answer } from "../../answer.ts";
import { ANSWER_SCHEMAS } from "../answers/answer-schemas.ts";
import { readExtraction } from "../answers/read-extraction.ts";
import type { OpenAiSettings } from "../config.ts";
import type { Deadline } from "../endpoint/deadline.ts";
import { runAttempts, type TaskContext } from "./attempts.ts";
import { dropUnsupported } from "./check-extraction.ts";

/**
 * The latest of the recent messages, oldest first, as many as fit. Of the first one that does not
 * fit, the end is sent.
 */
export const recentMessagesToShow = (
  { recentMessages }: ExtractionInput,
  settings: OpenAiSettings,
): readonly string[] => {
  let remaining = settings.recentCharacters;
  const messages: string[] = [];
  for (const message of recentMessages.slice(-settings.recentMessages).toReversed()) {
    if (remaining <= 0) break;
    messages.push(message.length <= remaining ? message : `…${message.slice(-remaining)}`);
    remaining -= message.length;
  }
  return messages.toReversed();
};

/** Output tokens for an extraction. Long messages contain many facts. */
export const extractionTokens = ({ message }: ExtractionInput, settings: OpenAiSettings): number =>
  Math.min(
    settings.extractionTokensCap,
    Math.max(
      settings.extractionTokens,
      Math.ceil(message.length * settings.extractionTokensPerCharacter),
    ),
  );

const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

/**
 * The day of the week in the time zone of the message, such as `Saturday`. Models often compute it
 * wrongly.
 */
export const weekdayOf = ({ occurredAt, timeZone }: ExtractionInput): string =>
  WEEKDAY.format(epochMillis(wallClock(occurredAt, timeZone)));

/** Extracts everything in one call, with the known facts. */
export const extractInformed = async (
  context: TaskContext,
  model: string,
  input: ExtractionInput,
  deadline: Deadline,
): Promise<Answer<Extraction>> => {
  const { prompts, settings, log } = context;
  const prompt = prompts.render("extract", {
    speaker: input.speaker,
    speaker_named: input.speakerNamed,
    occurred_at: inZone(input.occurredAt, input.timeZone),
    weekday: weekdayOf(input),
    recent_messages: recentMessagesToShow(input, settings),
    wants_profiles: input.wantsProfiles ?? true,
    known: [...input.knownEntities, ...(input.toldLast ?? [])],
    message: input.message,
  });
  const answer = await runAttempts(
    context,
    {
      name: "extract",
      model,
      request: { prompt, schema: ANSWER_SCHEMAS.extraction },
      tokens: extractionTokens(input, settings),
      tokensCap: settings.extractionTokensCap,
      read: ({ text, truncated }) => readExtraction(text, truncated, input),
    },
    deadline,
  );
  return dropUnsupported(answer, input, log);
};
