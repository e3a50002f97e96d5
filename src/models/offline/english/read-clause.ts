import { CONFIDENCE, atMost, type Confidence } from "../extraction/confidence.ts";
import { stateClause } from "../meaning/state.ts";
import { tidy } from "../text/tidy.ts";
import type { Clause } from "./clauses.ts";
import type { Discourse } from "./discourse.ts";
import { isExpletive, isPointing, isPraise } from "./empty-predicates.ts";
import { leadingPhrase } from "./leading-phrase.ts";
import { phrasesOf } from "./phrases.ts";
import { predicatesOf } from "./predicates.ts";
import { isSmallTalk, isTalk, isTelling, addressesReader } from "./small-talk.ts";
import { asSpeakers, type Subject } from "./subject.ts";
import { subjectsOf } from "./subjects.ts";
import { isVerbal, textOf, type Token } from "./token.ts";
import { isAhead, isValued } from "./valued.ts";
import { readVerbGroup } from "./verb-group.ts";

/** What a clause hands on to the next: whom it was about. */
export interface Carried {
  readonly subjects: readonly Subject[];
  /** A modal that reaches over "and": "I will move to Berlin and learn German". */
  readonly modal: Token | null;
}

/** Prepositions that a clause cut short by "when" or "who" leaves behind. */
const DANGLES = /^(?:from|since|by|of|to|until|than|as|like)$/u;
const NOBODY: Carried = { subjects: [], modal: null };
/** Verbs that say enough alone. */
const COMPLETE_ALONE =
  /^(?:move|marry|retire|graduate|smoke|drink|swim|run|divorce|resign|quit|die|cook|paint|sing|dance|knit|garden|surf|ski|climb|cycle|travel|meditate|vape|hike|jog|row|dive|sail|draw|write|freelance|commute|snore|propose|separate|win|lose|relocate)$/u;
const IMPERSONAL =
  /^(?:you|there|this|that|these|those|everyone|everybody|someone|somebody|nobody|everything|nothing|something|what|which|who|here|one|it)$/u;

/** "Ana told me she …", "I know that …": verbs with a clause of their own, read as they stand. */
const findVerb = (tokens: readonly Token[], elided: boolean): number => {
  const from = elided ? 0 : 1;
  for (let i = from; i < tokens.length; i += 1) {
    if (isVerbal(tokens[i])) return i;
  }
  return -1;
};

/** Where the predicate begins: adverbs before the verb belong to it. */
const predicateStart = (tokens: readonly Token[], verb: number, elided: boolean): number => {
  let start = verb;
  const first = elided ? 0 : 1;
  while (
    start > first &&
    (tokens[start - 1]!.part === "adverb" ||
      tokens[start - 1]!.part === "negation" ||
      tokens[start - 1]!.lower === "longer" ||
      (tokens[start - 1]!.lower === "no" && tokens[start]!.lower === "longer"))
  )
    start -= 1;
  return start;
};

const lowerFirst = (time: string): string =>
  time.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

const sureness = (modal: string): Confidence =>
  /^(?:might|may|could)$/u.test(modal)
    ? CONFIDENCE.speculation
    : /^(?:would|should)$/u.test(modal)
      ? CONFIDENCE.weak
      : CONFIDENCE.explicit;

