import { pairs } from "../data/words.ts";
import { UTC } from "../../../memory/time-zone.ts";
import { isPortugueseAlone } from "./is-portuguese.ts";
import { tidy, withCapital } from "../text/tidy.ts";
import { attributeInEnglish } from "./attributes.ts";
import { kinInEnglish, PORTUGUESE_KIN as KIN } from "./kinship.ts";
import { readPortuguese, type PortugueseMeaning } from "./relations.ts";
import { lemmaOfThird } from "./verbs.ts";
import type { Chrono } from "chrono-node";
import type { Instant } from "../../../memory/time.ts";
import { readPortugueseMessage } from "./read-message.ts";

const USER = "user";

/**
 * A sentence as a summary tells it: in English. Portuguese of the user's is read like any message,
 * and what it states told in English, where the rules understand all of it; else it is quoted. A
 * sentence in another language stays as it is. To be asked only of talk in which Portuguese is
 * spoken.
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
          timeZone: UTC,
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

const MONTHS = pairs("in_english_months");
const MONTH = Object.keys(MONTHS).join("|");
const LANGUAGES = pairs("in_english_languages");
const NUMBERS = pairs("in_english_numbers");
const UNITS = pairs("in_english_units");
const PLURALS = pairs("in_english_plurals");
const STATUSES: readonly (readonly [RegExp, string])[] = [
  [/^solteir/u, "single"],
  [/^casad/u, "married"],
  [/^divorciad/u, "divorced"],
  [/^viúv/u, "widowed"],
  [/^noiv/u, "engaged"],
  [/^separad/u, "separated"],
  [/^vegan/u, "vegan"],
  [/^vegetarian/u, "vegetarian"],
  [/^pescetarian/u, "pescatarian"],
];

/** What ties somebody to something: while it is so, and where it is denied. */
const TIES: Readonly<Record<string, string>> = {
  works_at: "works at",
  former_employee_of: "used to work at",
  lives_in: "lives in",
  lived_in: "used to live in",
  born_in: "was born in",
  from: "is from",
  graduated_from: "graduated from",
  studies_at: "studies at",
  hired: "hired",
  spouse_of: "is married to",
  partner_of: "is dating",
  likes: "likes",
  dislikes: "dislikes",
  prefers: "prefers",
  plays: "plays",
  speaks: "speaks",
  allergic_to: "is allergic to",
  uses: "uses",
};
const DENIED: Readonly<Record<string, string>> = {
  prefers: "does not prefer",
  plays: "does not play",
  speaks: "does not speak",
  allergic_to: "is not allergic to",
  uses: "does not use",
};
/** What goes on from when it began. */
const LASTING = new Set(["works_at", "lives_in", "studies_at"]);
const NO_LONGER: Readonly<Record<string, string>> = {
  former_employee_of: "no longer works at",
  lived_in: "no longer lives in",
};

const listed = (items: readonly string[]): string =>
  items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} and ${items.slice(-1).join("")}`;
const inTable = (table: Readonly<Record<string, string>>, word: string): string =>
  table[word.toLowerCase()] ?? word;
const number = (word: string): string => inTable(NUMBERS, word);

const DATED = new RegExp(
  `(?<day>\\d{1,2})º? de (?<month>${MONTH})(?: (?:de|do) (?<year>\\d{4}))?`,
  "giu",
);
const MONTH_OF_YEAR = new RegExp(`(?<!\\p{L})(?<month>${MONTH}) (?:de|do) (?<year>\\d{4})`, "giu");

/** Dates in English; all else of a value stays as it was said. */
const valueOf = (value: string): string =>
  value
    .replace(
      DATED,
      (_, day: string, month: string, year: string | undefined) =>
        `${day} ${inTable(MONTHS, month)}${year === undefined ? "" : ` ${year}`}`,
    )
    .replace(
      MONTH_OF_YEAR,
      (_, month: string, year: string) => `${inTable(MONTHS, month)} ${year}`,
    );

const DATE = `(?:\\d{1,2}º? de (?:${MONTH})(?: (?:de|do) \\d{4})?|(?:${MONTH})(?: (?:de|do) \\d{4})?|(?:19|20)\\d{2})`;
const WHEN = new RegExp(
  `(?<!\\p{L})(?:(?<since>desde) (?<from>${DATE})|(?:h[áa]|faz) (?<count>\\p{L}+|\\d+) (?<unit>dia|semana|m[êe]s|ano)(?:s|es)?|(?:em|no dia|dia) (?<on>${DATE}))(?!\\p{L})`,
  "iu",
);
/**
 * "desde 2018", "há cinco anos", "em março de 2021": since when, or when it happened (`past`), or
 * since when what lasts goes on.
 */
const whenOf = (predicate: string, past: boolean, lasting = false): string => {
  const { from, on, count, unit } = WHEN.exec(predicate)?.groups ?? {};
  const since = from ?? (lasting ? on : undefined);
  if (since !== undefined) return ` (since ${valueOf(since)})`;
  if (on !== undefined) return ` ${/^\d{1,2}º? de/u.test(on) ? "on" : "in"} ${valueOf(on)}`;
  if (count === undefined || unit === undefined) return "";
  const counted = number(count);
  const isOne = counted === "one" || counted === "1";
  const length = `${counted} ${inTable(UNITS, unit)}${isOne ? "" : "s"}`;
  return past ? ` ${length} ago` : ` (for ${length})`;
};

/** "irmã de Ana", "A mãe do Rafael": a relative by whose it is. */
const RELATIVE = new RegExp(
  `^(?:[oa] )?(?<label>${KIN}|filho\\(a\\)|[\\p{L}]+\\(a\\)) d[eoa] (?<owner>.+)$`,
  "iu",
);
const subjectOf = (subject: string): string => {
  const { label, owner } = RELATIVE.exec(subject)?.groups ?? {};
  const kin = label === undefined ? null : kinInEnglish(label);
  return kin === null || owner === undefined ? subject : `${owner}'s ${kin}`;
};

