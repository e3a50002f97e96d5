import type { Answer, Extraction, ExtractionInput } from "../port.ts";
import { ASKED } from "./asked.ts";
import { Bill } from "./bill.ts";
import { attempt, type Desk } from "./chain.ts";
import { checkExtraction } from "./check-extraction.ts";
import { readExtraction } from "./read-extraction.ts";
import { extractionBudget, recentShown } from "./shown.ts";
import type { Span } from "./span.ts";
import { weekday } from "./weekday.ts";

/** Drops what the data does not bear out, and says how much it was. */
export const checked = (
  desk: Desk,
  answer: Answer<Extraction>,
  input: ExtractionInput,
): Answer<Extraction> => {
  const { value, refused } = checkExtraction(answer.value, input);
  if (refused === 0) return { ...answer, value };
  desk.log?.warn(
    { model: answer.model, refused },
    "An answer spoke of what was not asked about; that was left out.",
  );
  return {
    ...answer,
    value,
    notes: [...(answer.notes ?? []), `left out ${refused} that the message does not speak of`],
  };
};

/** Entities, facts, relations, profiles, the speaker's name and emotion in one call, given what is known. */
export const extractInformed = async (
  desk: Desk,
  model: string,
  input: ExtractionInput,
  span: Span,
): Promise<Answer<Extraction>> => {
  const prompt = desk.prompts.render("extract", {
    speaker: input.speaker,
    speaker_named: input.speakerNamed,
    occurred_at: input.occurredAt,
    weekday: weekday(input.occurredAt),
    recent_messages: recentShown(input, desk.settings),
    known: input.known,
    message: input.message,
  });
  const answer = await attempt(
    desk,
    {
      name: "extract",
      model,
      question: { prompt, schema: ASKED.extraction },
      tokens: extractionBudget(input, desk.settings),
      tokensCap: desk.settings.extractionTokensCap,
      read: ({ text, truncated }) => readExtraction(text, truncated, input.speaker),
    },
    span,
    new Bill(),
  );
  return checked(desk, answer, input);
};
