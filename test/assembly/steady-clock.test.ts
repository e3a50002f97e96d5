import { describe, expect, it } from "vitest";
import { steadyClock } from "../../src/assembly/steady-clock.ts";

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

/** A machine on which time passes, sleeps, and is set. */
const machine = () => {
  const START = Date.UTC(2026, 0, 1);
  let wall = START;
  let elapsed = 0;
  let uptime = 50;
  const warnings: string[] = [];
  const now = steadyClock({
    wall: () => wall,
    elapsedMillis: () => elapsed,
    uptime: () => uptime,
    log: { warn: (_, message) => void warnings.push(message) },
  });
  const sleep = (millis: number): void => {
    wall += millis;
    uptime += millis / 1000;
  };
  return {
    sinceStart: () => now() - START,
    warnings,
    sleep,
    pass: (millis: number) => {
      sleep(millis);
      elapsed += millis;
    },
    set: (millis: number) => void (wall += millis),
  };
};

describe("the clock of record times", () => {
  it("is the wall clock", () => {
    const { sinceStart, pass, set, warnings } = machine();
    pass(5 * HOUR);
    expect(sinceStart()).toBe(5 * HOUR);
    set(HOUR / 2);
    expect(sinceStart()).toBe(5.5 * HOUR);
    pass(YEAR);
    expect(sinceStart()).toBe(YEAR + 5.5 * HOUR);
    expect(warnings).toEqual([]);
  });
  it("does not follow a jump of years, says so once, and continues an hour later", () => {
    const { sinceStart, pass, set, warnings } = machine();
    pass(HOUR);
    expect(sinceStart()).toBe(HOUR);
    set(70 * YEAR);
    expect(sinceStart()).toBe(2 * HOUR);
    pass(10 * HOUR);
    expect(sinceStart()).toBe(12 * HOUR);
    expect(warnings).toHaveLength(1);
  });
  it("follows a clock that is set back, and reports the next jump", () => {
    const { sinceStart, pass, set, warnings } = machine();
    set(70 * YEAR);
    pass(HOUR);
    expect(sinceStart()).toBe(2 * HOUR);
    set(-70 * YEAR);
    pass(HOUR);
    expect(sinceStart()).toBe(2 * HOUR);
    set(YEAR);
    expect(sinceStart()).toBe(3 * HOUR);
    expect(warnings).toHaveLength(3);
  });
  it("follows a machine that slept for days", () => {
    const { sinceStart, pass, sleep, set, warnings } = machine();
    pass(HOUR);
    sleep(9 * 24 * HOUR);
    expect(sinceStart()).toBe(9 * 24 * HOUR + HOUR);
    sleep(YEAR);
    expect(sinceStart()).toBe(9 * 24 * HOUR + HOUR + YEAR);
    expect(warnings).toEqual([]);
    set(YEAR);
    expect(warnings).toEqual([]);
    sinceStart();
    expect(warnings).toHaveLength(1);
  });
  it("follows a clock that is set back", () => {
    const { sinceStart, set, warnings } = machine();
    set(-YEAR);
    expect(sinceStart()).toBe(-YEAR);
    expect(warnings).toEqual([]);
  });
});
