import { z } from "zod";
import type { Emotion } from "../../../memory/event.ts";
import { snakeCase } from "../../../language/names.ts";
import { parseInstant, type Instant, type Precision } from "../../../memory/time.ts";
import { instantAtWallClock, UTC, type TimeZone } from "../../../memory/time-zone.ts";
import {
  type CorrectedFact,
  type ExtractedEntity,
  type ExtractedFact,
  type ExtractedRelation,
} from "../../port.ts";
import { CATEGORIES, CONFIDENCES } from "./answer-schemas.ts";
import { isJsonObject } from "./read-json.ts";

/** Matches a year, a month or a day, or an instant whose time zone may be missing. */
const DATE =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:\d{2})?)?)?)?$/u;

/** A date as a message states it. */
export interface StatedDate {
  /** The start of the year, month or day, or the instant itself. */
  readonly instant: Instant;
  readonly precision: Precision;
}

/**
 * Reads a date of a model: a year, a month, a day or an instant. Without an offset, it is in the
 * given time zone. Null for anything else: a date that cannot be read counts as not stated.
 */
export const readDate = (text: string | null, timeZone: TimeZone = UTC): StatedDate | null => {
  const parts = DATE.exec(text?.trim() ?? "");
  if (!parts) return null;
  const [, year, month = "1", day = "1", time = "00:00", seconds = ":00", zone] = parts;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const instant = parseInstant(`${date}T${time}${seconds}${zone ?? "Z"}`);
  if (instant === undefined) return null;
  const precision =
    parts[2] === undefined
      ? "YEAR"
      : parts[3] === undefined
        ? "MONTH"
        : parts[4] === undefined
          ? "DAY"
          : "INSTANT";
  return {
    instant: zone === undefined ? instantAtWallClock(instant, timeZone) : instant,
    precision,
  };
};

/** Renames the fields of an object whose model used other names for them. */
const renameFields =
  (otherNames: Readonly<Record<string, readonly string[]>>) =>
  (item: unknown): unknown => {
    if (!isJsonObject(item)) return item;
    const renamedFields = Object.entries(otherNames).map(([name, others]): [string, unknown] => [
      name,
      [name, ...others].map((other) => item[other]).find((value) => value != null),
    ]);
    return {
      ...item,
      ...Object.fromEntries(renamedFields.filter(([, value]) => value !== undefined)),
    };
  };

/** Words by which models say that there is no value. */
const NO_WORDS = /^(?:null|none|n\/?a|unknown|undefined|-)?$/iu;
const words = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !NO_WORDS.test(text));
const wordsOrNull = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim())
  .transform((value) => (NO_WORDS.test(value) ? null : value))
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const listOfWords = z
  .union([z.array(z.unknown()), z.string().transform((text) => text.split(","))])
  .transform((items) =>
    items.map((item) => words.safeParse(item).data).filter((item) => item !== undefined),
  )
  .nullish()
  .catch([])
  .transform((items) => items ?? []);

const [explicit, strong, weak, guess] = CONFIDENCES;
const CONFIDENCE_OF_WORD: Readonly<Record<string, number>> = {
  explicit,
  certain: explicit,
  very_high: explicit,
  high: explicit,
  strong,
  medium: strong,
  moderate: strong,
  weak,
  low: guess,
  speculation: guess,
};
/**
 * Reads a confidence: a number, a percentage or a word. Without any, the fact counts as a weak
 * inference.
 */
const confidence = z
  .union([
    z.number(),
    z.string().transform((text) => CONFIDENCE_OF_WORD[snakeCase(text)] ?? Number.parseFloat(text)),
  ])
  .transform((value) => (value > 1 && value <= 100 ? value / 100 : value))
  .refine((value) => value >= 0 && value <= 1)
  .catch(weak);

const category = z
  .string()
  .transform((text) => snakeCase(text).toUpperCase())
  .pipe(z.enum(CATEGORIES))
  .nullable()
  .catch(null);
/**
 * The polarity and action of a fact. Models without the schema say DELETE, as a change, for an
 * ended value.
 */
const polarity = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .transform((text) => (text === "DELETE" ? "ENDED" : text))
  .pipe(z.enum(["HOLDS", "ENDED", "NEVER"]))
  .catch("HOLDS");

const renameEntityFields = renameFields({
  name: ["entity", "canonical_name"],
  type: ["entity_type", "kind"],
});
const entitySchema = z.preprocess(
  (item) => renameEntityFields(typeof item === "string" ? { name: item } : item),
  z.object({ name: words, type: words.catch("concept"), aliases: listOfWords }),
);

const relationSchema = z
  .preprocess(
    renameFields({
      source: ["from", "subject", "head"],
      type: ["relation", "relation_type", "rel_type", "predicate", "relationship"],
      target: ["to", "object", "tail"],
    }),
    z.object({
      source: words,
      type: words.transform((text) => snakeCase(text)).refine((text) => text !== ""),
      target: words,
    }),
  )
  .transform(({ source, type, target }): ExtractedRelation => ({ source, type, target }));

/**
 * The items of a list that can be read. Models without a schema return a single item without the
 * list.
 */
const relationList = z
  .unknown()
  .optional()
  .transform((items) => (Array.isArray(items) ? items : [items]) as readonly unknown[])
  .transform((items) => items.flatMap((item) => relationSchema.safeParse(item).data ?? []));

