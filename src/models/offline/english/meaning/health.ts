import { byWord } from "../../word-lists/word-list.ts";
import { itemsOf } from "../../text/list-items.ts";
import { tidy } from "../../text/tidy.ts";
import { textOf, type Token } from "../tokens/token.ts";
import type { Discourse } from "../discourse.ts";
import { isOfEntity, isSo, phraseWith, type FoundRelation, type Reader } from "./statement.ts";

const CONDITIONS =
  /\b(?:asthma|diabetes|migraines?|adhd|autism|anxiety|depression|epilepsy|arthritis|insomnia|hypertension|eczema|psoriasis|celiac|coeliac|anaemia|anemia|cancer|allergy|allergies|scoliosis|tinnitus|endometriosis|pcos|ibs|crohn's|lupus|dyslexia|high blood pressure|blood pressure|cholesterol|reflux|gout|sciatica|fibromyalgia|hypothyroidism|a heart condition|heart disease|type 1|type 2)\b/iu;

const targets = (tokens: readonly Token[], discourse: Discourse, type: string): FoundRelation[] =>
  itemsOf(tokens).flatMap((item) => {
    const name = tidy(
      textOf(
        item.filter(
          ({ part, time }) => part !== "determiner" && part !== "adverb" && time === null,
        ),
      ),
    );
    const entity =
      name === "" || name.split(" ").length > 3 ? null : discourse.findings.entity(name, "concept");
    return entity === null ? [] : [{ type, target: entity, targetType: "concept" }];
  });

const behind = (complement: readonly Token[], preposition: string): readonly Token[] => {
  const at = complement.findIndex(({ lower }) => lower === preposition);
  const rest = at < 0 ? [] : complement.slice(at + 1);
  const end = rest.findIndex(({ part }) => part === "preposition");
  return end < 0 ? rest : rest.slice(0, end);
};

const ALLERGY =
  /^(?:an? |severe |bad |mild |serious |strong )*(?<what>\p{L}+(?: \p{L}+)?) allergy\b/iu;

const STABLE = { category: "STABLE_PREFERENCE" } as const;

/** "is allergic to nuts", "is lactose intolerant"; not "is tolerant of noise". */
const readIntolerance: Reader = ({ complement }, discourse) => {
  const first = complement.find(({ part }) => part !== "adverb")?.lower;
  if (first === "allergic" || first === "intolerant")
    return { relations: targets(behind(complement, "to"), discourse, "allergic_to"), ...STABLE };
  if (
    !complement
      .map(({ lower }) => lower)
      .join(" ")
      .endsWith(" intolerant")
  )
    return null;
  const what = complement.filter(({ lower, part }) => lower !== "intolerant" && part !== "adverb");
  return { relations: targets(what, discourse, "intolerant_to"), ...STABLE };
};

/** "has a nut allergy", "has an allergy to nuts", "has asthma"; not "had asthma". */
const readCondition: Reader = ({ verb, complement }, discourse) => {
  if (verb.tense === "past") return null;
  const text = tidy(textOf(complement));
  const allergen = ALLERGY.exec(text)?.groups?.["what"]?.replace(
    /^(?:severe|bad|mild|serious|strong) /u,
    "",
  );
  const target = allergen === undefined ? null : discourse.findings.entity(allergen, "concept");
  if (target !== null)
    return { relations: [{ type: "allergic_to", target, targetType: "concept" }], ...STABLE };
  if (/\ballerg(?:y|ies) to\b/iu.test(text))
    return { relations: targets(behind(complement, "to"), discourse, "allergic_to"), ...STABLE };
  return CONDITIONS.test(text) ? STABLE : null;
};

/** "was diagnosed with asthma". */
const readDiagnosis: Reader = (statement, discourse) =>
  statement.verb.passive
    ? {
        relations: targets(
          phraseWith(statement, "with")?.tokens ?? [],
          discourse,
          "diagnosed_with",
        ),
        category: "BIOGRAPHICAL_MILESTONE",
      }
    : null;

const READER_OF_VERB = byWord<Reader>({
  be: readIntolerance,
  have: readCondition,
  diagnose: readDiagnosis,
});

/** allergic to, diagnosed with, has asthma. */
export const readHealth: Reader = (statement, discourse) =>
  isOfEntity(statement) && isSo(statement)
    ? (READER_OF_VERB.get(statement.verb.lemma)?.(statement, discourse) ?? null)
    : null;
