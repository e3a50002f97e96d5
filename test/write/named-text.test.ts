import { describe, expect, it } from "vitest";
import { textNaming } from "../../src/write/stages/normalise.ts";

describe("the text of a fact", () => {
  it.each([
    ["Guili lives in Porto", "Guilherme Maturana lives in Porto"],
    ["guili's dog is Rex", "Guilherme Maturana's dog is Rex"],
    ["Guili met Guili Reis", "Guilherme Maturana met Guili Reis"],
    ["is a software engineer", "Guilherme Maturana is a software engineer"],
    ["Works at Brightwell", "Guilherme Maturana works at Brightwell"],
    ["He is a nurse", "Guilherme Maturana is a nurse"],
    ["His dog is Rex", "Guilherme Maturana's dog is Rex"],
    ["The user lives in Porto", "Guilherme Maturana lives in Porto"],
    ["The user's dog is Rex", "Guilherme Maturana's dog is Rex"],
    ["Ele mora no Porto", "Guilherme Maturana mora no Porto"],
  ])("names its subject by the canonical name: %s", (text, named) =>
    expect(textNaming(text, "Guilherme Maturana", ["Guilherme Maturana", "Guili"])).toBe(named),
  );

  it.each([
    "Guilherme Maturana lives in Porto",
    "guilherme maturana's friend Guili lives in Porto",
    "O nome do usuário é Guilherme Maturana",
    "I live in Porto",
    "",
  ])("does not change: %s", (text) =>
    expect(textNaming(text, "Guilherme Maturana", ["Guilherme Maturana", "Guili"])).toBe(text),
  );

  it.each(["BMW is what is driven", "Anabel lives in Porto", "Paris in spring is best"])(
    "gets its subject in front if it is about something else: %s",
    (text) => expect(textNaming(text, "Ana", ["Ana"])).toBe(`Ana: ${text}`),
  );
});