/** Reads one clause: its subject, its verbs and what follows them, for each of its subjects. */
export const readClause = (
  clause: Clause,
  carried: Carried,
  discourse: Discourse,
  confidence: Confidence,
  longAgo: boolean,
): Carried => {
  if (clause.conditional) return NOBODY;
  let tokens = clause.tokens;
  while (
    tokens.length > 2 &&
    tokens.at(-1)!.part === "preposition" &&
    DANGLES.test(tokens.at(-1)!.lower)
  )
    tokens = tokens.slice(0, -1);
  let when = "";
  const led = clause.elided || clause.about !== null ? 0 : leadingPhrase(tokens);
  if (led > 0) {
    const lead = lowerFirst(tidy(textOf(tokens.slice(0, led))));
    when = when === "" ? lead : `${when} ${lead}`;
    tokens = tokens.slice(led);
  }
  // A time at the front of the clause belongs to what is said.
  while (
    tokens.length > 2 &&
    (tokens[0]!.time !== null ||
      (tokens[0]!.part === "conjunction" && !/^(?:who|which)$/u.test(tokens[0]!.lower)))
  ) {
    if (tokens[0]!.time !== null) when = lowerFirst(tokens[0]!.text);
    tokens = tokens.slice(1);
  }
  const relative = clause.about !== null;
  const elided = clause.elided || relative;
  if (clause.elided && !relative && carried.subjects.length === 0) return NOBODY;
  if (clause.elided && carried.modal !== null && tokens[0]?.part === "verb" && !tokens[0].past)
    tokens = [carried.modal, ...tokens];
  const verbAt = findVerb(tokens, elided);
  if (verbAt < 0) return carried;
  const start = predicateStart(tokens, verbAt, elided);
  let subjects: readonly Subject[];
  if (relative)
    subjects = subjectsOf(
      clause.about!.map((token, i) =>
        i === clause.about!.length - 1 ? { ...token, after: "", owns: false } : token,
      ),
      discourse,
    );
  else if (clause.elided) subjects = carried.subjects;
  else {
    const words = tokens.slice(0, start).filter((token) => token.part !== "adverb");
    // "…, but now it is Blur", "…, now it is Jim": the attribute that was spoken of just now, or whose coach it is.
    const spokenOf =
      words.length === 1 && words[0]!.lower === "it" ? carried.subjects[0] : undefined;
    const same =
      spokenOf !== undefined &&
      (spokenOf.attribute !== null ||
        (spokenOf.kin !== null && tokens.slice(start).some(({ name }) => name !== null)))
        ? carried.subjects
        : null;
    if (
      same === null &&
      words.length === 1 &&
      IMPERSONAL.test(words[0]!.lower) &&
      (words[0]!.lower !== "it" || isExpletive(tokens.slice(start)))
    )
      return NOBODY;
    if (words.at(-1)?.lower === "there") return NOBODY;
    subjects = same ?? subjectsOf(words, discourse);
  }
  if (subjects.length === 0) return NOBODY;
  const finite = verbAt - start;
  const predicate = tokens.slice(start);
  if (
    clause.temporal &&
    (!isTelling(predicate) || /^(?:was|were)$/u.test(predicate[finite]?.lower ?? ""))
  )
    return NOBODY;
  const { verb, end } = readVerbGroup(predicate, 0);
  const complement = predicate.slice(end);
  const words = tidy(textOf(predicate));
  const modal =
    predicate.find(({ lower }) => /^(?:will|would|could|should|might|may|must)$/u.test(lower)) ??
    null;
  const next: Carried = { subjects, modal };
  for (const subject of subjects) {
    if (
      (subject.speaker && isSmallTalk(words)) ||
      addressesReader(words) ||
      (subject.attribute !== null && isTalk(subject.attribute)) ||
      (subject.thing && !subject.bare && !isTelling(predicate))
    )
      return NOBODY;
    if (
      verb.lemma === "name" &&
      !verb.passive &&
      complement.length === 1 &&
      complement[0]!.name !== null
    )
      continue;
    if (isPointing(complement) || isPraise(verb, complement)) continue;
    if (
      complement.every(
        (token) => token.part === "negation" || (token.part === "adverb" && verb.lemma === "have"),
      ) &&
      !verb.passive &&
      !verb.ended &&
      !COMPLETE_ALONE.test(verb.lemma)
    )
      continue;
    const sure = atMost(
      confidence,
      verb.lemma === "like" || verb.lemma === "love"
        ? CONFIDENCE.explicit
        : sureness(modal?.lower ?? ""),
    );
    const times = [
      ...predicate.flatMap(({ time }) => time ?? []),
      ...(when === "" ? [] : clause.tokens.flatMap(({ time }) => time ?? [])),
    ];
    const about =
      subject.bare && isValued(subject, verb, complement) && isTelling(complement)
        ? asSpeakers(subject, discourse)
        : subject;
    if (about.thing && !isTelling(predicate)) return NOBODY;
    const ahead =
      verb.tense === "future" ||
      (verb.tense === "present" && times.some((time) => isAhead(time, discourse)));
    for (const part of predicatesOf(predicate, end, verb)) {
      stateClause(
        {
          statement: {
            subject: about,
            verb,
            predicate: part,
            complement: part.slice(end),
            phrases: phrasesOf(part.slice(end)),
            times: [...new Set(times)],
            confidence: sure,
            longAgo,
            ahead,
          },
          finite,
          object: end,
          front: when,
        },
        discourse,
      );
    }
  }
  return next;
};
