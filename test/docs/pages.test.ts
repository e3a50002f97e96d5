import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataDirectory, startService, type Service } from "../end-to-end/service.ts";
import { startModelServer, type ModelServer } from "../model-server/model-server.ts";
import { blocksOf } from "./blocks.ts";
import { PageRunner } from "./page-runner.ts";

const REPOSITORY = new URL("../../", import.meta.url);

const pagesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, REPOSITORY), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `${folder}${file}`)
    .toSorted();

const PACKAGE_PAGES = readdirSync(new URL("packages", REPOSITORY)).map(
  (name) => `packages/${name}/README.md`,
);

const pages = ["README.md", ...pagesIn("docs/"), ...pagesIn("examples/"), ...PACKAGE_PAGES]
  .map((page) => ({ page, blocks: blocksOf(new URL(page, REPOSITORY)) }))
  .filter(({ blocks }) => blocks.length > 0);

let service: Service;
let modelServer: ModelServer;
let directory: Awaited<ReturnType<typeof dataDirectory>>;
beforeAll(async () => {
  directory = await dataDirectory();
  service = await startService(directory.path);
  modelServer = await startModelServer();
  modelServer.answer = () => ({ content: "That is good to know." });
});
afterAll(async () => {
  await service.stop();
  await modelServer.close();
  await directory.remove();
});

describe("the code blocks of the documentation", () => {
  it("are found", () => expect(pages.length).toBeGreaterThan(10));

  it.each(pages)("run: $page", async ({ page, blocks }) => {
    const user = page.replaceAll(/[^a-z]+/giu, "-");
    const { path: dataDirectory } = directory;
    const surroundings = { url: service.url, dataDirectory, modelUrl: modelServer.url };
    const runner = new PageRunner(surroundings, user, blocks);
    for (const block of blocks) await expect(runner.run(block)).resolves.toBeUndefined();
    await runner.close();
  });
});
