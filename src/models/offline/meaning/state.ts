import { snakeCase } from "../../../memory/names.ts";
import { categoryOf } from "../extraction/category.ts";
import { UNDATED, validityOf, type Validity } from "../dates/validity.ts";
import type { Discourse } from "../english/discourse.ts";
import { thirdPerson } from "../english/third-person.ts";
import type { Token } from "../english/token.ts";
import { toldOf } from "../english/voice.ts";
import { tidy } from "../text/tidy.ts";
import { READERS } from "./readers.ts";
import { subjectType } from "./subject-type.ts";
import type { Meaning, Statement } from "./statement.ts";

/** A statement with the words that it was made of. */
export interface Clauses {
  readonly statement: Statement;
  /** Where the finite verb stands in it, and where the object begins. */
  readonly finite: number;
  readonly object: number;
  /** What the sentence says first of when: "yesterday". */
  readonly front: string;
}

/** Words that say how it is said, not what. */
const SAID = new Set([
  "just",
  "actually",
  "basically",
  "literally",
  "honestly",
  "simply",
  "kinda",
  "sorta",
  "really",
  "so",
]);

/** Slots whose value is a date: the date tells what, not from when. */
const DATED_SLOTS =
  /(?:birthday|birth_year|date|deadline|anniversary|launch|release|standup|meeting|schedule|demo|sync|retro|milestone|eta)$/u;

const predicateText = (clause: Clauses, tokens: readonly Token[], discourse: Discourse): string => {
  const { statement } = clause;
  const finite = statement.predicate[clause.finite];
  const before = statement.predicate
    .slice(0, clause.finite)
    .filter(({ lower }) => !SAID.has(lower));
  const verb =
    finite === undefined
      ? ""
      : statement.subject.plural
        ? finite.text
        : finite.lower === "be"
          ? "is"
          : finite.name === null
            ? thirdPerson(finite.text, finite.past)
            : finite.text;
  const rest = tokens.filter(
    (token, i) => !(i < 2 && SAID.has(token.lower) && token.part === "adverb"),
  );
  return tidy(
    `${toldOf(before, statement.subject, discourse)} ${verb}${finite?.after ?? ""} ${toldOf(rest, statement.subject, discourse)}`,
  );
};

const merged = (meanings: readonly Meaning[]): Meaning => ({
  ...(Object.assign({}, ...meanings.toReversed()) as Meaning),
  relations: meanings.flatMap(({ relations }) => relations ?? []),
  facts: meanings.flatMap(({ facts }) => facts ?? []),
  without: meanings.flatMap(({ without }) => without ?? []),
});

const FORMER: Readonly<Record<string, string>> = {
  lives_in: "lived_in",
  works_at: "former_employee_of",
  studies_at: "studied_at",
  uses: "used",
};
/** What was so long ago is a fact, and no attribute of today. */
const asOfLongAgo = ({ relations, category, text, items, without }: Meaning): Meaning => ({
  relations: (relations ?? []).map((relation) => ({
    ...relation,
    type: FORMER[relation.type] ?? relation.type,
  })),
  ...(category === undefined ? {} : { category }),
  ...(text === undefined ? {} : { text }),
  ...(items === undefined ? {} : { items }),
  ...(without === undefined ? {} : { without }),
});

const validity = (statement: Statement, meaning: Meaning, discourse: Discourse): Validity => {
  if (
    (meaning.slot !== undefined && DATED_SLOTS.test(meaning.slot)) ||
    statement.verb.lemma === "bear" ||
    (statement.subject.attribute !== null && statement.verb.lemma === "be")
  )
    return UNDATED;
  const tense =
    statement.verb.progressive && statement.verb.tense === "present"
      ? "future"
      : statement.verb.tense;
  // "has changed to May 10": the date is the value, and not when it changed.
  const times =
    statement.subject.attribute === null
      ? statement.times
      : statement.times.filter(({ core }) => !meaning.value?.includes(core));
  const valid = validityOf(times, tense, discourse.occurredAt, discourse.chrono);
  // That somebody studied from 2008 to 2013 stays true; only an attribute is somebody's no more when it ends.
  const over =
    statement.verb.tense === "past" &&
    meaning.slot === undefined &&
    statement.times.some(({ kind }) => kind === "range");
  return over ? { from: valid.from, to: null } : valid;
};

