import { sentenceForm } from "./grammar.ts";
import { fromFirstPerson, lemmaOfThird } from "./verbs.ts";

/** Whether a word may be the verb of a clause. */
export const isClauseVerb = (word: string): boolean =>
  fromFirstPerson(word) !== null || lemmaOfThird(word) !== null;

const FOLLOWS_RELATIVE = /^(?:é|são|chama|tem|foi|está|subiu|caiu)$/iu;

/** Whether the text opens a new clause: "minha irmã mora …", "também trabalho …", "a Ana tem …". */
const opensClause = (text: string): boolean => {
  if (sentenceForm("opens_with_own").test(text))
    return text
      .split(/\s+/u)
      .some((word) => lemmaOfThird(word) !== null || FOLLOWS_RELATIVE.test(word));
  return ["opens_with_verb", "opens_with_name"].some((form) => {
    const { word } = sentenceForm(form).exec(text)?.groups ?? {};
    return word !== undefined && /^\p{Ll}/u.test(word) && isClauseVerb(word);
  });
};

/** The clauses of a sentence. A new verb after a comma or "e" begins a clause. */
export const portugueseClauses = (sentence: string): string[] => {
  const clauses: string[] = [];
  let start = 0;
  for (const joint of sentence.matchAll(sentenceForm("joint"))) {
    const after = joint.index + joint[0].length;
    const before = sentence.slice(start, joint.index);
    // "Eu e o Thiago compramos" has one subject of two people.
    if (joint.index <= start || /^\s*eu$/iu.test(before) || !opensClause(sentence.slice(after)))
      continue;
    clauses.push(before);
    start = after;
  }
  return [...clauses, sentence.slice(start)];
};
