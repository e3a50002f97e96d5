import { Problem } from "../src/memory/problem.ts";
import { snakeCase } from "../src/memory/names.ts";

/** A whole number within bounds, or its default. Throws BAD_USER_INPUT, which names it. */
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

/** A confidence, where one is given. Throws BAD_USER_INPUT for one that is not 0 to 1. */
export const confidence = (value: number | null | undefined): number | undefined => {
  if (value == null) return undefined;
  if (value < 0 || value > 1)
    throw new Problem("BAD_USER_INPUT", `minConfidence must be 0 to 1, not ${value}.`);
  return value;
};

/** A slot or a type as it is stored, where one is given. */
export const asStored = (name: string | null | undefined): string | undefined =>
  name == null ? undefined : snakeCase(name);

/** Types of relationships as they are stored, where some are given. */
export const typesAsStored = (types: readonly string[] | null | undefined): string[] | undefined =>
  types?.map(snakeCase);
