import { describe, expect, it } from "vitest";
import { holderIn } from "../../src/language/relation-roles.ts";

describe("holders of relation roles", () => {
  it.each<[text: string, owners: string[], role: string, holder: string | null]>([
    ["Ana's dog is Rex", ["Ana"], "dog", "Rex"],
    ["Ana's dog is now Rex", ["Bia", "Ana"], "Dog", "Rex"],
    ["Rex is Ana's dog", ["Ana"], "dog", "Rex"],
    ["Ana has a dog named Rex", ["Ana"], "dog", "Rex"],
    ["Ana has two older dogs, Rex and Max", ["Ana"], "dog", "Rex and Max"],
    ["Ana's sister's dog is Rex", ["Ana's sister"], "dog", "Rex"],
    ["Ana's pet is a hamster", ["Ana"], "pet", "a hamster"],
    ["O melhor amigo de Ana é Pedro", ["Ana"], "melhor amigo", "Pedro"],
    ["O bicho de estimação de Ana é um gato", ["Ana"], "bicho de estimação", "um gato"],
    ["Rex é cachorro de Ana de Souza", ["Ana de Souza"], "cachorro", "Rex"],
    ["Ana tem um cachorro chamado Rex", ["Ana"], "cachorro", "Rex"],
    ["Ana's dog is Rex", ["Bia"], "dog", null],
    ["Ana's sister's dog is Rex", ["Ana"], "dog", null],
    ["Ana's dog is Rex", ["Ana"], "cat", null],
    ["Rex is sick", ["Ana"], "dog", null],
    ["Ana likes Tom's dog", ["Tom"], "dog", null],
  ])("%s", (text, owners, role, holder) => {
    expect(holderIn(text, owners, role)).toBe(holder);
  });
});
