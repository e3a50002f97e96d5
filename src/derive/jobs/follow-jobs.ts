import type { SpaceStore } from "../../store/port.ts";
import { jobsOf } from "./job-notes.ts";
import { isOver, type Job, type JobId } from "./job.ts";
import type { LocalSignals } from "./local-signals.ts";

/** How often it is looked for what other processes changed, in milliseconds. */
const LOOK_EVERY = 1_000;

/**
 * The jobs of a space whenever they change: at first those that are not over, then each that has changed since. Of one job, where it is named:
 * as it stands, and until it is over. What changes several times between two looks is told once, as it stands then. Ends at `return()`,
 * even while it waits.
 */
export const followJobs = (
  space: SpaceStore,
  changed: LocalSignals,
  named?: JobId,
): AsyncIterableIterator<Job> => {
  const ending = new AbortController();
  const tags = new Map<JobId, string>();
  async function* follow(): AsyncGenerator<Job> {
    for (let first = true; !ending.signal.aborted; first = false) {
      const woken = changed.wait(space.id, LOOK_EVERY, ending.signal);
      for (const job of await jobsOf(space)) {
        if (ending.signal.aborted) return;
        const isNews = tags.get(job.id) !== job.tag;
        tags.set(job.id, job.tag);
        if (named === undefined ? !isNews || (first && isOver(job)) : !isNews || job.id !== named)
          continue;
        yield job;
        if (named !== undefined && isOver(job)) return;
      }
      await woken;
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
