import { filledIn, groupsIn, PHRASES } from "../../data/expressions.ts";
import type { ProtectedSpan, SpanKind } from "../../text/protected-spans.ts";
import { expandContractions } from "./trim-sentence.ts";

const JOINED = PHRASES.rows("joined");

/** "My food has changed. It's ramen now." is one statement: "My food has changed to ramen". */
export const withChangesJoined = (sentences: readonly string[]): string[] => {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const both = expandContractions(`${joined.at(-1) ?? ""}|${sentence}`);
    const [said, meaning = ""] = JOINED.find(([one]) => one.test(both)) ?? [];
    if (said === undefined) joined.push(sentence);
    else joined.splice(-1, 1, filledIn(meaning, groupsIn(said, both)));
  }
  return joined;
};

/** "Budget: $50,000": a key and its value, as a statement. Only for keys that one has. */
const LABELLED = /^(?:my |our |the )?(?<key>[\p{L}][\p{L} /-]{1,30}?):\s+(?<value>\S.*)$/iu;
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
const CONTACTS: Partial<Record<SpanKind, string>> = {
  email: "email",
  phone: "phone number",
  url: "website",
  handle: "handle",
};

/** "You can reach me at a@b.c": the address that it gives. */
export const contactTold = (
  sentence: string,
  spans: ReadonlyMap<string, ProtectedSpan>,
): string | null => {
  const { value: written = "" } = CONTACT.exec(sentence)?.groups ?? {};
  const value = written.replace(/[.,!?]+$/u, "");
  const attribute = CONTACTS[spans.get(value)?.kind ?? "run"];
  return attribute === undefined ? null : `My ${attribute} is ${value}`;
};
