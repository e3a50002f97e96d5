import { Problem } from "./problem.ts";

/** Maximum number of tags of one record, and in one filter. */
export const MOST_TAGS = 16;
/** Maximum number of characters of a tag. */
export const TAG_LENGTH = 100;

/** A record with labels of the caller. */
export interface Tagged {
  /** Each tag once, in the given order; undefined if there are none. */
  readonly tags?: readonly string[] | undefined;
}

/**
 * The tags that a caller gives: trimmed, each once; undefined for none. Throws BAD_USER_INPUT for
 * more than 16, and for one that is blank or has more than 100 characters.
 */
export const checkTags = (
  tags: readonly string[] | null | undefined,
  field = "tags",
): readonly string[] | undefined => {
  if (tags == null || tags.length === 0) return undefined;
  if (tags.length > MOST_TAGS)
    throw new Problem(
      "BAD_USER_INPUT",
      `${field} has ${tags.length} tags; at most ${MOST_TAGS} are allowed.`,
    );
  const trimmedTags = tags.map((tag) => tag.trim());
  for (const [index, tag] of trimmedTags.entries()) {
    if (tag === "")
      throw new Problem("BAD_USER_INPUT", `${field}[${index}] is blank; omit it instead.`);
    if (tag.length > TAG_LENGTH)
      throw new Problem(
        "BAD_USER_INPUT",
        `${field}[${index}] has ${tag.length} characters; at most ${TAG_LENGTH} are allowed.`,
      );
  }
  return [...new Set(trimmedTags)];
};

/** Whether a record has all of some tags. */
export const hasTags = (
  { tags = [] }: Tagged,
  wantedTags: readonly string[] | undefined,
): boolean => wantedTags === undefined || wantedTags.every((tag) => tags.includes(tag));
