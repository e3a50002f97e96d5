import { filledIn, groupsIn, PHRASES } from "../../data/expressions.ts";
import { pairs } from "../../data/words.ts";
import { RowTable } from "../../data/row-table.ts";
import type { ProtectedSpan } from "../../text/protected-spans.ts";
import { expandContractions } from "./expand-contractions.ts";

/** The mark between two sentences. The expressions of `joined` contain it. */
const BETWEEN = "|";
const JOINED = new RowTable(PHRASES.rows("joined"));

/**
 * The sentences, with a change in two sentences joined into one: "My food has changed. It's ramen
 * now." becomes "My food has changed to ramen".
 */
export const withChangesJoined = (sentences: readonly string[]): string[] => {
  const joinedSentences: string[] = [];
  for (const sentence of sentences) {
    const both = expandContractions(`${joinedSentences.at(-1) ?? ""}${BETWEEN}${sentence}`);
    const [pattern, meaning = ""] = JOINED.mayFit(both).find(([one]) => one.test(both)) ?? [];
    if (pattern === undefined) joinedSentences.push(sentence);
    else joinedSentences.splice(-1, 1, filledIn(meaning, groupsIn(pattern, both)));
  }
  return joinedSentences;
};

/**
 * A key and its value, "Budget: $50,000". Only keys with one value count, and not "Raised the
 * budget: …".
 */
const LABELLED =
  /^(?:my |our |the )?(?!\p{L}+ (?:is )?(?:my|our|the) |[^:]{0,30} (?:from|by|to) )(?<key>[\p{L}][\p{L} /-]{1,30}?):\s+(?<value>\S.*)$/iu;
export const labelledValue = (
  sentence: string,
  isAttribute: (key: string) => boolean,
): string | null => {
  const { key, value = "" } = LABELLED.exec(sentence)?.groups ?? {};
  return key !== undefined && isAttribute(key)
    ? `My ${key.toLowerCase()} is ${value.replace(/[.]$/u, "")}`
    : null;
};

const CONTACT = PHRASES.one("contact");
const CONTACTS: Readonly<Partial<Record<string, string>>> = pairs("contacts");

/**
 * The statement of a contact detail: "My email is a@b.c" for "You can reach me at a@b.c". Null for
 * other sentences.
 */
export const contactStatement = (
  sentence: string,
  spans: ReadonlyMap<string, ProtectedSpan>,
): string | null => {
  const { value: writtenValue = "" } = CONTACT.exec(sentence)?.groups ?? {};
  const value = writtenValue.replace(/[.,!?]+$/u, "");
  const attribute = CONTACTS[spans.get(value)?.kind ?? "run"];
  return attribute === undefined ? null : `My ${attribute} is ${value}`;
};
