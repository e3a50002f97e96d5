import type { MemoryJob } from "../../schema/derived/job.ts";
import { globalId } from "../../schema/global-id.ts";
import { resultCounts } from "../../src/derive/derivations.ts";
import { jobById } from "../../src/derive/jobs/job-notes.ts";
import type { Job as JobRecord } from "../../src/derive/jobs/job.ts";
import type { Reading } from "../reading.ts";
import type { ShownRecord } from "./shown-record.ts";

export type ShownJob = MemoryJob & ShownRecord<"MemoryJob", JobRecord>;

/** A job in its current state, at every view: jobs have no history. */
export const showJob = (record: JobRecord, reading: Reading): ShownJob => ({
  __typename: "MemoryJob",
  id: globalId("MemoryJob", record.id),
  kind: record.kind,
  status: record.status,
  requestedBy: record.requestedBy,
  requestedAt: record.requestedAt,
  attempts: record.attempts,
  nextAttemptAt: record.nextAttemptAt,
  startedAt: record.startedAt,
  finishedAt: record.finishedAt,
  progress: record.progress,
  errorCode: record.error?.code ?? null,
  error: record.error?.message ?? null,
  result: resultCounts(record.result),
  record,
  reading,
});

/** A job by its local id; null if there is none. */
export const loadJob = async (id: string, reading: Reading): Promise<ShownJob | null> => {
  const record = await jobById(reading.space, id);
  return record && showJob(record, reading);
};
