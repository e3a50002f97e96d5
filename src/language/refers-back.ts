/** Pronouns for a person: English, then Portuguese. */
const STANDS_FOR_SOMEBODY = /(?<!\p{L})(?:he|she|him|her|hers|his|ele|ela|dele|dela)(?!\p{L})/iu;

/** Whether a message may be about somebody whom only an earlier message names. */
export const refersBack = (message: string): boolean => STANDS_FOR_SOMEBODY.test(message);

/** A pronoun at the start, also in "She's" and "It'll". */
const OPENS_WITH_PRONOUN = /^\P{L}*(?:he|she|they|it|ele|ela|eles|elas)(?!\p{L})/iu;

/** Whether a message continues about somebody or something in the previous message. */
export const goesOn = (message: string): boolean => OPENS_WITH_PRONOUN.test(message.slice(0, 20));
