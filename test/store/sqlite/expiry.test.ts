import { describe, expect, it } from "vitest";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import { epochMillis } from "../../../src/memory/time.ts";
import { at, record, session, turn } from "../../contract/records.ts";
import { newDirectory, onlyFile, openStore } from "./directory.ts";

describe("expired turns and notes", () => {
  it("are removed from the file with the next turn or note that is written", async () => {
    const directory = await newDirectory();
    let second = 1;
    const store = await openStore(directory, { now: () => epochMillis(at(second)) });
    const space = await store.space({ tenant: "t", user: "u" });
    const rows = async (): Promise<number[]> => {
      const file = new Database(await onlyFile(directory), { readOnly: true });
      const counts = ["turn", "note"].map(
        (table) => file.only<readonly [number]>(`SELECT count(*) FROM ${table}`)[0],
      );
      file.close();
      return counts;
    };
    const expiring = async (name: string): Promise<void> => {
      await space.appendTurns("s", [turn(name, { expiresAt: at(second + 9) })]);
      await space.changeNotes("s", [{ path: `/${name}`, value: name, expiresAt: at(second + 9) }]);
    };
    await space.createSession(session("s", 1));
    await expiring("a");
    second = 10;
    await record(space, 1, {});
    expect(await rows()).toEqual([1, 1]);
    await space.appendTurns("s", [turn("b")]);
    expect(await rows()).toEqual([1, 0]);
    await expiring("c");
    second = 99;
    await space.changeNotes(null, [{ path: "/other", value: 1 }]);
    expect(await rows()).toEqual([1, 1]);
    await expiring("d");
    second = 200;
    expect(await space.deleteTurns("s", 2)).toBe(1);
    expect(await rows()).toEqual([0, 1]);
  });
});
