import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  globalId,
  isGlobalId,
  localId,
  NODE_KINDS,
  parseGlobalId,
  parseNodeId,
} from "../../schema/global-id.ts";
import { instantOf } from "../../src/memory/time.ts";

const anId = fc.stringMatching(/^[\w-]{1,36}(?:\.[0-9]{1,3})?$/);
const anInstant = fc
  .integer({ min: Date.UTC(1, 0, 1) + 62_000_000_000_000, max: Date.UTC(9999, 11, 31) })
  .map(instantOf);
const aPast = fc.option(fc.record({ knownAt: anInstant, validAt: anInstant }));

const refused = (sentence: RegExp) =>
  expect.objectContaining({ code: "INVALID_ID", message: expect.stringMatching(sentence) });

/** The interpretation of a text: an object at a view, or the reason why it is no id. */
const reading = (text: string): unknown => {
  try {
    return parseNodeId(text);
  } catch (error) {
    return error;
  }
};

describe("a global id", () => {
  it("decodes to what it encodes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...NODE_KINDS), anId, aPast, (kind, id, at) => {
        const text = globalId(kind, id, at);
        expect(text).toMatch(/^[\w-]+$/);
        expect(parseNodeId(text)).toEqual({ kind, id, at });
        expect(parseGlobalId(text, kind)).toEqual({ kind, id, at });
        expect(localId(text, kind)).toBe(id);
        expect(isGlobalId(text)).toBe(true);
      }),
    );
  });
  it("differs between the present and past views, and between two views", () => {
    const [one, other] = [
      { knownAt: instantOf(1), validAt: instantOf(2) },
      { knownAt: instantOf(2), validAt: instantOf(2) },
    ];
    expect(
      new Set([globalId("Fact", "f"), globalId("Fact", "f", one), globalId("Fact", "f", other)])
        .size,
    ).toBe(3);
  });
  it("is invalid once any part is changed", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NODE_KINDS),
        anId,
        aPast,
        fc.nat(),
        fc.constantFrom("", " ", "=", "!", "A", "é"),
        (kind, id, at, where, put) => {
          const text = globalId(kind, id, at);
          const place = where % (text.length + 1);
          const changed = text.slice(0, place) + put + text.slice(place + 1);
          fc.pre(changed !== text);
          // Some changes make another well-formed id; none may read as the same object and view.
          expect(reading(changed)).not.toEqual({ kind, id, at });
          expect([
            refused(/not an id/),
            { kind: expect.any(String), id: expect.any(String), at: expect.anything() },
            { kind: expect.any(String), id: expect.any(String), at: null },
          ]).toContainEqual(reading(changed));
        },
      ),
    );
  });
  it.each([
    "",
    "Entity:1",
    "hello",
    Buffer.from("Entity:").toString("base64url"),
    Buffer.from("User:1").toString("base64url"),
    Buffer.from("Entity:a b").toString("base64url"),
    Buffer.from("Entity:1@2026-01-01,2026-01-01").toString("base64url"),
    Buffer.from("Entity:../../etc").toString("base64url"),
    `${globalId("Entity", "1")}=`,
  ])("cannot be %j", (text) => {
    expect(() => parseGlobalId(text, "Entity")).toThrow(
      refused(/^The id is not an id of this service\. Give the id of an Entity\.$/),
    );
    expect(isGlobalId(text)).toBe(false);
  });
  it("of another type is refused by name", () => {
    expect(() => localId(globalId("Fact", "1"), "Entity")).toThrow(
      refused(/^The id belongs to a Fact. Give the id of an Entity\.$/),
    );
    expect(() => localId(globalId("Event", "1"), "Session")).toThrow(
      refused(/^The id belongs to an Event. Give the id of a Session\.$/),
    );
  });
});
