import { describe, expect, it } from "vitest";
import { extract } from "./extraction.ts";

const categoriesOf = async (message: string) => {
  const { facts } = await extract(message);
  return facts.map(({ category }) => category);
};

describe("a passing state", () => {
  it.each([
    "I'm staying in Leeds, visiting my sister.",
    "I'm visiting my parents in Cork.",
    "We're staying in a hotel in Lisbon.",
    "Mum is staying with us.",
    "Mum's with us for the weekend!",
    "My sister is visiting us from Lyon.",
    "My brother Tama is sleeping on our couch.",
    "I'm in Porto at the moment.",
    "I'm on holiday in Crete.",
    "I'm down in Timaru at mum's flat till the end of the week",
  ])("is told by %s", async (message) => {
    expect(await categoriesOf(message)).toContain("CONVERSATIONAL");
  });

  it.each([
    "I live in Leeds with my sister.",
    "I'm living with my sister for now.",
    "My mother is in hospital.",
    "I'm staying at Acme.",
    "I'm a visiting lecturer in Leeds.",
    "I'm in a band at the moment.",
    "I visited my sister in Leeds.",
    "I was on holiday in Crete.",
    "I moved to Leeds to stay with my sister.",
    "I'm on the board of the club.",
    "I'm with Vodafone.",
  ])("is not told by %s", async (message) => {
    expect(await categoriesOf(message)).not.toContain("CONVERSATIONAL");
  });
});
