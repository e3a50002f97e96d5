import { snakeCase } from "../src/language/names.ts";
import type { Instant } from "../src/memory/time.ts";
import { Problem } from "../src/memory/problem.ts";

/** An integer within bounds, or its default. Throws BAD_USER_INPUT, naming the argument. */
export const wholeNumber = (
  name: string,
  value: number | null | undefined,
  byDefault: number,
  least: number,
  most: number,
): number => {
  const number = value ?? byDefault;
  if (number < least || number > most)
    throw new Problem("BAD_USER_INPUT", `${name} must be ${least} to ${most}, not ${number}.`);
  return number;
};

/** A number from 0 to 1, if given. Throws BAD_USER_INPUT outside, naming the argument. */
export const fraction = (name: string, value: number | null | undefined): number | undefined => {
  if (value == null) return undefined;
  if (value < 0 || value > 1)
    throw new Problem("BAD_USER_INPUT", `${name} must be between 0 and 1, not ${value}.`);
  return value;
};

/** An interval with the bounds that it has. Throws INVALID_INTERVAL if it is empty. */
export const intervalOf = ({
  from,
  to,
}: {
  readonly from?: Instant | null | undefined;
  readonly to?: Instant | null | undefined;
}): { readonly from: Instant | undefined; readonly to: Instant | undefined } => {
  if (from != null && to != null && to <= from)
    throw new Problem("INVALID_INTERVAL", `to (${to}) must be later than from (${from}).`);
  return { from: from ?? undefined, to: to ?? undefined };
};

/** A slot or type in the form in which it is stored. */
export const asStored = (name: string | null | undefined): string | undefined =>
  name == null ? undefined : snakeCase(name);

/** Relationship types in the form in which they are stored. */
export const typesAsStored = (types: readonly string[] | null | undefined): string[] | undefined =>
  types?.map(snakeCase);
