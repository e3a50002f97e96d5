import { kinTermOfPlural, kinTerm } from "../data/kinship.ts";
import { capitalised, tidy, withCapital } from "../text/tidy.ts";
import { itemsOf } from "../text/list-items.ts";
import { tellRelative, relativeName, kinAt } from "../english/kin.ts";
import { phraseText } from "../english/phrases.ts";
import { textOf } from "../english/token.ts";
import { isCurrent, isSo, objectOf, phraseWith, type Meaning, type Reader } from "./statement.ts";
import { targetIn } from "./targets.ts";

const COUNTED = /^(?:kids?|children|child|sons?|daughters?)$/u;
const HAVING = /^(?:have|get|adopt|own|welcome|rescue|buy|raise|foster)$/u;

/** have two kids, Emma and Noah; adopt a cat called Luna: who belongs to whom. */
export const readHaving: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  if (
    !HAVING.test(verb.lemma) ||
    verb.passive ||
    subject.attribute !== null ||
    subject.thing ||
    !isSo(statement)
  )
    return null;
  const object = statement.complement.filter(({ time }) => time === null);
  const start = object.findIndex(({ part }) => part !== "determiner" && part !== "adverb");
  const kin = start < 0 ? null : kinAt(object, start);
  if (kin === null) return null;
  const behind = object.slice(kin.at + kin.length);
  if (
    behind[0]?.part === "noun" &&
    object[kin.at + kin.length - 1]!.after === "" &&
    behind[0].name === null
  )
    return null;
  const named = /^(?:named|called)$/u.test(behind[0]?.lower ?? "")
    ? behind.slice(1)
    : /[,:(]/u.test(object[kin.at + kin.length - 1]!.after + (behind[0]?.before ?? "")) ||
        behind[0]?.name != null
      ? behind
      : [];
  const stop = named.findIndex(
    ({ part, lower, name }) =>
      name === null &&
      (part === "preposition" ||
        part === "verb" ||
        part === "auxiliary" ||
        /^(?:who|that|which)$/u.test(lower)),
  );
  const names = itemsOf(stop < 0 ? named : named.slice(0, stop)).flatMap((item) =>
    item.length === 1 &&
    (item[0]!.name !== null ||
      kin.term.type === "pet" ||
      /^(?:named|called)$/u.test(behind[0]?.lower ?? "")) &&
    !/verb|auxiliary|pronoun|conjunction/u.test(item[0]!.part)
      ? [item[0]!]
      : [],
  );
  const number = object
    .slice(0, kin.at)
    .find(({ part, lower }) => part === "number" || lower === "no");
  const count =
    COUNTED.test(object[kin.at]!.lower) &&
    number !== undefined &&
    verb.lemma === "have" &&
    isCurrent(statement)
      ? { slot: "children", value: number.text }
      : {};
  const owner = subject.name;
  const relations: NonNullable<Meaning["relations"]>[number][] = [];
  for (const token of names) {
    const written =
      token.name?.name ?? (capitalised(token.text) ? token.text : withCapital(token.text));
    if (kin.term.type === "pet" && names.length === 1) {
      const name = discourse.note({ name: written, type: "pet", gender: kin.term.gender });
      discourse.relate(owner, kin.term.label, name);
      relations.push({ type: kin.term.relation, target: name, targetType: "pet" });
    } else
      tellRelative(discourse, {
        owner,
        term: kin.term,
        name: written,
        confidence: statement.confidence,
      });
  }
  if (names.length === 0 && !kin.plural && kin.term.type === "person") {
    discourse.unnamed = { owner, term: kin.term.label };
    discourse.mention({ name: relativeName(owner, kin.term), gender: kin.term.gender });
  } else if (names.length === 0 && !kin.plural) discourse.unnamed = { owner, term: kin.term.label };
  if (verb.lemma === "have" && verb.tense === "past" && names.length === 0)
    return { category: "RELATIONSHIP_CHANGE" };
  return {
    category: kin.term.type === "pet" ? "STABLE_PREFERENCE" : "RELATIONSHIP_CHANGE",
    relations,
    ...count,
  };
};

