import { deviceIn } from "../../data/closings.ts";
import { listedWords } from "../../data/words.ts";
import { isKnownPlace } from "../meaning/targets.ts";
import { CAR_MODELS, valueOf } from "../meaning/values.ts";
import { HOMES } from "../meaning/frames.ts";
import { EMPTY } from "../meaning/frame-phrases.ts";
import { speakerSubject, type Subject } from "../subjects/subject.ts";
import { subjectsOf } from "../subjects/read-subjects.ts";
import type { Discourse } from "../discourse.ts";
import { firstOf, impliedWord, lastOf, textOf, type Token } from "../tokens/token.ts";
import { participleOf } from "../tokens/verb-forms.ts";
import { headOf, nameIn, phrasesOf, type Phrase } from "./phrases.ts";
import { readPredicate, type Predicate, type SpokenPredicate } from "./predicate.ts";
import type { VerbGroup } from "./verb-group.ts";

/** "got her into a flat", "put him in a home"; not "put him in my room". */
const SETTLES: Readonly<Partial<Record<string, RegExp>>> = {
  move: /^(?:in|into)\b/u,
  settle: /^(?:in|into)\b/u,
  get: /^into\b/u,
  have: /^into\b/u,
  put: /^(?:in|into) .*\bhome$/u,
};
const isHome = (verb: VerbGroup, into: Phrase, home: readonly Token[]): boolean =>
  (SETTLES[verb.lemma]?.test(`${into.preposition} ${textOf(home)}`) ?? false) &&
  HOMES.has(lastOf(home).lower);
/** "moved Mum to Leeds"; not "moved Faith to Oakwood", which may be a school. */
const isTown = (verb: VerbGroup, to: Phrase, discourse: Discourse): boolean => {
  const { name = null } = nameIn(to) ?? {};
  return (
    verb.lemma === "move" &&
    to.preposition === "to" &&
    name !== null &&
    isKnownPlace(name, discourse)
  );
};
/**
 * "moved Mum into a care home in Leeds": she moved there, and nobody else; null where nobody is
 * moved.
 */
const movedPerson = (
  { verb, complement }: Predicate,
  discourse: Discourse,
): SpokenPredicate | null => {
  const [object, into] = phrasesOf(complement);
  if (object?.preposition !== null || into === undefined) return null;
  const head = headOf(into);
  // In "put her in a home", "home" reads like an adverb.
  const home = lastOf(head).part === "determiner" ? into.tokens : head;
  const isSo = !verb.passive && !verb.negated && !verb.unreal;
  if (!isSo || !(isHome(verb, into, home) || isTown(verb, into, discourse))) return null;
  const [subject, ...others] = subjectsOf(object.tokens, discourse);
  if (subject === undefined || subject.attribute !== null || others.length > 0) return null;
  if (subject.thing || (subject.type ?? "person") !== "person") return null;
  const place = firstOf(object.tokens);
  const behind = complement.slice(complement.indexOf(firstOf(into.tokens)));
  const isDone = /^(?:past|perfect)$/u.test(verb.tense) || verb.lemma === "have";
  const moving = isDone
    ? [{ ...impliedWord("moved", "verb", place), past: true }]
    : [impliedWord("is", "auxiliary", place), impliedWord("moving", "gerund", place)];
  const preposition = into.preposition === "to" ? "to" : "into";
  const tokens = [...moving, impliedWord(preposition, "preposition", place), ...behind];
  return { subject, predicate: readPredicate(tokens, 0), partner: null };
};

/** The person that the words name, who is not the subject of the clause; null for anything else. */
const personIn = (tokens: readonly Token[], discourse: Discourse): Subject | null => {
  if (tokens.length === 1 && /^(?:me|us)$/u.test(firstOf(tokens).lower))
    return speakerSubject(discourse);
  const [subject, ...others] = subjectsOf(tokens, discourse);
  const isPerson =
    subject !== undefined &&
    others.length === 0 &&
    subject.attribute === null &&
    !subject.thing &&
    (subject.type ?? "person") === "person";
  return isPerson ? subject : null;
};

/**
 * Verbs of what is done to people at work, at school or in a home, which they leave or get into.
 */
const DISMISSING = listedWords("dismissing_verbs");
/** Those that need "out": "threw Ben out". */
const PUTTING_OUT = listedWords("affected_person_putting_out");
/** "Mrs Patel threw Ben out" says that he was thrown out; null for other predicates. */
const dismissedPerson = (
  { verb, complement }: Predicate,
  discourse: Discourse,
): SpokenPredicate | null => {
  const out = PUTTING_OUT.has(verb.lemma)
    ? complement.findIndex(({ lower }) => lower === "out")
    : -1;
  if (out < 0 && !DISMISSING.has(verb.lemma)) return null;
  // "threw out Ben", "threw Ben out"
  const rest = complement.filter((_, i) => i !== out);
  const [object = EMPTY] = phrasesOf(rest);
  // "elected Norma secretary"
  const whom = firstOf(object.tokens).name === null ? object.tokens : object.tokens.slice(0, 1);
  const person = whom.length === 0 ? null : personIn(whom, discourse);
  if (person === null) return null;
  const behind = [...complement.slice(out, out + 1), ...rest.slice(whom.length)];
  const place = firstOf(whom);
  const participle = { ...impliedWord(participleOf(verb.lemma), "verb", place), past: true };
  const tokens = [impliedWord("was", "auxiliary", place), participle, ...behind];
  return { subject: person, predicate: readPredicate(tokens, 0), partner: null };
};

const PRESCRIBERS = listedWords("prescribers");
/** Whether the subject treats people: "the doctor", "Dr Rahman". */
const isPrescriber = ({ name, attribute, kin }: Subject): boolean =>
  /^(?:Dr|Doctor)\.? /u.test(name) ||
  PRESCRIBERS.has((attribute ?? kin?.term.label ?? name).toLowerCase());

