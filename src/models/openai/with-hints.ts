import type { Answer, Extraction, ExtractionInput } from "../port.ts";
import type { ModelLog } from "./config.ts";
import { mergeHints } from "./merge-hints.ts";

/** Rules run beside the model, and what they add is merged in. Rules that fail are no reason to fail; a model that fails is. */
export const withHints = async (
  extracting: Promise<Answer<Extraction>>,
  hints: ((input: ExtractionInput) => Promise<Extraction>) | undefined,
  input: ExtractionInput,
  log: ModelLog | undefined,
): Promise<Answer<Extraction>> => {
  if (hints === undefined) return extracting;
  const hinting = hints(input).catch((error: unknown) => {
    log?.warn(
      { error: error instanceof Error ? error.name : typeof error },
      "The rules beside the model failed.",
    );
    return null;
  });
  const [answer, found] = await Promise.all([extracting, hinting]);
  return found === null
    ? answer
    : { ...answer, value: mergeHints(answer.value, found, input.speaker) };
};
