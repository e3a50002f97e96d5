import { expandContractions } from "./expand-contractions.ts";
import { foldName } from "../../../../language/names.ts";
import { isShortValueOf } from "../../../../language/value.ts";
import { isAttributeNoun } from "../../data/attributes.ts";
import { groupsIn, PHRASES } from "../../data/expressions.ts";
import { CONFIDENCE, atMost, Findings, type Confidence } from "../../extraction/findings.ts";
import { PLAIN_FACT, type KnownEntity } from "../../../port.ts";
import { addCorrection, addOpenCorrection } from "../../extraction/corrected-facts.ts";
import { readDate } from "../../dates/read-date.ts";
import { withoutPastedText } from "../../text/pasted-text.ts";
import { maskSpans, unmask } from "../../text/protected-spans.ts";
import { recentTexts } from "../../text/recent-messages.ts";
import { readableSentences } from "../../text/sentences.ts";
import { tidy } from "../../text/tidy.ts";
import { readAppositions } from "../subjects/appositions.ts";
import { clausesOf, type Clause } from "../clauses/clauses.ts";
import { correctedStatement, readCorrection, statementOfMeant } from "./read-correction.ts";
import { asideOf, Conversation, type Discourse } from "../discourse.ts";
import {
  readHedges,
  withoutOpening,
  withoutTrailer,
  withoutCalledName,
  withoutVocative,
  withoutShouting,
} from "./trim-sentence.ts";
import { kinAt } from "../subjects/kin.ts";
import { ownerAt } from "../subjects/owners.ts";
import { relativeSubject } from "../subjects/subject.ts";
import { mergeRelatives } from "../subjects/merge-relatives.ts";
import { NOTHING_CARRIED, readClause, type CarriedParts } from "../clauses/read-clause.ts";
import { withThingNamed } from "../clauses/object-pronouns.ts";
import { reportedFrom } from "./reported-speech.ts";
import { contactStatement, labelledValue } from "./attribute-statements.ts";
import { inPlainWords } from "./sayings.ts";
import {
  asksSomething,
  mayState,
  presumes,
  statementBeforeQuestion,
  statementBehindQuestion,
  statementToKeep,
  withoutRequestTail,
  withSmallLetter,
} from "./sentence-kind.ts";
import { listedWords } from "../../data/words.ts";
import { tokenise } from "../tokens/tokenise.ts";
import { knownVerb } from "../tokens/verb-forms.ts";
import { MOODS } from "../../data/word-sets.ts";
import { isVerbal, tokenAt, type Name, type Token } from "../tokens/token.ts";
import type { Introduction } from "./introductions.ts";

/**
 * Maximum number of characters of a sentence to read. Longer ones are rarely plain statements, and
 * search finds their words anyway.
 */
const LONGEST_SENTENCE = 1000;
const DEEPEST = 2;

/** Whether the label names an attribute with a single value, in the vocabulary or outside it. */
const isLabel = (label: string, { vocabulary }: Discourse): boolean => {
  const slot = vocabulary.definition(vocabulary.canonicalSlot(label, "person"));
  return slot === null ? isAttributeNoun(label) : slot.cardinality === "ONE";
};

const BELONGINGS = listedWords("read_sentence_belongings");
const BARE_THING =
  /^(?<thing>\p{Lu}\p{Ll}+)(?= (?:(?:has|have|had|finally|just) )*(?<verb>\p{Ll}+))/u;
/** "My passport turned up" for "Passport turned up", as in chat. */
const withOwner = (sentence: string): string => {
  const { thing = "", verb = "" } = groupsIn(BARE_THING, sentence);
  const forms = knownVerb(verb)?.forms;
  const isVerb = forms?.has("past") === true || forms?.has("third") === true;
  return BELONGINGS.has(thing.toLowerCase()) && isVerb
    ? `My ${withSmallLetter(sentence)}`
    : sentence;
};

