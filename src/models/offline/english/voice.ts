import { tidy } from "../text/tidy.ts";
import type { Discourse } from "./discourse.ts";
import type { Subject } from "./subject.ts";
import { thirdPerson } from "./third-person.ts";
import { isVerbal, ownership, type Token } from "./token.ts";

const written = (token: Token, text: string): string => `${token.before}${text}${token.after}`;

/**
 * The words of a predicate as they are told of somebody else: the speaker by name, verbs after "I" in the third person, the last
 * person by name where "him" or "her" can mean nobody else.
 */
export const toldOf = (
  tokens: readonly Token[],
  subject: Subject,
  discourse: Discourse,
): string => {
  const { speaker } = discourse;
  const others = tokens.some((token) => token.name?.type === "person");
  const own = subject.speaker && !others ? "their" : `${speaker}'s`;
  let conjugate = false;
  const words = tokens.map((token, i) => {
    if (token.name !== null || token.time !== null || token.span !== null)
      return written(token, token.text + ownership(token));
    if (conjugate && isVerbal(token)) {
      conjugate = false;
      return written(token, thirdPerson(token.text, token.past));
    }
    if (token.part !== "adverb") conjugate = false;
    switch (token.lower) {
      case "my":
      case "our":
        return written(token, own);
      case "mine":
      case "ours":
        return written(token, `${speaker}'s`);
      case "myself":
      case "ourselves":
        return written(token, "themselves");
      case "me":
        return written(token, subject.speaker ? "themselves" : speaker);
      case "us":
        return token.text === "US" ? written(token, token.text) : written(token, speaker);
      case "i":
      case "we":
        conjugate = true;
        return written(token, speaker);
      case "him":
      case "them":
      case "her": {
        const next = tokens[i + 1];
        const object =
          token.part === "pronoun" &&
          !(
            token.lower === "her" &&
            next !== undefined &&
            token.after === "" &&
            (next.part === "noun" || next.part === "adjective")
          );
        const person =
          object && token.lower !== "them" ? discourse.personFor(token.lower, subject.name) : null;
        return written(token, person ?? token.text);
      }
      default:
        return written(token, token.text + ownership(token));
    }
  });
  return tidy(words.join(" "));
};
