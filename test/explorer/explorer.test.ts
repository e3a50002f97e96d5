import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dataDirectory, startService, type Service } from "../end-to-end/service.ts";
import { startBrowser } from "./browser.ts";

let browser: Browser;
let service: Service;
let data: Awaited<ReturnType<typeof dataDirectory>>;
let root: string;
let context: BrowserContext | undefined;
/** What the page has complained of: errors of scripts, and what the content policy has refused. */
const complaints: string[] = [];

beforeAll(async () => {
  data = await dataDirectory();
  [service, browser] = await Promise.all([startService(data.path), startBrowser()]);
  root = new URL(service.url).origin;
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await data?.remove();
});
afterEach(async () => {
  await context?.close();
  expect(complaints.splice(0)).toEqual([]);
});

/** Opens the page as a visitor does. */
const visit = async (address = ""): Promise<Page> => {
  context = await browser.newContext({
    viewport: { width: 1100, height: 700 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${root}/${address}`);
  return page;
};

/** A busy machine takes its time. */
const PATIENCE = { timeout: 20_000 };

const reading = (page: Page) => page.getByTestId("reading");

describe("the explorer", () => {
  it("loads the demo, slides to a past date, and shows what was so and why", async () => {
    const page = await visit();
    await page.getByRole("heading", { name: "Nothing is remembered yet" }).waitFor();
    await page.getByRole("button", { name: "Load the demo memory" }).click();
    await page.getByRole("heading", { name: "Mira Tolvanen" }).waitFor();
    await expect.poll(() => reading(page).textContent(), PATIENCE).toBe("Utrecht");
    expect(await page.getByTestId("reads").textContent()).toContain("What is so now");

    const handle = page.getByRole("slider", { name: "Valid time" });
    await page.keyboard.press("l");
    await handle.focus();
    await page.keyboard.press("Home");
    for (let steps = 0; steps < 12 && (await reading(page).textContent()) !== "Ghent"; steps++)
      await page.keyboard.press("ArrowRight");
    expect(await reading(page).textContent()).toBe("Ghent");
    expect(await page.getByTestId("reads").textContent()).toContain("What is known now about then");
    await page.getByRole("button", { name: "Why", exact: true }).click();
    const why = page.getByRole("region", { name: "Why" });
    await why.getByText("heard 16 months later", { exact: false }).first().waitFor();
    expect(await why.textContent()).toContain("Staying in Ghent until spring");
  }, 90_000);
});
