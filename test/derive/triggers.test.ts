import { describe, expect, it } from "vitest";
import {
  type Thresholds,
  moveSession,
  moveUser,
  NO_SESSION_TRIGGERS,
  NO_USER_TRIGGERS,
} from "../../src/derive/worker/triggers.ts";

const every: Thresholds = {
  SESSION_SUMMARY: 10,
  FACT_EXTRACTION: 0,
  EPISODE_EXTRACTION: 0,
  USER_SUMMARY: 20,
  RECONCILIATION: 5,
  PROFILE_REFRESH: 0,
};
const marked = (marks: Partial<Thresholds>) => ({ ...NO_USER_TRIGGERS, marks });

describe("a threshold", () => {
  it.each([
    [9, {}, [], {}, false],
    [10, {}, ["SESSION_SUMMARY"], { SESSION_SUMMARY: 10 }, true],
    [19, { SESSION_SUMMARY: 10 }, [], { SESSION_SUMMARY: 10 }, false],
    [57, { SESSION_SUMMARY: 10 }, ["SESSION_SUMMARY"], { SESSION_SUMMARY: 50 }, true],
    [7, { SESSION_SUMMARY: 40 }, [], { SESSION_SUMMARY: 7 }, true],
    [0, {}, [], {}, false],
  ])("is reached at %d turns, from %j", (turns, marks, due, after, hasMoved) => {
    expect(moveSession(turns, { ...NO_SESSION_TRIGGERS, marks }, every)).toEqual({
      dueKinds: due,
      marks: after,
      hasMoved,
    });
  });
  it("counts each kind separately, and skips those that are off", () => {
    expect(moveUser(23, marked({ RECONCILIATION: 20 }), every)).toEqual({
      dueKinds: ["USER_SUMMARY"],
      marks: { RECONCILIATION: 20, USER_SUMMARY: 20 },
      hasMoved: true,
    });
    expect(moveUser(1_000, marked({}), { ...every, USER_SUMMARY: 0, RECONCILIATION: 0 })).toEqual({
      dueKinds: [],
      marks: {},
      hasMoved: false,
    });
  });
});
