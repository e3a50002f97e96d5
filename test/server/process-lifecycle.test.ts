import { describe, expect, it } from "vitest";
import {
  exitOnUncaughtErrors,
  stopOnSignals,
  type Process,
} from "../../src/server/process-lifecycle.ts";
import { recordingLog } from "./service.ts";

/** A process that reports the exit code with which it would have ended. */
const standIn = () => {
  const listeners = new Map<string, (value: never) => void>();
  const exits: number[] = [];
  const process: Process = {
    on: (event: string, listener: (value: never) => void) => listeners.set(event, listener),
    exit: (code) => void exits.push(code),
  };
  return {
    process,
    exits,
    emit: (event: string, value: unknown) => listeners.get(event)?.(value as never),
  };
};

describe("a signal", () => {
  it.each(["SIGTERM", "SIGINT"])("%s stops in order and exits with 0", async (signal) => {
    const { process, exits, emit } = standIn();
    let stopped = 0;
    stopOnSignals(process, { stop: async () => void (stopped += 1) }, recordingLog());
    emit(signal, signal);
    await expect.poll(() => exits).toEqual([0]);
    expect(stopped).toBe(1);
  });
  it("after another exits at once with 1", () => {
    const { process, exits, emit } = standIn();
    stopOnSignals(process, { stop: () => new Promise(() => undefined) }, recordingLog());
    emit("SIGTERM", "SIGTERM");
    expect(exits).toEqual([]);
    emit("SIGINT", "SIGINT");
    expect(exits).toEqual([1]);
  });
  it("that cannot be handled exits with 1, and the log says why", async () => {
    const { process, exits, emit } = standIn();
    const log = recordingLog();
    stopOnSignals(process, { stop: () => Promise.reject(new TypeError("the disk is gone")) }, log);
    emit("SIGTERM", "SIGTERM");
    await expect.poll(() => exits).toEqual([1]);
    expect(log.lines.at(-1)).toMatchObject({
      level: "error",
      details: { fault: { kind: "TypeError" } },
    });
  });
});

describe("an uncaught fault", () => {
  it.each(["uncaughtException", "unhandledRejection"])(
    "%s is logged without its message and exits with 1",
    (event) => {
      const { process, exits, emit } = standIn();
      const log = recordingLog();
      exitOnUncaughtErrors(process, log);
      emit(event, new Error("what a user wrote"));
      expect(exits).toEqual([1]);
      expect(log.lines).toMatchObject([{ level: "fatal", details: { event } }]);
      expect(JSON.stringify(log.lines)).not.toContain("what a user wrote");
    },
  );
});