const tied = (meaning: PortugueseMeaning, negated: boolean, married: boolean): string | null => {
  const ties = [...(meaning.relation ? [meaning.relation] : []), ...(meaning.links ?? [])];
  const type = ties[0]?.[0];
  const verb =
    type === undefined
      ? undefined
      : married
        ? "married"
        : ((negated ? DENIED[type] : undefined) ??
          (meaning.action === "DELETE" || negated ? NO_LONGER[type] : undefined) ??
          TIES[type]);
  if (verb === undefined) return null;
  const targets = ties
    .filter(([other]) => other === type)
    .map(([, target]) =>
      type === "speaks" ? (LANGUAGES[target.toLowerCase()] ?? target) : valueOf(target),
    );
  return `${verb} ${listed(targets)}`;
};

const HAS = new RegExp(
  `^tem (?<count>\\p{L}+|\\d+) (?<term>(?:${KIN})s?)(?:(?:,|:| chamad[oa]s?| que se chamam?) (?<names>.+))?$`,
  "iu",
);
const hadKin = (predicate: string): string | null => {
  const { count, term, names } = HAS.exec(predicate)?.groups ?? {};
  const one =
    term === undefined ? null : (kinInEnglish(term) ?? kinInEnglish(term.replace(/s$/u, "")));
  if (count === undefined || term === undefined || one === null) return null;
  const counted = number(count);
  const single = counted === "one" || counted === "1";
  const what = single ? `a ${one}` : `${counted} ${PLURALS[term.toLowerCase()] ?? `${one}s`}`;
  return `has ${what}${names === undefined ? "" : `${single ? " called" : ","} ${listed(names.split(/, | e /u))}`}`;
};

/** "works as nurse at Halden (since 2018)". */
const roleInEnglish = (
  { value = "", relation }: PortugueseMeaning,
  predicate: string,
  negated: boolean,
): string => {
  const at = relation === undefined ? "" : ` at ${relation[1]}`;
  const verb = negated ? "does not work" : "works";
  return `${verb} as ${value}${at}${whenOf(predicate, false, true)}`;
};

/** What an attribute tells without a relation; null for what only a relation tells. */
const attributeTold = (
  meaning: PortugueseMeaning,
  predicate: string,
  negated: boolean,
): string | null => {
  const { slot, value, relation } = meaning;
  if (value === undefined) return null;
  const not = negated ? "not " : "";
  switch (slot) {
    case "role":
      return roleInEnglish(meaning, predicate, negated);
    case "age":
      return `is ${not}${value} years old`;
    case "birthday":
      return `has a birthday on ${valueOf(value)}`;
    case "relationship_status":
    case "diet":
      return relation === undefined
        ? `is ${not}${STATUSES.find(([stem]) => stem.test(value))?.[1] ?? value}`
        : null;
    default:
      return null;
  }
};

const HAPPENED =
  /^(?:(?:se )?(?:casou|formou|mudou|nasceu|entrou|começou|saiu|largou|deixou|contratou)|foi )/u;

const predicateInEnglish = (asides: string, predicate: string): string | null => {
  const kin = hadKin(predicate);
  if (kin !== null) return kin;
  const negated = /(?<!\p{L})(?:não|nunca)(?!\p{L})/iu.test(asides);
  const ended = negated && /(?<!\p{L})mais(?!\p{L})/iu.test(predicate);
  // What is not so ties nobody to anything, and is read as if it were.
  const meaning =
    readPortuguese(predicate, negated, ended) ??
    (negated ? readPortuguese(predicate, false, false) : null);
  if (meaning === null) return null;
  const told = attributeTold(meaning, predicate, negated);
  if (told !== null) return told;
  const words = tied(meaning, negated, /^(?:se )?casou/u.test(predicate));
  const lasts = LASTING.has(meaning.relation?.[0] ?? "");
  return words === null ? null : `${words}${whenOf(predicate, HAPPENED.test(predicate), lasts)}`;
};

