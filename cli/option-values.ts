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

/** Takes a text that names something: a variable that a script did not set names nothing. */
export const notBlank = (value: string): string => {
  if (value.trim() === "") throw new InvalidArgumentError("It is blank.");
  return value;
};

/** Takes what the client can read as a time, as it was given: which end of a day it means, the verb decides. */
export const readableTime = (value: string): string => {
  try {
    instantOf(value, "It", "start");
    return value;
  } catch (fault) {
    throw new InvalidArgumentError(fault instanceof Error ? fault.message : String(fault));
  }
};
