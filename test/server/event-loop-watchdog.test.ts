import { expect, it } from "vitest";
import { watchEventLoop } from "../../src/server/event-loop-watchdog.ts";
import { NO_METRICS } from "../../src/server/metrics/metrics.ts";
import { recordingLog } from "./service.ts";

it("a blocked event loop is counted and logged, an idle one is not", async () => {
  const log = recordingLog();
  const delays: number[] = [];
  const metrics = { ...NO_METRICS, loopDelayed: (seconds: number) => void delays.push(seconds) };
  const stop = watchEventLoop(log, metrics, 50);
  await expect.poll(() => delays.length).toBeGreaterThan(1);
  const until = performance.now() + 400;
  while (performance.now() < until);
  await expect.poll(() => Math.max(...delays)).toBeGreaterThan(0.3);
  stop();
  expect(log.lines.at(-1)).toMatchObject({ level: "warn" });
  expect(log.lines.at(-1)?.details["millis"]).toBeGreaterThan(300);
});
