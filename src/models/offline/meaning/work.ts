import { words } from "../data/words.ts";
import { textOf } from "../english/token.ts";
import { tidy } from "../text/tidy.ts";
import type { Discourse } from "../english/discourse.ts";
import { headOf, nameIn, phraseText, type Phrase } from "../english/phrases.ts";
import {
  isBounded,
  isCurrent,
  isOneOfSeveral,
  isOngoing,
  isSo,
  objectOf,
  phraseWith,
  type Meaning,
  type Reader,
  type Statement,
} from "./statement.ts";
import { headValue, targetIn, valueIn, type Target } from "./targets.ts";

const WORKING = words("work intern freelance consult contract employ teach lecture volunteer");
const JOB =
  /\b(?:job|role|position|gig|internship|post|traineeship|contract|residency|postdoc|fellowship|apprenticeship)\b/iu;
const TAKING = words("start begin get land take accept have find secure score");
const OWN_JOB =
  /^(?:(?:my|our|his|her|their|the) )?(?:\p{L}+ )?(?:job|position|role|company|firm|employer|work)$/iu;
const NO_EMPLOYER =
  /^(?:home|remote|hire|rent|fun|money|years|free|scale|peanuts|minimum wage|tips|themselves|night|nights|school|university|college|the moment|a while|a living)$/iu;

const employerIn = (phrase: Phrase | undefined, discourse: Discourse): Target | null => {
  // One works "at" no person: what looks like a surname is a firm.
  const surname =
    phrase !== undefined && phrase.preposition === "at" && nameIn(phrase)?.type === "person";
  const target = targetIn(phrase, discourse, "organization", surname);
  return target === null ||
    target.type === "person" ||
    (target.type === "place" && target.proper) ||
    NO_EMPLOYER.test(target.name)
    ? null
    : target;
};

/** Where somebody works now: one employer at a time, unless it is said to be one of several. */
const worksAt = (statement: Statement, employer: Target, more: Partial<Meaning> = {}): Meaning => ({
  relations: [{ type: "works_at", target: employer.name, targetType: "organization" }],
  ...(isOneOfSeveral(statement) ? {} : { slot: "employer", value: employer.name }),
  ...more,
});

const left = (employer: Target | null): Meaning => ({
  action: "DELETE",
  slot: "employer",
  value: employer?.name ?? null,
  category: "RELATIONSHIP_CHANGE",
  relations:
    employer === null
      ? []
      : [{ type: "former_employee_of", target: employer.name, targetType: "organization" }],
});

/** "works as a nurse at Acme" tells two attributes, which change apart: where, and as what. */
const roleTold = (
  statement: Statement,
  role: Phrase,
  employer: Target,
): NonNullable<Meaning["facts"]> =>
  isOngoing(statement) && statement.subject.attribute === null
    ? [
        {
          text: `${statement.subject.text} works as ${tidy(textOf(headOf(role)))} at ${employer.name}`,
          slot: "role",
          value: `${headValue(role)} at ${employer.name}`,
          confidence: statement.confidence,
        },
      ]
    : [];

/** work at, for: where somebody works, worked or works no more, and as what. */
export const readWorking: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (verb.lemma === "be" && verb.ended && subject.attribute === null && !subject.thing) {
    const gone = employerIn(phraseWith(statement, "at", "with"), discourse);
    return gone?.proper ? left(gone) : null;
  }
  if (!WORKING.has(verb.lemma) || subject.attribute !== null || subject.thing || verb.unreal)
    return null;
  const place = statement.phrases.find(
    ({ preposition, tokens }) =>
      preposition !== null &&
      /^(?:at|for|with|by|in)$/u.test(preposition) &&
      tokens.length > 0 &&
      (preposition !== "in" ||
        nameIn({ preposition, tokens, time: null })?.type === "organization"),
  );
  const role = phraseWith(statement, "as");
  const employer =
    place?.preposition === "with" && verb.lemma !== "consult" ? null : employerIn(place, discourse);
  if (verb.lemma === "volunteer" && employer !== null)
    return isSo(statement)
      ? {
          relations: [{ type: "volunteers_at", target: employer.name, targetType: "organization" }],
        }
      : null;
  if (
    /^(?:teach|lecture|consult|contract)$/u.test(verb.lemma) &&
    place?.preposition !== "at" &&
    !(verb.lemma === "contract")
  )
    return null;
  if (verb.ended && statement.complement[0]?.lower === "there") return left(null);
  if (employer === null)
    return role !== undefined && isOngoing(statement) && !isOneOfSeveral(statement)
      ? { slot: "role", value: headValue(role) }
      : null;
  if (verb.ended || (verb.negated && verb.tense === "present")) return left(employer);
  if (verb.negated) return null;
  if (verb.tense === "past" || (verb.tense === "perfect" && !isOngoing(statement)))
    return {
      relations: [
        { type: "former_employee_of", target: employer.name, targetType: "organization" },
      ],
      ...(isBounded(statement) ? { slot: "employer", value: employer.name } : {}),
    };
  if (statement.ahead)
    return { relations: [{ type: "joining", target: employer.name, targetType: "organization" }] };
  const told = role === undefined ? [] : roleTold(statement, role, employer);
  return worksAt(
    statement,
    employer,
    role === undefined || told.length === 0 ? {} : { facts: told, without: [role] },
  );
};

