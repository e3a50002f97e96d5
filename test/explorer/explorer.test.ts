import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { as, dataDirectory, startService, type Service } from "../end-to-end/service.ts";
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
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await data?.remove();
});
afterEach(async () => {
  await context?.close();
  expect(complaints.splice(0)).toEqual([]);
});

/** A busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };

/** Opens the page as a visitor does. */
const visit = async (address = ""): Promise<Page> => {
  context = await browser.newContext({
    viewport: { width: 1100, height: 700 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE.timeout);
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${root}/${address}`);
  return page;
};

const reading = (page: Page) => page.getByTestId("reading");
const reads = async (page: Page, value: string): Promise<void> =>
  expect.poll(() => reading(page).textContent(), PATIENCE).toBe(value);

const AXE = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/** The serious findings of axe on the page as it stands. */
const axeFindings = async (page: Page): Promise<string[]> => {
  await page.evaluate(await AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: Axe };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
};

describe("the explorer", () => {
  it("loads the demo, slides to a past date, and shows what was so and why", async () => {
    const page = await visit();
    await page.getByRole("heading", { name: "Nothing is remembered yet" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Load the demo memory" }).click();
    await page.getByRole("heading", { name: "Mira Tolvanen" }).waitFor();
    await reads(page, "Utrecht");
    expect(await page.getByTestId("reads").textContent()).toContain("What is so now");
    expect(await axeFindings(page)).toEqual([]);

    await page.keyboard.press("l");
    await page.getByRole("slider", { name: "Valid time" }).focus();
    await page.keyboard.press("Home");
    for (let steps = 0; steps < 12 && (await reading(page).textContent()) !== "Ghent"; steps++)
      await page.keyboard.press("ArrowRight");
    expect(await reading(page).textContent()).toBe("Ghent");
    expect(await page.getByTestId("reads").textContent()).toContain("What is known now about then");
    await page.getByRole("button", { name: "Why", exact: true }).click();
    const why = page.getByRole("region", { name: "Why" });
    await why.getByText("heard 16 months later", { exact: false }).first().waitFor();
    expect(await why.textContent()).toContain("Staying in Ghent until spring");
    await expect.poll(() => page.url(), PATIENCE).toMatch(/user=demo&true=2024-02-20T/);
    expect(await axeFindings(page)).toEqual([]);
  }, 120_000);

  it("corrects a fact, shows the effect first, and keeps what was believed before", async () => {
    const page = await visit("#user=demo");
    await reads(page, "Utrecht");
    await page.getByRole("button", { name: "Why", exact: true }).click();
    await page.getByRole("button", { name: "Correct…" }).click();
    await page.getByLabel("value").fill("Leiden");
    await page.getByRole("button", { name: "Show the effect" }).click();
    await page.getByRole("status").getByText("Mira lives in Leiden").waitFor();
    expect(await reading(page).textContent()).toBe("Utrecht");
    await page.getByRole("button", { name: "Correct it" }).click();
    await reads(page, "Leiden");
    await page.goto(`${root}/#user=demo&true=2026-11-03T00:00:00Z&known=2026-11-03T00:00:00Z`);
    await reads(page, "Utrecht");
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await reads(page, "Leiden");
  }, 120_000);

  it("previews a message before it is written, and shows each user their own memory", async () => {
    const page = await visit("#user=ana&panel=tell");
    await page.getByRole("button", { name: "Tell it something" }).click();
    await page.getByLabel("Message", { exact: true }).fill("My city is Porto.");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("heading", { name: "What it would do" }).waitFor();
    const ana = as(service.url, "ana");
    const count = async () =>
      (await ana<{ events: { totalCount: number } }, object>("{ events { totalCount } }")).data
        ?.events.totalCount;
    expect(await count()).toBe(0);
    await page.getByRole("button", { name: "Write it" }).click();
    await page.getByRole("heading", { name: "Written" }).waitFor();
    expect(await count()).toBe(1);
    await reads(page, "Porto");
    await page.getByLabel("Whose memory").selectOption("demo");
    await page.getByRole("heading", { name: "Mira Tolvanen" }).waitFor();
    expect(await page.getByText("My city is Porto.").count()).toBe(0);
  }, 120_000);

  it("takes what a memory contains for text, whatever it looks like", async () => {
    const hostile = `<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>`;
    const mallory = as(service.url, "mallory");
    const input = {
      entity: { name: hostile, type: "person" },
      text: `${hostile} lives in javascript:alert(1)`,
      slot: "residence",
      value: hostile,
      relationship: { type: "lives_in", target: { name: "مدينة‮ الظلال", type: "place" } },
    };
    const { errors } = await mallory(
      "mutation ($input: AssertFactInput!) { assertFact(input: $input) { success } }",
      { input },
    );
    expect(errors).toBeUndefined();
    await mallory(
      "mutation ($title: String!) { createSession(input: { title: $title }) { session { id } } }",
      { title: hostile },
    );
    await mallory(
      "mutation ($message: String!) { write(input: { message: $message }) { success } }",
      { message: `My name is ${hostile}` },
    );
    const page = await visit("#user=mallory");
    await page.getByRole("heading", { name: "<img src=x" }).first().waitFor();
    await page.getByRole("button", { name: "Why", exact: true }).click();
    await page.getByRole("region", { name: "Why" }).getByText("Decided").waitFor();
    await page.keyboard.press("Escape");
    await page.goto(`${root}/#user=mallory&panel=talks`);
    await page.getByRole("button", { name: "<img src=x" }).first().waitFor();
    expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
    expect(await page.locator("img").count()).toBe(0);
  }, 120_000);

  it("says what is wrong when the service refuses, and when it is gone", async () => {
    const page = await visit("#user=demo");
    await page.getByRole("heading", { name: "Mira Tolvanen" }).waitFor();
    const refusal = "The store cannot be reached. Try again in a moment.";
    await page.route("**/graphql", (route) =>
      route.fulfill({
        status: 503,
        json: { errors: [{ message: refusal, extensions: { code: "STORE_UNAVAILABLE" } }] },
      }),
    );
    await page.reload();
    expect(await page.getByRole("alert").textContent()).toBe(refusal);
    await page.unroute("**/graphql");
    await page.route("**/graphql", (route) => route.abort());
    await page.reload();
    expect(await page.getByRole("alert").textContent()).toContain("The service does not answer.");
    complaints.splice(0);
  }, 120_000);
});
