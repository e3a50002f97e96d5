import type { Instant } from "../../../memory/time.ts";
import type { Note } from "../../port.ts";
import { noteOf, type NoteDocument } from "../documents/note-document.ts";
import type { Partition } from "../partition.ts";
import { ofType, STANDING } from "../query.ts";

/** Those that have not expired by `now`, by path. */
export const notes = async (
  partition: Partition,
  prefix: string,
  now: Instant,
): Promise<Note[]> => {
  const rows = await partition.query<NoteDocument>({
    where: [ofType("note"), "STARTSWITH(c.path, @prefix)", STANDING],
    parameters: { prefix, now },
  });
  return rows.map(noteOf).toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
};
