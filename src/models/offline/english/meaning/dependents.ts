import { PHRASES } from "../../data/expressions.ts";
import { headOf, nameIn, type Phrase } from "../clauses/phrases.ts";
import type { Discourse } from "../discourse.ts";
import { lastOf, textOf, type Token } from "../tokens/token.ts";
import { listedWords, words } from "../../data/words.ts";
import { tidy } from "../../text/tidy.ts";
import { DEPENDENTS } from "./frames.ts";
import { EMPTY, isEmptyPhrase } from "./frame-phrases.ts";
import { isOngoing, objectOf, phraseWith, type Meaning, type Statement } from "./statement.ts";
import { headValue, isWithOthers } from "./targets.ts";
import { DEPARTMENTS, isRole } from "./role.ts";
import { valueOf } from "./values.ts";

const JOBS = listedWords("dependents_jobs");
/**
 * The post in the name of a job: "the deputy head job", "a job, content lead"; null if there is
 * none.
 */
const postOfJob = (statement: Statement): readonly Token[] | null => {
  const object = objectOf(statement) ?? EMPTY;
  const head = headOf(object);
  if (!JOBS.has(lastOf(head).lower)) return null;
  const behind = object.tokens.slice(object.tokens.indexOf(lastOf(head)) + 1);
  const before = head.slice(1, -1);
  return [before, behind].find((tokens) => tokens.length > 0 && isRole(tokens)) ?? null;
};

/**
 * The meaning with separate facts for the dependents, because they can change independently: "works
 * as a nurse at Acme in the fraud team". "studies law at Halden" is "studies law" and "studies at
 * Halden".
 */
export const withDependents = (
  meaning: Meaning,
  statement: Statement,
  discourse: Discourse,
): Meaning => {
  const { value, action, when } = meaning;
  const { verb, subject } = statement;
  const isPlanned = statement.isAhead && when !== undefined;
  const isSoNow =
    when === undefined &&
    (isOngoing(statement) || (action === "UPDATE" && /^(?:past|perfect)$/u.test(verb.tense)));
  if (value == null || action === "DELETE" || !(isPlanned || isSoNow)) return meaning;
  const dependents = DEPENDENTS.flatMap(({ base, verbs, slot, wording, prepositions }) => {
    if (base !== meaning.slot || !words(verbs).has(verb.lemma)) return [];
    const phrase =
      prepositions === undefined
        ? objectOf(statement)
        : phraseWith(statement, ...words(prepositions));
    if (phrase === undefined || isEmptyPhrase(phrase)) return [];
    // "joined as a favour".
    if (action === "UPDATE" && !isRole(headOf(phrase))) return [];
    const isNamedWithPreposition = slot === "field_of_study" && prepositions !== undefined;
    const definition =
      slot === "team" || isNamedWithPreposition ? discourse.vocabulary.definition(slot) : null;
    const lemma = slot === "team" ? verb.lemma : "study";
    // "in the fraud team" is a team and "in law" a field of study, but not whatever follows "in".
    const dependentValue =
      definition === null ? headValue(phrase) : valueOf(definition, phrase, lemma, discourse)?.text;
    const text = `${subject.text} ${wording} ${tidy(textOf(headOf(phrase)))}`;
    return dependentValue === undefined
      ? []
      : [{ phrase, fact: { text, slot, value: dependentValue } }];
  });
  const post = meaning.slot === "employer" ? postOfJob(statement) : null;
  const postValue = post === null ? "" : tidy(textOf(post));
  const text = `${subject.text} works as ${postValue}`;
  return {
    ...meaning,
    facts: [
      ...(meaning.facts ?? []),
      ...dependents.map(({ fact }) => fact),
      ...(post === null ? [] : [{ text, slot: "role", value: postValue }]),
    ],
    omittedPhrases: [...(meaning.omittedPhrases ?? []), ...dependents.map(({ phrase }) => phrase)],
  };
};

/** The phrase that may name the organization of a role or a team: "at Nubank", "of Nubank". */
const organizationPhrase = (statement: Statement): Phrase => {
  const { complement } = statement;
  const of = complement.findIndex(({ lower }) => lower === "of");
  const tokens = complement.slice(of < 0 ? complement.length : of + 1);
  const firms = statement.phrases.filter((phrase) => !isWithOthers(phrase, statement));
  return phraseWith({ ...statement, phrases: firms }, "at", "with", "for") ?? { ...EMPTY, tokens };
};

const PUBLIC_OFFICES = [
  ...listedWords("public_offices"),
  ...listedWords("dependents_public_offices"),
].join("|");
/** Offices of a place, which employs nobody: "mayor of Dunmore". */
const OF_PLACE = new RegExp(`^(?:the )?(?:deputy |lord |vice-)?(?:${PUBLIC_OFFICES}) of `, "iu");

const STUDENT = PHRASES.one("dependents_student");

/** The slot on which a slot depends, and the verb for it: the school in "a student at McGill". */
const baseOf = (
  { slot = "", value }: Meaning,
  { verb }: Statement,
  { vocabulary }: Discourse,
): { readonly name: string; readonly lemma: string } =>
  slot === "role" && (STUDENT.test(value ?? "") || /^(?:re)?train$/u.test(verb.lemma))
    ? { name: "school", lemma: "study" }
    : // "a teacher at Hill School" studies nowhere.
      { name: vocabulary.basesOf(slot)[0] ?? "", lemma: slot === "role" ? "work" : verb.lemma };

/**
 * The meaning with the organization on which it depends: "the CTO of Nubank", "on the platform team
 * at Halden", but not "head of Engineering".
 */
export const withBase = (meaning: Meaning, statement: Statement, discourse: Discourse): Meaning => {
  const { value, action, facts = [], relations = [] } = meaning;
  const { name, lemma } = baseOf(meaning, statement, discourse);
  const base = discourse.vocabulary.definition(name);
  const isKnown = value == null || action === "DELETE" || facts.some((fact) => fact.slot === name);
  if (base?.value !== "organization" || isKnown || OF_PLACE.test(value ?? "")) return meaning;
  const phrase = organizationPhrase(statement);
  const namedHead = nameIn(phrase);
  if (namedHead?.proper !== true || DEPARTMENTS.has(namedHead.name.toLowerCase())) return meaning;
  const baseValue = valueOf(base, phrase, lemma, discourse);
  if (baseValue?.target == null) return meaning;
  const { subject } = statement;
  const type = base.relationship?.type ?? "";
  const text = `${subject.text} ${type.replaceAll("_", " ")} ${baseValue.text}`;
  return {
    ...meaning,
    relations: [...relations, { type, target: baseValue.text, targetType: base.value }],
    facts: [...facts, { text, slot: name, value: baseValue.text }],
  };
};
