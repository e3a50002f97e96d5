import { namesOf } from "../../memory/entity.ts";
import type { Reach } from "./reach.ts";
import { ERASED, namesAny } from "./words.ts";

/** Builds a test of texts: whether one contains any of the strings word for word, ignoring case. */
const textMatcher = (strings: readonly string[]): ((text: string) => boolean) => {
  const lowerStrings = strings.map((string) => string.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    return lowerStrings.some((string) => lower.includes(string));
  };
};

/** Minimum length in characters of a string that is searched for. */
export const SHORTEST_STRING = 4;

/** The texts that are long enough to search for. */
const searchableTexts = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => text.trim().length >= SHORTEST_STRING && text !== ERASED);

/** The words of the reach of an erasure. */
export interface ErasedWords {
  readonly messages: readonly string[];
  /** The texts of facts and messages. */
  readonly statements: readonly string[];
  readonly orphanNames: readonly string[];
  /** The strings that the store searches for: names and the texts of facts. */
  readonly strings: readonly string[];
  /** Whether a text contains a name of the entity, or a statement word for word. */
  readonly areIn: (text: string) => boolean;
  /** The same, also for names of orphans. */
  readonly orOrphansAreIn: (text: string) => boolean;
}

/** The words of an erasure. Texts that are too short to search for are left out. */
export const erasedWords = ({ facts, entities, events, names, spellings }: Reach): ErasedWords => {
  const messages = searchableTexts([...events.values()].map(({ event }) => event.message));
  const factTexts = searchableTexts(
    [...facts.values()].flatMap(({ versions }) => versions.map(({ text }) => text)),
  );
  const orphanNames = [...entities.values()].flatMap(({ reason, versions }) =>
    reason === "NOTHING_LEFT" ? versions.flatMap(namesOf) : [],
  );
  const statements = [...new Set([...factTexts, ...messages])];
  const holdsAny = (strings: readonly string[]) => {
    const holds = textMatcher(strings);
    return (text: string) => namesAny(text, names) || holds(text);
  };
  return {
    messages,
    statements,
    orphanNames,
    strings: [...new Set([...spellings, ...orphanNames, ...factTexts])],
    areIn: holdsAny(statements),
    orOrphansAreIn: holdsAny([...orphanNames, ...statements]),
  };
};
