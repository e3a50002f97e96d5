import { InvalidArgumentError } from "commander";
import { instantOf } from "../packages/client/src/time-point.ts";

/** The effect of `--json`, in every command that has it. */
export const AS_JSON = "print the whole result as JSON";

/** Reads an option that is a whole number. */
export const numberWithin =
  (least: number, most: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return number;
  };

/**
 * Accepts a text that names something. An empty text often comes from an unset variable of a
 * script.
 */
export const notBlank = (value: string): string => {
  if (value.trim() === "") throw new InvalidArgumentError("The value must not be blank.");
  return value;
};

/**
 * Accepts any time that the client can read (packages/client/src/time-point.ts), unchanged: the
 * verb decides which end of a day it means.
 */
export const readableTime = (value: string): string => {
  try {
    instantOf(value, "It", "start");
    return value;
  } catch (fault) {
    throw new InvalidArgumentError(fault instanceof Error ? fault.message : String(fault));
  }
};
