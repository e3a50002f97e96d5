import { z } from "zod";
import { isLoopback } from "../server/auth/public-address.ts";

/** One environment variable: how it is read, its default, and its documentation. */
export interface Setting<T, Default extends string | null = string | null> {
  readonly schema: z.ZodType<T, string>;
  /** Its form in the environment; null for none. */
  readonly default: Default;
  /** Completes the sentence "PORT must be …". Values are not shown: some are secrets. */
  readonly expects: string;
  /** The description in docs/reference/configuration.md. */
  readonly about: string;
}

/** The value of a setting: undefined if it is not set and has no default. */
export type SettingValue<S> =
  S extends Setting<infer T, infer Default> ? (Default extends string ? T : T | undefined) : never;

export const setting = <T, Default extends string | null>(
  schema: z.ZodType<T, string>,
  byDefault: Default,
  expects: string,
  about: string,
): Setting<T, Default> => ({ schema, default: byDefault, expects, about });

export const text = z.string().min(1);
export const webUrl = z.url({ protocol: /^https?$/ });
/** A URL that cannot be intercepted: of https, or of this machine. */
export const trustedUrl = webUrl.refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === "https:" || isLoopback(hostname);
});
/** Scheme, host and port, as a browser sends them. */
export const origin = z
  .string()
  .refine((value) => URL.canParse(value) && new URL(value).origin === value);
/** `key:tenant`, split at the first colon. The key may be `sha256=` and its digest. */
export const apiKey = z
  .string()
  .regex(/^[^:\s]+:.+$/)
  .transform((pair) => ({
    key: pair.slice(0, pair.indexOf(":")),
    tenant: pair.slice(pair.indexOf(":") + 1),
  }));

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export interface Bounds {
  readonly min: number;
  readonly max: number;
  /** The kind of number, such as `a port`. Default: `a whole number`. */
  readonly what?: string;
}

const expectedNumber = ({ min, max, what = "a whole number" }: Bounds): string =>
  `${what} from ${min} to ${max}`;

/** A setting for a whole number within bounds, with a default. */
export const numberSetting = (
  bounds: Bounds,
  byDefault: number,
  about: string,
): Setting<number, string> =>
  setting(wholeNumber(bounds.min, bounds.max), String(byDefault), expectedNumber(bounds), about);

/** A setting for a number without a default. */
export const optionalNumberSetting = (bounds: Bounds, about: string): Setting<number, null> =>
  setting(wholeNumber(bounds.min, bounds.max), null, expectedNumber(bounds), about);

/** A setting for a comma-separated list of at least one item. */
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
