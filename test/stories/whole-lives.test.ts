import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openService, type UserMemory } from "./user-memory.ts";

/** The head of the file explains the fields. */
interface Later {
  readonly said: string;
  readonly ends?: readonly string[];
  readonly may?: readonly string[];
}
interface Life {
  readonly life: readonly string[];
  readonly later: readonly Later[];
}

const LIVES = parse(
  readFileSync(join(import.meta.dirname, "whole-lives.yaml"), "utf8"),
) as readonly Life[];

/**
 * For each life, the messages after which exactly the right facts are over, at least, and those
 * after which nothing is over that should not be. They go up as the rules get better, and never
 * down. `STORIES_PRINT=1` prints the others.
 */
const FLOORS = [
  { right: 151, nothingElse: 151 },
  { right: 158, nothingElse: 161 },
  { right: 134, nothingElse: 134 },
  { right: 102, nothingElse: 102 },
  { right: 162, nothingElse: 172 },
  { right: 90, nothingElse: 95 },
  { right: 80, nothingElse: 114 },
  { right: 94, nothingElse: 120 },
];

const TOLD_AT = Date.parse("2026-03-02T10:00:00Z");
const SAID_AT = Date.parse("2026-05-20T10:00:00Z");
const MINUTE = 60_000;

/**
 * Number of copies of a memory. Each is told every message of which the number has the same
 * remainder, so that those next to each other, which are about the same, go to different copies.
 */
const COPIES = 12;

/** Milliseconds on a machine that does much else. */
const TELLING_MILLIS = 180_000;

const instant = (millis: number): string => new Date(millis).toISOString();

describe("what people say later", () => {
  let service: Awaited<ReturnType<typeof openService>>;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service.close());

  /** Tells messages to a copy of a memory, and counts those after which the right facts are over. */
  const tell = async (
    toldMemory: UserMemory,
    later: readonly Later[],
  ): Promise<{ right: number; nothingElse: number }> => {
    const memory = await service.copyOf(toldMemory);
    memory.waitUntil(instant(SAID_AT));
    const count = { right: 0, nothingElse: 0 };
    let before = await memory.present();
    for (const [n, { said, ends = [], may = [] }] of later.entries()) {
      await memory.write({ at: instant(SAID_AT + n * MINUTE), text: said });
      const after = await memory.present();
      const isPart = (parts: readonly string[], text: string): boolean =>
        parts.some((part) => text.includes(part));
      const stale = ends.filter((part) => {
        const told = before.filter((text) => text.includes(part));
        return told.length > 0 && told.every((text) => after.includes(text));
      });
      const wronglyEnded = before.filter(
        (text) => !after.includes(text) && !isPart([...ends, ...may], text),
      );
      before = after;
      if (wronglyEnded.length === 0) count.nothingElse += 1;
      if (stale.length + wronglyEnded.length === 0) count.right += 1;
      else if (process.env["STORIES_PRINT"] === "1")
        process.stdout.write(`${said}\n    stale: ${stale}  ended: ${wronglyEnded}\n`);
    }
    return count;
  };

  it.each(LIVES.map(({ life, later }, n) => ({ n: n + 1, life, later, floors: FLOORS[n]! })))(
    "ends what it is about in life $n, and no bystander",
    { timeout: TELLING_MILLIS },
    async ({ life, later, floors }) => {
      const told = await service.memory();
      for (const [minute, text] of life.entries())
        await told.write({ at: instant(TOLD_AT + minute * MINUTE), text });
      const count = { right: 0, nothingElse: 0 };
      for (let copy = 0; copy < COPIES; copy += 1) {
        const own = later.filter((_, n) => n % COPIES === copy);
        const { right, nothingElse } = await tell(told, own);
        count.right += right;
        count.nothingElse += nothingElse;
      }
      expect(count.right).toBeGreaterThanOrEqual(floors.right);
      expect(count.nothingElse).toBeGreaterThanOrEqual(floors.nothingElse);
    },
  );
});
