import { listedWords } from "../data/words.ts";
import { PREPOSITIONS } from "../data/word-sets.ts";
import { knownVerb, verbReading } from "../english/tokens/verb-forms.ts";
import { upTo } from "../text/list-items.ts";
import type { ReconciliationQuestion } from "../../port.ts";
import { isKin, standingOf } from "./standing-facts.ts";
import { behindSubject, objectKeys, type StandingStatement } from "./standing-statement.ts";

/** Something done or to be done: the base of its verb, and the keys of its object. */
interface Doing {
  readonly verb: string;
  readonly keys: readonly string[];
}

const PARTICLES = listedWords("fulfilled_intentions_particles");
const NAMING = /^(?:called|named)$/u;
/** The doing in words that open with its verb: "handed the essay in", "to hand in the essay". */
const doingOf = (verb: string, rest: readonly string[]): Doing => {
  const [first = "", ...others] = rest;
  const object = PARTICLES.has(first) ? others : rest;
  const name = upTo(object, (word, i) => i > 0 && (PREPOSITIONS.has(word) || NAMING.test(word)));
  const keys = objectKeys(name.filter((word) => !PARTICLES.has(word)).join(" "));
  return { verb, keys };
};

/** The words of a text in lower case, without marks around them. */
const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}$€£%][\p{L}\p{N}.:/'’-]*/gu) ?? [];

const MARRIED =
  / (?:is|are|got|has|have)(?: now| just| finally| got| been)* married(?!\p{L})| married \p{Lu}/u;
/** "is getting married to Kit", "is marrying Kit" */
const MARRYING: Doing = { verb: "marry", keys: objectKeys("married") };

/** What a statement says to be done: "has renewed their passport". Null for any other. */
const doneIn = (text: string, subject: string): Doing | null => {
  if (MARRIED.test(behindSubject(text, subject) ?? "")) return MARRYING;
  const predicate = (behindSubject(text, subject) ?? "").replace(
    /^ (?:(?:has|have|just|finally|now|recently|eventually|already) )*/u,
    "",
  );
  const [verb = "", ...rest] = wordsOf(predicate);
  const reading = knownVerb(verb);
  const isDone = reading?.forms.has("past") === true || reading?.forms.has("participle") === true;
  return isDone ? doingOf(reading.lemma, rest) : null;
};

/** Verbs before what somebody intends or is obliged to do: "wants to renew". */
const INTENDING = listedWords("fulfilled_intentions_intending");
/** Words behind "is" with the same sense: "is supposed to see". */
const DUE = listedWords("fulfilled_intentions_due");
/** Verbs of work on something that is done when it has been done: "is painting the hall". */
const MAKING = listedWords("making_verbs");
/** What is not done yet: "has to call the bank", "has not told their mother yet". */
const OPEN = / (?:has|have) (?:(?:got )?to|not) (?<todo>\p{Ll}.*?)(?: yet)?$/u;

const GOALS = listedWords("fulfilled_intentions_goals");
/** What somebody is about to do, or at work on: "is going to renew", "is getting married". */
const underWayIn = (
  verb: string,
  object: readonly string[],
  complement: readonly string[],
): Doing | null => {
  const [first = "", ...rest] = object;
  if (verb === "go" && complement[0] === "to") return doingOf(first, rest);
  if (verb === "marry" || (verb === "get" && first === "married")) return MARRYING;
  return MAKING.has(verb) ? doingOf(verb, object) : null;
};

/** What a known statement leaves to be done; null for any other. */
const intendedIn = ({
  attribute,
  verb,
  progressive,
  object,
  complement,
}: StandingStatement): Doing | null => {
  const [first = "", ...rest] = object;
  // "Ana's goal is to run a marathon"
  if (GOALS.has(attribute?.split(" ").at(-1) ?? "") && complement[0] === "to")
    return doingOf(first, rest);
  if (INTENDING.has(verb) && complement[0] === "to") return doingOf(first, rest);
  // "is looking for a car", "wants a dog"
  const isAfterThing = verb === "look" ? complement[0] === "for" : verb === "want";
  if (isAfterThing && /^(?:an?|another|some)$/u.test(first)) return doingOf(ACQUIRE, object);
  if (verb === "think" && complement[0] === "of") return doingOf(verbReading(first).lemma, rest);
  const [due = "", to, todo = "", ...its] = complement;
  if (verb === "be" && DUE.has(due) && to === "to") return doingOf(todo, its);
  return progressive ? underWayIn(verb, object, complement) : null;
};

/** What a known text says to be open; null for any other. */
const openIn = (text: string): Doing | null => {
  const [verb = "", ...rest] = wordsOf(OPEN.exec(text)?.groups?.["todo"] ?? "");
  const reading = knownVerb(verb);
  return reading === undefined ? null : doingOf(reading.lemma, rest);
};

/** Words that do not tell one thing from another: "my first marathon". */
const DESCRIBING = new Set([...listedWords("fulfilled_intentions_describing")].flatMap(objectKeys));
/** Stands for the verb by which somebody gets what they look for. */
const ACQUIRE = "acquire";
const ACQUIRING = listedWords("fulfilled_intentions_acquiring");
/** Whether what was done is what was left to be done. */
const isSame = (done: Doing, intended: Doing): boolean =>
  (intended.verb === ACQUIRE ? ACQUIRING.has(done.verb) : done.verb === intended.verb) &&
  done.keys.length > 0 &&
  intended.keys.includes(done.keys.at(-1) ?? "") &&
  done.keys.every((key) => intended.keys.includes(key) || DESCRIBING.has(key));

/**
 * The known wishes, duties and work under way that an action completes: "renewed my passport" ends
 * "needs to renew their passport", and "painted the hall" ends "is painting the hall".
 */
export const fulfilledIntentions = ({
  fact,
  candidates,
}: ReconciliationQuestion): readonly string[] => {
  const done = doneIn(fact.text, fact.subject);
  if (done === null) return [];
  // "lives in Rome" for "moved to Rome", and "a car" for "bought a Dacia"
  const names = {
    residence: [fact.value ?? ""],
    vehicle: ["car", fact.value ?? ""],
  }[fact.slot ?? ""];
  const doings = names?.map((name) => ({ ...done, keys: objectKeys(name) })) ?? [done];
  const isDone = (intended: Doing | null): boolean =>
    intended !== null && doings.some((doing) => isSame(doing, intended));
  const intended = standingOf(candidates, fact.subject).filter(
    ({ statement }) => !isKin(statement) && isDone(intendedIn(statement)),
  );
  const open = candidates.filter(({ text }) => isDone(openIn(text)));
  return [...intended.map((one) => one.fact), ...open].map(({ id }) => id);
};
