import { describe, expect, it } from "vitest";
import { monthName, parseInstant } from "../../src/memory/time.ts";

describe("the name of a month", () => {
  it("is that of the instant in UTC, as formatters give it", () => {
    const format = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
    for (let month = 1; month <= 12; month += 1)
      for (const day of ["01T00:00:00.000Z", "28T23:59:59.999Z"]) {
        const instant = parseInstant(`2026-${String(month).padStart(2, "0")}-${day}`);
        expect(instant && monthName(instant)).toBe(instant && format.format(new Date(instant)));
        expect(instant).toBeDefined();
      }
  });
});