/** The statement in a sentence, without openings and trailers; null if it states nothing. */
const statementIn = (whole: string, discourse: Discourse): string | null => {
  const sentence = withoutRequestTail(withOwner(whole));
  const trimmedSentence = withoutTrailer(withoutOpening(sentence));
  const isOwnLabel = (label: string): boolean => isLabel(label, discourse);
  const plain =
    contactStatement(sentence, discourse.lexicon.spans) ??
    inPlainWords(trimmedSentence, isOwnLabel) ??
    // "Pushed my flight to Monday"
    (isDone(trimmedSentence) && !OWN_SUBJECT.test(trimmedSentence) && !isOfUnclear(discourse)
      ? inPlainWords(`I ${withSmallLetter(trimmedSentence)}`, isOwnLabel)
      : null);
  if (plain !== null) return plain;
  const keptStatement = statementToKeep(sentence);
  if (keptStatement !== null) return withoutOpening(keptStatement);
  let statement = sentence;
  if (asksSomething(statement)) {
    const front = statementBeforeQuestion(statement);
    if (front === null) return null;
    statement = front;
  }
  statement = withoutTrailer(withoutOpening(withoutVocative(statement, discourse.lexicon.tagger)));
  const valueStatement = labelledValue(statement, isAttributeNoun);
  if (valueStatement !== null) return valueStatement;
  return (
    statementOf(statement) ?? statementOf(groupsIn(BEHIND_POINTING, statement)["behind"] ?? "")
  );
};
/** "There's a new intern, so I'm not the youngest any more" */
const BEHIND_POINTING =
  /^(?:there|that|this|these|those)(?!\p{L})[^.;?]{3,120}?, (?:so|and|but) (?=(?:I|we|my|our) )(?<behind>.+)$/iu;
const statementOf = (sentence: string): string | null =>
  sentence === "" || asksSomething(sentence) || !mayState(sentence) ? null : sentence;

export const plainSentence = (sentence: string): string =>
  withoutTrailer(withoutOpening(expandContractions(withoutRequestTail(sentence))));

/** Adds the name of the speaker, or a nickname if the speaker already has a name. */
export const addIntroduction = (
  introduction: Introduction,
  speakerBefore: string,
  hasName: boolean,
  discourse: Discourse,
): void => {
  const { findings } = discourse;
  const { name, alias, wrong } = introduction;
  if (alias && hasName) {
    findings.entity(speakerBefore, "person", name);
    findings.fact({
      subject: speakerBefore,
      text: `${speakerBefore} goes by ${name}`,
      confidence: CONFIDENCE.explicit,
      category: "STABLE_PREFERENCE",
      slot: "nickname",
      value: name,
    });
    return;
  }
  findings.entity(name, "person");
  // "I'm Petra" tells nothing new of Petra Novak.
  const isShorter = hasName && wrong === null && isShortValueOf(name, speakerBefore);
  if (foldName(name) !== foldName(speakerBefore) && !isShorter)
    findings.fact({
      subject: name,
      text: `The user's name is ${name}`,
      confidence: CONFIDENCE.explicit,
      category: "BIOGRAPHICAL_MILESTONE",
      slot: "name",
      value: name,
      ...(wrong === null ? {} : { corrects: { subject: name, slot: "name", value: wrong } }),
    });
};

const RESTATING = PHRASES.one("restating");
/** "Actually I start on 9 March", but not "Actually I pay 900 now", which is a change. */
const RESTATES_FIGURE =
  /^(?:oh |wait,? |well,? )?actually,? (?=(?:I|we|he|she|it|my|our) [^?]{3,60}\d)(?![^?]* now(?!\p{L}))/iu;
/** Whether a sentence says again, and right, what was said before. */
const restates = (sentence: string): boolean =>
  RESTATING.test(sentence) || RESTATES_FIGURE.test(sentence);
const LONG_AGO = PHRASES.one("long_ago");
/** A sentence that points at somebody: "This is Lena". */
const POINTED = /^this is \p{Lu}[\p{L}-]+[.!]?$/iu;
/** A sentence with a heading that names its subject: "News of Olaf: he moved". */
const HEADED = /^[^:.!?]{3,60}: (?:he|she|they)\b/iu;

export interface Reading {
  readonly recentMessages: readonly string[];
  readonly known: readonly KnownEntity[];
  readonly confidence: Confidence;
  readonly depth: number;
}

const LONGEST_CORRECTION = 300;

/**
 * Facts of recent messages and of memory, oldest first. Names in them do not affect the
 * conversation.
 */
