import { globalId } from "../../schema/global-id.ts";
import type { Job } from "../../schema/job.ts";
import { jobById } from "../../src/derive/jobs/job-notes.ts";
import type { Job as JobRecord } from "../../src/derive/jobs/job.ts";
import type { JobResult } from "../../src/derive/works.ts";
import type { Reading } from "../reading.ts";
import type { Shown } from "./shown.ts";

export type ShownJob = Job & Shown<"Job", JobRecord>;

/** The rest is the service's own. */
const toldOf = (result: JobRecord["result"]): unknown =>
  (result as unknown as JobResult | null)?.told ?? null;

/** A job is as it is now, at whatever view it is asked for: the past has none. */
export const showJob = (record: JobRecord, reading: Reading): ShownJob => ({
  __typename: "Job",
  id: globalId("Job", record.id),
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
  result: toldOf(record.result),
  record,
  reading,
});

/** A job by its local id, null for none. */
export const loadJob = async (id: string, reading: Reading): Promise<ShownJob | null> => {
  const record = await jobById(reading.space, id);
  return record && showJob(record, reading);
};
