import { isTelling } from "./small-talk.ts";
import type { Token } from "./token.ts";
import { readVerbGroup, type VerbGroup } from "./verb-group.ts";

const WEATHER =
  /^(?:take|seem|look|feel|sound|rain|snow|mean|depend|matter|turn|happen|appear|hurt|go|get|work|help|make)$/u;
/** "It is raining", "It takes time": nothing is meant by "it". */
export const isExpletive = (predicate: readonly Token[]): boolean => {
  const { verb } = readVerbGroup(predicate, 0);
  return (
    (verb.lemma === "be" && !verb.passive) || WEATHER.test(verb.lemma) || !isTelling(predicate)
  );
};

/** "painted this", "makes it with love": what is meant stands in another sentence. */
export const isPointing = (complement: readonly Token[]): boolean => {
  const [first, second] = complement;
  return (
    first !== undefined &&
    /^(?:it|this|that|them|these|those)$/u.test(first.lower) &&
    (first.after !== "" ||
      second === undefined ||
      !/^(?:noun|adjective|proper|number)$/u.test(second.part)) &&
    !isTelling(complement)
  );
};

const PRAISE =
  /^(?:awesome|amazing|great|incredible|wonderful|fantastic|lovely|adorable|cute|brilliant|cool|nice|perfect|beautiful|gorgeous|stunning|impressive|inspiring|fun|funny|hilarious|best)$/u;
/** "is incredible": a judgement that tells nothing to keep. */
export const isPraise = (verb: VerbGroup, complement: readonly Token[]): boolean =>
  (verb.lemma === "be" || verb.lemma === "look" || verb.lemma === "sound") &&
  complement.length > 0 &&
  complement.every(
    (token) =>
      token.part === "adverb" ||
      /^(?:so|the|very|just|too)$/u.test(token.lower) ||
      PRAISE.test(token.lower),
  );
