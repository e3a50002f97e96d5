import type { SpaceStore } from "../../store/port.ts";
import { jobsOf } from "./job-notes.ts";
import { isOver, type Job, type JobId } from "./job.ts";
import type { LocalSignals } from "./local-signals.ts";

/** Milliseconds between two looks for changes that other processes made. */
const POLL_MILLIS = 1_000;

/**
 * Yields the jobs of a space as they change: first those that are not over, then each job that
 * changes. With `id`, yields that job alone: as it is, then each change, until it is over. Several
 * changes between two looks are yielded once. `return()` ends the iteration, even while it waits.
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
