import type { Instant } from "../../memory/time.ts";
import type { NoteChange, NoteValue, SpaceStore } from "../../store/port.ts";
import { JOBS_PATH, jobId, jobOf, jobPath, type Job, type JobId, type JobState } from "./job.ts";
import { keptUntil, requested, type JobRequest } from "./transitions.ts";

/** Every job of a space that is on record. */
export const jobsOf = async (space: SpaceStore): Promise<Job[]> =>
  (await space.notes(null, JOBS_PATH)).map(jobOf);

export const jobById = async (space: SpaceStore, id: JobId): Promise<Job | null> => {
  const path = jobPath(id);
  const note = (await space.notes(null, path)).find((note) => note.path === path);
  return note ? jobOf(note) : null;
};

/** The change that puts a state on record, provided that the job still stands as it was read. `now` is in milliseconds since 1970. */
export const changeOf = (
  id: JobId,
  before: Pick<Job, "tag"> | null,
  state: JobState,
  now: number,
): NoteChange => ({
  path: jobPath(id),
  value: plain(state),
  expected: before?.tag ?? null,
  expiresAt: keptUntil(state, now),
});

/** Without what belongs to the note itself. */
const plain = (state: JobState & { readonly id?: JobId; readonly tag?: string }): NoteValue => {
  const { id: _id, tag: _tag, ...value } = state;
  return value as unknown as NoteValue;
};

/** The change that asks for a job, to be made together with whatever makes it due. */
export const requestChange = (
  before: Job | null,
  request: JobRequest,
  at: Instant,
  now: number,
): NoteChange => changeOf(jobId(request), before, requested(before, request, at), now);
