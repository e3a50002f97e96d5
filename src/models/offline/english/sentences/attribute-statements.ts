import type { ProtectedSpan, SpanKind } from "../../text/protected-spans.ts";
import { expandContractions } from "./contractions.ts";

const CHANGED =
  /^(?<what>.*\b(?:my|our|the|\p{L}+'s)\s[^,;]{2,60}?\s(?:has|have)) (?:just |recently )?changed[.!]*$/iu;
const NOW = /^(?:it|that|they) (?:is|are)(?: now)? (?<value>(?!not\b).+?)(?: now)?[.!]*$/iu;

/**
 * "My favourite food has changed. It's ramen now." is one statement: "My favourite food has changed
 * to ramen".
 */
export const withChangesJoined = (sentences: readonly string[]): string[] => {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const what = CHANGED.exec(expandContractions(joined.at(-1) ?? ""))?.groups?.["what"];
    const value =
      what === undefined ? undefined : NOW.exec(expandContractions(sentence))?.groups?.["value"];
    if (what === undefined || value === undefined) joined.push(sentence);
    else joined.splice(-1, 1, `${what} changed to ${value}.`);
  }
  return joined;
};

/**
 * "Please update my address to 5 Main Street", "Change my city to Pune": an order to memory, as the
 * statement that it makes.
 */
const SET =
  /^(?:please |pls |kindly )?(?:(?:can|could|would|will) you (?:please )?)?(?:update|change|set|correct|replace|make)\s+(?<attribute>(?:my|our|the)\s+[\p{L} '-]{2,40}?)\s+(?:to|to be|as|with|from .{1,40} to)\s+(?<value>[^?]+?)(?:,? (?:please|thanks|thank you))?[.?!]*$/iu;

/** "I changed my bank from Chase to Wells Fargo": what the speaker has another one of now. */
const SETTING =
  "changed|switched|raised|increased|bumped|cut|reduced|lowered|moved|pushed|shifted|postponed|extended|set|updated|upgraded";
const MADE =
  /^(?:I|we)(?: have)?(?: (?:just|recently|finally|now|already))? (?:changed|switched) (?<attribute>(?:my|our)\s+(?!mind\b)(?:(?! from | to )[\p{L} '-]){2,40}?)(?: from .{1,60}?)? to (?<value>(?!\p{Ll}+ (?:the|my|our|it|them)\b)[^?]+?)[.!]*$/iu;

/** "Dana changed her email to a@b.c". */
const MADE_BY =
  /^(?<who>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)(?: has)?(?: (?:just|recently|now))? (?:changed|switched) (?:his|her|their)\s+(?<attribute>(?!mind\b)(?:(?! from | to )[\p{L} '-]){2,40}?)(?: from .{1,60}?)? to (?<value>(?!\p{Ll}+ (?:the|my|our|it|them)\b)[^?]+?)[.!]*$/u;

/**
 * "They raised my salary to $90,000", "We pushed the deadline to 4 March": whoever did it, the
 * attribute has another value.
 */
const MADE_SO = new RegExp(
  String.raw`^(?:I|we|they|he|she|it|(?:my|our|the) \p{L}[\p{L} -]{1,30}?|\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)(?: (?:have|has|just|recently|finally|now|already|also)){0,2} (?:${SETTING}) (?<attribute>(?:my|our|the)\s+(?:(?! from | to | up | down )[\p{L} '-]){2,40}?)(?: (?:up|down|back|forward))?(?: from .{1,60}?)? to (?<value>(?!\p{Ll}+ (?:the|my|our|it|them)\b)[^?]+?)[.!]*$`,
  "iu",
);
/** "I switched dentists to Dr. Osei", "I changed schools to Halden College". */
const CHANGED_ONE =
  /^(?:I|we)(?: have)?(?: (?:just|recently|finally|now|already))? (?:changed|switched) (?<attribute>\p{Ll}{3,20})s to (?<value>[^?]+?)[.!]*$/iu;

/**
 * A change that is asked for or reported, as "My city has changed to Pune"; null for any other
 * sentence.
 */
export const requestedChange = (
  sentence: string,
  isAttribute: (label: string) => boolean,
): string | null => {
  const so = (MADE_SO.exec(sentence) ?? CHANGED_ONE.exec(sentence))?.groups ?? {};
  const label = so["attribute"]?.replace(/^(?:my|our|the)\s+/iu, "");
  if (label !== undefined && isAttribute(label))
    return `my ${label} has changed to ${so["value"] ?? ""}`;
  const match = MADE_BY.exec(sentence) ?? SET.exec(sentence) ?? MADE.exec(sentence);
  const { who, attribute = "", value = "" } = match?.groups ?? {};
  if (match === null) return null;
  return `${who === undefined ? "" : `${who}'s `}${attribute} has changed to ${value}`;
};

/**
 * "Budget: $50,000", "Tech stack: React and Node": a key and its value, as a statement. Only for
 * keys that one has.
 */
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

const CONTACT =
  /^(?:you can |you may |feel free to |please )?(?:always )?(?:reach|contact|call|text|email|e-mail|find|message|ping) me (?:on|at|via|by|under)\s+(?:my \p{L}+ )?(?<value>\S+)$/iu;
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
