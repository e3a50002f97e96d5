import { describe, expect, it } from "vitest";
import { BadRow, RowKeys, readRow } from "../../src/ingest/message-row.ts";

describe("a line of a file of messages", () => {
  it.each([
    ["{", "not JSON"],
    ["[]", "expected object"],
    ["{}", "message"],
    [`{"message":1}`, "message"],
    [`{"message":"a","mesage":"b"}`, "mesage"],
    [`{"message":"a","occurredAt":"2026-01-01"}`, "occurredAt"],
    [`{"message":"a","session":""}`, "session"],
  ])("is refused if it is %s", (text, why) => {
    expect(() => readRow(text)).toThrow(BadRow);
    expect(() => readRow(text)).toThrow(why);
  });
  it("needs only the message", () => {
    expect(readRow(`{"message":"a","speaker":null}`)).toEqual({ message: "a", speaker: null });
  });
});

describe("the keys of lines", () => {
  const keysOf = (...lines: Parameters<RowKeys["of"]>[0][]) => {
    const keys = new RowKeys();
    return lines.map((line) => keys.of(line));
  };
  it("are the same in every run", () => {
    const lines = [{ message: "a" }, { message: "a", session: "s" }, { message: "a" }];
    expect(keysOf(...lines)).toEqual(keysOf(...lines));
  });
  it("differ for equal lines, wherever a line is in the file", () => {
    const [a, again, other] = keysOf(
      { message: "a" },
      { message: "a" },
      { message: "a", user: "u" },
    );
    expect(new Set([a, again, other]).size).toBe(3);
    expect(keysOf({ message: "new" }, { message: "a" })[1]).toBe(a);
  });
  it("are the caller's own if given", () => {
    expect(keysOf({ message: "a", idempotencyKey: "k" })).toEqual(["k"]);
  });
});
