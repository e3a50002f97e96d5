import { readEmotion, readWords } from "./read-items.ts";
import { readJson } from "./read-json.ts";
import type { Emotion } from "../../memory/event.ts";
import type { Verdicts } from "../../memory/decision.ts";
import type { Reading } from "./read-extraction.ts";

type Fields = Readonly<Record<string, unknown>>;
const ACTIONS: ReadonlySet<string> = new Set<Verdicts>(["ADD", "UPDATE", "NOOP", "DELETE"]);

/** The last object of an answer that has one of these fields: a model that thinks aloud comes to its verdict at the end. A verdict that was cut short is none. */
const objectWith = (text: string, names: readonly string[]): Fields | null => {
  const { values, whole } = readJson(text, false);
  const objects = values.filter(
    (value): value is Fields =>
      typeof value === "object" && value !== null && names.some((name) => name in value),
  );
  return whole ? (objects.at(-1) ?? null) : null;
};

const complete = <T>(value: T): Reading<T> => ({ value, complete: true, worth: 1 });

/** The label that a judge names: a text or a number; null where it names none. */
const labelOf = (content: unknown): string | null =>
  readWords(content)?.replace(/^\[|\]$/gu, "") ?? null;

/** Which candidate a judge names. */
export const readCandidate = (text: string): Reading<string | null> | null => {
  const fields = objectWith(text, ["candidate", "match"]);
  return fields && complete(labelOf(fields["candidate"] ?? fields["match"]));
};

/** A verdict as it was given, its candidate not yet held against those that there are. */
export interface GivenVerdict {
  readonly action: Verdicts;
  readonly candidate: string | null;
  readonly reason: string | null;
}

export const readVerdict = (text: string): Reading<GivenVerdict> | null => {
  const fields = objectWith(text, ["action", "decision"]);
  const action = readWords(fields?.["action"] ?? fields?.["decision"])?.toUpperCase();
  if (!fields || action === undefined || !ACTIONS.has(action)) return null;
  return complete({
    action: action as Verdicts,
    candidate: labelOf(fields["candidate"]),
    reason: readWords(fields["reason"]),
  });
};

export const readEmotionAnswer = (text: string): Reading<Emotion | null> | null => {
  const fields = objectWith(text, ["emotion", "label"]);
  if (!fields) return null;
  return complete(readEmotion("label" in fields ? fields : fields["emotion"]));
};
