import type { Chrono } from "chrono-node";
import { withCapital } from "../text/tidy.ts";
import type { Instant } from "../../../memory/time.ts";
import { isPortugueseAlone } from "../language.ts";
import { asSaid, inEnglishIfUnderstood, quoted } from "./in-english.ts";
import { readPortugueseMessage } from "./read-message.ts";

const USER = "user";

/**
 * A sentence as a summary tells it: in English. Portuguese of the user's is read like any message, and what it states told in English, where
 * the rules understand all of it; else it is quoted. A sentence in another language stays as it is. To be asked only of talk in which Portuguese is spoken.
 */
export const talkInEnglish = (
  sentence: string,
  byUser: boolean,
  occurredAt: Instant,
  chrono: Chrono,
): string => {
  if (asSaid(sentence) !== sentence || !isPortugueseAlone(sentence)) return sentence;
  const { facts } = !byUser
    ? { facts: [] }
    : readPortugueseMessage(
        {
          message: sentence,
          speaker: USER,
          speakerNamed: false,
          occurredAt,
          recentMessages: [],
          known: [],
        },
        chrono,
      );
  const told = facts.map(({ text }) => inEnglishIfUnderstood(text));
  if (told.length === 0 || told.includes(null))
    return quoted(/[.!?…]$/u.test(sentence) ? sentence : `${sentence}.`);
  return `${withCapital(told.join("; ").replace(/(?<!\p{L})[Uu]ser(?='s|\s)/gu, "the user"))}.`;
};
