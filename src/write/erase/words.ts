import { foldName, nameFinder } from "../../language/names.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { Turn } from "../../memory/session.ts";
import { namesOf } from "../../memory/entity.ts";
import type { Reach } from "./reach.ts";

/** Replaces erased words. */
export const ERASED = "[erased]";

/** The complete text of a turn, and the name of its speaker. */
export const wordsOf = ({ content, speaker, toolName, metadata }: Turn): string[] => [
  content,
  ...(speaker === undefined ? [] : [speaker]),
  ...(toolName === null ? [] : [toolName]),
  ...(metadata === null ? [] : [JSON.stringify(metadata)]),
];

/** Whether a text contains any of the names as whole words, ignoring case and accents. */
export const namesAny = (text: string, names: readonly string[]): boolean =>
  names.some(nameFinder(text));

/** The folded names, without empty ones. */
export const foldedNames = (names: readonly string[]): string[] =>
  names.map(foldName).filter((name) => name !== "");

/** Builds a test of texts: whether one contains any of the strings word for word, ignoring case. */
const textMatcher = (strings: readonly string[]): ((text: string) => boolean) => {
  const lowerStrings = strings.map((string) => string.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    return lowerStrings.some((string) => lower.includes(string));
  };
};

/** The turns to erase, with the replies to them: every turn up to the next turn of the user. */
export const withReplies = (
  turns: readonly Turn[],
  isErased: (turn: Turn) => boolean,
): Map<string, "SOURCE" | "REPLY"> => {
  const reasons = new Map<string, "SOURCE" | "REPLY">();
  let answeredIn: SessionId | null = null;
  for (const turn of turns) {
    if (turn.role === "USER" || turn.session !== answeredIn) answeredIn = null;
    if (isErased(turn)) {
      reasons.set(turn.id, "SOURCE");
      if (turn.role === "USER") answeredIn = turn.session;
    } else if (answeredIn !== null) reasons.set(turn.id, "REPLY");
  }
  return reasons;
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
