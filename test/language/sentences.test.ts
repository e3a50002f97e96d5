import { describe, expect, it } from "vitest";
import { sentencesOf } from "../../src/language/sentences.ts";
import { readableSentences } from "../../src/models/offline/text/sentences.ts";

const splitters = [
  ["of the text as it is", (text: string) => sentencesOf(text).map((one) => one.trim())],
  ["for the offline rules", readableSentences],
] as const;

describe.each(splitters)("the sentences %s", (_, split) => {
  it.each([
    ["I live on Main St. My dog is Rex.", 2],
    ["I live on Main St. Rex is my dog.", 2],
    ["We moved to 5th St. We like it.", 2],
    ["i live on main st. my dog is rex.", 2],
    ["My son is called John. He is two.", 2],
  ])("end in %s", (text, count) => {
    expect(split(text)).toHaveLength(count);
    expect(split(text).join(" ")).toBe(text);
  });

  it.each([
    "She works at St. Mary's.",
    "I visited St. Louis.",
    "St. Louis is my home.",
    "My St. Bernard is called Rex.",
    "They live in Port St. Lucie.",
    "He is Prof. Reyes, not Dr. Reyes.",
    "I like fruit, e.g. The Pear Company's.",
    "A Sra. Costa mora em Ghent.",
  ])("do not end within %s", (text) => expect(split(text)).toEqual([text]));
});
