import { snakeCase } from "../../../memory/names.ts";
import { CHANGES, canonicalAttribute, isAttributeNoun } from "../data/attributes.ts";
import { kinOfPlural } from "../english/kin.ts";
import type { Token } from "../english/token.ts";
import { attributeRelations } from "./attribute-relations.ts";
import { asValue, isState, LOOSE, valueTokens } from "./attribute-values.ts";
import { readMembers } from "./members.ts";
import { phraseWith, type Meaning, type Reader } from "./statement.ts";

/** Attributes whose value may be a doing: "my hobby is painting". */
const ACTIVITIES =
  /^(?:job|role|hobby|hobbies|passion|dream|dream_job|goal|plan|pastime|sport|activity|resolution|interest|interests|profession|occupation|main_job|side_project|favourite_\w+)$/u;

/** The key of an attribute: canonical, in snake_case. */
export const slotOf = (attribute: string): string => snakeCase(canonicalAttribute(attribute));

/** "My city is Mumbai", "The deadline moved to April 2": an attribute and its value. */
export const readAttribute: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  const { attribute } = subject;
  if (attribute === null || verb.unreal || subject.indirect) return null;
  const phone = statement.complement.some(({ span }) => span?.kind === "phone");
  const slot =
    phone && /\bnumber$/u.test(canonicalAttribute(attribute)) ? "phone_number" : slotOf(attribute);
  const renewed = /^new (?=\p{L})/iu.test(attribute) && isAttributeNoun(attribute.slice(4));
  if (
    /^favourites?$/u.test(slot) ||
    (kinOfPlural(attribute) !== null && !/^(?:is|are)$/u.test(statement.predicate[0]?.lower ?? ""))
  )
    return null;
  const text = renewed ? subject.text.replace(/(?<='s )new /u, "") : subject.text;
  const tell = (
    tokens: readonly Token[],
    action: Meaning["action"],
    own = false,
  ): Meaning | null => {
    const lasting = tokens.filter(({ time }, i) => i === 0 || time?.kind !== "recurrence");
    const value = asValue(lasting.length > 0 ? lasting : tokens, statement, discourse);
    if (value === "") return null;
    const relations = attributeRelations(statement, discourse, slot, tokens);
    return {
      slot,
      value,
      ...(action === undefined ? {} : { action }),
      relations,
      category: "STABLE_PREFERENCE",
      ...(own
        ? {}
        : {
            text: `${text} ${subject.plural ? "are" : "is"} ${slot === "headquarters" ? "in " : ""}${value}`,
          }),
    };
  };
  const changes = CHANGES.has(verb.lemma) && verb.tense !== "future" && !verb.negated;
  if (changes) {
    const to = phraseWith(statement, "to", "until", "up to", "down to", "back to", "till");
    const time = statement.times.find(({ kind }) => kind === "until");
    if (to !== undefined || time !== undefined || verb.lemma === "become") {
      const at = to === undefined ? -1 : statement.complement.indexOf(to.tokens[0]!);
      const tokens =
        to !== undefined
          ? valueTokens(statement.complement.slice(at))
          : time === undefined
            ? valueTokens(statement.complement)
            : [];
      if (tokens.length > 0 && to?.tokens.length !== 0) return tell(tokens, "UPDATE");
      if (time !== undefined)
        return {
          slot,
          value: time.core,
          action: "UPDATE",
          text: `${text} is ${time.core}`,
          category: "STABLE_PREFERENCE",
        };
    }
  }
  if (verb.ended && verb.lemma === "be" && !verb.passive && !verb.progressive) {
    const gone = asValue(valueTokens(statement.complement), statement, discourse);
    return gone === ""
      ? null
      : { action: "DELETE", slot, value: gone, category: "STABLE_PREFERENCE" };
  }
  const called =
    verb.passive && /^(?:call|name|set|schedule|cap|fix|limit|plan)$/u.test(verb.lemma);
  const doing = verb.progressive && verb.tense === "present" && ACTIVITIES.test(slot);
  if (doing) {
    const at = statement.predicate.findIndex(({ part }) => part === "gerund");
    return at < 0 ? null : tell(statement.predicate.slice(at), undefined, true);
  }
  if (
    (!(verb.lemma === "be" && !verb.passive && !verb.progressive) && !called) ||
    verb.tense === "past" ||
    (verb.tense === "future" && !called)
  )
    return null;
  if (
    !verb.negated &&
    statement.complement[0]?.lower === "to" &&
    statement.complement.length > 1 &&
    ACTIVITIES.test(slot)
  )
    return tell(statement.complement, undefined, true);
  const complement =
    called && statement.complement[0]?.lower === "to"
      ? statement.complement.slice(statement.complement[1]?.lower === "be" ? 2 : 1)
      : called
        ? statement.complement.filter(
            ({ lower }, i) => !(i === 0 && /^(?:for|at|on)$/u.test(lower)),
          )
        : statement.complement;
  const state = isState(
    statement.complement.filter(({ lower }) => !LOOSE.has(lower)),
    attribute,
  );
  const tokens = valueTokens(complement);
  if (tokens.length === 0 || (state && !called)) return null;
  if (verb.negated) return null;
  const members = readMembers(statement, discourse, attribute, tokens);
  if (members !== null) return members;
  const now = verb.adverbs.has("now") || statement.complement.some(({ lower }) => lower === "now");
  if (kinOfPlural(attribute) !== null) return null;
  return tell(tokens, now || renewed ? "UPDATE" : undefined, !now && !called && !renewed);
};
