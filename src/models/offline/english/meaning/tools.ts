import { DEMONYMS } from "../../word-lists/names.ts";
import { TECHNOLOGIES } from "../../word-lists/technologies.ts";
import { words } from "../../word-lists/word-list.ts";
import { itemsOf } from "../../text/list-items.ts";
import type { Token } from "../tokens/token.ts";
import type { Discourse } from "../discourse.ts";
import type { Phrase } from "../clauses/phrases.ts";
import {
  isSo,
  phraseWith,
  type FoundRelation,
  type Meaning,
  type Reader,
  type Statement,
} from "./statement.ts";
import { TIES } from "./ties.ts";

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
    item.filter(isTool).map((token) => ({
      type: TIES.tool.holds,
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

const CHANGING_TO = /^(?:switch|migrate|move|upgrade|deploy|change)$/u;

/**
 * Whether a phrase names what is used: "to Rust", "with React", "by Kubernetes"; not "to
 * production", "for fun".
 */
const namesTool = ({ verb }: Statement, { preposition }: Phrase): boolean => {
  switch (preposition) {
    case "by":
      return verb.passive;
    case "to":
      return CHANGING_TO.test(verb.lemma);
    default:
      return preposition !== null && /^(?:over to|in|on|with|onto|on top of)$/u.test(preposition);
  }
};

const toolsUsed = (statement: Statement, discourse: Discourse): FoundRelation[] => {
  const { verb, complement, phrases } = statement;
  return THROUGH.has(verb.lemma) && !verb.passive
    ? toolsIn(upToAlternative(complement), discourse)
    : phrases
        .filter((phrase) => namesTool(statement, phrase))
        .flatMap(({ tokens }) => toolsIn(tokens, discourse));
};

/** "switched from Vue to React": what is used no more. */
const droppedTool = (
  { verb, subject, confidence }: Statement,
  from: Phrase | undefined,
  discourse: Discourse,
): NonNullable<Meaning["facts"]> => {
  const [dropped] =
    from !== undefined && CHANGING.has(verb.lemma) ? toolsIn(from.tokens, discourse) : [];
  return dropped === undefined
    ? []
    : [
        {
          text: `${subject.text} no longer uses ${dropped.target}`,
          value: dropped.target,
          confidence,
          action: "DELETE",
        },
      ];
};

/**
 * "uses React", "switched to Rust", "is written in Go": the tools of a person, a team or a thing;
 * not "runs in Rome".
 */
export const readTools: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (!USING.has(verb.lemma) || (subject.type === "organization" && verb.lemma === "run"))
    return null;
  const from = phraseWith(statement, "from", "away from", "off");
  const used = toolsUsed(statement, discourse);
  if (used.length === 0 && from === undefined) return null;
  if (verb.ended) return { action: "DELETE", value: used[0]?.target ?? null };
  if (!isSo(statement) || (verb.tense === "future" && !verb.decided)) return null;
  const isOver = verb.tense === "past" && /^(?:use|run)$/u.test(verb.lemma);
  const relations = isOver ? used.map((tool) => ({ ...tool, type: TIES.tool.held })) : used;
  const facts = droppedTool(statement, from, discourse);
  const isTool = ({ target }: FoundRelation): boolean =>
    discourse.findings.typeOf(target) === "product";
  if (statement.complement.length === 0 || (verb.lemma === "move" && !used.some(isTool)))
    return null;
  return { relations, facts, category: "STABLE_PREFERENCE" };
};
