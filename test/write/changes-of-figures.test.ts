import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering } from "./remembering.ts";

describe.each(stores)("a change of a time or a figure on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** The visible texts after a sequence of messages. */
  const shown = async (...messages: readonly string[]): Promise<string[]> => {
    const { space, tell, facts } = await remembering(await freshSpace());
    for (const message of messages) await tell(message);
    const { recordedAt } = await space.head();
    return (await facts(undefined, recordedAt!))
      .map((fact) => fact.replace(/^\S+ /u, ""))
      .toSorted();
  };

  it("leaves no plan that a shorter one has replaced", async () => {
    const { space, tell, facts } = await remembering(await freshSpace());
    await tell("I'm planning to retire in June, once the ship is sold.");
    await tell("I'm retiring in March instead.");
    const { recordedAt } = await space.head();
    expect((await facts(undefined, recordedAt!)).join("\n")).toContain("retiring in March 2026");
    expect(await facts(undefined, "2026-05-01T00:00:00.000Z" as Instant)).toEqual([]);
  });
  it("continues a habit after an exception", async () => {
    const { tell, facts } = await remembering(await freshSpace());
    await tell("I work from home on Fridays.");
    await tell("I'm working in the office until 30 January.");
    expect((await facts(undefined, "2026-03-01T00:00:00.000Z" as Instant)).join("\n")).toContain(
      "works from home",
    );
  });

  it.each([
    [
      "I'm planning to retire in June, once the ship is sold.",
      "I'm retiring in December instead.",
      "user is retiring in December 2026 instead",
    ],
    [
      "The press demo is on 18 February.",
      "The demo's been bumped to 4 March.",
      "user's demo is 4 March",
    ],
    [
      "Members pay us 300 shillings a month right now.",
      "Lowered the price: members pay us 250 shillings a month now.",
      "250 shillings a month",
    ],
    ["I report to the CFO.", "Since the reorg I report to the COO.", "user reports to the COO"],
    [
      "My office is on the third floor.",
      "My office is on the seventh floor now.",
      "user's office is on the seventh floor",
    ],
    [
      "The combination for the boat shed is 27-14-9.",
      "We changed the lock, the combination is 31-6-22 now.",
      "user's combination is 31-6-22",
    ],
  ])("replaces the earlier value: %s – %s", async (before, change, expected) => {
    const texts = await shown(before, "I keep bees.", "My dog is called Rex.", change);
    expect(texts.join("\n")).toContain(expected);
    expect(texts.join("\n")).not.toMatch(/in June|18 February|300|27-14-9|CFO|third floor/u);
  });

  it.each([
    ["I swim on Mondays.", "I teach on Thursdays now.", "user swims on Mondays"],
    [
      "The press demo is on 18 February.",
      "The demo is great.",
      "user's press demo is on 18 February",
    ],
    ["I report to the CFO.", "I met the COO now and then.", "user reports to the CFO"],
    [
      "My office is on the third floor.",
      "My flat is on the seventh floor now.",
      "user's office is on the third floor",
    ],
    ["I paid 300 shillings for a lamp.", "Farmers pay 250 shillings a month now.", "300 shillings"],
  ])("does not replace the value of something else: %s – %s", async (before, other, expected) => {
    expect((await shown(before, other)).join("\n")).toContain(expected);
  });

  it("recognises somebody's own thing, even after another was called so", async () => {
    const texts = await shown(
      "The company's called Brunwick.",
      "We're renaming the company.",
      "It's official: from today the company is called Halvard.",
    );
    expect(texts.join("\n")).toMatch(/user's company is Halvard/u);
    expect(texts.join("\n")).not.toMatch(/Brunwick/u);
  });
});
