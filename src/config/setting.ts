import { z } from "zod";

/** One environment variable: how it is read, what it is where it is not set, and what the documentation says of it. */
export interface Setting<T, Default extends string | null = string | null> {
  readonly schema: z.ZodType<T, string>;
  /** As it would be written in the environment; null for none. */
  readonly default: Default;
  /** Completes the sentence "PORT must be …". Values are never told: some are secrets. */
  readonly expects: string;
  /** What it is for, in words for docs/configuration.md. */
  readonly about: string;
}

export const setting = <T, Default extends string | null>(
  schema: z.ZodType<T, string>,
  byDefault: Default,
  expects: string,
  about: string,
): Setting<T, Default> => ({ schema, default: byDefault, expects, about });

/** What a setting gives: undefined where it is not set and has no default. */
export type Value<S> =
  S extends Setting<infer T, infer Default> ? (Default extends string ? T : T | undefined) : never;

export const text = z.string().min(1);
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));
export const listOf = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .transform((list) =>
      list
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    )
    .pipe(z.array(item).min(1));
export const webUrl = z.url({ protocol: /^https?$/ });
/** Scheme, host and port, as a browser sends it. */
export const origin = z
  .string()
  .refine((value) => URL.canParse(value) && new URL(value).origin === value);
/** `key:tenant`, split at the first colon. */
export const apiKey = z
  .string()
  .regex(/^[^:\s]+:.+$/)
  .transform((pair) => ({
    key: pair.slice(0, pair.indexOf(":")),
    tenant: pair.slice(pair.indexOf(":") + 1),
  }));
