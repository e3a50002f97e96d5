import { describe, expect, it } from "vitest";
import { CONVERSATION_GAP } from "../../src/memory/event.ts";
import { instantOf } from "../../src/memory/time.ts";
import { clearSession } from "../../src/write/operations/clear-session.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering, START } from "./remembering.ts";

describe.each(stores)("a message that arrives without the previous ones, on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** The facts after two messages, the second so long after the first. */
  const toldApart = async (
    first: string,
    second: string,
    millis: number,
    by: { readonly speaker?: string; readonly recentMessages?: readonly string[] } = {},
  ): Promise<string[]> => {
    const { space, services, facts } = await remembering(await freshSpace());
    await write(services, space, { message: first, occurredAt: instantOf(START - millis) });
    await write(services, space, {
      message: second,
      occurredAt: instantOf(START),
      ...by,
    });
    return (await facts()).map((fact) => fact.replace("LONG_TERM ", "")).toSorted();
  };

  const SISTER = "My sister Hana lives in Ghent.";
  const MOVED = "She has moved to Bruges.";
  const AS_BEFORE = ["Hana lives in Ghent", "Hana is user's sister"];

  it("refers to the person whom the speaker named in the hour before", async () => {
    expect(await toldApart(SISTER, MOVED, 60_000)).toEqual([
      "Hana has moved to Bruges",
      "Hana is user's sister",
    ]);
    expect(
      await toldApart("O meu irmão Rui mora em Faro.", "Ele mudou-se para Braga.", 60_000),
    ).toEqual(expect.arrayContaining([expect.stringContaining("Braga")]));
  });

  it.each([
    ["later than that", MOVED, CONVERSATION_GAP + 1, {}],
    ["by somebody else", MOVED, 60_000, { speaker: "Ivo" }],
    ["with messages of its own", MOVED, 60_000, { recentMessages: ["Nice weather today."] }],
    ["of nobody", "Moved to Bruges is what they say in songs.", 60_000, {}],
  ])("changes nothing %s", async (_, second, millis, by) => {
    expect(await toldApart(SISTER, second, millis, by)).toEqual(expect.arrayContaining(AS_BEFORE));
  });

  it("refers to somebody of the same session, however long ago", async () => {
    const { tell, facts, pass } = await remembering(await freshSpace());
    await tell(SISTER, "one");
    pass(100 * CONVERSATION_GAP);
    await tell(MOVED, "one");
    expect(await facts()).toContain("SESSION Hana has moved to Bruges");
  });

  it("refers to nobody of another session", async () => {
    const { tell, facts } = await remembering(await freshSpace());
    await tell(SISTER, "one");
    await tell(MOVED, "two");
    expect((await facts()).toSorted()).toEqual([
      "LONG_TERM Hana is user's sister",
      "SESSION Hana lives in Ghent",
    ]);
    await tell(MOVED, "one");
    expect((await facts()).toSorted()).toEqual([
      "LONG_TERM Hana is user's sister",
      "SESSION Hana has moved to Bruges",
    ]);
  });

  it("refers to nobody of a session that was cleared", async () => {
    const { tell, facts, space, services } = await remembering(await freshSpace());
    await tell(SISTER, "one");
    await clearSession(services, space, "one");
    await tell(MOVED, "one");
    expect(await facts()).toEqual(["LONG_TERM Hana is user's sister"]);
  });
});
