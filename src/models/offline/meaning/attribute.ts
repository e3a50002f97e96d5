import { snakeCase } from "../../../memory/names.ts";
import { ATTRIBUTES, CHANGES, JUDGEMENTS, canonicalAttribute } from "../data/attributes.ts";
import { itemsOf } from "../text/list-items.ts";
import { tidy } from "../text/tidy.ts";
import { kinOfPlural, tellRelative } from "../english/kin.ts";
import type { Token } from "../english/token.ts";
import { toldOf } from "../english/voice.ts";
import { targetIn } from "./targets.ts";
import { phraseWith, type FoundRelation, type Meaning, type Reader, type Statement } from "./statement.ts";
import type { Discourse } from "../english/discourse.ts";

const PLACES = /^(?:city|town|village|hometown|residence|location|current city|home city)$/u;
const WORKPLACES = /^(?:employer|company|firm)$/u;
const LEADS_VALUE = new Set(["at", "on", "in", "around", "by", "from", "about", "under", "over"]);
/** Attributes whose value may be a doing: "my hobby is painting". */
const ACTIVITIES = /^(?:job|role|hobby|hobbies|passion|dream|dream_job|goal|plan|pastime|sport|activity|resolution|interest|interests|profession|occupation|main_job|side_project|favourite_\w+)$/u;
const LOOSE = new Set(["now", "currently", "actually", "still", "just", "also", "really", "officially", "again", "definitely", "probably", "today", "changed"]);

/** The key of an attribute: canonical, in snake_case. */
export const slotOf = (attribute: string): string => snakeCase(canonicalAttribute(attribute));

const isKnown = (attribute: string): boolean => {
  const canonical = canonicalAttribute(attribute);
  return ATTRIBUTES.has(canonical) || ATTRIBUTES.has(canonical.split(" ").at(-1)!) || /^(?:favourite|preferred)\b/u.test(canonical);
};

/** The value without the adverbs and the preposition that lead to it. */
const valueTokens = (tokens: readonly Token[]): readonly Token[] => {
  let start = 0;
  while (tokens[start] !== undefined && (LOOSE.has(tokens[start]!.lower) || LEADS_VALUE.has(tokens[start]!.lower) && tokens[start + 1] !== undefined)) start += 1;
  let end = tokens.length;
  while (end > start && (LOOSE.has(tokens[end - 1]!.lower) || tokens[end - 1]!.lower === "anymore")) end -= 1;
  return tokens.slice(start, end);
};

/** "on March 14" as a value is "March 14". */
const asValue = (tokens: readonly Token[], statement: Statement, discourse: Discourse): string => {
  const [first] = tokens;
  const text = toldOf(tokens, statement.subject, discourse);
  return first?.time != null && first.time.kind === "point" ? tidy(first.time.core + text.slice(first.text.length)) : text;
};

/** A state rather than a value: "in the garage", "great", "very slow". */
const isState = (tokens: readonly Token[], attribute: string): boolean => {
  const [first] = tokens;
  if (first === undefined) return true;
  if (first.part === "preposition" && tokens[1] !== undefined && tokens[1].time === null && tokens[1].span === null && tokens[1].name === null && tokens[1].part !== "number") return true;
  if (isKnown(attribute)) return tokens.length === 1 && JUDGEMENTS.has(first.lower) && !/\b(?:mood|status|size|feeling)\b/u.test(attribute);
  if (first.part === "preposition" || first.part === "gerund" && tokens.length > 1 || /^(?:so|very|too|really|pretty|quite|that|as|more|less|not|such|all|how|what|why|because)$/u.test(first.lower)) return true;
  return first.part === "adjective" && JUDGEMENTS.has(first.lower) || tokens.length === 1 && JUDGEMENTS.has(first.lower) || tokens.some(({ part }) => part === "auxiliary" || part === "verb");
};

const relationsOf = (statement: Statement, discourse: Discourse, slot: string, tokens: readonly Token[]): FoundRelation[] => {
  const phrase = { preposition: null, tokens, time: null };
  if (PLACES.test(slot)) {
    const place = targetIn(phrase, discourse, "place");
    return place === null ? [] : [{ type: slot === "hometown" ? "from" : "lives_in", target: place.name, targetType: "place" }];
  }
  if (slot === "headquarters" && statement.subject.type !== "person") {
    const place = targetIn(phrase, discourse, "place");
    return place === null ? [] : [{ type: "located_in", target: place.name, targetType: "place" }];
  }
  if (WORKPLACES.test(slot) && statement.subject.type === "person") {
    const company = targetIn(phrase, discourse, "organization");
    return company === null ? [] : [{ type: "works_at", target: company.name, targetType: "organization" }];
  }
  if (slot === "tech_stack" || slot === "database" || slot === "cloud_provider") return itemsOf(tokens).flatMap((item) => {
    const tool = targetIn({ preposition: null, tokens: item, time: null }, discourse, "product");
    return tool?.proper ? [{ type: "uses", target: tool.name, targetType: "product" }] : [];
  });
  return [];
};

