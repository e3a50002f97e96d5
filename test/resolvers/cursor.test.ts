import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorOf, positionOf } from "../../resolvers/page.ts";

const invalid = expect.objectContaining({ code: "INVALID_CURSOR" });

describe("a cursor", () => {
  it("returns its position to its own list", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (place) => {
        expect(positionOf("facts", cursorOf("facts", place))).toBe(place);
      }),
    );
  });
  it("is refused by another list", () => {
    expect(() => positionOf("entities", cursorOf("facts", "1"))).toThrow(invalid);
  });
  it("is refused once it is cut or changed", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\w|:.-]{1,60}$/),
        fc.nat(),
        fc.constantFrom("", "A", "-", "="),
        (place, where, put) => {
          const cursor = cursorOf("facts", place);
          const at = where % cursor.length;
          const changed = cursor.slice(0, at) + put + cursor.slice(at + 1);
          fc.pre(changed !== cursor);
          expect(() => positionOf("facts", changed)).toThrow(invalid);
        },
      ),
    );
  });
  it.each(["", "abc", "1", "facts|1", Buffer.from("facts|1").toString("base64url")])(
    "cannot be %j",
    (text) => {
      expect(() => positionOf("facts", text)).toThrow(invalid);
    },
  );
});
