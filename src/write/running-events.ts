import type { EventId } from "../memory/ids.ts";
import type { WriteReport } from "./report.ts";

/** The events that this process is working through just now, so that a repeated write waits for the first one's result. */
const running = new Map<EventId, Promise<WriteReport>>();

export const runningReport = (event: EventId): Promise<WriteReport> | undefined =>
  running.get(event);

/** Runs an event unless it is running already; everybody who asks meanwhile gets the same report. */
export const runOnce = (event: EventId, run: () => Promise<WriteReport>): Promise<WriteReport> => {
  const known = running.get(event);
  if (known) return known;
  const started = run().finally(() => running.delete(event));
  running.set(event, started);
  return started;
};
