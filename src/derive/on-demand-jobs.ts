import type { WriteServices } from "../write/services.ts";
import { Jobs } from "./jobs/jobs.ts";
import type { JobWorks } from "./jobs/work.ts";
import { createWorks } from "./works.ts";

/** The jobs of a process in which nothing begins by itself, and nobody finds what it leaves behind: of a script, a benchmark, a test. */
export const onDemandJobs = (
  services: WriteServices,
  works: JobWorks = createWorks(services),
): Jobs => {
  const { now, newId, log } = services;
  return new Jobs({
    works,
    now,
    newId,
    log,
    random: Math.random,
    beforeJobs: () => Promise.resolve(),
  });
};
