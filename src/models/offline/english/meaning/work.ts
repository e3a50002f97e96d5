import { words } from "../../word-lists/word-list.ts";
import { firstOf, textOf } from "../tokens/token.ts";
import { tidy } from "../../text/tidy.ts";
import type { Discourse } from "../discourse.ts";
import { headOf, nameIn, phraseText, type Phrase } from "../clauses/phrases.ts";
import {
  isCurrent,
  isOfEntity,
  isOneOfSeveral,
  isOngoing,
  isSo,
  objectOf,
  phraseWith,
  type Meaning,
  type Reader,
  type Statement,
} from "./statement.ts";
import { phaseOf, tied, TIES } from "./ties.ts";
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

/** Somebody works no more; where nobody says where, at whatever employer is known. */
const left = (statement: Statement, employer: Target | null): Meaning | null =>
  employer === null
    ? {
        action: "DELETE",
        slot: TIES.employer.slot,
        value: null,
        category: TIES.employer.endCategory,
      }
    : tied(TIES.employer, statement, employer, "ended");

/** "works as a nurse at Acme" tells two attributes, which change apart: where, and as what. */
const roleTold = (statement: Statement, role: Phrase, employer: Target): Partial<Meaning> =>
  isOngoing(statement)
    ? {
        facts: [
          {
            text: `${statement.subject.text} works as ${tidy(textOf(headOf(role)))} at ${employer.name}`,
            slot: "role",
            value: `${headValue(role)} at ${employer.name}`,
            confidence: statement.confidence,
          },
        ],
        without: [role],
      }
    : {};

/** The phrase that tells where somebody works: "at Acme", "for Acme"; not "in marketing". */
const workplaceIn = ({ phrases }: Statement): Phrase | undefined =>
  phrases.find(
    ({ preposition, tokens }) =>
      preposition !== null &&
      /^(?:at|for|with|by|in)$/u.test(preposition) &&
      tokens.length > 0 &&
      (preposition !== "in" ||
        nameIn({ preposition, tokens, time: null })?.type === "organization"),
  );

/** "is no longer with Acme". */
const readNoLongerAt: Reader = (statement, discourse) => {
  if (!statement.verb.ended) return null;
  const employer = employerIn(phraseWith(statement, "at", "with"), discourse);
  return employer?.proper ? left(statement, employer) : null;
};

const readEmployment = (statement: Statement, employer: Target): Meaning | null => {
  const phase = phaseOf(statement);
  const role = phraseWith(statement, "as");
  const employed = tied(TIES.employer, statement, employer, phase);
  return employed === null || phase !== "holds" || role === undefined
    ? employed
    : { ...employed, ...roleTold(statement, role, employer) };
};

/** "works as a nurse", where the employer is not told. */
const readRoleAlone = (statement: Statement): Meaning | null => {
  const role = phraseWith(statement, "as");
  return role !== undefined && isOngoing(statement) && !isOneOfSeveral(statement)
    ? { slot: "role", value: headValue(role) }
    : null;
};

/**
 * "works at Acme", "worked for Acme", "no longer works at Acme": where, and as what; not "works
 * with Tom", "teaches by example".
 */
export const readWorking: Reader = (statement, discourse) => {
  const { verb, complement } = statement;
  if (!isOfEntity(statement)) return null;
  if (verb.lemma === "be") return readNoLongerAt(statement, discourse);
  if (!WORKING.has(verb.lemma) || verb.unreal) return null;
  const place = workplaceIn(statement);
  const isBeside = place?.preposition === "with" && verb.lemma !== "consult";
  const employer = isBeside ? null : employerIn(place, discourse);
  if (verb.lemma === "volunteer" && employer !== null)
    return isSo(statement)
      ? {
          relations: [{ type: "volunteers_at", target: employer.name, targetType: "organization" }],
        }
      : null;
  if (/^(?:teach|lecture|consult)$/u.test(verb.lemma) && place?.preposition !== "at") return null;
  if (verb.ended && firstOf(complement).lower === "there") return left(statement, null);
  return employer === null ? readRoleAlone(statement) : readEmployment(statement, employer);
};

