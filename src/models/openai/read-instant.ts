import { parseInstant, type Instant } from "../../memory/time.ts";

/** A date as precise as it is known, or an instant whose zone may be missing. */
const FORM =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:\d{2})?)?)?)?$/u;

/**
 * Reads a date that a model gives: the start, in UTC, of the year, month or day that it names, or the instant itself.
 * Null for anything else: a date that cannot be read is one that nobody told.
 */
export const readInstant = (text: string | null): Instant | null => {
  const parts = FORM.exec(text?.trim() ?? "");
  if (!parts) return null;
  const [, year, month = "1", day = "1", time = "00:00", seconds = ":00", zone = "Z"] = parts;
  return (
    parseInstant(
      `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${time}${seconds}${zone}`,
    ) ?? null
  );
};
