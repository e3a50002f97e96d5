import { z } from "zod";
import { parseInstant, type Instant } from "../memory/time.ts";

/** Schemas of values that several kinds of notes contain. */

/** An instant in the form in which it is stored. */
export const storedInstant = z.custom<Instant>(
  (value) => typeof value === "string" && parseInstant(value) === value,
  'must be an instant in UTC with milliseconds, such as "2026-11-21T08:00:00.000Z"',
);

export const storedTimePoint = z.object({ knownAt: storedInstant, validAt: storedInstant });

export const storedTokens = z.object({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cached: z.number().nonnegative(),
});
