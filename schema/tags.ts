import { MOST_TAGS, TAG_LENGTH } from "../src/memory/tags.ts";

const BOUNDS = `at most ${MOST_TAGS}, each of at most ${TAG_LENGTH} characters`;

/** Descriptions of an input, of a filter and of a field of tags. */
export const TAGS_GIVEN = `Your own labels, such as \`agent: travel-bot\`: ${BOUNDS} after trimming. They are stored with the event and its facts; reads can filter by them. Errors: BAD_USER_INPUT.`;
export const TAGS_WANTED = `Only items with all of these tags, spelled exactly as they were given: ${BOUNDS}. Errors: BAD_USER_INPUT.`;
