import { describe, expect, it } from "vitest";
import { readableSentences } from "../../../src/models/offline/text/sentences.ts";

describe("emoticons and figures", () => {
  it.each(["I have 83 apples", "My number 83 is value 83", "Gate 8 is on floor 80", "Room 8o"])(
    "are told apart: %s",
    (text) => expect(readableSentences(text)).toEqual([text]),
  );
  it.each([
    ["Done 8-)", "Done"],
    ["Nice :3", "Nice"],
  ])("are removed from the text: %s", (text, read) =>
    expect(readableSentences(text)).toEqual([read]),
  );
});
