import { describe, expect, it } from "vitest";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering } from "./remembering.ts";

describe.each(stores)("the tiers of facts on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  it("depend on how a fact was said", async () => {
    const { tell, facts } = await remembering(await freshSpace());
    await tell("I live in Lisbon.");
    await tell("My bike is red.", "a");
    await tell("Remember that the deadline is March 15.", "a");
    await tell("I like jazz. Don't forget that my wife is allergic to peanuts.", "a");
    await tell("Não se esqueça que eu moro em Braga.", "a");
    expect(await facts()).toEqual([
      "SESSION user's bike is red",
      "LONG_TERM user's deadline is March 15",
      "LONG_TERM user likes jazz",
      "LONG_TERM user's wife is allergic to peanuts",
      "LONG_TERM User mora em Braga",
    ]);
  });

  it("are LONG_TERM at once for who the user is and what the user prefers", async () => {
    const { tell, facts } = await remembering(await freshSpace());
    await tell("My name is Ana. I live in Lisbon and I work at Vertix.", "a");
    await tell("My favourite tea is sencha. I prefer phone calls. I'm vegetarian.", "a");
    await tell("My sister is Rosa. Rosa lives in Ghent.", "a");
    await tell("I painted the fence. My meeting is on Friday. My budget is $500.", "a");
    expect((await facts()).map((fact) => fact.replace(/Ana(?:'s)? |The user's /u, ""))).toEqual([
      "LONG_TERM name is Ana",
      "LONG_TERM lives in Lisbon",
      "LONG_TERM works at Vertix",
      "LONG_TERM favourite tea is sencha",
      "LONG_TERM prefers phone calls",
      "LONG_TERM is vegetarian",
      "LONG_TERM sister is Rosa",
      "SESSION Rosa lives in Ghent",
      "SESSION painted the fence",
      "SESSION meeting is on Friday",
      "SESSION budget is $500",
    ]);
  });

  it("promote a confident fact repeated in another session, by a decision that can be reverted", async () => {
    const { tell, facts, space, services } = await remembering(await freshSpace());
    const first = await tell("My bike is red.", "a");
    const again = await tell("My bike is red.", "b");
    expect(
      again.decisions.map(({ action, decidedBy, reason }) => [action, decidedBy, reason]),
    ).toEqual([
      ["NOOP", "RULE", "The bike is already known."],
      ["PROMOTE", "RULE", "It was confirmed in another session."],
    ]);
    expect(again.unchangedFacts).toMatchObject([
      { fact: first.addedFacts[0]!.fact, n: 2, tier: "LONG_TERM" },
    ]);
    expect([await facts(), await facts(first.at.knownAt)]).toEqual([
      ["LONG_TERM user's bike is red"],
      ["SESSION user's bike is red"],
    ]);

    const promotion = again.decisions.find(({ action }) => action === "PROMOTE")!;
    await revertDecision(services, space, { decision: promotion.id });
    expect([await facts(), await facts(again.at.knownAt), await facts(first.at.knownAt)]).toEqual([
      ["SESSION user's bike is red"],
      ["LONG_TERM user's bike is red"],
      ["SESSION user's bike is red"],
    ]);
    await expect(revertDecision(services, space, { decision: promotion.id })).rejects.toMatchObject(
      {
        code: "CONFLICT",
      },
    );
    const [versions] = await space.factHistory([
      { fact: first.addedFacts[0]!.fact, knownAt: (await space.head()).recordedAt! },
    ]);
    expect(versions!.map(({ n, tier }) => [n, tier])).toEqual([
      [1, "SESSION"],
      [2, "LONG_TERM"],
      [3, "SESSION"],
    ]);
  });

  it("promote at the third repetition in a session, and at once on request", async () => {
    const { tell, facts } = await remembering(await freshSpace());
    await tell("My bike is red.", "a");
    await tell("My bike is red.", "a");
    expect(await facts()).toEqual(["SESSION user's bike is red"]);
    const third = await tell("My bike is red.", "a");
    expect(third.decisions.at(-1)).toMatchObject({
      action: "PROMOTE",
      reason: "It was said 3 times.",
    });
    await tell("My desk is 7.", "a");
    const asked = await tell("Remember that my desk is 7.", "a");
    expect(asked.decisions.at(-1)).toMatchObject({
      action: "PROMOTE",
      reason: "The user asked to remember it.",
    });
    expect(await facts()).toEqual(["LONG_TERM user's bike is red", "LONG_TERM user's desk is 7"]);
  });

  it("promote nothing doubtful", async () => {
    const { tell, facts } = await remembering(await freshSpace(), { promoteConfidence: 0.96 });
    await tell("My bike is red.", "a");
    expect((await tell("My bike is red.", "b")).decisions.map(({ action }) => action)).toEqual([
      "NOOP",
    ]);
    expect(await facts()).toEqual(["SESSION user's bike is red"]);
  });

  it("stay with a changing slot, and with an undone correction", async () => {
    const { tell, facts, space, services } = await remembering(await freshSpace());
    await tell("Remember that my city is Mumbai.", "a");
    const moved = await tell("My city has changed to Pune.", "b");
    expect(moved.updatedFacts).toMatchObject([{ value: "Pune", tier: "LONG_TERM" }]);
    const bike = (await tell("My bike is red.", "a")).addedFacts[0]!;
    const corrected = await correctFact(services, space, {
      fact: bike.fact,
      text: "user's bike is blue",
      value: "blue",
    });
    await tell("My bike is blue.", "b");
    expect(await facts()).toContain("LONG_TERM user's bike is blue");
    await revertDecision(services, space, { decision: corrected.fact.decision });
    // That it is blue was also said, which the revert does not undo.
    expect(await facts()).toContain("LONG_TERM user's bike is blue");
    const knownAt = (await space.head()).recordedAt!;
    expect(await space.factsAsOf([{ fact: bike.fact, knownAt }])).toMatchObject([
      { tier: "LONG_TERM", text: "user's bike is red" },
    ]);
  });

  it("are LONG_TERM for asserted facts, new or known", async () => {
    const { tell, facts, space, services } = await remembering(await freshSpace());
    await tell("My bike is red.", "a");
    const assert = (text: string, slot: string, value: string) =>
      assertFact(services, space, {
        entity: { name: "user" },
        text,
        slot,
        value,
        confidence: 0.5,
        importanceCategory: "SPECIFIC_EVENT",
        session: "a",
      });
    const known = await assert("user's bike is red", "bike", "red");
    expect(known.decisions.map(({ action, decidedBy }) => [action, decidedBy])).toEqual([
      ["NOOP", "CALLER"],
      ["PROMOTE", "CALLER"],
    ]);
    await assert("user's desk is 7", "desk", "7");
    expect(await facts()).toEqual(["LONG_TERM user's bike is red", "LONG_TERM user's desk is 7"]);
  });
});
