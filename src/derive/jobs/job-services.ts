import type { SpaceId } from "../../store/port.ts";
import type { WriteServices } from "../../write/services.ts";
import type { JobWorks } from "./work.ts";

export interface JobServices extends Pick<WriteServices, "now" | "newId" | "log"> {
  readonly works: JobWorks;
  /** Called before a job of a space is put on record: whoever comes after finds it there. */
  readonly beforeJobs: (space: SpaceId) => Promise<void>;
  /** 0 to 1, as `Math.random` gives it. */
  readonly random: () => number;
  /** How long a job belongs to who runs it without a sign of life, in milliseconds. Default: a minute. */
  readonly leaseMillis?: number | undefined;
}
