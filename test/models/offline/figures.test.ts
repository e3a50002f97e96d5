import { describe, expect, it } from "vitest";
import { sentencesOf } from "../../../src/models/offline/text/sentences.ts";

describe("a figure is no face", () => {
  it.each(["I have 83 apples", "My number 83 is value 83", "Gate 8 is on floor 80", "Room 8o"])(
    "%s",
    (text) => expect(sentencesOf(text)).toEqual([text]),
  );
  it.each([
    ["Done 8-)", "Done"],
    ["Nice :3", "Nice"],
  ])("%s is read without its face", (text, read) => expect(sentencesOf(text)).toEqual([read]));
});
