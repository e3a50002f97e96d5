/** Bytes of UTF-8 of a question that the service takes, at most. */
const MOST_BYTES = 8 * 1024;
/** Characters of each end of a message: together they fit, whatever they are. */
const END = 1_300;

/**
 * What a memory can be asked about a message: the message, or its beginning and its end where it is longer than a question may
 * be. What somebody wants stands there, around what they have pasted.
 */
export const questionOf = (message: string): string =>
  new TextEncoder().encode(message).length <= MOST_BYTES
    ? message
    : `${message.slice(0, END)}\n${message.slice(-END)}`;
