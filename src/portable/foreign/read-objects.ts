import { Problem } from "../../memory/problem.ts";
import { instantOf, type Instant } from "../../memory/time.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [field: string]: Json | undefined;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parsed = (text: string, where: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Problem("BAD_USER_INPUT", `${where} is not JSON.`);
  }
};

/** The objects of a file of JSON Lines, or of one JSON document. Throws BAD_USER_INPUT for what is neither. */
export const readObjects = (text: string): readonly Json[] => {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) return parsed(trimmed, "The file") as readonly Json[];
  const lines = trimmed.split("\n").filter((line) => line.trim() !== "");
  try {
    return [JSON.parse(trimmed) as Json];
  } catch {
    return lines.map((line, i) => parsed(line, `Line ${i + 1}`));
  }
};

/** A text that says something; null for anything else. */
export const textIn = (object: JsonObject, ...fields: readonly string[]): string | null => {
  for (const field of fields) {
    const value = object[field];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return null;
};

/** Without a zone it is UTC, as these programs write it. */
const ZONE = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** An ISO 8601 time of any precision; null for anything else. */
export const instantIn = (object: JsonObject, ...fields: readonly string[]): Instant | null => {
  const text = textIn(object, ...fields);
  if (text === null) return null;
  const millis = Date.parse(
    ZONE.test(text) || DATE.test(text) ? text : `${text.replace(" ", "T")}Z`,
  );
  try {
    return Number.isNaN(millis) ? null : instantOf(millis);
  } catch {
    return null;
  }
};