/**
 * The employer that a verb of joining tells; null where it tells none: "joined a gym", "starts at
 * nine".
 */
const newEmployer = (statement: Statement, discourse: Discourse): Target | null => {
  const { verb } = statement;
  const object = objectOf(statement);
  const at = phraseWith(statement, "at", "with", "for");
  if (verb.passive && /^(?:hire|recruit|employ)$/u.test(verb.lemma))
    return employerIn(phraseWith(statement, "by", "at"), discourse);
  if (object === undefined) return null;
  const text = phraseText(object);
  if (verb.lemma === "join")
    return /^(?:an?|the|our|my|his|her|their)\b/iu.test(text)
      ? null
      : employerIn(object, discourse);
  if (TAKING.has(verb.lemma) && JOB.test(text))
    return employerIn(at ?? phraseWith(statement, "in"), discourse);
  const isStart = /^(?:start|begin)$/u.test(verb.lemma) && text === "";
  return isStart && at?.preposition === "at" ? employerIn(at, discourse) : null;
};

/**
 * "joined Acme", "got a job at Acme", "was hired by Acme": a new employer; not "joined the gym".
 */
export const readJoining: Reader = (statement, discourse) => {
  const { verb } = statement;
  if (!isOfEntity(statement) || !isSo(statement)) return null;
  const employer = newEmployer(statement, discourse);
  if (employer === null) return null;
  const isPlan =
    statement.ahead ||
    (verb.progressive && verb.tense === "present" && /^(?:join|start|begin)$/u.test(verb.lemma));
  const category = "BIOGRAPHICAL_MILESTONE" as const;
  if (isPlan) return { ...tied(TIES.employer, statement, employer, "planned"), category };
  if (verb.lemma !== "have")
    return { ...tied(TIES.employer, statement, employer, "holds"), action: "UPDATE", category };
  if (verb.tense !== "past") return tied(TIES.employer, statement, employer, "holds");
  return {
    relations: [{ type: TIES.employer.held, target: employer.name, targetType: "organization" }],
  };
};

const isDismissed = ({ verb }: Statement): boolean =>
  verb.passive && /^(?:fire|sack|dismiss|terminate|lay|let)$/u.test(verb.lemma);

/**
 * "left Acme", "quit", "was laid off": the employer is one no more; not "left early", "is leaving".
 */
export const readLeaving: Reader = (statement, discourse) => {
  const { verb, complement } = statement;
  if (!isOfEntity(statement) || !isSo(statement) || statement.ahead || verb.progressive)
    return null;
  const from = phraseWith(statement, "from", "by", "at");
  if (isDismissed(statement)) return left(statement, employerIn(from, discourse));
  if (verb.passive || !/^(?:leave|quit|resign|exit)$/u.test(verb.lemma)) return null;
  const isResigning = verb.lemma === "quit" || verb.lemma === "resign";
  const saysNoMore = complement.every(({ time, part }) => time !== null || part === "adverb");
  if (isResigning && saysNoMore) return left(statement, null);
  const object = objectOf(statement);
  if (verb.lemma === "resign" || (object !== undefined && OWN_JOB.test(phraseText(object))))
    return left(statement, employerIn(from, discourse));
  const employer = employerIn(object, discourse);
  const namesFirm = object?.tokens.some(
    ({ name }) => name !== null && name.type !== "person" && name.type !== "place",
  );
  return employer !== null && (namesFirm || employer.proper) ? left(statement, employer) : null;
};

/** promoted to, became: another role. */
export const readRoleChange: Reader = (statement) => {
  const { verb } = statement;
  if (!isOfEntity(statement) || !isSo(statement) || statement.ahead) return null;
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
