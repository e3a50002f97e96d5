import { describe, expect, it } from "vitest";
import { contentHash } from "../../src/memory/content-hash.ts";
import type { Decision } from "../../src/memory/decision.ts";
import type { FactVersion, SupersedeReason } from "../../src/memory/fact.ts";
import type { Instant, TimePoint } from "../../src/memory/time.ts";
import {
  statementKeys,
  quotablePart,
  type QuotablePart,
} from "../../src/read/recall/quotations.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { EARLY, factVersion, LATE } from "./scripted-space.ts";

const AT: TimePoint = {
  knownAt: "2026-01-01T00:00:00.000Z" as Instant,
  validAt: "2026-01-01T00:00:00.000Z" as Instant,
};
const AFTER = "2027-01-01T00:00:00.000Z" as Instant;

const decision = (fact: string, factText: string, own: Partial<Decision> = {}): Decision => ({
  id: `decision of ${fact}`,
  action: "ADD",
  decidedBy: "RULE",
  reason: "",
  candidates: [],
  factText,
  fact,
  effects:
    own.action === "NOOP" || own.action === "DELETE"
      ? []
      : [{ kind: "FACT", fact, before: null, after: 1 }],
  event: "e",
  occurredAt: EARLY,
  recordedAt: EARLY,
  model: null,
  tokens: null,
  reverted: null,
  ...own,
});
const city = decision("city", "The user's city is Mumbai");
const name = decision("name", "The user's name is Ana");
const MESSAGE = "My name is Ana. My city is Mumbai! I like it.";

const standing = factVersion("city", { value: "Mumbai" });
const cutShort = (reason: SupersedeReason): FactVersion => ({
  ...standing,
  n: 2,
  validTo: LATE,
  end: { reason, by: null },
});
const closed = (reason: SupersedeReason): FactVersion => ({
  ...standing,
  expiredAt: LATE,
  closing: { reason, by: null, decision: "d" },
});
const quote = (
  version: FactVersion,
  decisions: readonly Decision[] = [city],
  own: { at?: TimePoint; said?: readonly string[]; message?: string } = {},
): string | null => part(version, decisions, own)?.message ?? null;
const part = (
  version: FactVersion,
  decisions: readonly Decision[] = [city],
  own: { at?: TimePoint; said?: readonly string[]; message?: string } = {},
): QuotablePart | null =>
  quotablePart(own.message ?? MESSAGE, decisions, {
    at: own.at ?? AT,
    newest: new Map([
      ["city", version],
      ["name", factVersion("name", { value: "Ana" })],
    ]),
    isStated: (fact) => statementKeys(fact).some((key) => own.said?.includes(key)),
    vocabulary: shippedVocabulary(),
  });

describe("a message is quoted", () => {
  it("whole if no fact was extracted from it", () =>
    expect(quote(cutShort("UPDATE"), [])).toBe(MESSAGE));
  it("whole if its facts stand", () => expect(quote(standing)).toBe(MESSAGE));
  it("whole if it took something back", () =>
    expect(quote(closed("RETRACTED"), [decision("city", "x", { action: "DELETE" })])).toBe(
      MESSAGE,
    ));
  it("whole if its statement lies ahead", () =>
    expect(quote({ ...standing, validFrom: AFTER })).toBe(MESSAGE));
  it("whole if its statement has ended as stated", () =>
    expect(quote({ ...standing, claimedTo: LATE, validTo: LATE })).toBe(MESSAGE));
  it("whole at a valid time before the change", () =>
    expect(quote(cutShort("UPDATE"), [city], { at: { ...AT, validAt: EARLY } })).toBe(MESSAGE));
  it("whole if its fact was closed as a duplicate", () =>
    expect(quote(closed("DUPLICATE"))).toBe(MESSAGE));
  it("whole if another visible fact says the same", () => {
    const again = factVersion("again", { slot: "city", value: "mumbai" });
    expect(
      quote({ ...cutShort("UPDATE"), slot: "city" }, [city], { said: statementKeys(again) }),
    ).toBe(MESSAGE);
    expect(
      quote({ ...cutShort("UPDATE"), slot: "city" }, [city], {
        said: statementKeys({ ...again, entity: "bruno" }),
      }),
    ).toBeNull();
  });
});

describe("a message is not quoted", () => {
  it.each(["UPDATE", "RETRACTED", "BACKFILL", "MERGE", "CONTRADICT", "REVERTED"] as const)(
    "if all of its facts were closed (%s)",
    (reason) => {
      expect(quote(closed(reason))).toBeNull();
      expect(quote(cutShort(reason))).toBeNull();
    },
  );
  it("if other facts left its facts no time at all", () =>
    expect(
      quote({ ...cutShort("UPDATE"), validTo: standing.validFrom }, [city], {
        at: { ...AT, validAt: "2023-01-01T00:00:00.000Z" as Instant },
      }),
    ).toBeNull());
  it("if everything that it confirmed was superseded", () =>
    expect(quote(cutShort("UPDATE"), [decision("city", "Mumbai", { action: "NOOP" })])).toBeNull());
  it("if its fact was corrected to another value", () =>
    expect(
      quote({
        ...standing,
        sourceContext: "CORRECTED",
        value: "Pune",
        hash: contentHash("The user's city is Pune"),
      }),
    ).toBeNull());
});

describe("a message is quoted in part", () => {
  it("without the sentence whose fact was superseded", () =>
    expect(quote(cutShort("UPDATE"), [city, name])).toBe("My name is Ana. I like it."));
  it("without any sentence that names the value", () =>
    expect(
      quote(cutShort("UPDATE"), [city, name], {
        message: "Mumbai is hot. My city is Mumbai. I am Ana.",
      }),
    ).toBe("I am Ana."));
  it("whole if a correction changed only the dates", () =>
    expect(
      quote({ ...standing, sourceContext: "CORRECTED", hash: contentHash(city.factText) }, [
        city,
        name,
      ]),
    ).toBe(MESSAGE));
});

describe("a quoted message is marked as past", () => {
  const visit: FactVersion = {
    ...standing,
    importanceCategory: "CONVERSATIONAL",
    validTo: LATE,
    end: { reason: "RETRACTED", by: null },
  };
  const ended: FactVersion = { ...standing, claimedTo: LATE, validTo: LATE };
  it.each([
    ["if the passing state that it tells is over", visit],
    ["if what it tells has ended as it said", ended],
  ])("%s", (_, version) =>
    expect(part(version, [city], { message: "I'm in Mumbai." })).toEqual({
      message: "I'm in Mumbai.",
      past: "ALL",
    }),
  );
  it("in part if it tells something else as well", () =>
    expect(part(visit, [city, name], { message: "I'm in Mumbai. My name is Ana Lima." })).toEqual({
      message: "I'm in Mumbai. My name is Ana Lima.",
      past: "SOME",
    }));
  it("but not before", () =>
    expect(part(visit, [city], { at: { ...AT, validAt: EARLY } })?.past).toBe("NONE"));
  it("but not if it told something that was over already", () =>
    expect(part({ ...ended, occurredAt: LATE })?.past).toBe("NONE"));
  it("but omitted if another fact took the place of its fact", () =>
    expect(part({ ...visit, end: { reason: "UPDATE", by: "other" } })).toBeNull());
});
