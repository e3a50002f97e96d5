import { expect, it } from "vitest";
import { questionOf } from "../../packages/client/src/question.ts";

const bytesOf = (text: string): number => Buffer.byteLength(text);

it("uses the message as the question if it is short enough", () => {
  for (const message of ["", "Where?", "x".repeat(8192), "日".repeat(2730)])
    expect(questionOf(message)).toBe(message);
});

it("keeps the beginning and the end of a longer one, within the limit of the service", () => {
  const question = questionOf(`Before. ${"x".repeat(8192)} After?`);
  expect(question).toMatch(/^Before\. .* After\?$/su);
  for (const character of ["x", "é", "日", "😀"])
    expect(bytesOf(questionOf(character.repeat(9_000)))).toBeLessThanOrEqual(8192);
});
