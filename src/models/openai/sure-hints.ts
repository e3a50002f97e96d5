import { foldName } from "../../memory/names.ts";
import { meansSpeaker } from "../../memory/self-reference.ts";
import type { ExtractedFact, Extraction, ExtractionInput } from "../port.ts";

/** Addresses, amounts of money and percentages: a model may round them or leave them out, a rule copies them. */
const EXACT =
  /https?:\/\/\S+|\b[\w-]+(?:\.[\w-]+)+\/\S*|(?<!\w)\/[\w-]{3,}|(?:[$€£₹]|R\$|\b(?:USD|EUR|GBP|INR|BRL))\s?\d|\d\s?(?:%|percent\b)|\d\s?(?:dollars|euros|pounds|reais)\b/iu;
const LIST_LINE = /^\s*(?:[-*•]|\d{1,2}[.)])\s+\S/gmu;
const OWN = "(?:my|our|meu|minha|meus|minhas|nosso|nossa)";
const IS =
  "(?:is|are|was|has changed to|have changed to|changed to|became|é|são|era|mudou para|virou|=|:)";
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");

/** `my <key> is <value>`, `my <key> has changed to <value>`. */
const statesOwn = ({ slot, value }: ExtractedFact, message: string): boolean =>
  slot !== null &&
  value !== null &&
  new RegExp(
    `(?<!\\p{L})${OWN}\\s+[^.!?\\n]{1,80}?(?<!\\p{L})${IS}\\s+(?:now\\s+)?(?:an?\\s+|the\\s+)?${escaped(value)}`,
    "iu",
  ).test(message);

/**
 * Of what rules find in a message, what is merged with a model's answer: introductions, lists, `my <key> is <value>` and its changes, money,
 * percentages and addresses (DESIGN.md §3, stage 6). In those the rules are sure; of the rest the model knows better.
 */
export const sureHints = (found: Extraction, { message, speaker }: ExtractionInput): Extraction => {
  const isList = (message.match(LIST_LINE) ?? []).length > 1;
  const speakers = new Set([speaker, found.selfName ?? speaker].map(foldName));
  const ofSpeaker = ({ subject }: ExtractedFact): boolean =>
    meansSpeaker(subject) || speakers.has(foldName(subject));
  return {
    ...found,
    facts: found.facts.filter(
      (fact) =>
        isList ||
        EXACT.test(fact.text) ||
        (ofSpeaker(fact) && (found.selfName !== null || statesOwn(fact, message))),
    ),
  };
};
