import { z } from "zod";
import type { ReconcileAction } from "../../../memory/decision.ts";
import type { Emotion } from "../../../memory/event.ts";
import { readEmotion, readLabel, readWords } from "./read-items.ts";
import {
  asList,
  isJsonObject,
  readJson,
  readObject,
  type JsonObject,
  type JsonReading,
  type ReadAnswer,
} from "./read-json.ts";

const ACTIONS = ["ADD", "UPDATE", "NOOP", "DELETE"] as const satisfies readonly ReconcileAction[];
const actionSchema = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(ACTIONS));

/** The object in the answer of a judge; null if there is none or if it was truncated. */
const wholeObject = (text: string, fieldNames: readonly string[]): JsonObject | null => {
  const object = readObject(text, false, fieldNames);
  return object?.whole ? object.fields : null;
};

const complete = <T>(value: T): ReadAnswer<T> => ({ value, complete: true, worth: 1 });

/** The label of the candidate that a judge names; null in the reading if it names none. */
export const readCandidate = (text: string): ReadAnswer<string | null> | null => {
  const fields = wholeObject(text, ["candidate", "match"]);
  return fields && complete(readLabel(fields["candidate"] ?? fields["match"]));
};

/** A verdict in an answer. Its labels may be ones that the model did not get. */
export interface LabelledVerdict {
  /** The label of the fact that is judged. */
  readonly fact: string | null;
  readonly action: ReconcileAction;
  readonly candidate: string | null;
  readonly reason: string | null;
}

const verdictIn = (item: unknown): LabelledVerdict | undefined => {
  if (!isJsonObject(item)) return undefined;
  const action = actionSchema.safeParse(readWords(item["action"] ?? item["decision"])).data;
  if (action === undefined) return undefined;
  return {
    fact: readLabel(item["fact"] ?? item["label"]),
    action,
    candidate: readLabel(item["candidate"]),
    reason: readWords(item["reason"]),
  };
};

/**
 * The verdicts in a list, in an object that wraps it, or in an object that is a verdict itself. A
 * truncated answer of the last kind is not reliable.
 */
const verdictsIn = ({ values, whole }: JsonReading): LabelledVerdict[] =>
  values
    .flatMap((value) => {
      const list = isJsonObject(value) ? value["verdicts"] : value;
      return list === undefined && whole ? [value] : asList(list);
    })
    .map(verdictIn)
    .filter((verdict) => verdict !== undefined);

/**
 * The verdicts on some facts, by their labels, in order; null for a fact without one. Verdicts
 * without labels are read in order if there are as many as facts. Of two verdicts on one fact, the
 * last counts. Only a truncated answer is incomplete: a model that omits a fact would do so again.
 */
export const readVerdicts = (
  text: string,
  truncated: boolean,
  labels: readonly string[],
): ReadAnswer<readonly (LabelledVerdict | null)[]> | null => {
  const answer = readJson(text, truncated);
  const givenVerdicts = verdictsIn(answer);
  const isEmpty = answer.values.some(
    (value) =>
      isJsonObject(value) && Array.isArray(value["verdicts"]) && value["verdicts"].length === 0,
  );
  if (givenVerdicts.length === 0 && !isEmpty) return null;
  const inOrder =
    givenVerdicts.length === labels.length && givenVerdicts.every(({ fact }) => fact === null)
      ? givenVerdicts
      : null;
  const value = labels.map(
    (label, i) =>
      inOrder?.[i] ??
      givenVerdicts.findLast(
        ({ fact }) => fact === label || (fact === null && labels.length === 1),
      ) ??
      null,
  );
  const worth = value.filter((verdict) => verdict !== null).length;
  return { value, complete: worth === labels.length || !truncated, worth };
};

export const readEmotionAnswer = (text: string): ReadAnswer<Emotion | null> | null => {
  const fields = wholeObject(text, ["emotion", "label"]);
  return fields && complete(readEmotion("label" in fields ? fields : fields["emotion"]));
};
