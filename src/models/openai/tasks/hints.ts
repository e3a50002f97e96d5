import { escapeRegExp, foldName, nameFinder, nameWords } from "../../../language/names.ts";
import { meansSpeaker } from "../../../language/self-reference.ts";
import { contentHash } from "../../../memory/content-hash.ts";
import type { ExtractedFact, Extraction, ExtractionInput } from "../../port.ts";
import type { Answer } from "../../answer.ts";
import { shippedVocabulary } from "../../../vocabulary/load.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { ExtractHints, OpenAiConfig } from "../config.ts";
import { withoutEnd } from "../../../language/trimming.ts";
import { sameValue } from "../../../language/value.ts";

/**
 * Matches addresses, amounts of money and percentages. A model may round them or omit them; a rule
 * copies them.
 */
const EXACT_VALUE =
  /https?:\/\/\S|\b[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}\/|(?<!\w)\/[\w-]{3,}|(?:[$€£₹]|R\$|\b(?:USD|EUR|GBP|INR|BRL))\s?\d|\d\s?(?:%|percent\b)|\d\s?(?:dollars|euros|pounds|reais)\b/iu;
const LIST_ITEM = /^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+\S/gmu;
const OWN = "(?:my|our|meu|minha|meus|minhas|nosso|nossa)";
const IS =
  "(?:is|are|was|has changed to|have changed to|changed to|became|é|são|era|mudou para|virou|=|:)";

/** Whether the message says `my <slot> is <value>` or `my <slot> has changed to <value>`. */
const isOwnStatement = ({ slot, value }: ExtractedFact, message: string): boolean =>
  slot !== null &&
  value !== null &&
  new RegExp(
    `(?<!\\p{L})${OWN}\\s+[^.!?\\n]{1,80}?(?<!\\p{L})${IS}\\s+(?:now\\s+)?(?:an?\\s+|the\\s+)?${escapeRegExp(value)}`,
    "iu",
  ).test(message);

/**
 * The part of a rule extraction that is merged with a model's answer: introductions, lists, `my
 * <slot> is <value>` and its changes, money, percentages and addresses. The rules are reliable for
 * these; for the rest, the model is better.
 */
export const sureHints = (
  extraction: Extraction,
  { message, speaker }: ExtractionInput,
): Extraction => {
  const isList = (message.match(LIST_ITEM) ?? []).length > 1;
  const speakerNames = new Set([speaker, extraction.selfName ?? speaker].map(foldName));
  const isOfSpeaker = ({ subject }: ExtractedFact): boolean =>
    meansSpeaker(subject) || speakerNames.has(foldName(subject));
  const isSure = (fact: ExtractedFact): boolean =>
    isList ||
    EXACT_VALUE.test(fact.text) ||
    (isOfSpeaker(fact) && (extraction.selfName !== null || isOwnStatement(fact, message)));
  return { ...extraction, facts: extraction.facts.filter(isSure) };
};

/** Minimum share of a hint's significant words in a fact of the model that says the same. */
const SAME_STATEMENT_SHARE = 0.6;
/** Strings that must stay word for word: addresses, amounts, percentages and other figures. */
const EXACT_STRINGS =
  /https?:\/\/\S+|\b[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}\/\S*|\/[\w-]{3,}|[$€£]\s?\d[\d.,]*(?:\/\w+)?|\d[\d.,:/-]*\s?%?/gu;

const withoutSpaces = (text: string): string => text.replace(/\s/gu, "").toLowerCase();
const exactStringsOf = (text: string): string[] =>
  (text.match(EXACT_STRINGS) ?? []).map((exact) => withoutSpaces(withoutEnd(exact, /[.,:)]/u)));
const tellingWordsOf = (fact: ExtractedFact): string[] => {
  const subject = new Set(nameWords(foldName(fact.subject)));
  return nameWords(foldName(fact.text)).filter((word) => word.length > 2 && !subject.has(word));
};
const hasSameText = (a: ExtractedFact, b: ExtractedFact): boolean =>
  contentHash(a.text) === contentHash(b.text);

const saysTheSame = (fact: ExtractedFact, hint: ExtractedFact): boolean => {
  const words = new Set(nameWords(foldName(fact.text)));
  const tellingWords = tellingWordsOf(hint);
  const sharedWords = tellingWords.filter((word) => words.has(word));
  return (
    tellingWords.length > 0 && sharedWords.length >= SAME_STATEMENT_SHARE * tellingWords.length
  );
};

/** Whether a fact has the value of a hint, or mentions it, in any slot. */
const hasSameValue = (fact: ExtractedFact, { value, polarity }: ExtractedFact): boolean =>
  value !== null &&
  fact.polarity === polarity &&
  (sameValue(fact.value, value) || nameFinder(fact.text)(value));

/** Whether the text of a hint has an exact string that none of the facts has. */
const addsExactString = (facts: readonly ExtractedFact[], hint: ExtractedFact): boolean => {
  const texts = facts.map(({ text, value }) => withoutSpaces(`${text} ${value ?? ""}`)).join("\n");
  return exactStringsOf(hint.text).some((exact) => !texts.includes(exact));
};

