import { fromFirstPerson, lemmaOfThird } from "./verbs.ts";

export const PORTUGUESE_NAME =
  "\\p{Lu}[\\p{L}\\p{N}'&.-]*(?:\\s+(?:(?:de|da|do|dos|das)\\s+)?\\p{Lu}[\\p{L}\\p{N}'&-]*)*";
const JOINT = /\s*(?:[,;]\s*)?\s(?:e|mas|porém|porque|então)\s+|\s*[;,]\s+/giu;
const ASIDES =
  /^(?:(?:eu|ele|ela|eles|elas|não|nunca|também|já|me|se|agora|hoje|ainda|só|depois|a gente|nós)\s+)*(?<word>[\p{L}]+)/iu;
const SUBJECT = new RegExp(
  `^(?:(?:[oOaA]s?)\\s+)?${PORTUGUESE_NAME}\\s+(?:não\\s+|já\\s+|também\\s+|se\\s+)*(?<word>\\p{L}+)`,
  "u",
);

const opensClause = (text: string): boolean => {
  if (/^(?:o |a )?(?:meu|minha|nosso|nossa|meus|minhas)\s/iu.test(text))
    return text
      .split(/\s+/u)
      .some(
        (word) =>
          lemmaOfThird(word) !== null || /^(?:é|são|chama|tem|foi|está|subiu|caiu)$/iu.test(word),
      );
  const word = ASIDES.exec(text)?.groups?.["word"];
  if (
    word !== undefined &&
    /^\p{Ll}/u.test(word) &&
    (fromFirstPerson(word) !== null || lemmaOfThird(word) !== null)
  )
    return true;
  const verb = SUBJECT.exec(text)?.groups?.["word"];
  return verb !== undefined && (lemmaOfThird(verb) !== null || fromFirstPerson(verb) !== null);
};

/** Splits a sentence where a new verb begins behind a comma or "e". */
export const portugueseClauses = (sentence: string): string[] => {
  const clauses: string[] = [];
  let start = 0;
  for (const joint of sentence.matchAll(JOINT)) {
    const after = joint.index + joint[0].length;
    if (joint.index <= start || !opensClause(sentence.slice(after))) continue;
    clauses.push(sentence.slice(start, joint.index));
    start = after;
  }
  return [...clauses, sentence.slice(start)];
};
