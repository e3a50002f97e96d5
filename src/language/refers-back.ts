/** Words that stand for a person named before: English, then Portuguese. */
const STANDS_FOR_SOMEBODY = /(?<!\p{L})(?:he|she|him|her|hers|his|ele|ela|dele|dela)(?!\p{L})/iu;

/** Whether a message may speak of somebody whom only an earlier message names. */
export const refersBack = (message: string): boolean => STANDS_FOR_SOMEBODY.test(message);