/** Whether two names mean the same entity. Somebody who introduces themself is the speaker. */
type IsSameName = (a: string, b: string) => boolean;

/**
 * The facts with the addition of a hint: a slot for a fact that says the same or has its value, or
 * the hint itself if no fact says it.
 */
const addHint = (
  facts: readonly ExtractedFact[],
  hint: ExtractedFact,
  isSameName: IsSameName,
  canonicalSlot: (label: string) => string,
): readonly ExtractedFact[] => {
  const { slot, value, label } = hint;
  const factsOfSubject = facts.filter((fact) => isSameName(fact.subject, hint.subject));
  const hasSlot = (fact: ExtractedFact): boolean =>
    fact.slot !== null && slot !== null && canonicalSlot(fact.slot) === canonicalSlot(slot);
  const isSlotTaken = factsOfSubject.some(hasSlot);
  const sameFact =
    factsOfSubject.find((fact) => hasSameText(fact, hint)) ??
    factsOfSubject.find((fact) => hasSameValue(fact, hint));
  if (sameFact !== undefined) {
    const givesSlot = sameFact.slot === null && slot !== null && !isSlotTaken;
    return givesSlot
      ? facts.map((fact) => (fact === sameFact ? { ...fact, slot, value, label } : fact))
      : facts;
  }
  const addsExact = addsExactString(factsOfSubject, hint);
  // The model decides the value of a slot. The exact string of the hint is kept beside it.
  if (isSlotTaken) return addsExact ? [...facts, { ...hint, slot: null, value: null }] : facts;
  const isSaid =
    slot === null && !addsExact && factsOfSubject.some((fact) => saysTheSame(fact, hint));
  return isSaid ? facts : [...facts, hint];
};

/**
 * Merges rule hints into a model's answer: the model's facts first, then the hints that add an
 * exact string, a slot or a fact that it missed. Entities and relations of the rules are added only
 * if an added fact names them.
 */
export const mergeHints = (
  model: Extraction,
  hints: Extraction,
  speaker: string,
  vocabulary: Vocabulary = shippedVocabulary(),
): Extraction => {
  const selfName = model.selfName ?? hints.selfName;
  const speakerNames = new Set([speaker, selfName ?? speaker].map(foldName));
  const isSameName: IsSameName = (a, b) =>
    foldName(a) === foldName(b) || (speakerNames.has(foldName(a)) && speakerNames.has(foldName(b)));
  const facts = hints.facts.reduce(
    (mergedFacts, hint) =>
      addHint(mergedFacts, hint, isSameName, (label) => vocabulary.canonicalSlot(label)),
    model.facts,
  );

  const isFromModel = (fact: ExtractedFact): boolean =>
    model.facts.some(
      (ofModel) => isSameName(ofModel.subject, fact.subject) && hasSameText(ofModel, fact),
    );
  const addedTexts = facts
    .filter((fact) => !isFromModel(fact))
    .map(({ subject, text }) => foldName(`${subject} ${text}`));
  const namesOfModel = new Set(
    model.entities.flatMap(({ name, aliases }) => [name, ...aliases]).map(foldName),
  );
  const entities = hints.entities.filter(
    ({ name }) =>
      !namesOfModel.has(foldName(name)) && addedTexts.some((text) => text.includes(foldName(name))),
  );
  const isRelated = (source: string, target: string): boolean =>
    model.relations.some(
      (ofModel) => isSameName(ofModel.source, source) && isSameName(ofModel.target, target),
    );
  const relations = hints.relations.filter(
    ({ source, target }) =>
      !isRelated(source, target) &&
      addedTexts.some((text) => text.includes(foldName(source)) && text.includes(foldName(target))),
  );
  return {
    entities: [...model.entities, ...entities],
    facts,
    relations: [...model.relations, ...relations],
    profiles: model.profiles,
    selfName,
    emotion: model.emotion ?? hints.emotion,
  };
};

/**
 * Runs the rules beside the model and merges their hints. The extraction fails only if the model
 * does.
 */
export const withHints = async (
  pendingExtraction: Promise<Answer<Extraction>>,
  extractHints: ExtractHints | undefined,
  input: ExtractionInput,
  { log, vocabulary }: Pick<OpenAiConfig, "log" | "vocabulary">,
): Promise<Answer<Extraction>> => {
  if (extractHints === undefined) return pendingExtraction;
  const extractingHints = extractHints(input).catch((error: unknown) => {
    log?.warn(
      { error: error instanceof Error ? error.name : typeof error },
      "The rules that run beside the model failed; its answer is used without hints.",
    );
    return null;
  });
  const [answer, hints] = await Promise.all([pendingExtraction, extractingHints]);
  return hints === null
    ? answer
    : { ...answer, value: mergeHints(answer.value, hints, input.speaker, vocabulary) };
};