/** Reads a statement and puts down what it says: facts, entities and relations. */
export const stateClause = (clause: Clauses, discourse: Discourse): void => {
  const { findings } = discourse;
  const { statement } = clause;
  const { subject } = statement;
  const read = merged(READERS.flatMap((reader) => reader(statement, discourse) ?? []));
  const meaning = statement.longAgo && statement.verb.tense === "past" ? asOfLongAgo(read) : read;
  const valid = validity(statement, meaning, discourse);
  const type = subjectType(statement, meaning);
  if (meaning.subject === undefined) findings.entity(subject.name, type);
  else findings.entity(meaning.subject, null);
  if (type === "person" && subject.type === null)
    discourse.mention({ name: subject.name, gender: null });
  for (const token of statement.complement) if (token.name !== null) discourse.note(token.name);
  for (const { span } of statement.complement)
    if (span?.kind === "url") findings.entity(span.text, "url");
  for (const { type: relation, target, targetType, inverse } of meaning.relations ?? []) {
    const name = findings.entity(target, targetType ?? null) ?? target;
    if (inverse) findings.relation(name, relation, subject.name);
    else findings.relation(subject.name, relation, name);
  }
  const slot = meaning.slot === undefined ? null : snakeCase(meaning.slot);
  const put = (text: string): void => {
    const whole =
      clause.front !== "" && !text.includes(clause.front)
        ? `${text} ${clause.front.replace(/\b(?:my|our)\b/giu, subject.speaker ? "their" : `${discourse.speaker}'s`)}`
        : text;
    findings.fact({
      subject: meaning.subject ?? subject.name,
      text: whole,
      confidence: statement.confidence,
      category: meaning.category ?? categoryOf(whole.slice(subject.text.length), slot),
      validity: valid,
      action: meaning.action ?? "NEW",
      slot,
      value: meaning.value === undefined ? null : meaning.value,
    });
  };
  // What goes with the statement stands before it: a relation rests on the first fact that names both its ends.
  for (const fact of meaning.facts ?? [])
    findings.fact({
      subject: subject.name,
      text: fact.text,
      confidence: fact.confidence,
      category: categoryOf(fact.text.slice(subject.text.length), fact.slot ?? null),
      validity: valid,
      action: fact.action ?? "NEW",
      slot: fact.slot ?? null,
      value: fact.value ?? null,
    });
  if (meaning.text !== undefined) {
    if (meaning.text !== "") put(meaning.text);
  } else if (meaning.items !== undefined) {
    const lead = statement.predicate
      .slice(clause.object)
      .findIndex((token) => token === meaning.items![0]![0]);
    const opening = statement.predicate.slice(clause.finite + 1, clause.object + Math.max(0, lead));
    for (const item of meaning.items)
      put(
        `${subject.text} ${predicateText(clause, [...opening, ...item.map((token, i) => (i === item.length - 1 ? { ...token, after: "" } : token)), ...statement.predicate.filter(({ time }) => time !== null)], discourse)}`,
      );
  } else {
    const left = new Set((meaning.without ?? []).flatMap(({ tokens }) => tokens));
    const prepositions = new Set(
      (meaning.without ?? []).map(({ tokens, preposition }) =>
        statement.predicate[statement.predicate.indexOf(tokens[0]!) - 1]?.lower === preposition
          ? statement.predicate[statement.predicate.indexOf(tokens[0]!) - 1]
          : undefined,
      ),
    );
    put(
      `${subject.text} ${predicateText(
        clause,
        statement.predicate
          .slice(clause.finite + 1)
          .filter((token) => !left.has(token) && !prepositions.has(token)),
        discourse,
      )}`,
    );
  }
};
