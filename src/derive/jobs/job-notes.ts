import type { Instant } from "../../memory/time.ts";
import type { NoteChange, NoteValue, SpaceStore } from "../../store/port.ts";
import { JOBS_PATH, jobId, jobOf, jobPath, type Job, type JobId, type JobState } from "./job.ts";
import { expiryOf } from "./schedule.ts";
import { afterRequest, type JobRequest } from "./transitions.ts";

/** All jobs of a space. */
export const jobsOf = async (space: SpaceStore): Promise<Job[]> =>
  (await space.notes(null, JOBS_PATH)).map(jobOf);

export const jobById = async (space: SpaceStore, id: JobId): Promise<Job | null> => {
  const note = await space.note(null, jobPath(id));
  return note ? jobOf(note) : null;
};

/** The state in the form of a note, without the fields of the note itself. */
const noteValueOf = (state: JobState & Partial<Pick<Job, "id" | "tag">>): NoteValue => {
  const { id: _id, tag: _tag, ...value } = state;
  return value;
};

/**
 * The note change that records a state, on the condition that the job has not changed since it was
 * read. `now` is in milliseconds since 1970.
 */
export const stateChange = (
  id: JobId,
  before: Pick<Job, "tag"> | null,
  state: JobState,
  now: number,
): NoteChange => ({
  path: jobPath(id),
  value: noteValueOf(state),
  expectedTag: before?.tag ?? null,
  expiresAt: expiryOf(state, now),
});

/**
 * The note change that requests a job, to be made together with the change that makes the job due.
 */
export const requestChange = (
  before: Job | null,
  request: JobRequest,
  at: Instant,
  now: number,
): NoteChange => stateChange(jobId(request), before, afterRequest(before, request, at), now);