const slotName = wordsOrNull.transform((text) => snakeCase(text ?? "") || null);
const correctsSchema = z
  .object({ subject: wordsOrNull, slot: slotName, value: wordsOrNull })
  .nullish()
  .catch(null);

const fieldsOfFact = z.preprocess(
  renameFields({
    subject: ["entity", "subject_name", "entity_name"],
    text: ["fact", "fact_text", "statement", "content"],
    polarity: ["action"],
    category: ["importance_category", "importance"],
    slot: ["attribute"],
    valid_from: ["validFrom", "start_date"],
    valid_to: ["validTo", "end_date"],
    relations: ["relation", "relationships"],
  }),
  z.object({
    subject: words,
    text: words,
    polarity,
    confidence,
    category,
    slot: slotName,
    value: wordsOrNull,
    valid_from: wordsOrNull,
    valid_to: wordsOrNull,
    still: z.boolean().catch(false),
    corrects: correctsSchema,
    relations: relationList,
  }),
);

/** A correction without a name says only that something was wrong. */
const correctedFact = (
  corrects: z.infer<typeof correctsSchema>,
  subject: string,
): CorrectedFact | null =>
  corrects == null || (corrects.slot === null && corrects.value === null)
    ? null
    : { ...corrects, subject: corrects.subject ?? subject };

type DatedFields = Pick<
  ExtractedFact,
  "validFrom" | "fromPrecision" | "validTo" | "toPrecision" | "still"
>;

/** An end before the start is a slip of the model, and does not make the fact wrong. */
const datesIn = (
  { valid_from, valid_to, still, polarity }: z.infer<typeof fieldsOfFact>,
  timeZone: TimeZone,
): DatedFields => {
  const from = readDate(valid_from, timeZone);
  const to = readDate(valid_to, timeZone);
  const end = to !== null && from !== null && to.instant <= from.instant ? null : to;
  return {
    validFrom: from?.instant ?? null,
    fromPrecision: from?.precision ?? null,
    validTo: end?.instant ?? null,
    toPrecision: end?.precision ?? null,
    still: still && from !== null && end === null && polarity === "HOLDS",
  };
};

/**
 * The fact in the fields of an answer. A statement without a value is about no slot; a denial
 * without one is about all of its slot.
 */
const factIn = (fields: z.infer<typeof fieldsOfFact>, timeZone: TimeZone): ExtractedFact => {
  const { subject, text, polarity, confidence, category, relations } = fields;
  const denies = polarity !== "HOLDS";
  const slot = fields.value !== null || denies ? fields.slot : null;
  return {
    subject,
    text,
    action: denies ? "DELETE" : "NEW",
    polarity,
    confidence,
    category,
    slot,
    value: slot === null ? null : fields.value,
    label: null,
    ...datesIn(fields, timeZone),
    corrects: correctedFact(fields.corrects, subject),
    together: null,
    movesIn: null,
    relations,
  };
};

const profileSchema = z.preprocess(
  renameFields({ name: ["entity"], profile: ["text", "summary", "profile_text"] }),
  z.object({ name: words, profile: words }),
);

/** Reads a number from 0 to 1. Divides by 10 if the model counts from 0 to 10. */
const level = z
  .union([z.number(), z.string().transform((text) => Number.parseFloat(text))])
  .transform((value) => Math.min(1, Math.max(0, value > 1 && value <= 10 ? value / 10 : value)))
  .refine((value) => !Number.isNaN(value))
  .catch(0.5);
const NO_EMOTION = /^(?:neutral|none|no emotion|calm|null|n\/a|unknown)$/iu;
const renameEmotionFields = renameFields({ label: ["emotion", "name"] });
const emotionSchema = z
  .preprocess(
    (value) => (typeof value === "string" ? { label: value } : renameEmotionFields(value)),
    z.object({
      label: words.transform((text) => text.toLowerCase()),
      intensity: level,
      energy: level,
    }),
  )
  .transform(({ label, intensity, energy }): Emotion | null =>
    NO_EMOTION.test(label) ? null : { label, intensity, energy },
  );

export const readEntity = (item: unknown): ExtractedEntity | undefined =>
  entitySchema.safeParse(item).data;
/** Time zone for dates without an offset. */
export const readFact = (item: unknown, timeZone: TimeZone = UTC): ExtractedFact | undefined => {
  const fields = fieldsOfFact.safeParse(item).data;
  return fields && factIn(fields, timeZone);
};
export const readRelation = (item: unknown): ExtractedRelation | undefined =>
  relationSchema.safeParse(item).data;
export const readProfile = (
  item: unknown,
): { readonly name: string; readonly profile: string } | undefined =>
  profileSchema.safeParse(item).data;
export const readEmotion = (item: unknown): Emotion | null =>
  emotionSchema.safeParse(item).data ?? null;
/** A text, a number or a boolean as text; null for anything else and for words that say nothing. */
export const readWords = (item: unknown): string | null => wordsOrNull.safeParse(item).data ?? null;
/** A label that was given to the model, with or without brackets around it. */
export const readLabel = (item: unknown): string | null =>
  readWords(item)?.replace(/^\[|\]$/gu, "") ?? null;