/** "Our pilot customers are A, B and C": one fact for each. */
const readMembers = (statement: Statement, discourse: Discourse, attribute: string, value: readonly Token[]): Meaning | null => {
  const items = itemsOf(value);
  const kin = kinOfPlural(attribute);
  if (!items.every((item) => item.length === 1 && (item[0]!.name !== null || item[0]!.span?.kind === "url"))) return null;
  if (kin) {
    for (const [token] of items) tellRelative(discourse, { owner: statement.subject.name, term: kin, name: token!.name?.name ?? token!.text, gender: token!.name?.gender ?? null, confidence: statement.confidence });
    return { text: "" };
  }
  if (items.length < 2 || /^(?:favou?rite|preferred|stack|tech stack)\b/iu.test(attribute) || /\bstack$/iu.test(attribute)) return null;
  const one = attribute.replace(/ies$/u, "y").replace(/(?<=(?:s|x|ch|sh))es$/u, "").replace(/(?<!s)s$/u, "");
  const type = /customer|client|vendor|supplier|compan|competitor|partner|investor/u.test(one) ? "organization" : /member|engineer|developer|friend|colleague|designer|manager|player|student/u.test(one) ? "person" : null;
  const article = /^[aeiou]/iu.test(one) ? "an" : "a";
  for (const [token] of items) {
    const name = token!.name === null ? (discourse.findings.entity(token!.text, "url") ?? token!.text) : discourse.note({ ...token!.name!, type: token!.name!.type ?? type });
    discourse.findings.fact({ subject: name, text: `${name} is ${article} ${one} of ${statement.subject.name}`, confidence: statement.confidence, category: "STABLE_PREFERENCE" });
    discourse.findings.relation(name, `${snakeCase(one)}_of`, statement.subject.name);
  }
  return { text: "" };
};

/** "My city is Mumbai", "The deadline moved to April 2": an attribute and its value. */
export const readAttribute: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  const { attribute } = subject;
  if (attribute === null || verb.unreal || subject.indirect) return null;
  const phone = statement.complement.some(({ span }) => span?.kind === "phone");
  const slot = phone && /\bnumber$/u.test(canonicalAttribute(attribute)) ? "phone_number" : slotOf(attribute);
  const renewed = /^new (?=\p{L})/iu.test(attribute) && isKnown(attribute.slice(4));
  if (/^favourites?$/u.test(slot) || kinOfPlural(attribute) !== null && !/^(?:is|are)$/u.test(statement.predicate[0]?.lower ?? "")) return null;
  const text = renewed ? subject.text.replace(/(?<='s )new /u, "") : subject.text;
  const tell = (tokens: readonly Token[], action: Meaning["action"], own = false): Meaning | null => {
    const lasting = tokens.filter(({ time }) => time?.kind !== "recurrence");
    const value = asValue(lasting.length > 0 ? lasting : tokens, statement, discourse);
    if (value === "") return null;
    const relations = relationsOf(statement, discourse, slot, tokens);
    return { slot, value, ...(action === undefined ? {} : { action }), relations, category: "STABLE_PREFERENCE", ...(own ? {} : { text: `${text} ${subject.plural ? "are" : "is"} ${slot === "headquarters" ? "in " : ""}${value}` }) };
  };
  const changes = CHANGES.has(verb.lemma) && verb.tense !== "future" && !verb.negated;
  if (changes) {
    const to = phraseWith(statement, "to", "until", "up to", "down to", "back to", "till");
    const time = statement.times.find(({ kind }) => kind === "until");
    if (to !== undefined || time !== undefined || verb.lemma === "become") {
      const at = to === undefined ? -1 : statement.complement.indexOf(to.tokens[0]!);
      const tokens = to !== undefined ? valueTokens(statement.complement.slice(at)) : time === undefined ? valueTokens(statement.complement) : [];
      if (tokens.length > 0 && to?.tokens.length !== 0) return tell(tokens, "UPDATE");
      if (time !== undefined) return { slot, value: time.core, action: "UPDATE", text: `${text} is ${time.core}`, category: "STABLE_PREFERENCE" };
    }
  }
  if (verb.ended && verb.lemma === "be" && !verb.passive && !verb.progressive) {
    const gone = asValue(valueTokens(statement.complement), statement, discourse);
    return gone === "" ? null : { action: "DELETE", slot, value: gone, category: "STABLE_PREFERENCE" };
  }
  const called = verb.passive && /^(?:call|name|set|schedule|cap|fix|limit|plan)$/u.test(verb.lemma);
  const doing = verb.progressive && verb.tense === "present" && ACTIVITIES.test(slot);
  if (doing) {
    const at = statement.predicate.findIndex(({ part }) => part === "gerund");
    return at < 0 ? null : tell(statement.predicate.slice(at), undefined, true);
  }
  if (!(verb.lemma === "be" && !verb.passive && !verb.progressive) && !called || verb.tense === "past" || verb.tense === "future" && !called) return null;
  const complement = called && statement.complement[0]?.lower === "to" ? statement.complement.slice(statement.complement[1]?.lower === "be" ? 2 : 1) : called ? statement.complement.filter(({ lower }, i) => !(i === 0 && /^(?:for|at|on)$/u.test(lower))) : statement.complement;
  const state = isState(statement.complement.filter(({ lower }) => !LOOSE.has(lower)), attribute);
  const tokens = valueTokens(complement);
  if (tokens.length === 0 || state && !called) return null;
  if (verb.negated) return null;
  const members = readMembers(statement, discourse, attribute, tokens);
  if (members !== null) return members;
  const now = verb.adverbs.has("now") || statement.complement.some(({ lower }) => lower === "now");
  if (kinOfPlural(attribute) !== null) return null;
  return tell(tokens, now || renewed ? "UPDATE" : undefined, !now && !called && !renewed);
};
