import { expect, it } from "vitest";
import { listedWords, pairs, rowsOf } from "../../../src/models/offline/data/words.ts";

it("gives the words of a table", () => {
  expect(listedWords("denial_words").size).toBeGreaterThan(0);
});

it.each([listedWords, pairs, rowsOf])("refuses a name that no table has", (read) => {
  expect(() => read("denial_wrods")).toThrow("words.yaml has no table denial_wrods.");
});
