import {
  KIN_TERMS,
  LONGEST_KIN_TERM,
  kinTerm,
  kinTermOfPlural,
  type KinTerm,
} from "../data/kinship.ts";
import type { Confidence } from "../extraction/confidence.ts";
import type { Discourse } from "./discourse.ts";
import type { Token } from "./token.ts";

export interface KinMatch {
  readonly term: KinTerm;
  readonly plural: boolean;
  /** How many words the term takes. */
  readonly length: number;
}

const MODIFIERS =
  /^(?:dear|dearest|beloved|lovely|wonderful|amazing|awesome|beautiful|sweet|new|current|own|only|other|late|adorable|cute|little|tiny|old|young|youngest|oldest|eldest|older|younger|middle|first|second|third|one|two|three|four|five|six|seven|eight|nine|ten|\d+|then|close|good|great|former|poor|older|elderly|three-year-old|\S+-year-old|black|white|gr[ae]y|orange|big|small|direct|female|male|married|single|best|long-time|longtime|long-term|german|french|brazilian|italian|indian|canadian|american|wonderful)$/u;

/** The relationship term that begins at `i`, behind words that only describe: the longest one. */
export const kinAt = (
  tokens: readonly Token[],
  from: number,
): (KinMatch & { readonly at: number }) | null => {
  for (let at = from; at < tokens.length && at <= from + 2; at += 1) {
    for (let length = Math.min(LONGEST_KIN_TERM, tokens.length - at); length > 0; length -= 1) {
      const run = tokens.slice(at, at + length);
      if (run.some((token, i) => i < length - 1 && (token.after !== "" || token.owns))) continue;
      const text = run.map((token) => token.lower).join(" ");
      const term = kinTerm(text);
      if (term) return { term, plural: false, length, at };
      const plural = kinTermOfPlural(text);
      if (plural) return { term: plural, plural: true, length, at };
    }
    if (!MODIFIERS.test(tokens[at]!.lower) || tokens[at]!.after !== "") return null;
  }
  return null;
};

/** "two older sisters": the term, where nothing but describing words stand before it. */
export const kinOfPlural = (attribute: string): KinTerm | null => {
  const parts = attribute.toLowerCase().split(" ");
  const at = parts.findIndex((_, i) => kinTermOfPlural(parts.slice(i).join(" ")) !== undefined);
  return at >= 0 && parts.slice(0, at).every((word) => MODIFIERS.test(word))
    ? (kinTermOfPlural(parts.slice(at).join(" ")) ?? null)
    : null;
};

export const isKinWord = (word: string): boolean => KIN_TERMS.has(word.toLowerCase());

/** How a relative without a name is called: `Rafael's wife`. */
export const relativeName = (owner: string, term: KinTerm): string => `${owner}'s ${term.label}`;

/**
 * Tells who somebody's relative is. Of attributes with a single value the owner is the subject, so that a new value takes the place of the old one;
 * so it is where the place itself is spoken of (`asPlace`: "My dog is Rex", "My dog has changed to Max"), though one may have several.
 */
export const tellRelative = (
  discourse: Discourse,
  told: {
    readonly owner: string;
    readonly term: KinTerm;
    readonly name: string;
    readonly alias?: string | undefined;
    readonly gender?: "female" | "male" | null;
    readonly confidence: Confidence;
    readonly action?: "NEW" | "UPDATE";
    readonly asPlace?: boolean;
  },
): string => {
  const { findings } = discourse;
  const { owner, term, confidence } = told;
  findings.entity(owner, "person");
  const name = findings.entity(told.name, term.type, told.alias) ?? told.name;
  const called = relativeName(owner, term);
  if (term.lasting) findings.entity(name, term.type, called);
  const category = term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE";
  const action = told.action ?? "NEW";
  if (term.slot === null && told.asPlace !== true)
    findings.fact({ subject: name, text: `${name} is ${called}`, confidence, category, action });
  else
    findings.fact({
      subject: owner,
      text: `${called} is ${name}`,
      confidence,
      category,
      action,
      slot: term.slot,
      value: name,
    });
  findings.relation(owner, term.relation, name);
  discourse.relate(owner, term.label, name);
  if (term.type === "person")
    discourse.mention({ name, gender: term.gender ?? told.gender ?? null });
  else discourse.lastThing = name;
  discourse.lexicon.gazetteer.add(told.name, { name, type: term.type, gender: term.gender });
  return name;
};
