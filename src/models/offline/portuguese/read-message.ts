import type { Chrono } from "chrono-node";
import type { Extraction, ExtractionInput } from "../../port.ts";
import { Findings } from "../extraction/findings.ts";
import { maskSpans } from "../text/protected-spans.ts";
import { sentencesOf } from "../text/sentences.ts";
import { PortugueseReading } from "./reading.ts";

/** Recent messages that a pronoun may reach back to. */
const REACH = 4;
const LONGEST_RECENT = 2000;

/** Reads a Portuguese message: first person told in the third, and what it says of work, home, family and tastes. */
export const readPortugueseMessage = (input: ExtractionInput, chrono: Chrono): Extraction => {
  const masked = maskSpans(input.message);
  const reading = new PortugueseReading(input, new Findings(masked.spans), chrono);
  reading.findings.entity(reading.speaker, "person");
  for (const message of input.recentMessages.slice(-REACH))
    reading.overhear(message.slice(0, LONGEST_RECENT));
  for (const sentence of sentencesOf(masked.text)) reading.sentence(sentence);
  return reading.findings.extraction(reading.selfName);
};
