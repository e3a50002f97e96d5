import { expressionsOf, groupsIn } from "../data/expressions.ts";
import { pairs } from "../data/words.ts";
import { UTC } from "../../../memory/time-zone.ts";
import { isPortugueseAlone } from "./is-portuguese.ts";
import { tidy, withCapital } from "../text/tidy.ts";
import { attributeInEnglish, compile, kinInEnglish, PORTUGUESE } from "./grammar.ts";
import { dateInEnglish, portugueseTimes } from "./find-times.ts";
import { readPortuguese, type PortugueseMeaning } from "./relations.ts";
import { lemmaOfThird } from "./verbs.ts";
import type { Chrono } from "chrono-node";
import type { Instant } from "../../../memory/time.ts";
import { readPortugueseMessage } from "./read-message.ts";

const USER = "user";

/**
 * A sentence of a talk for a summary, in English. A Portuguese sentence by the user is read like a
 * message, and the summary states its facts in English if the rules understand all of them;
 * otherwise it quotes the sentence. A sentence in another language is unchanged. Call this only for
 * a talk that contains Portuguese.
 */
export const talkInEnglish = (
  sentence: string,
  byUser: boolean,
  occurredAt: Instant,
  chrono: Chrono,
): string => {
  if (withoutQuotation(sentence) !== sentence || !isPortugueseAlone(sentence)) return sentence;
  const { facts } = !byUser
    ? { facts: [] }
    : readPortugueseMessage(
        {
          message: sentence,
          speaker: USER,
          speakerNamed: false,
          timeZone: UTC,
          occurredAt,
          recentMessages: [],
          knownEntities: [],
        },
        chrono,
      );
  const translations = facts.map(({ text }) => inEnglishIfUnderstood(text));
  if (translations.length === 0 || translations.includes(null))
    return quotedText(/[.!?…]$/u.test(sentence) ? sentence : `${sentence}.`);
  return `${withCapital(translations.join("; ").replace(/(?<!\p{L})[Uu]ser(?='s|\s)/gu, "the user"))}.`;
};

const { ties: RELATIONS, attributes: ATTRIBUTES, statuses: STATUSES, forms } = PORTUGUESE.english;
const expression = expressionsOf(forms, compile);
const form = (kind: string, text: string) => groupsIn(expression(kind), text);
const LANGUAGES = pairs("in_english_languages");
const NUMBERS = pairs("in_english_numbers");
const PLURALS = pairs("in_english_plurals");

const joinedList = (items: readonly string[]): string =>
  items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} and ${items.slice(-1).join("")}`;
const inTable = (table: Readonly<Record<string, string>>, word: string): string =>
  table[word.toLowerCase()] ?? word;
const number = (word: string): string => inTable(NUMBERS, word);

/** The value with its dates in English. */
const valueOf = (value: string): string =>
  value.replace(expression("dated"), (date) => dateInEnglish(date));

const OF_ITS_DAY = /^(?:last|this|next|the|yesterday|today|tomorrow)(?!\p{L})/u;
/**
 * The time of a predicate in English: "desde 2018", "há cinco anos", "em março de 2021". It is a
 * start for a `lasting` state, and the time of the event if `past`. Empty if there is none.
 */
const whenOf = (predicate: string, past: boolean, lasting: boolean): string => {
  const time = portugueseTimes(predicate).find(({ core }) => !OF_ITS_DAY.test(core));
  if (time === undefined) return "";
  const { kind, core } = time;
  const length = core.endsWith(" ago") ? core.slice(0, -" ago".length) : null;
  if (length !== null) return past ? ` ${core}` : ` (for ${length})`;
  if (kind === "since" || (kind === "point" && lasting)) return ` (since ${core})`;
  return kind === "point" ? ` ${/^\d{1,2} \p{L}/u.test(core) ? "on" : "in"} ${core}` : "";
};

/**
 * The subject with a relative in English: "Ana's sister" for "irmã de Ana". Other subjects are
 * unchanged.
 */
const subjectOf = (subject: string): string => {
  const { label = "", owner } = form("relative", subject);
  const kin = kinInEnglish(label);
  return kin === null || owner === undefined ? subject : `${owner}'s ${kin}`;
};

/** The predicate about relations of one type: "works at Acme". Null for a type without wording. */
const relationPredicate = (
  meaning: PortugueseMeaning,
  isNegated: boolean,
  predicate: string,
): string | null => {
  const relations = [...(meaning.relation ? [meaning.relation] : []), ...(meaning.links ?? [])];
  const { type = "" } = relations[0] ?? {};
  const wording = RELATIONS[type];
  if (wording === undefined) return null;
  const isOver = meaning.action === "DELETE" || isNegated;
  const verb =
    (isNegated ? wording.denied : undefined) ?? (isOver ? wording.over : undefined) ?? wording.is;
  const isMarriage = /^(?:se )?casou/u.test(predicate);
  const targets = relations
    .filter((other) => other.type === type)
    .map(({ target }) => (type === "speaks" ? inTable(LANGUAGES, target) : valueOf(target)));
  const when = whenOf(predicate, expression("happened").test(predicate), wording.lasts ?? false);
  return `${isMarriage ? "married" : verb} ${joinedList(targets)}${when}`;
};

/**
 * The predicate about relatives in English: "tem dois filhos, Ana e Pedro". Null for other
 * predicates.
 */
