import { describe, expect, it } from "vitest";
import type { Thresholds } from "../../src/derive/worker/thresholds.ts";
import {
  moveSession,
  moveUser,
  NO_SESSION_TRIGGERS,
  NO_USER_TRIGGERS,
} from "../../src/derive/worker/triggers.ts";

const every: Thresholds = {
  THREAD_SUMMARY: 10,
  FACT_EXTRACTION: 0,
  RECORDS: 0,
  USER_SUMMARY: 20,
  DEDUP: 5,
  PROFILES: 0,
};
const marked = (marks: Partial<Thresholds>) => ({ ...NO_USER_TRIGGERS, marks });

describe("a trigger", () => {
  it.each([
    [9, {}, [], {}, false],
    [10, {}, ["THREAD_SUMMARY"], { THREAD_SUMMARY: 10 }, true],
    [19, { THREAD_SUMMARY: 10 }, [], { THREAD_SUMMARY: 10 }, false],
    [57, { THREAD_SUMMARY: 10 }, ["THREAD_SUMMARY"], { THREAD_SUMMARY: 50 }, true],
    [7, { THREAD_SUMMARY: 40 }, [], { THREAD_SUMMARY: 7 }, true],
    [0, {}, [], {}, false],
  ])("at %d turns, from %j", (turns, marks, due, after, moved) => {
    expect(moveSession(turns, { ...NO_SESSION_TRIGGERS, marks }, every)).toEqual({
      due,
      marks: after,
      moved,
    });
  });
  it("counts each kind by itself, and not those that are off", () => {
    expect(moveUser(23, marked({ DEDUP: 20 }), every)).toEqual({
      due: ["USER_SUMMARY"],
      marks: { DEDUP: 20, USER_SUMMARY: 20 },
      moved: true,
    });
    expect(moveUser(1_000, marked({}), { ...every, USER_SUMMARY: 0, DEDUP: 0 })).toEqual({
      due: [],
      marks: {},
      moved: false,
    });
  });
});
