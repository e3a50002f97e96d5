import { byWord, words } from "../../word-lists/word-list.ts";
import { DEMONYMS } from "../../word-lists/names.ts";
import { itemsOf } from "../../text/list-items.ts";
import { tidy } from "../../text/tidy.ts";
import { firstOf, lastOf, textOf, type Token } from "../tokens/token.ts";
import type { Discourse } from "../discourse.ts";
import { isSo, type Meaning, type Reader, type Statement } from "./statement.ts";

const TASTES = byWord<string>({
  like: "likes",
  love: "likes",
  enjoy: "likes",
  adore: "likes",
  fancy: "likes",
  prefer: "prefers",
  hate: "dislikes",
  dislike: "dislikes",
  despise: "dislikes",
  detest: "dislikes",
  loathe: "dislikes",
  miss: "misses",
  crave: "likes",
});
const OTHERS = byWord<{ readonly relation: string; readonly type: string | null }>({
  speak: { relation: "speaks", type: "language" },
  play: { relation: "plays", type: null },
  collect: { relation: "collects", type: null },
});
const COMPARED = words("over to than more instead rather because when since as for but");
const LONGEST_ITEM = 4;
const LONGEST_ENTITY = 3;
const FILLERS =
  /^(?:a little|a bit of|a lot of|lots of|little|an?|the|some|all kinds of|both|many|most|any|really|very|fluent|basic|native|good|decent|broken|conversational|some basic|his|her|their|eating|drinking|listening|watching|playing|reading)\s+/iu;

const partsBefore = (tokens: readonly Token[], stops: ReadonlySet<string>): readonly Token[] => {
  const at = tokens.findIndex(({ lower, part }, i) => i > 0 && stops.has(lower) && part !== "noun");
  return at < 0 ? tokens : tokens.slice(0, at);
};

const describes = (token: Token): boolean =>
  token.part === "adjective" || DEMONYMS.has(token.lower);

/**
 * The object of a taste as its items, where it is a plain list: each becomes a fact, so that one
 * can be taken back alone.
 */
const plainItems = (tokens: readonly Token[]): Token[][] | null => {
  const items = itemsOf(tokens);
  const plain = (item: readonly Token[]): boolean =>
    item.length <= LONGEST_ITEM &&
    item.every(
      ({ part, time }) =>
        part !== "verb" &&
        part !== "auxiliary" &&
        part !== "conjunction" &&
        time === null &&
        part !== "pronoun",
    );
  const [first = []] = items;
  const last = items.at(-1) ?? [];
  // "Thai and Indian food": the last noun belongs to all.
  const sharesNoun =
    first.length === 1 &&
    first.every(describes) &&
    last.length > 1 &&
    describes(firstOf(last)) &&
    !describes(lastOf(last));
  // "tea and coffee in the morning": so does what a preposition adds.
  const sharesPhrase =
    last.some(({ part }) => part === "preposition") &&
    !first.some(({ part }) => part === "preposition" || part === "gerund");
  return items.length > 1 && items.every(plain) && !sharesNoun && !sharesPhrase ? items : null;
};

const entityOf = (
  item: readonly Token[],
  discourse: Discourse,
  type: string | null,
): string | null => {
  const proper = item.find(({ name, owns }) => name !== null && !owns);
  if (proper?.name) return discourse.note({ ...proper.name, type: proper.name.type ?? type });
  if (
    item[0]?.part === "number" ||
    item.some(
      ({ part }) =>
        part === "pronoun" || part === "verb" || part === "auxiliary" || part === "possessive",
    )
  )
    return null;
  let name = tidy(textOf(item.filter(({ time }) => time === null)));
  for (let before = ""; before !== name;) {
    before = name;
    name = name.replace(FILLERS, "");
  }
  name = name.replace(
    /\s+(?:very|really|too|also|well|fluently|a lot|so much|very much|anymore|together|again|in|on|at|with|for|every|as|during|after|before|from|of)(?:\s.*)?$/iu,
    "",
  );
  return name === "" || name.split(" ").length > LONGEST_ENTITY || !/^[\p{L}\p{N}]/u.test(name)
    ? null
    : discourse.findings.entity(name, type);
};

const tellItems = (
  statement: Statement,
  discourse: Discourse,
  relation: string,
  type: string | null,
  tokens: readonly Token[],
  all: readonly Token[],
): Meaning => {
  const whole = tokens.length === all.length;
  const items = whole && statement.subject.attribute === null ? plainItems(tokens) : null;
  const relations = (items ?? itemsOf(tokens)).flatMap((item) => {
    const target =
      items === null && type === null && item.length === 1 && item.every(describes)
        ? null
        : entityOf(item, discourse, type);
    return target === null ? [] : [{ type: relation, target, targetType: type }];
  });
  return { relations, category: "STABLE_PREFERENCE", ...(items === null ? {} : { items }) };
};

/** like, love, prefer, hate: tastes, of which one has many. */
export const readTaste: Reader = (statement, discourse) => {
  const { verb, subject, complement } = statement;
  if (verb.lemma === "stand" && verb.negated && !verb.ended)
    return tellItems(statement, discourse, "dislikes", null, complement, complement);
  const relation = TASTES.get(verb.lemma);
  if (relation === undefined || verb.passive || subject.thing) return null;
  const tokens = partsBefore(
    complement.filter(({ time }) => time === null),
    COMPARED,
  );
  if (verb.ended)
    return {
      action: "DELETE",
      value: tidy(textOf(complement.filter(({ lower }) => lower !== "anymore"))),
      category: "STABLE_PREFERENCE",
    };
  if (verb.tense === "past" || verb.unreal) return { category: "STABLE_PREFERENCE" };
  if (complement[0]?.lower === "to" || complement[0]?.lower === "it")
    return { category: "STABLE_PREFERENCE" };
  const positive = relation !== "dislikes" && relation !== "misses";
  if (verb.negated && !positive) return { category: "STABLE_PREFERENCE" };
  return tellItems(
    statement,
    discourse,
    verb.negated ? "dislikes" : relation,
    null,
    tokens,
    complement,
  );
};

/** speak, play, collect: things that one has many of. */
export const readSkill: Reader = (statement, discourse) => {
  const { verb, subject, complement } = statement;
  const link = OTHERS.get(verb.lemma);
  if (link === undefined || verb.passive || subject.thing || complement[0]?.part === "preposition")
    return null;
  if (verb.ended)
    return {
      action: "DELETE",
      value: tidy(textOf(complement.filter(({ lower }) => lower !== "anymore"))),
      category: "STABLE_PREFERENCE",
    };
  if (!isSo(statement) || verb.tense === "past" || statement.ahead) return null;
  return tellItems(
    statement,
    discourse,
    link.relation,
    link.type,
    partsBefore(
      complement.filter(({ time }) => time === null),
      COMPARED,
    ),
    complement,
  );
};

/** Done no more: "does not eat meat anymore", "stopped smoking". */
export const readEnded: Reader = (statement) => {
  const { verb, complement, subject } = statement;
  if (!verb.ended || subject.attribute !== null) return null;
  const value = tidy(
    textOf(complement.filter(({ lower, time }) => lower !== "anymore" && time === null)),
  );
  const doing = statement.predicate.find(({ part }) => part === "gerund")?.text;
  return { action: "DELETE", value: value === "" ? (doing ?? verb.lemma) : value };
};