/** married, engaged, dating, divorced: one state at a time. */
export const readPartner: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  if (subject.attribute !== null || subject.thing || verb.unreal) return null;
  const to = phraseWith(statement, "to", "with", "from");
  const object = objectOf(statement);
  const state = (
    value: string,
    partner: ReturnType<typeof targetIn>,
    type: string,
    change: boolean,
  ): Meaning => {
    const words =
      partner === null
        ? value
        : `${value}${/^(?:dating)$/u.test(value) ? "" : /^(?:divorced|separated)$/u.test(value) ? " from" : " to"} ${partner.name}`;
    return {
      slot: "relationship_status",
      value: words,
      category: change ? "BIOGRAPHICAL_MILESTONE" : "RELATIONSHIP_CHANGE",
      ...(change ? { action: "UPDATE" as const } : {}),
      relations: partner === null ? [] : [{ type, target: partner.name, targetType: "person" }],
    };
  };
  if (
    verb.negated &&
    !verb.ended &&
    verb.passive &&
    verb.tense === "present" &&
    /^(?:marry|engage)$/u.test(verb.lemma)
  )
    return {
      slot: "relationship_status",
      value: verb.lemma === "marry" ? "not married" : "not engaged",
    };
  if (verb.negated)
    return verb.ended && /^(?:marry|date|engage|see)$/u.test(verb.lemma)
      ? {
          action: "DELETE",
          slot: "relationship_status",
          value: `${verb.lemma === "marry" ? "married" : verb.lemma === "engage" ? "engaged" : "dating"}`,
        }
      : null;
  const person = (phrase: typeof to): ReturnType<typeof targetIn> => {
    const target = targetIn(phrase, discourse, "person");
    return target?.proper ? target : null;
  };
  const ahead = statement.ahead || verb.progressive;
  if (verb.lemma === "marry")
    return ahead
      ? { category: "BIOGRAPHICAL_MILESTONE" }
      : state(
          "married",
          person(verb.passive ? to : object),
          "spouse_of",
          verb.tense === "past" || verb.tense === "perfect",
        );
  if (verb.lemma === "engage" && verb.passive && (to === undefined || to.preposition === "to")) {
    const partner = person(to);
    return to !== undefined && partner === null
      ? null
      : state("engaged", partner, "engaged_to", verb.tense === "past");
  }
  if (verb.lemma === "divorce" && !ahead)
    return state(
      "divorced",
      person(verb.passive ? to : object),
      "former_partner_of",
      verb.tense !== "present",
    );
  if (verb.lemma === "separate" && !ahead && verb.passive)
    return state("separated", person(to), "former_partner_of", true);
  if (
    verb.lemma === "date" &&
    (verb.progressive || verb.tense === "present") &&
    object !== undefined &&
    !statement.ahead
  ) {
    const partner = person(object);
    return partner === null ? null : state("dating", partner, "partner_of", false);
  }
  if (/^(?:break|split)$/u.test(verb.lemma) && statement.complement[0]?.lower === "up") {
    const partner = person(phraseWith(statement, "with", "up with"));
    return {
      ...state("single", null, "", true),
      relations:
        partner === null
          ? []
          : [{ type: "former_partner_of", target: partner.name, targetType: "person" }],
      category: "RELATIONSHIP_CHANGE",
    };
  }
  return null;
};

/** What of somebody is told where a name is: "my dog's name". */
export const NAMES = /^(?:new |full |first |real |last )?names?$/u;

/** "My wife is called Ana", "His sister is Kavya": a relative gets a name. */
export const readNaming: Reader = (statement, discourse) => {
  const { subject, verb } = statement;
  const introduced =
    subject.kin === null
      ? -1
      : statement.complement.findIndex(
          ({ lower, part }, i) =>
            (lower === "named" || lower === "called") &&
            part !== "time" &&
            statement.complement[i + 1]?.name != null,
        );
  if (
    introduced >= 0 &&
    subject.kin !== null &&
    verb.lemma === "be" &&
    !verb.negated &&
    !verb.unreal
  ) {
    const { name } = statement.complement[introduced + 1]!.name!;
    tellRelative(discourse, {
      owner: subject.kin.owner,
      term: subject.kin.term,
      name,
      confidence: statement.confidence,
    });
    return null;
  }
  if (verb.ended || (verb.lemma === "be" && !verb.passive && verb.tense === "past")) return null;
  const nameAttribute = subject.attribute !== null && NAMES.test(subject.attribute);
  const asked = subject.kin ?? (nameAttribute ? (subject.relative ?? discourse.unnamed) : null);
  const called =
    (verb.passive && /^(?:call|name)$/u.test(verb.lemma)) ||
    (verb.lemma === "go" && statement.complement[0]?.lower === "by");
  if (
    (asked === null && !(nameAttribute && kinTerm(subject.name) !== undefined)) ||
    verb.negated ||
    verb.unreal ||
    !((verb.lemma === "be" && !verb.passive && !verb.progressive) || called)
  )
    return null;
  if (subject.attribute !== null && !nameAttribute) return null;
  const object = verb.lemma === "go" ? phraseWith(statement, "by") : objectOf(statement);
  const token = object?.tokens.find(({ part }) => part !== "adverb");
  if (object === undefined || token === undefined || asked === null) return null;
  const single = object.tokens.filter(({ part }) => part !== "adverb").length === 1;
  const surely = called || nameAttribute;
  if (
    (token.name === null &&
      !(surely && single && /^(?:noun|adjective|verb|gerund|adverb|proper)$/u.test(token.part))) ||
    (token.name?.type === "place" && !surely)
  )
    return null;
  const behindName = object.tokens[object.tokens.indexOf(token) + 1]?.lower ?? "";
  if (
    !single &&
    !token.after.endsWith(",") &&
    !/^(?:of|at|from|who)$/u.test(behindName) &&
    phraseText(object) !== tidy(textOf([token]))
  )
    return null;
  const term =
    typeof asked.term === "string"
      ? (kinTerm(asked.term) ?? kinTermOfPlural(asked.term))
      : asked.term;
  if (term === undefined) return null;
  const replaces =
    (subject.relative !== null && nameAttribute && term.slot === null) ||
    verb.adverbs.has("now") ||
    statement.complement.some(({ lower }) => lower === "now");
  const name = tellRelative(discourse, {
    owner: asked.owner,
    term,
    name: token.name?.name ?? withCapital(token.text),
    gender: token.name?.gender ?? null,
    confidence: statement.confidence,
    action: replaces ? "UPDATE" : "NEW",
    asPlace: subject.relative !== null,
  });
  discourse.unnamed = null;
  return name === "" ? null : { text: "" };
};
