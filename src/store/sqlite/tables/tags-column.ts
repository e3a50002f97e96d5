/** The tags of a row: a JSON list, or null for none. */
import type { Tagged } from "../../../memory/tags.ts";
import { textList } from "../database/json-columns.ts";

/** The tags in the form for a column, and for a parameter that `hasTags` compares with one. */
export const tagsColumn = (tags: Tagged["tags"]): string | null =>
  tags === undefined || tags.length === 0 ? null : JSON.stringify(tags);

const listOf = textList("tags");

export const tagsOf = (column: string | null): Tagged["tags"] =>
  column === null ? undefined : listOf(column);

/**
 * The condition that a column contains all of the tags of a parameter. If the parameter is null,
 * every column meets it.
 */
export const hasTags = (column: string, wantedTags: string): string =>
  `(${wantedTags} IS NULL OR (${column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(${wantedTags}) w WHERE w.value NOT IN (SELECT value FROM json_each(${column})))))`;
