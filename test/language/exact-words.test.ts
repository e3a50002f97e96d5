import { expect, it } from "vitest";
import { holdsWholeWords } from "../../src/language/exact-strings.ts";

it.each([
  ["Al said so", "Al", true],
  ["Also said", "Al", false],
  ["Also Al", "Al", true],
  ["General", "al", false],
  ["al", "Al", false],
  ["pay $3,500/month now", "$3,500/month", true],
  ["$13,500/monthly", "3,500/month", false],
  ["x$3,500/month", "$3,500/month", true],
  ["José's", "José", true],
  ["Josés", "José", false],
  ["anything", "", false],
])("exact words in %j, %j: %s", (text, string, stands) => {
  expect(holdsWholeWords(text, string)).toBe(stands);
});
