import { foldName } from "../../../../language/names.ts";
import { isAttributeNoun } from "../../word-lists/attributes.ts";
import { CONFIDENCE, atMost, type Confidence } from "../../extraction/findings.ts";
import { tidy } from "../../text/tidy.ts";
import { readAppositions } from "../subjects/appositions.ts";
import { clausesOf } from "../clauses/clauses.ts";
import { expandContractions } from "./contractions.ts";
import { correctedStatement, readCorrection } from "./corrections.ts";
import type { Discourse } from "../discourse.ts";
import { completed } from "./fragments.ts";
import {
  readHedges,
  withoutOpening,
  withoutTrailer,
  withoutCalledName,
  withoutVocative,
  withoutShouting,
} from "./trim-sentence.ts";
import { mergeRelatives } from "../subjects/merge-relatives.ts";
import { readClause, type Carried } from "../clauses/read-clause.ts";
import { reportedFrom } from "./reported-speech.ts";
import { contactTold, labelledValue, requestedChange } from "./attribute-statements.ts";
import { isQuestion, mayState, statementBeforeQuestion, statementToKeep } from "./sentence-kind.ts";
import { tokenise } from "../tokens/tokenise.ts";
import type { Introduction } from "./introductions.ts";

/** Longer sentences are no plain statements; their words are found by search all the same. */
const LONGEST_SENTENCE = 1000;
const DEEPEST = 2;

/**
 * The statement in a sentence, openings, hedges and all that only asks for it aside; null where it
 * states nothing.
 */
const statementIn = (sentence: string, discourse: Discourse): string | null => {
  const change = requestedChange(sentence) ?? contactTold(sentence, discourse.lexicon.spans);
  if (change !== null) return change;
  const kept = statementToKeep(sentence);
  if (kept !== null) return withoutOpening(kept);
  let statement = sentence;
  if (isQuestion(statement)) {
    const front = statementBeforeQuestion(statement);
    if (front === null) return null;
    statement = front;
  }
  statement = withoutTrailer(withoutOpening(withoutVocative(statement, discourse.lexicon.tagger)));
  const labelled = labelledValue(statement, isAttributeNoun);
  if (labelled !== null) return labelled;
  return statement === "" || isQuestion(statement) || !mayState(statement) ? null : statement;
};

export const plainSentence = (sentence: string): string =>
  withoutTrailer(withoutOpening(expandContractions(sentence)));

/** Says who the speaker is, and reads on what else the introduction tells. */
export const tellIntroduction = (
  introduction: Introduction,
  speakerBefore: string,
  named: boolean,
  discourse: Discourse,
): void => {
  const { findings } = discourse;
  const { name, alias } = introduction;
  if (alias && named) {
    findings.entity(speakerBefore, "person", name);
    findings.fact({
      subject: speakerBefore,
      text: `${speakerBefore} goes by ${name}`,
      confidence: CONFIDENCE.explicit,
      category: "STABLE_PREFERENCE",
    });
    return;
  }
  findings.entity(name, "person");
  if (foldName(name) !== foldName(speakerBefore))
    findings.fact({
      subject: name,
      text: `The user's name is ${name}`,
      confidence: CONFIDENCE.explicit,
      category: "BIOGRAPHICAL_MILESTONE",
      slot: "name",
      value: name,
    });
};

const LONG_AGO =
  /\b(?:when|while) (?:I|we|he|she|they) (?:was|were)\b|\bas an? (?:\p{Ll}+ )?(?:kid|child|teenager|teen|student|baby|boy|girl)\b|\bback then\b|\bin (?:my|his|her|their) (?:childhood|youth|teens|twenties|thirties|forties)\b|\bin the (?:\d{2}|nineteen-?)?(?:seven|eigh|nine)?(?:ties|0s)\b/iu;

export interface Reading {
  readonly recentMessages: readonly string[];
  readonly confidence: Confidence;
  readonly depth: number;
}

/** Reads one sentence and puts down what it states. */
export const readSentence = (raw: string, discourse: Discourse, reading: Reading): void => {
  if (raw.length > LONGEST_SENTENCE || reading.depth > DEEPEST) return;
  const sentence = statementIn(
    expandContractions(withoutShouting(raw, discourse.lexicon.tagger)),
    discourse,
  );
  if (sentence === null) {
    const correction = readCorrection(plainSentence(raw));
    const corrected =
      correction === null ? null : correctedStatement(correction, reading.recentMessages);
    if (corrected !== null)
      readSentence(corrected, discourse, { ...reading, depth: reading.depth + 1 });
    return;
  }
  const correction = readCorrection(sentence);
  const corrected =
    correction === null ? null : correctedStatement(correction, reading.recentMessages);
  if (corrected !== null) {
    readSentence(corrected, discourse, { ...reading, depth: reading.depth + 1 });
    return;
  }
  const hedged = readHedges(sentence);
  const fragment = completed(hedged.text);
  let confidence = atMost(
    atMost(hedged.confidence, reading.confidence),
    fragment === null ? CONFIDENCE.explicit : CONFIDENCE.strong,
  );
  let tokens = readAppositions(
    mergeRelatives(
      withoutCalledName(tokenise(tidy(fragment ?? hedged.text), discourse.lexicon)),
      discourse,
      confidence,
    ),
    discourse,
    confidence,
  );
  const reported = reportedFrom(tokens, discourse);
  if (reported !== null) {
    tokens = tokens.slice(reported);
    confidence = atMost(confidence, CONFIDENCE.strong);
  }
  let carried: Carried = { subjects: [], modal: null };
  for (const clause of clausesOf(tokens))
    carried = readClause(clause, carried, discourse, confidence, LONG_AGO.test(hedged.text));
};
