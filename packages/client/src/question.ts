/** Maximum number of bytes of UTF-8 of a question. */
const MOST_BYTES = 8 * 1024;
/** Number of characters of each end of a message, chosen so that both fit in any case. */
const END = 1_300;

/**
 * The question for a message: the message, or its beginning and its end if it is too long for a
 * question. The request usually stands there, around pasted text.
 */
export const questionOf = (message: string): string =>
  new TextEncoder().encode(message).length <= MOST_BYTES
    ? message
    : `${message.slice(0, END)}\n${message.slice(-END)}`;