const isMedicine = (object: Phrase, discourse: Discourse): boolean => {
  const slot = discourse.vocabulary.definition("medication");
  return slot !== null && valueOf(slot, object, "stop", discourse) !== null;
};

/**
 * Whether what "they" do concerns the speaker: nobody else is mentioned, and no place, as in
 * "they've stopped it in the US".
 */
const isOfSpeaker = (behind: readonly Token[], { conversation }: Discourse): boolean =>
  !conversation.people.some(({ earlier }) => earlier === undefined) &&
  phrasesOf(behind).every(({ preposition }) =>
    /^(?:for|with|because|as|to)$/u.test(preposition ?? "to"),
  );

/** Verbs of a change in a treatment. */
const CHANGING = listedWords("affected_person_changing");
/**
 * "The doctor has swapped my warfarin for apixaban" says that I have: the patient is whose medicine
 * it is, and else the speaker. Null for other predicates.
 */
const treatedPerson = (
  agent: Subject | null,
  { verb, complement, tokens, finite, end }: Predicate,
  discourse: Discourse,
): SpokenPredicate | null => {
  const [object] = phrasesOf(complement);
  if (object === undefined || object.tokens.length === 0) return null;
  // "they've stopped the losartan"
  const isOwn = agent === null && isMedicine(object, discourse);
  const behind = complement.slice(object.tokens.length);
  if (agent === null ? !isOwn || !isOfSpeaker(behind, discourse) : !isPrescriber(agent))
    return null;
  // "took me off the losartan"
  const isOff = verb.lemma === "take" && complement.some(({ lower }) => lower === "off");
  if (!isOff && !CHANGING.has(verb.lemma)) return null;
  const person = personIn(object.tokens, discourse);
  const place = firstOf(object.tokens);
  if (isOff)
    return person === null || firstOf(behind).lower !== "off"
      ? null
      : {
          subject: person,
          predicate: readPredicate(
            [{ ...impliedWord("came", "verb", place), past: true }, ...behind],
            0,
          ),
          partner: null,
        };
  // "put me on apixaban"
  if (person !== null)
    return {
      subject: person,
      predicate: readPredicate([...tokens.slice(0, end), ...behind], finite),
      partner: null,
    };
  // "swapped my mum's warfarin"
  const owns = object.tokens.findIndex(({ owns: isOwner }) => isOwner);
  const owner = owns < 0 ? null : personIn(asOwner(object.tokens.slice(0, owns + 1)), discourse);
  if (owns >= 0 && owner === null) return null;
  const own = [...tokens.slice(0, end), ...complement.slice(owns + 1)];
  return {
    subject: owner ?? speakerSubject(discourse),
    predicate: readPredicate(owner === null ? tokens : own, finite),
    partner: null,
  };
};
const asOwner = (tokens: readonly Token[]): readonly Token[] => [
  ...tokens.slice(0, -1),
  { ...lastOf(tokens), owns: false },
];

const DURABLES = listedWords("durables");
/** Whether people own such a thing for long: "her old iPhone 14", "his piano"; not "a lift". */
const isDurable = (head: readonly Token[]): boolean =>
  DURABLES.has(lastOf(head).lower) ||
  head.some(({ lower }) => CAR_MODELS.has(lower)) ||
  deviceIn(textOf(head)) !== null;

const GIVING = listedWords("affected_person_giving");
const MINE = /^(?:an?|the|his|her|their|its)$/u;
/** "My sister gave me her old iPhone" says that I got one; null for other predicates. */
const givenPerson = (
  { verb, complement }: Predicate,
  discourse: Discourse,
): SpokenPredicate | null => {
  const at = complement.findIndex(({ lower }, i) => i > 0 && MINE.test(lower));
  if (!GIVING.has(verb.lemma) || at < 1) return null;
  const [object = EMPTY] = phrasesOf(complement.slice(at));
  // "left me a piano to tune"
  const isLegacy = verb.lemma !== "leave" || !/^(?:an?|the)$/u.test(firstOf(object.tokens).lower);
  const isToSpeaker = at === 1 && /^(?:me|us)$/u.test(firstOf(complement).lower);
  if (
    !isToSpeaker ||
    !isLegacy ||
    !isDurable(headOf(object).filter(({ lower }) => lower !== "old"))
  )
    return null;
  const place = firstOf(object.tokens);
  const thing = complement.slice(at + 1).filter(({ lower }) => lower !== "old");
  const [next = ""] = firstOf(thing).lower;
  const article = impliedWord(/[aeiou]/u.test(next) ? "an" : "a", "determiner", place);
  const got = { ...impliedWord("got", "verb", place), past: true };
  const tokens = [got, article, ...thing];
  const subject = speakerSubject(discourse);
  return { subject, predicate: readPredicate(tokens, 0), partner: null };
};

/**
 * The predicate of the person whom the subject moves, dismisses, treats or gives a thing, which says
 * what has become of that person. Null if nobody is affected. The subject is null for "they".
 */
export const affectedPerson = (
  agent: Subject | null,
  predicate: Predicate,
  discourse: Discourse,
): SpokenPredicate | null => {
  const { verb } = predicate;
  const isSo = !verb.passive && !verb.negated && !verb.unreal;
  if (!isSo) return null;
  const mover = movedPerson(predicate, discourse);
  if (mover !== null || !/^(?:past|perfect)$/u.test(verb.tense)) return mover;
  return (
    treatedPerson(agent, predicate, discourse) ??
    dismissedPerson(predicate, discourse) ??
    givenPerson(predicate, discourse)
  );
};