/** Whom an attribute may be told of: a name, the user, or a relative of one. */
const isOwner = (owner: string): boolean =>
  /^(?:\p{Lu}|user$)/u.test(owner) || subjectOf(owner) !== owner;

const STATED =
  /^[OA]s? (?<attribute>.+?) d[eoa] (?<owner>.+?) (?:é|são) (?:[oa] (?=\p{Lu}))?(?<value>.+)$/u;
const STATED_LAST =
  /^[OA]s? (?<attribute>.+) d[eoa] (?<owner>.+?) (?:é|são) (?:[oa] (?=\p{Lu}))?(?<value>.+)$/u;
const attributeStated = (text: string): string | null => {
  for (const form of [STATED, STATED_LAST]) {
    const { attribute, owner, value } = form.exec(text)?.groups ?? {};
    if (attribute === undefined || owner === undefined || value === undefined || !isOwner(owner))
      continue;
    const [, key = attribute, of = ""] = /^(.+?) (d[eoa]s? .+)$/u.exec(attribute) ?? [];
    const kin = kinInEnglish(attribute);
    // "A mãe de Ana é professora" says what she does, and not who she is.
    if (kin !== null && readPortuguese(`é ${value}`, false, false) !== null) return null;
    const known = attributeInEnglish(attribute) ?? kin;
    const part = known === null ? attributeInEnglish(key) : null;
    const named = known ?? (part === null ? null : `${part} (${of})`);
    if (named !== null) return `${subjectOf(owner)}'s ${named} is ${valueOf(value)}`;
  }
  return null;
};

const KIN_TOLD = new RegExp(
  `^(?<holder>.+?) é (?:[oa] )?(?<relative>(?:${KIN}|[\\p{L}]+\\(a\\)) d[eoa] .+)$`,
  "iu",
);
const ASIDES = /^(?:não|nunca|também|já|agora|ainda|sempre|hoje|se|atualmente)$/iu;

/**
 * Whom a statement is about, what stands between, and what it says: at its first verb in the third
 * person.
 */
const parted = (
  text: string,
): { readonly subject: string; readonly asides: string; readonly predicate: string } | null => {
  const words = text.split(" ");
  const verb = words.findIndex(
    (word, i) => i > 0 && /^\p{Ll}/u.test(word) && lemmaOfThird(word) !== null,
  );
  if (verb < 0) return null;
  let start = verb;
  while (start > 1 && ASIDES.test(words[start - 1] ?? "")) start -= 1;
  return {
    subject: words.slice(0, start).join(" "),
    asides: words.slice(start, verb).join(" "),
    predicate: words.slice(verb).join(" "),
  };
};

const understood = (text: string): string | null => {
  const name = /^O nome do usuário é (?<name>.+)$/u.exec(text)?.groups?.["name"];
  if (name !== undefined) return `The user's name is ${name}`;
  const { holder = "", relative = "" } = KIN_TOLD.exec(text)?.groups ?? {};
  const kin = subjectOf(relative);
  if (kin !== relative) return `${holder} is ${kin}`;
  const told = attributeStated(text);
  if (told !== null) return told;
  const parts = parted(text);
  const predicate = parts === null ? null : predicateInEnglish(parts.asides, parts.predicate);
  return parts === null || predicate === null ? null : `${subjectOf(parts.subject)} ${predicate}`;
};

const QUOTED = /^Said in Portuguese: "(?<said>[^]*)"\.?$/u;
/** What was quoted, since no rule understood it; any other text as it is. */
export const asSaid = (line: string): string => QUOTED.exec(line)?.groups?.["said"] ?? line;
export const quoted = (text: string): string => `Said in Portuguese: "${text}"`;

/**
 * A statement in Portuguese in English, where the rules that read it understand it; null where they
 * do not, and for one in another language.
 */
export const inEnglishIfUnderstood = (text: string): string | null =>
  QUOTED.test(text) ? null : understood(tidy(text));

/**
 * A statement as a profile or a summary tells it: in English. Of Portuguese, what the rules
 * understand is told in English words, names and values as they were said; what they do not
 * understand is quoted. Any other text stays as it is.
 */
export const inEnglish = (text: string): string =>
  inEnglishIfUnderstood(text) ??
  (isPortugueseAlone(text) && !QUOTED.test(text) ? quoted(text) : text);
