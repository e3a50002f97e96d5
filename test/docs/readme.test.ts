import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { as, dataDirectory, startService } from "../end-to-end/service.ts";

/** What the README asks, with the answers that it shows, in order. */
const shown = async (): Promise<{ readonly query: string; readonly answer: unknown }[]> => {
  const readme = await readFile(join(import.meta.dirname, "../../README.md"), "utf8");
  return [...readme.matchAll(/```graphql\n(?<query>.*?)```\s+```json\n(?<answer>.*?)```/gs)].map(
    ({ groups }) => ({
      query: groups!["query"]!,
      answer: JSON.parse(groups!["answer"]!) as unknown,
    }),
  );
};

it("answers as the README shows", async () => {
  const examples = await shown();
  expect(examples).toHaveLength(3);
  const directory = await dataDirectory();
  const service = await startService(directory.path);
  for (const { query, answer } of examples) expect(await as(service.url)(query)).toEqual(answer);
  await service.stop();
  await directory.remove();
});