const factsBefore = (discourse: Discourse, { recentMessages, known }: Reading) => {
  const { speaker } = discourse;
  const recentFacts = recentTexts(recentMessages).flatMap((message) => {
    const maskedText = maskSpans(withoutPastedText(message));
    const findings = new Findings(maskedText.spans);
    const aside = asideOf(discourse, findings, speaker, new Conversation(speaker));
    const reading = { recentMessages: [], known: [], confidence: CONFIDENCE.explicit, depth: 1 };
    for (const sentence of readableSentences(maskedText.text))
      readSentence(sentence, aside, reading);
    return findings.extraction(null).facts;
  });
  const knownFacts = known.flatMap(({ facts }) =>
    facts
      .filter(({ text }) => foldName(text).startsWith(foldName(speaker)))
      .map((fact) => ({
        ...PLAIN_FACT,
        ...fact,
        subject: speaker,
        category: "STABLE_PREFERENCE" as const,
      })),
  );
  return [...knownFacts, ...recentFacts];
};
/** Words that correct a name, or address somebody: "Sorry, Anna". */
const MAY_ADDRESS = /^(?:[Ss]orry|[Oo]ops),? (?!I )\p{Lu}/u;
const NAMED_TYPES = ["person", "place"];
/** Adds the entity of a right value that is a name of one of the types. */
const noteTypeOf = (
  right: string,
  { lexicon, findings }: Discourse,
  types: readonly string[],
): void => {
  const [token, ...further] = tokenise(right, lexicon);
  const name = further.length === 0 && !token?.owns ? (token?.name ?? null) : null;
  if (name?.type != null && types.includes(name.type)) findings.entity(name.name, name.type);
};

/** Whether the words are a person: "Dan", "my aunt", but not "Leeds". */
const isPerson = (words: string, { lexicon }: Discourse): boolean => {
  const [first, ...others] = tokenise(words, lexicon);
  if (/^(?:my|our)$/u.test(first?.lower ?? "")) return kinAt(others, 0)?.term.type === "person";
  return others.length === 0 && first?.name?.type === "person";
};

/**
 * Reads the sentence as a correction of an earlier fact: "Sorry, I meant Anna". Returns whether it
 * is one.
 */
const readAsCorrection = (raw: string, discourse: Discourse, reading: Reading): boolean => {
  const text = unmask(raw, discourse.lexicon.spans);
  if (text.length > LONGEST_CORRECTION) return false;
  const ofMeant = statementOfMeant(expandContractions(raw), (words) => isPerson(words, discourse));
  if (ofMeant !== null) {
    readSentence(ofMeant, discourse, { ...reading, depth: reading.depth + 1 });
    return true;
  }
  const correction = readCorrection(expandContractions(text).trim());
  if (correction === null || correction.about !== null) return false;
  noteTypeOf(correction.right, discourse, MAY_ADDRESS.test(text) ? NAMED_TYPES : ["place"]);
  return (
    addCorrection(correction, discourse.findings.facts, discourse) ||
    addCorrection(correction, factsBefore(discourse, reading), discourse) ||
    addOpenCorrection(correction, discourse.speaker, "meant", discourse.findings, (words) =>
      readDate(words, discourse.occurredAt, "near", discourse.chrono),
    )
  );
};

/**
 * Mentions the people whom the next sentence may mean: "Remember Olaf?", "This is Lena.", but not
 * "Olaf!", which is an address.
 */
const mentionPeople = (raw: string, { lexicon, conversation }: Discourse): void => {
  const tokens = tokenise(raw, lexicon);
  const isPointed = POINTED.test(raw);
  const isMeant = ({ name, type }: Name): boolean =>
    isPointed ? type !== "place" : type === "person" && lexicon.gazetteer.get(name) !== undefined;
  for (const { name } of tokens)
    if (tokens.length > 1 && name !== null && isMeant(name)) conversation.mention(name);
};

/**
 * Mentions the people in a sentence that states nothing, and adds the relation that it presumes:
 * "How is my sister Ana?"
 */
const notePresumed = (raw: string, discourse: Discourse): void => {
  mentionPeople(raw, discourse);
  if (presumes(raw))
    readAppositions(
      mergeRelatives(
        tokenise(tidy(plainSentence(raw)), discourse.lexicon),
        discourse,
        CONFIDENCE.strong,
      ),
      discourse,
      CONFIDENCE.strong,
    ).forEach((_, i, tokens) => mentionRelativeAt(tokens, i, discourse));
};

