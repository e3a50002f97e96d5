/** Words that stand for a person named before: English, then Portuguese. */
const STANDS_FOR_SOMEBODY = /(?<!\p{L})(?:he|she|him|her|hers|his|ele|ela|dele|dela)(?!\p{L})/iu;

/** Whether a message may speak of somebody whom only an earlier message names. */
export const refersBack = (message: string): boolean => STANDS_FOR_SOMEBODY.test(message);

/** A pronoun at the start, also in "She's" and "It'll". */
const OPENS_WITH_PRONOUN = /^\P{L}*(?:he|she|they|it|ele|ela|eles|elas)(?!\p{L})/iu;

/** Whether a message goes on about somebody or something that the message before it named. */
export const goesOn = (message: string): boolean => OPENS_WITH_PRONOUN.test(message.slice(0, 20));