/** join, start a job at, be hired by: a new employer. */
export const readJoining: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (subject.attribute !== null || subject.thing || !isSo(statement)) return null;
  const object = objectOf(statement);
  const at = phraseWith(statement, "at", "with", "for");
  const news: Partial<Meaning> = { action: "UPDATE", category: "BIOGRAPHICAL_MILESTONE" };
  let employer: Target | null = null;
  if (
    verb.lemma === "join" &&
    object !== undefined &&
    !/^(?:an?|the|our|my|his|her|their)\b/iu.test(phraseText(object))
  )
    employer = employerIn(object, discourse);
  else if (TAKING.has(verb.lemma) && object !== undefined && JOB.test(phraseText(object)))
    employer = employerIn(at ?? phraseWith(statement, "in"), discourse);
  else if (
    /^(?:start|begin)$/u.test(verb.lemma) &&
    object?.tokens.length === 0 &&
    at?.preposition === "at"
  )
    employer = employerIn(at, discourse);
  else if (/^(?:hire|recruit|employ)$/u.test(verb.lemma) && verb.passive)
    employer = employerIn(phraseWith(statement, "by", "at"), discourse);
  if (employer === null) return null;
  if (
    statement.ahead ||
    (verb.progressive && verb.tense === "present" && /^(?:join|start|begin)$/u.test(verb.lemma))
  )
    return {
      relations: [{ type: "joining", target: employer.name, targetType: "organization" }],
      category: "BIOGRAPHICAL_MILESTONE",
    };
  if (verb.lemma === "have" && verb.tense === "past")
    return {
      relations: [
        { type: "former_employee_of", target: employer.name, targetType: "organization" },
      ],
    };
  return worksAt(statement, employer, verb.lemma === "have" ? {} : news);
};

/** leave, quit, resign from, be fired: the employer is one no more. */
export const readLeaving: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (
    subject.attribute !== null ||
    subject.thing ||
    !isSo(statement) ||
    statement.ahead ||
    verb.progressive
  )
    return null;
  const object = objectOf(statement);
  const from = phraseWith(statement, "from", "by", "at");
  if (
    verb.passive &&
    (/^(?:fire|sack|dismiss|terminate)$/u.test(verb.lemma) ||
      verb.lemma === "lay" ||
      verb.lemma === "let")
  )
    return left(employerIn(phraseWith(statement, "from", "by", "at"), discourse));
  if (verb.passive || !/^(?:leave|quit|resign|exit)$/u.test(verb.lemma)) return null;
  if (
    statement.complement.every(({ time, part }) => time !== null || part === "adverb") &&
    verb.lemma !== "leave" &&
    verb.lemma !== "exit"
  )
    return left(null);
  if (object !== undefined && OWN_JOB.test(phraseText(object)))
    return left(employerIn(from, discourse));
  const employer =
    verb.lemma === "resign" ? employerIn(from, discourse) : employerIn(object, discourse);
  if (verb.lemma === "resign") return left(employer);
  const named = object?.tokens.some(
    (token) => token.name !== null && token.name.type !== "person" && token.name.type !== "place",
  );
  return employer !== null && (named || employer.proper) ? left(employer) : null;
};

/** promoted to, became: another role. */
export const readRoleChange: Reader = (statement) => {
  const { verb, subject } = statement;
  if (subject.attribute !== null || subject.thing || !isSo(statement) || statement.ahead)
    return null;
  const object = objectOf(statement);
  const to = phraseWith(statement, "to");
  if (verb.passive && /^(?:promote|appoint|elect|name|make)$/u.test(verb.lemma)) {
    const role = to ?? (object !== undefined && object.tokens.length > 0 ? object : undefined);
    return role === undefined
      ? { category: "BIOGRAPHICAL_MILESTONE" }
      : {
          slot: "role",
          value: valueIn(role),
          action: "UPDATE",
          category: "BIOGRAPHICAL_MILESTONE",
        };
  }
  return null;
};

/** reports to: who the boss is. */
export const readReporting: Reader = (statement, discourse) => {
  if (
    statement.verb.lemma !== "report" ||
    !isCurrent(statement) ||
    statement.subject.attribute !== null
  )
    return null;
  const boss = targetIn(phraseWith(statement, "to"), discourse, "person");
  return boss === null || !boss.proper
    ? null
    : {
        slot: "boss",
        value: boss.name,
        relations: [{ type: "managed_by", target: boss.name, targetType: "person" }],
      };
};

/** The fact that goes with a role in an organization: that one works there. */
export const impliedEmployer = (
  statement: Statement,
  employer: Target,
): NonNullable<Meaning["facts"]> => [
  {
    text: `${statement.subject.text} works at ${employer.name}`,
    slot: "employer",
    value: employer.name,
    confidence: statement.confidence,
  },
];
