import { itemsOf } from "../text/list-items.ts";
import { tidy } from "../text/tidy.ts";
import { textOf, type Token } from "../english/token.ts";
import type { Discourse } from "../english/discourse.ts";
import { isSo, phraseWith, type FoundRelation, type Reader } from "./statement.ts";

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

/** allergic to, diagnosed with, has asthma. */
export const readHealth: Reader = (statement, discourse) => {
  const { verb, complement, subject } = statement;
  if (subject.attribute !== null || subject.thing || !isSo(statement)) return null;
  const first = complement.find(({ part }) => part !== "adverb")?.lower ?? "";
  if (verb.lemma === "be" && (first === "allergic" || first === "intolerant"))
    return {
      relations: targets(behind(complement, "to"), discourse, "allergic_to"),
      category: "STABLE_PREFERENCE",
    };
  if (
    verb.lemma === "be" &&
    /\bintolerant$/u.test(complement.map(({ lower }) => lower).join(" "))
  ) {
    const what = complement.filter(
      ({ lower, part }) => lower !== "intolerant" && part !== "adverb",
    );
    return { relations: targets(what, discourse, "intolerant_to"), category: "STABLE_PREFERENCE" };
  }
  if (verb.lemma === "diagnose" && verb.passive)
    return {
      relations: targets(phraseWith(statement, "with")?.tokens ?? [], discourse, "diagnosed_with"),
      category: "BIOGRAPHICAL_MILESTONE",
    };
  if (verb.lemma === "have" && verb.tense !== "past") {
    const words = tidy(textOf(complement));
    const allergy =
      /^(?:an? |severe |bad |mild |serious |strong )*(?<what>\p{L}+(?: \p{L}+)?) allergy\b/iu.exec(
        words,
      )?.groups?.["what"];
    const entity =
      allergy === undefined
        ? null
        : discourse.findings.entity(
            allergy.replace(/^(?:severe|bad|mild|serious|strong) /u, ""),
            "concept",
          );
    if (entity !== null)
      return {
        relations: [{ type: "allergic_to", target: entity, targetType: "concept" }],
        category: "STABLE_PREFERENCE",
      };
    if (/\ballerg(?:y|ies) to\b/iu.test(words))
      return {
        relations: targets(behind(complement, "to"), discourse, "allergic_to"),
        category: "STABLE_PREFERENCE",
      };
    if (CONDITIONS.test(words)) return { category: "STABLE_PREFERENCE" };
  }
  return null;
};