/** Mentions the relative without a name at `i`: "What should I get my mum? She likes gardening." */
const mentionRelativeAt = (tokens: readonly Token[], i: number, discourse: Discourse): void => {
  const owner = ownerAt(tokens, i, discourse);
  const kin = owner === null ? null : kinAt(tokens, owner.next);
  // "my mum's 60th": the mother herself owns it.
  const own = /^(?:my|our)$/u.test(tokenAt(tokens, i).lower) ? kinAt(tokens, i + 1) : null;
  const [name, meant] =
    owner !== null && kin !== null ? [owner.name, kin] : [discourse.speaker, own];
  if (meant !== null && !meant.plural && meant.term.type === "person")
    relativeSubject(name, meant.term, discourse);
};

/** Sentences without "I" or "I am", as in chat, with the missing words. */
const PREDICATES = PHRASES.rows("fragments");
/** The verb of a fragment: "Just sold the car", "Resigned". */
const DONE = PHRASES.one("done");

/** The beginning of a sentence with a subject, which is no fragment. */
const OWN_SUBJECT =
  /^(?:my|our|his|her|their|its|your|the|an?|i|we|he|she|they|it|this|that|these|those|some|any|every|each|no(?! \p{Ll}+(?: \p{Ll}+)? anymore)|all|both)\b(?! (?:introvert|extrovert|vegan|vegetarian))/iu;

/** "Rose has a dog": the name of somebody before a verb. */
const FINITE = /^\p{Lu}\p{Ll}+ (?:is|has|was|had|will|does|did|can)(?!\p{L})/u;
/** Whether the fragment opens with a verb in the past, unlike "Used cars are cheap". */
const isDone = (fragment: string): boolean => {
  const { verb = "" } = DONE.exec(fragment)?.groups ?? {};
  // "Rose has a dog", "Excited for the season!"
  return (
    !FINITE.test(fragment) &&
    !MOODS.has(verb.toLowerCase()) &&
    (knownVerb(verb)?.forms.has("past") ?? false)
  );
};

/**
 * Sentences that only look like fragments: "Working with them would be cool", "Married life is
 * great".
 */
const HAS_SUBJECT = PHRASES.one("read_sentence_has_subject");

/** The complete sentence for a fragment; null if the text is no fragment. */
const completedFragment = (fragment: string): string | null => {
  if (OWN_SUBJECT.test(fragment)) return null;
  const predicate = PREDICATES.find(([pattern]) => pattern.test(fragment));
  if (predicate === undefined) return isDone(fragment) ? `I ${withSmallLetter(fragment)}` : null;
  if (HAS_SUBJECT.test(fragment)) return null;
  const rest = withSmallLetter(fragment.replace(/ here$/u, ""));
  const article = predicate[1] === "I am a " && /^[aeiou]/iu.test(rest) ? "I am an " : predicate[1];
  return article + rest;
};

/**
 * Whether it is unclear who the subject of a fragment is: "Tom is fine. Working at Acme now." After
 * "Grandma passed" it is the speaker.
 */
const isOfUnclear = ({ conversation, findings }: Discourse): boolean =>
  conversation.isOfOther && findings.facts.at(-1)?.slot !== "death";

const namesIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ name }) => name?.name ?? []);

/** The names that stand first behind the subject of a clause, and in no clause before it. */
const namedBehind = ({ tokens, about }: Clause, namedBefore: ReadonlySet<string>): string[] => {
  const verb = tokens.findIndex(isVerbal);
  const before = new Set([...namedBefore, ...namesIn(tokens.slice(0, verb))]);
  return about === null ? namesIn(tokens.slice(verb)).filter((name) => !before.has(name)) : [];
};

/**
 * Reads the clauses of a sentence in order; "he" is none of those who are named only from there on.
 */
const readClauses = (
  tokens: readonly Token[],
  peopleBefore: ReadonlySet<string>,
  discourse: Discourse,
  confidence: Confidence,
  longAgo: boolean,
): void => {
  const namedPeople = new Set(peopleBefore);
  let carriedParts: CarriedParts = NOTHING_CARRIED;
  const clauses = clausesOf(tokens);
  const { conversation } = discourse;
  for (const [i, spokenClause] of clauses.entries()) {
    const clause = {
      ...spokenClause,
      tokens: withThingNamed(spokenClause.tokens, conversation.clauseBefore),
    };
    const later = clauses.slice(i + 1).flatMap((one) => namedBehind(one, namedPeople));
    const here = new Set(namesIn(clause.tokens));
    conversation.namedLater = new Set([...namedBehind(clause, namedPeople), ...later]);
    conversation.namedInLaterClauses = new Set(later.filter((name) => !here.has(name)));
    carriedParts = readClause(clause, carriedParts, discourse, confidence, longAgo);
    conversation.clauseBefore = clause.tokens;
    for (const name of namesIn(clause.tokens)) namedPeople.add(name);
  }
  conversation.namedLater = new Set();
};

