import { z } from "zod";
import type { ReconcileAction } from "../../../memory/decision.ts";
import type { Emotion } from "../../../memory/event.ts";
import { readEmotion, readLabel, readWords } from "./read-items.ts";
import { readObject, type JsonObject, type Reading } from "./read-json.ts";

const ACTIONS = ["ADD", "UPDATE", "NOOP", "DELETE"] as const satisfies readonly ReconcileAction[];
const actionSchema = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(ACTIONS));

/** The object that a judge answers with; null if there is none or if it was cut off. */
const wholeObject = (text: string, fieldNames: readonly string[]): JsonObject | null => {
  const object = readObject(text, false, fieldNames);
  return object?.whole ? object.fields : null;
};

const complete = <T>(value: T): Reading<T> => ({ value, complete: true, worth: 1 });

/** The label of the candidate that a judge names; null in the reading if it names none. */
export const readCandidate = (text: string): Reading<string | null> | null => {
  const fields = wholeObject(text, ["candidate", "match"]);
  return fields && complete(readLabel(fields["candidate"] ?? fields["match"]));
};

/** A verdict as the model gave it: the label may name no candidate. */
export interface LabelledVerdict {
  readonly action: ReconcileAction;
  readonly candidate: string | null;
  readonly reason: string | null;
}

export const readVerdict = (text: string): Reading<LabelledVerdict> | null => {
  const fields = wholeObject(text, ["action", "decision"]);
  if (fields === null) return null;
  const action = actionSchema.safeParse(readWords(fields["action"] ?? fields["decision"])).data;
  if (action === undefined) return null;
  return complete({
    action,
    candidate: readLabel(fields["candidate"]),
    reason: readWords(fields["reason"]),
  });
};

export const readEmotionAnswer = (text: string): Reading<Emotion | null> | null => {
  const fields = wholeObject(text, ["emotion", "label"]);
  return fields && complete(readEmotion("label" in fields ? fields : fields["emotion"]));
};
