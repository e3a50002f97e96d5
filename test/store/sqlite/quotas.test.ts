import { describe, expect, it } from "vitest";
import { event, record, session, turn } from "../../contract/records.ts";
import { newDirectory, openStore } from "./directory.ts";

const REFUSED = { code: "QUOTA_EXCEEDED" };

describe("a quota of a tenant", () => {
  it("on users refuses a further one, but not one of another tenant", async () => {
    const quotas = { maxSpaces: 2, maxBytes: null };
    const store = await openStore(await newDirectory(), { quotas });
    const spaceOf = (tenant: string, user: string) => store.space({ tenant, user });
    const said = { events: [event("e", 1)] };
    for (const user of ["a", "b"]) await record(await spaceOf("t", user), 1, said);
    const third = await spaceOf("t", "c");
    await expect(record(third, 1, said)).rejects.toMatchObject(REFUSED);
    await expect(third.createSession(session("s", 1))).rejects.toMatchObject(REFUSED);
    expect((await third.head()).recordedAt).toBeNull();
    await record(await spaceOf("t", "a"), 2, { events: [event("f", 2)] });
    await record(await spaceOf("other", "c"), 1, said);
  });

  it("on bytes refuses messages and turns, and lets the user read and erase", async () => {
    const quotas = { maxSpaces: null, maxBytes: 100_000 };
    const directory = await newDirectory();
    const open = await openStore(directory);
    const id = { tenant: "t", user: "u" };
    const before = await open.space(id);
    await record(before, 1, { events: [event("e", 1)] });
    await before.createSession(session("s", 1));
    const space = await (await openStore(directory, { quotas })).space(id);
    await expect(record(space, 2, { events: [event("f", 2)] })).rejects.toMatchObject(REFUSED);
    await expect(space.appendTurns("s", [turn("t")])).rejects.toMatchObject(REFUSED);
    expect(await space.sessionsById(["s"])).toHaveLength(1);
    expect(await space.deleteSession("s")).toBe(true);
    expect(await space.eraseAll()).toMatchObject({ EVENT: 1 });
  });
});
