/** Pronouns for a person: English, then Portuguese. */
const STANDS_FOR_SOMEBODY = /(?<!\p{L})(?:he|she|him|her|hers|his|ele|ela|dele|dela)(?!\p{L})/iu;

/** Whether a message may be about somebody whom only an earlier message names. */
export const refersBack = (message: string): boolean => STANDS_FOR_SOMEBODY.test(message);

/** A pronoun at the start, also in "She's" and "It'll". */
const OPENS_WITH_PRONOUN = /^\P{L}*(?:he|she|they|it|ele|ela|eles|elas)(?!\p{L})/iu;

/** Whether a message continues about somebody or something in the previous message. */
export const goesOn = (message: string): boolean => OPENS_WITH_PRONOUN.test(message.slice(0, 20));

/** A word at the start of a sentence that refers to the sentence before it. */
const OPENS_WITH_REFERENCE =
  /^(?:(?:and|but|so) )?(?:s?he|it|they|her|his|its|their|this|that|these|those|there|then|ela?|eles|elas|isso|isto)\b/iu;

/** Whether a sentence of a text refers to the one before it. */
export const opensWithReference = (sentence: string): boolean =>
  OPENS_WITH_REFERENCE.test(sentence);
