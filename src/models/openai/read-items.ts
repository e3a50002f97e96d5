import { z } from "zod";
import type { Emotion } from "../../memory/event.ts";
import type { ImportanceCategory } from "../../memory/importance.ts";
import { snakeCase } from "../../memory/names.ts";
import type { ExtractedEntity, ExtractedFact, ExtractedRelation } from "../port.ts";
import { CATEGORIES, CONFIDENCES } from "./asked.ts";
import { readInstant } from "./read-instant.ts";

/** The names under which models that were not held to a schema give a field. */
const renamed = (names: Readonly<Record<string, readonly string[]>>) => (item: unknown) => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const fields = item as Record<string, unknown>;
  const found = Object.entries(names).map(([name, others]): [string, unknown] => [
    name,
    [name, ...others].map((other) => fields[other]).find((value) => value != null),
  ]);
  return { ...fields, ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
};

/** "null", "none" and "" are ways of saying nothing. */
const NOTHING = /^(?:null|none|n\/?a|unknown|undefined|-)?$/iu;
const words = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !NOTHING.test(text));
const wordsOrNull = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim())
  .transform((value) => (NOTHING.test(value) ? null : value))
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
const IN_WORDS: Readonly<Record<string, number>> = {
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
/** Models without a schema say it in words or per cent; where they say nothing, it is a weak inference. */
const confidence = z
  .union([
    z.number(),
    z.string().transform((text) => IN_WORDS[snakeCase(text)] ?? Number.parseFloat(text)),
  ])
  .transform((value) => (value > 1 && value <= 100 ? value / 100 : value))
  .refine((value) => value >= 0 && value <= 1)
  .catch(weak);

const category = z
  .string()
  .transform((text) => snakeCase(text))
  .pipe(z.enum(CATEGORIES))
  .catch("specific_event")
  .transform((name) => name.toUpperCase() as ImportanceCategory);
const action = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.enum(["NEW", "UPDATE", "DELETE"]))
  .catch("NEW");
const instant = wordsOrNull.transform((text) => readInstant(text));

const named = (item: unknown): unknown => (typeof item === "string" ? { name: item } : item);
const entity = z.preprocess(
  (item) =>
    renamed({ name: ["entity", "canonical_name"], type: ["entity_type", "kind"] })(named(item)),
  z.object({ name: words, type: words.catch("concept"), aliases: listOfWords }),
);

const fact = z
  .preprocess(
    renamed({
      subject: ["entity", "subject_name", "entity_name"],
      text: ["fact", "fact_text", "statement", "content"],
      category: ["importance_category", "importance"],
      slot: ["attribute"],
      valid_from: ["validFrom", "start_date"],
      valid_to: ["validTo", "end_date"],
    }),
    z.object({
      subject: words,
      text: words,
      action,
      confidence,
      category,
      slot: wordsOrNull,
      value: wordsOrNull,
      valid_from: instant,
      valid_to: instant,
    }),
  )
  .transform(({ valid_from: validFrom, valid_to: validTo, ...said }): ExtractedFact => {
    const slot = snakeCase(said.slot ?? "");
    const complete = slot !== "" && (said.value !== null || said.action === "DELETE");
    return {
      ...said,
      slot: complete ? slot : null,
      value: complete ? said.value : null,
      validFrom,
      // An end before the start is a slip: the fact is worth more than its end.
      validTo: validTo !== null && validFrom !== null && validTo <= validFrom ? null : validTo,
    };
  });

const relation = z
  .preprocess(
    renamed({
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

const profile = z.preprocess(
  renamed({ name: ["entity"], profile: ["text", "summary", "profile_text"] }),
  z.object({ name: words, profile: words }),
);

const level = z
  .union([z.number(), z.string().transform((text) => Number.parseFloat(text))])
  .transform((value) => Math.min(1, Math.max(0, value > 1 && value <= 10 ? value / 10 : value)))
  .refine((value) => !Number.isNaN(value))
  .catch(0.5);
const NO_EMOTION = /^(?:neutral|none|no emotion|calm|null|n\/a|unknown)$/iu;
const emotion = z
  .preprocess(
    (value) =>
      typeof value === "string" ? { label: value } : renamed({ label: ["emotion", "name"] })(value),
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
  entity.safeParse(item).data;
export const readFact = (item: unknown): ExtractedFact | undefined => fact.safeParse(item).data;
export const readRelation = (item: unknown): ExtractedRelation | undefined =>
  relation.safeParse(item).data;
export const readProfile = (
  item: unknown,
): { readonly name: string; readonly profile: string } | undefined => profile.safeParse(item).data;
export const readEmotion = (item: unknown): Emotion | null => emotion.safeParse(item).data ?? null;
export const readWords = (item: unknown): string | null => wordsOrNull.safeParse(item).data ?? null;
