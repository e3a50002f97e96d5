import { DEMONYMS } from "../data/not-names.ts";
import { TECHNOLOGIES } from "../data/technologies.ts";
import { words } from "../data/words.ts";
import { itemsOf } from "../text/list-items.ts";
import type { Token } from "../english/token.ts";
import type { Discourse } from "../english/discourse.ts";
import { isSo, phraseWith, type FoundRelation, type Meaning, type Reader } from "./statement.ts";

const USING = words(
  "use choose pick deploy run host build write code program switch migrate move upgrade standardise standardize integrate rely implement develop rewrite power back store monitor track manage test containerise containerize orchestrate host train pay subscribe base",
);
const THROUGH = words("use choose pick");
const CHANGING = words("switch migrate move change");

const isTool = (token: Token): boolean =>
  TECHNOLOGIES.has(token.lower) ||
  (token.name !== null &&
    token.name.type !== "person" &&
    token.name.type !== "place" &&
    !token.owns &&
    !DEMONYMS.has(token.lower));

const toolsIn = (tokens: readonly Token[], discourse: Discourse): FoundRelation[] =>
  itemsOf(tokens).flatMap((item) =>
    item
      .filter(isTool)
      .map((token) => ({
        type: "uses",
        target: discourse.note({
          name: token.name?.name ?? token.text,
          type: token.name?.type ?? "product",
          gender: null,
        }),
        targetType: "product",
      })),
  );

/** "Kubernetes instead of Nomad": what is used stands before what is not. */
const upToAlternative = (tokens: readonly Token[]): readonly Token[] => {
  const end = tokens.findIndex(({ lower }) =>
    /^(?:instead|over|rather|than|from|because|not)$/u.test(lower),
  );
  return end < 0 ? tokens : tokens.slice(0, end);
};

/** use, switch to, be written in: the tools of a person, a team or a thing. */
export const readTools: Reader = (statement, discourse) => {
  const { verb, subject, complement } = statement;
  if (!USING.has(verb.lemma) || (subject.type === "organization" && verb.lemma === "run"))
    return null;
  const from = phraseWith(statement, "from", "away from", "off");
  const phrases = statement.phrases.filter(
    ({ preposition }, i) =>
      (i === 0 && THROUGH.has(verb.lemma) && !verb.passive) ||
      (preposition !== null &&
        /^(?:to|over to|in|on|with|onto|on top of|by|for)$/u.test(preposition)),
  );
  const used =
    THROUGH.has(verb.lemma) && !verb.passive
      ? toolsIn(upToAlternative(complement), discourse)
      : phrases
          .filter(
            ({ preposition }) =>
              !(
                preposition === "for" ||
                (preposition === "by" && !verb.passive) ||
                (preposition === "to" &&
                  !/^(?:switch|migrate|move|upgrade|deploy|change)$/u.test(verb.lemma))
              ),
          )
          .flatMap(({ tokens }) => toolsIn(tokens, discourse));
  if (used.length === 0 && from === undefined) return null;
  if (verb.ended) return { action: "DELETE", value: used[0]?.target ?? null };
  if (!isSo(statement) || (verb.tense === "future" && !verb.decided)) return null;
  const relations =
    verb.tense === "past" && /^(?:use|run)$/u.test(verb.lemma)
      ? used.map((relation) => ({ ...relation, type: "used" }))
      : used;
  const dropped =
    CHANGING.has(verb.lemma) && from !== undefined ? toolsIn(from.tokens, discourse)[0] : undefined;
  const facts: Meaning["facts"] =
    dropped === undefined
      ? []
      : [
          {
            text: `${subject.text} no longer uses ${dropped.target}`,
            value: dropped.target,
            confidence: statement.confidence,
            action: "DELETE",
          },
        ];
  if (
    verb.lemma === "move" &&
    used.every(({ target }) => discourse.findings.typeOf(target) !== "product")
  )
    return null;
  return complement.length === 0 ? null : { relations, facts, category: "STABLE_PREFERENCE" };
};
