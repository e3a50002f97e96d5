import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openService } from "./user-memory.ts";

/** The head of the file explains the fields. */
interface Pair {
  readonly first: string;
  readonly second: string;
  readonly ends?: string;
  readonly stays?: string;
}

const pairsIn = (file: string): readonly Pair[] =>
  parse(readFileSync(join(import.meta.dirname, file), "utf8"));

/** Pairs of which the right facts are over, at least. They go up as the rules get better. */
const FILES = [
  { file: "what-else-ends.yaml", floors: { ends: 30, stays: 67 } },
  { file: "what-else-ends-two.yaml", floors: { ends: 116, stays: 123 } },
];

/** Milliseconds on a machine that does much else. */
const TELLING_MILLIS = 60_000;

describe("what ends with a successor, a death, a contrary or a group", () => {
  let service: Awaited<ReturnType<typeof openService>>;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service.close());

  const isRight = async ({ first, second, ends, stays = "" }: Pair): Promise<boolean> => {
    const memory = await service.memory();
    await memory.write({ at: "2026-03-02T10:00:00Z", text: first });
    const before = await memory.present();
    await memory.write({ at: "2026-03-22T10:00:00Z", text: second });
    const after = await memory.present();
    const part = ends ?? stays;
    const meant = before.filter((text) => text.includes(part));
    const isOver = !meant.some((text) => after.includes(text));
    const isWhole = before.every((text) => after.includes(text));
    return meant.length > 0 && (ends === undefined ? isWhole : isOver);
  };

  it.each(FILES)(
    "ends that, and no bystander ($file)",
    { timeout: TELLING_MILLIS },
    async ({ file, floors }) => {
      const count = { ends: 0, stays: 0 };
      for (const pair of pairsIn(file))
        if (await isRight(pair)) count[pair.ends === undefined ? "stays" : "ends"] += 1;
        else if (process.env["STORIES_PRINT"] === "1")
          process.stdout.write(`${pair.first} | ${pair.second}\n`);
      expect(count.ends).toBeGreaterThanOrEqual(floors.ends);
      expect(count.stays).toBeGreaterThanOrEqual(floors.stays);
    },
  );
});