/** "the landlord is", "the physio's name is" */
const OF_SPEAKER =
  /^[Tt]he (?=(?<what>\p{Ll}+(?: \p{Ll}+)?|\p{Lu}{2,4})(?:'s name)? (?:is|are)(?!\p{L}))/u;
/** What has been written anew is the speaker's, if nothing is known by that name. */
const REWRITTEN = /^\S+(?: \S+){1,2} is written in \p{Lu}\S* now(?!\p{L})/u;

/** The sentence about what is the speaker's: "Correction, the landlord is Mr Price". */
const asOfSpeaker = (sentence: string, { conversation, lexicon }: Discourse): string => {
  const mayBe = conversation.isCorrecting || REWRITTEN.test(sentence);
  const { what = "" } = mayBe ? groupsIn(OF_SPEAKER, sentence) : {};
  // "The concert" is known by that name.
  return what === "" || lexicon.known.has(foldName(what))
    ? sentence
    : sentence.replace(OF_SPEAKER, "My ");
};

/** "the physio (Bethan, she's lovely) gives me exercises" */
const BRACKETED_CLAUSE = / \([^()]*[,;:!?][^()]{3,}\)(?= \p{L})/gu;

/** Reads one sentence and adds its facts. */
export const readSentence = (raw: string, discourse: Discourse, reading: Reading): void => {
  if (raw.length > LONGEST_SENTENCE || reading.depth > DEEPEST) return;
  if (reading.depth === 0 && readAsCorrection(raw, discourse, reading)) return;
  const whole = raw
    .replace(/^\((?<inside>[^()]+)\)(?=[.!]*$)/u, "$<inside>")
    .replace(BRACKETED_CLAUSE, "");
  const sentence = statementIn(
    expandContractions(withoutShouting(whole, discourse.lexicon.tagger)),
    discourse,
  );
  const correction = readCorrection(sentence ?? plainSentence(raw));
  const correctedText =
    correction === null ? null : correctedStatement(correction, reading.recentMessages);
  if (correctedText !== null)
    readSentence(`Correction: ${correctedText}`, discourse, {
      ...reading,
      depth: reading.depth + 1,
    });
  if (sentence === null) {
    notePresumed(raw, discourse);
    const behind = statementBehindQuestion(expandContractions(raw));
    if (behind !== null) readSentence(behind, discourse, { ...reading, depth: reading.depth + 1 });
  }
  if (correctedText !== null || sentence === null) return;
  discourse.conversation.isCorrecting = restates(raw);
  const hedgedSentence = readHedges(asOfSpeaker(sentence, discourse));
  const peopleBefore = new Set(discourse.conversation.people.map(({ name }) => name));
  discourse.conversation.wrong = hedgedSentence.wrong;
  const fragment = completedFragment(hedgedSentence.text);
  if (fragment !== null && isOfUnclear(discourse)) return;
  let confidence = atMost(
    atMost(hedgedSentence.confidence, reading.confidence),
    fragment === null ? CONFIDENCE.explicit : CONFIDENCE.strong,
  );
  let tokens = readAppositions(
    mergeRelatives(
      withoutCalledName(tokenise(tidy(fragment ?? hedgedSentence.text), discourse.lexicon)),
      discourse,
      confidence,
    ),
    discourse,
    confidence,
  );
  const reportStart = reportedFrom(tokens, discourse);
  if (reportStart !== null) {
    tokens = tokens.slice(reportStart);
    confidence = atMost(confidence, CONFIDENCE.strong);
  }
  if (!tokens.some(isVerbal) || HEADED.test(raw) || POINTED.test(raw))
    mentionPeople(raw, discourse);
  const longAgo = LONG_AGO.test(hedgedSentence.text);
  readClauses(tokens, peopleBefore, discourse, confidence, longAgo);
};
