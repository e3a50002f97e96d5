import { contentHash } from "../../memory/content-hash.ts";
import { foldName, nameWords } from "../../memory/names.ts";
import type { ExtractedFact, Extraction } from "../port.ts";

/** Share of a hint's telling words that one fact of the model has to hold for it to say the same. */
const SAID_ALREADY = 0.6;
/** What has to be kept to the letter: addresses, amounts, percentages and other figures, as seed 000 anchors them. */
const EXACT =
  /https?:\/\/\S+|\b[\w-]+(?:\.[\w-]+)+\/\S*|\/[\w-]{3,}|[$€£]\s?\d[\d.,]*(?:\/\w+)?|\d[\d.,:/-]*\s?%?/gu;

const exactStrings = (text: string): string[] =>
  (text.match(EXACT) ?? []).map((exact) =>
    exact
      .replace(/[.,:)]+$/u, "")
      .replace(/\s/gu, "")
      .toLowerCase(),
  );
const tellingWords = (fact: ExtractedFact): string[] => {
  const subject = new Set(nameWords(foldName(fact.subject)));
  return nameWords(foldName(fact.text)).filter((word) => word.length > 2 && !subject.has(word));
};
const sameText = (a: ExtractedFact, b: ExtractedFact): boolean =>
  contentHash(a.text) === contentHash(b.text);

const saysTheSame = (fact: ExtractedFact, hint: ExtractedFact): boolean => {
  const words = new Set(nameWords(foldName(fact.text)));
  const telling = tellingWords(hint);
  return (
    telling.length > 0 &&
    telling.filter((word) => words.has(word)).length >= SAID_ALREADY * telling.length
  );
};

/** Whether two names mean the same one: one who introduces himself or herself is the speaker. */
type SameName = (a: string, b: string) => boolean;

/** Facts with what one hint adds to them: a slot for the same sentence, or the hint itself, where none of them says it. */
const withFact = (
  facts: readonly ExtractedFact[],
  hint: ExtractedFact,
  sameName: SameName,
): readonly ExtractedFact[] => {
  const ofSubject = facts.filter((fact) => sameName(fact.subject, hint.subject));
  const same = ofSubject.find((fact) => sameText(fact, hint));
  const slotTaken = hint.slot !== null && ofSubject.some(({ slot }) => slot === hint.slot);
  if (same !== undefined) {
    const { slot, value } = hint;
    return same.slot === null && slot !== null && !slotTaken
      ? facts.map((fact) => (fact === same ? { ...fact, slot, value } : fact))
      : facts;
  }
  const written = ofSubject
    .map(({ text, value }) => `${text} ${value ?? ""}`.replace(/\s/gu, "").toLowerCase())
    .join("\n");
  const addsExact = exactStrings(hint.text).some((exact) => !written.includes(exact));
  // The model's word on a slot stands; what the hint has to the letter is kept beside it.
  if (slotTaken) return addsExact ? [...facts, { ...hint, slot: null, value: null }] : facts;
  if (hint.slot === null && !addsExact && ofSubject.some((fact) => saysTheSame(fact, hint)))
    return facts;
  return [...facts, hint];
};

/**
 * What a model gave, and what rules over the same message add to it (DESIGN.md §3, stage 6): the model's facts first, then hints that bring an
 * exact string, a slot or a fact which it left out. Of the entities and relations of the rules only those come along that the added
 * facts need.
 */
export const mergeHints = (model: Extraction, hints: Extraction, speaker: string): Extraction => {
  const selfName = model.selfName ?? hints.selfName;
  const speakers = new Set([speaker, selfName ?? speaker].map(foldName));
  const sameName: SameName = (a, b) =>
    foldName(a) === foldName(b) || (speakers.has(foldName(a)) && speakers.has(foldName(b)));
  const facts = hints.facts.reduce((known, hint) => withFact(known, hint, sameName), model.facts);
  const added = facts.filter(
    (fact) =>
      !model.facts.some((known) => sameName(known.subject, fact.subject) && sameText(known, fact)),
  );
  const texts = added.map(({ subject, text }) => foldName(`${subject} ${text}`));
  const knownNames = new Set(
    model.entities.flatMap(({ name, aliases }) => [name, ...aliases]).map(foldName),
  );
  const entities = hints.entities.filter(
    ({ name }) =>
      !knownNames.has(foldName(name)) && texts.some((text) => text.includes(foldName(name))),
  );

  const relations = hints.relations.filter(
    ({ source, target }) =>
      !model.relations.some(
        (known) => sameName(known.source, source) && sameName(known.target, target),
      ) && texts.some((text) => text.includes(foldName(source)) && text.includes(foldName(target))),
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
