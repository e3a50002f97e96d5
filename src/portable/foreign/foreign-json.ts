import { z } from "zod";
import { Problem } from "../../memory/problem.ts";
import { instantOf, type Instant } from "../../memory/time.ts";

/** A JSON value of a foreign file. */
export type Json = z.infer<ReturnType<typeof z.json>>;

const parseJson = (text: string, where: string): Json => {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    throw new Problem("BAD_USER_INPUT", `${where} is not JSON.`);
  }
};

/** The first bytes of a zip archive. */
const ARCHIVE = "PK\u0003\u0004";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * The values of a file, which is one JSON list, one JSON document, or has one value per row. Throws
 * BAD_USER_INPUT for anything else.
 */
export const readJsonFile = (text: string): readonly Json[] => {
  const trimmedText = text.trim();
  if (trimmedText.startsWith(ARCHIVE))
    throw new Problem(
      "BAD_USER_INPUT",
      "This is an archive. Unpack it, and name one of its files.",
    );
  if (trimmedText.startsWith("[")) {
    const list = parseJson(trimmedText, "The file");
    return Array.isArray(list) ? list : [list];
  }
  if (isJson(trimmedText)) return [parseJson(trimmedText, "The file")];
  return trimmedText
    .split("\n")
    .filter((row) => row.trim() !== "")
    .map((row, index) => parseJson(row, `Row ${index + 1}`));
};

/** Number of characters that a report quotes of an entry that cannot be imported. */
export const EXCERPT_LENGTH = 80;

export const excerptOf = (value: Json): string => JSON.stringify(value).slice(0, EXCERPT_LENGTH);

/** Reads times without a zone as UTC, because these programs write UTC. */
const ZONE = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const instantIn = (text: string): Instant | null => {
  const millis = Date.parse(
    ZONE.test(text) || DATE.test(text) ? text : `${text.replace(" ", "T")}Z`,
  );
  try {
    return Number.isNaN(millis) ? null : instantOf(millis);
  } catch {
    return null;
  }
};

/** A text that is not blank, trimmed; null for anything else. */
export const foreignText = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    if (typeof value !== "string") return null;
    const text = value.trim();
    return text === "" ? null : text;
  });

/** An ISO 8601 time of any precision; null for anything else. */
export const foreignInstant = foreignText.transform((text) =>
  text === null ? null : instantIn(text),
);

/** A list; empty for anything else. */
export const foreignList = z.array(z.json()).catch([]);