const kinPredicate = (predicate: string): string | null => {
  const { count = "", term = "", names } = form("has", predicate);
  const one = kinInEnglish(term) ?? kinInEnglish(term.replace(/s$/u, ""));
  if (one === null) return null;
  const countWord = number(count);
  const single = /^(?:one|1)$/u.test(countWord);
  const what = single ? `a ${one}` : `${countWord} ${PLURALS[term.toLowerCase()] ?? `${one}s`}`;
  const nameClause = `${single ? " called" : ","} ${joinedList(names?.split(/, | e /u) ?? [])}`;
  return `has ${what}${names === undefined ? "" : nameClause}`;
};

/** The predicate about an attribute in English. Null if the statement is about a relation only. */
const attributePredicate = (
  { slot = "", value, relation }: PortugueseMeaning,
  predicate: string,
  isNegated: boolean,
): string | null => {
  const wording = ATTRIBUTES[slot];
  const isElsewhere = relation !== undefined && wording?.at === undefined;
  if (value === undefined || wording === undefined || isElsewhere) return null;
  const status = Object.entries(STATUSES).find(([stem]) => value.startsWith(stem))?.[1];
  const text = (isNegated ? wording.denied : wording.is).replace(
    "$",
    () => status ?? valueOf(value),
  );
  const at = relation === undefined ? "" : ` ${wording.at} ${relation.target}`;
  return `${text}${at}${wording.at === undefined ? "" : whenOf(predicate, false, true)}`;
};

/**
 * A Portuguese predicate in English: about relatives, an attribute or a relation. `asides` are the
 * words between subject and verb, which may negate it: "não", "nunca". Null if it is not
 * understood.
 */
const predicateInEnglish = (asides: string, predicate: string): string | null => {
  const kin = kinPredicate(predicate);
  if (kin !== null) return kin;
  const isNegated = /(?<!\p{L})(?:não|nunca)(?!\p{L})/iu.test(asides);
  const isEnded = isNegated && /(?<!\p{L})mais(?!\p{L})/iu.test(predicate);
  // A negated predicate without a meaning of its own is read like the affirmed one.
  const meaning =
    readPortuguese(predicate, isNegated, isEnded) ??
    (isNegated ? readPortuguese(predicate, false, false) : null);
  return meaning === null
    ? null
    : (attributePredicate(meaning, predicate, isNegated) ??
        relationPredicate(meaning, isNegated, predicate));
};

/**
 * Whether an attribute may belong to this owner: a name, the user, or a relative of one of them.
 */
const isOwner = (owner: string): boolean =>
  /^(?:\p{Lu}|user$)/u.test(owner) || subjectOf(owner) !== owner;

/**
 * The statement of an attribute in English: "A cor favorita de Ana é azul". Null for other
 * statements.
 */
const attributeStatement = (text: string): string | null => {
  for (const kind of ["stated", "stated_last"]) {
    const { attribute = "", owner = "", value = "" } = form(kind, text);
    if (!isOwner(owner)) continue;
    const [, key = attribute, of = ""] = /^(.+?) (d[eoa]s? .+)$/u.exec(attribute) ?? [];
    const kin = kinInEnglish(attribute);
    // "A mãe de Ana é professora" states a profession, not a name.
    if (kin !== null && readPortuguese(`é ${value}`, false, false) !== null) return null;
    const knownAttribute = attributeInEnglish(attribute) ?? kin;
    const part = knownAttribute === null ? attributeInEnglish(key) : null;
    const attributeName = knownAttribute ?? (part === null ? null : `${part} (${of})`);
    if (attributeName !== null)
      return `${subjectOf(owner)}'s ${attributeName} is ${valueOf(value)}`;
  }
  return null;
};

const ASIDES = /^(?:não|nunca|também|já|agora|ainda|sempre|hoje|se|atualmente)$/iu;

/**
 * The statement in English, split into subject and predicate at the first verb in the third person.
 * Null if the predicate is not understood.
 */
const inTwoParts = (text: string): string | null => {
  const words = text.split(" ");
  const verb = words.findIndex(
    (word, i) => i > 0 && /^\p{Ll}/u.test(word) && lemmaOfThird(word) !== null,
  );
  if (verb < 0) return null;
  let start = verb;
  while (start > 1 && ASIDES.test(words[start - 1] ?? "")) start -= 1;
  const asides = words.slice(start, verb).join(" ");
  const predicate = predicateInEnglish(asides, words.slice(verb).join(" "));
  return predicate === null ? null : `${subjectOf(words.slice(0, start).join(" "))} ${predicate}`;
};

const understoodText = (text: string): string | null => {
  const { name } = form("name", text);
  if (name !== undefined) return `The user's name is ${name}`;
  const { holder = "", relative = "" } = form("kin_statement", text);
  const kin = subjectOf(relative);
  return kin === relative ? (attributeStatement(text) ?? inTwoParts(text)) : `${holder} is ${kin}`;
};

/** The original text of a quotation that `quotedText` made; any other text as it is. */
export const withoutQuotation = (line: string): string => form("quoted", line)["said"] ?? line;
const quotedText = (text: string): string => `Said in Portuguese: "${text}"`;

/**
 * A Portuguese statement in English; null if the rules do not understand it, or if it is in another
 * language.
 */
const inEnglishIfUnderstood = (text: string): string | null =>
  withoutQuotation(text) === text ? understoodText(tidy(text)) : null;

/**
 * A statement for a profile or a summary, in English. Names and values keep their words. A
 * Portuguese statement that the rules do not understand is quoted. Any other text is unchanged.
 */
export const inEnglish = (text: string): string =>
  inEnglishIfUnderstood(text) ??
  (isPortugueseAlone(text) && withoutQuotation(text) === text ? quotedText(text) : text);
