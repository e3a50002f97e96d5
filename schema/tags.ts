import { MOST_TAGS, TAG_LENGTH } from "../src/memory/tags.ts";

const BOUNDS = `at most ${MOST_TAGS} of at most ${TAG_LENGTH} characters each`;

/** Descriptions of an input, of a filter and of a field of tags. */
export const TAGS_GIVEN = `Labels of your own, such as \`agent: travel-bot\`: ${BOUNDS}, without the blanks around them. They stay on the event and its facts, and reads filter by them. Errors: BAD_USER_INPUT.`;
export const TAGS_WANTED = `Only what has all of these tags, exactly as they were given: ${BOUNDS}. Errors: BAD_USER_INPUT.`;
