import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFilledFile } from "../../../src/store/sqlite/database/data-folder.ts";
import { filesIn, newDirectory } from "./directory.ts";

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe("a file that is created with content", () => {
  it("gets its name when it is filled, and only the service may access it", async () => {
    const directory = await newDirectory();
    const path = join(directory, "a.db");
    makeFilledFile(path, (draft) => {
      expect(existsSync(path)).toBe(false);
      writeFileSync(draft, "whole");
    });
    expect(readFileSync(path, "utf8")).toBe("whole");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await filesIn(directory)).toEqual(["a.db"]);
  });

  it("does not change if it already exists", async () => {
    const path = join(await newDirectory(), "a.db");
    writeFileSync(path, "first");
    makeFilledFile(path, () => expect.unreachable());
    expect(readFileSync(path, "utf8")).toBe("first");
  });

  it("is the other process's if that has created it meanwhile", async () => {
    const directory = await newDirectory();
    const path = join(directory, "a.db");
    makeFilledFile(path, (draft) => {
      writeFileSync(draft, "mine");
      writeFileSync(path, "theirs");
    });
    expect(readFileSync(path, "utf8")).toBe("theirs");
    expect(await filesIn(directory)).toEqual(["a.db"]);
  });

  it("leaves nothing behind if it cannot be filled", async () => {
    const directory = await newDirectory();
    const fill = (draft: string): void => {
      writeFileSync(draft, "half");
      throw failure("ENOSPC");
    };
    expect(() => makeFilledFile(join(directory, "a.db"), fill)).toThrow("ENOSPC");
    expect(await filesIn(directory)).toEqual([]);
  });

  it.each(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"])(
    "starts empty without hard links (%s)",
    async (code) => {
      const directory = await newDirectory();
      const path = join(directory, "a.db");
      makeFilledFile(
        path,
        (draft) => writeFileSync(draft, "whole"),
        () => {
          throw failure(code);
        },
      );
      expect([statSync(path).size, statSync(path).mode & 0o777]).toEqual([0, 0o600]);
      expect(await filesIn(directory)).toEqual(["a.db"]);
    },
  );
});
