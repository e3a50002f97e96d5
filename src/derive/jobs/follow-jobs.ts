import type { SpaceStore } from "../../store/port.ts";
import { jobsOf } from "./job-notes.ts";
import { isOver, type Job, type JobId } from "./job.ts";
import type { LocalSignals } from "./local-signals.ts";

/** Interval in milliseconds for reading changes by other processes. */
const POLL_MILLIS = 1_000;

/**
 * Yields the jobs of a space when they change: first the unfinished ones, then each job that
 * changes. With `id`, yields only that job: its state, then each change, until it is finished.
 * Several changes between two reads are yielded once. `return()` ends the iteration, even while it
 * waits.
 */
export const followJobs = (
  space: SpaceStore,
  changeSignals: LocalSignals,
  id?: JobId,
): AsyncIterableIterator<Job> => {
  const ending = new AbortController();
  const tags = new Map<JobId, string>();
  async function* follow(): AsyncGenerator<Job> {
    for (let first = true; !ending.signal.aborted; first = false) {
      const nextChange = changeSignals.wait(space.id, POLL_MILLIS, ending.signal);
      for (const job of await jobsOf(space)) {
        if (ending.signal.aborted) return;
        const hasChanged = tags.get(job.id) !== job.tag;
        tags.set(job.id, job.tag);
        const isWanted = id === undefined ? !(first && isOver(job)) : job.id === id;
        if (!hasChanged || !isWanted) continue;
        yield job;
        if (id !== undefined && isOver(job)) return;
      }
      await nextChange;
    }
  }
  const jobs = follow();
  const end = (): void => ending.abort();
  const iterator: AsyncIterableIterator<Job> = {
    next: () => jobs.next(),
    return: () => {
      end();
      return jobs.return(undefined);
    },
    throw: (error: unknown) => {
      end();
      return jobs.throw(error);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
};
