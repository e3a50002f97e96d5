import { Problem } from "../memory/problem.ts";
import { parseInstant } from "../memory/time.ts";
import { FORMAT, type Line } from "./format.ts";

const KINDS: readonly Line["kind"][] = ["palimpsest", "commit", "session", "turn", "note", "end"];

const refuse = (number: number, reason: string): never => {
  throw new Problem("BAD_USER_INPUT", `Line ${number} of the export ${reason}.`);
};

/** The line as the format has it. Throws BAD_USER_INPUT, with the number of the line, for what is not of the format or of a later version of it. */
export const readLine = (text: string, number: number): Line => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(number, "is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(number, "is not an object");
  const line = value as Line;
  if (!KINDS.includes(line.kind)) return refuse(number, "is of no known kind");
  if (line.kind === "palimpsest" && line.format > FORMAT)
    return refuse(
      number,
      `says that it is of format ${line.format}; this service reads up to ${FORMAT}`,
    );
  if (
    line.kind === "palimpsest" &&
    (typeof line.id !== "string" || typeof line.embedder !== "object")
  )
    return refuse(number, "is not a header");
  if (
    line.kind === "commit" &&
    (typeof line.recordedAt !== "string" || parseInstant(line.recordedAt) !== line.recordedAt)
  )
    return refuse(number, "does not tell when it was recorded");
  return line;
};
