import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import OpenAI from "openai";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { as, dataDirectory, startService, told, type Service } from "../end-to-end/service.ts";
import { axeFindings } from "./axe.ts";
import { startBrowser } from "./browser.ts";

let browser: Browser;
let service: Service;
let data: Awaited<ReturnType<typeof dataDirectory>>;
let root: string;
let context: BrowserContext | undefined;
/** Errors of the page: those of scripts, and violations of the content policy. */
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
const PATIENCE_MILLIS = 30_000;

interface Window {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "dark" | "light";
}

/** Opens the page as a visitor does. */
const visit = async (
  address = "",
  { width = 1100, height = 700, colorScheme = "light" }: Window = {},
  at = root,
): Promise<Page> => {
  context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLIS);
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${at}/${address}`);
  return page;
};

const reading = (page: Page) => page.getByTestId("reading");
const reads = async (page: Page, value: string): Promise<void> =>
  expect.poll(() => reading(page).textContent()).toBe(value);

const find = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel("Find an entity").fill(name);
  await page.getByRole("option", { name }).click();
};

/** The focused element: its label, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

/** How many entities of a user are called so now. */
const named = async (user: string, name: string): Promise<number> => {
  const { entities } = await told(
    as(service.url, user)<{ entities: { totalCount: number } }, object>(
      "query ($name: String!) { entities(nameContains: $name) { totalCount } }",
      { name },
    ),
  );
  return entities.totalCount;
};

/** When the demo's move to Utrecht begins, as it was believed on a day: its messages put it off. */
const plannedMove = async (day: string): Promise<string | undefined> => {
  const { facts } = await told(
    as(service.url, "demo")<{ facts: { nodes: { validFrom: string; text: string }[] } }, object>(
      'query ($at: TimePoint) { facts(at: $at, slot: "residence") { nodes { validFrom text } } }',
      { at: { knownAt: `${day}T00:00:00Z`, validAt: "2026-04-01T00:00:00Z" } },
    ),
  );
  return facts.nodes.find(({ text }) => text === "Mira Tolvanen lives in Utrecht")?.validFrom;
};

let idas: Promise<string> | undefined;

/**
 * The memory of Ida, who moved, works and knows two people who may be one. Returns the address of
 * her card.
 */
const ida = (): Promise<string> =>
  (idas ??= (async () => {
    const ask = as(service.url, "ida");
    const person = (name: string) => ({ name, type: "person" });
    for (const [name, text, slot, value, validFrom] of [
      ["Ida", "Ida lives in Porto", "residence", "Porto", "2023-01-01"],
      ["Ida", "Ida lives in Faro", "residence", "Faro", "2025-01-01"],
      ["Ida", "Ida works at Acme", "employer", "Acme", "2024-01-01"],
      ["Robert Lee", "Robert Lee lives in Lagos", "residence", "Lagos", "2024-01-01"],
      ["Bob", "Bob lives in Faro", "residence", "Faro", "2022-01-01"],
      ["Bob", "Bob is a painter", "role", "painter", "2024-01-01"],
    ] as const)
      await told(
        ask("mutation ($input: AssertFactInput!) { assertFact(input: $input) { success } }", {
          input: {
            entity: person(name),
            text,
            slot,
            value,
            validFrom: `${validFrom}T00:00:00Z`,
            ...(slot === "residence" && {
              relationship: { type: "lives_in", target: { name: value, type: "place" } },
            }),
          },
        }),
      );
    await told(
      ask("mutation ($input: AssertFactInput!) { assertFact(input: $input) { success } }", {
        input: {
          entity: person("Bob"),
          text: "Bob knows Robert Lee",
          validFrom: "2024-01-01T00:00:00Z",
          relationship: { type: "knows", target: person("Robert Lee") },
        },
      }),
    );
    return "#user=ida&at=person:ida";
  })());

describe("the explorer", () => {
  it("loads the demo, moves to a past date, and shows the facts then and their reasons", async () => {
    const page = await visit();
    await page.getByRole("heading", { name: "Nothing is remembered yet" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Load the demo memory" }).press("Enter");
    await page.getByRole("heading", { name: "Mira Tolvanen" }).waitFor();
    await reads(page, "Utrecht");
    expect(await focused(page)).toBe("Graph of what is remembered");
    expect(await page.getByTestId("reads").textContent()).toContain("What is so now");
    expect(await axeFindings(page)).toEqual([]);
    expect(await plannedMove("2026-02-01")).toBe("2026-03-01T00:00:00.000Z");
    expect(await plannedMove("2026-02-10")).toBe("2026-03-14T00:00:00.000Z");

    await page.getByRole("button", { name: "lives in", exact: true }).focus();
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toContain("Mira Tolvanen lives in Bergen");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Both times");
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    expect(await focused(page)).toContain("Utrecht: true since 14 Mar 2026");

    await page.getByRole("tab", { name: "Said" }).focus();
    for (const key of ["Tab", "Tab", "ArrowUp"]) await page.keyboard.press(key);
    expect(await focused(page)).toContain("One year married today.");
    await page.keyboard.press("Tab");
    expect(await focused(page)).not.toContain("expecting a baby");

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
    await expect.poll(() => page.url()).toMatch(/user=demo&true=2024-02-20T/);
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Places" }).click();
    await expect.poll(() => page.url()).toContain("without=place");
    await page.reload();
    await reads(page, "Ghent");
    const places = page.getByRole("button", { name: "Places" });
    expect(await places.getAttribute("aria-pressed")).toBe("false");
    expect(await page.getByTestId("reads").textContent()).toContain("What is known now about then");

    const late = page.getByRole("button", { name: "heard 16 months late" });
    await late.press("Enter");
    await reads(page, "Bergen");
    expect(await page.getByTestId("reads").textContent()).toContain("known 11 Jun 2025");
    await late.press("Enter");
    await reads(page, "Ghent");
    expect(await page.getByTestId("reads").textContent()).toContain("true 20 Feb 2024");
  }, 120_000);

  it("corrects a fact, shows the effect first, and keeps what was believed before", async () => {
    const page = await visit("#user=demo");
    await reads(page, "Utrecht");
    await page.getByRole("button", { name: "Why", exact: true }).click();
    await page.getByRole("button", { name: "Correct…" }).click();
    await page.getByLabel("value").fill("Leiden");
    await page.getByRole("button", { name: "Show the effect" }).click();
    const effects = page.getByRole("status");
    await effects.getByText("Mira Tolvanen lives in Leiden").first().waitFor();
    expect(await effects.innerText()).toMatch(
      /Facts\s+~\s+Mira Tolvanen lives in Leiden\s+since 14 Mar 2026, instead of “Mira Tolvanen lives in Utrecht”\s+Relationships\s+−\s+Mira Tolvanen lives in Utrecht\s+no longer believed\s+\+\s+Mira Tolvanen lives in Leiden\s+since 14 Mar 2026\s*$/u,
    );
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

  const CHINESE_HOME = {
    text: "王小明 lives in 北京市朝阳区建国门外大街",
    slot: "residence",
    value: "北京市朝阳区建国门外大街",
  };

  it("treats the content of a memory as text, whatever it looks like", async () => {
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
    await told(
      mallory("mutation ($input: AssertFactInput!) { assertFact(input: $input) { success } }", {
        input: { entity: { name: "王小明", type: "person" }, ...CHINESE_HOME },
      }),
    );
    const page = await visit("#user=mallory");
    await page.getByRole("heading", { name: "<img src=x" }).first().waitFor();
    await page.getByRole("button", { name: "Why", exact: true }).click();
    await page.getByRole("region", { name: "Why" }).getByText("Decided").waitFor();
    await page.keyboard.press("Escape");
    await page.goto(`${root}/#user=mallory&panel=talks`);
    await page.getByRole("button", { name: "<img src=x" }).first().waitFor();
    await page.setViewportSize({ width: 1440, height: 700 });
    await page.goto(`${root}/#user=mallory&at=person:王小明&view=both`);
    const [text, ground] = await Promise.all([
      page.locator(".tag text", { hasText: CHINESE_HOME.value }).boundingBox(),
      page.locator(".tag rect").boundingBox(),
    ]);
    expect(text?.width).toBeLessThan(ground?.width ?? 0);
    expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
    expect(await page.locator("img").count()).toBe(0);
  }, 120_000);

  it("answers a question for the time that it names, and does not move the handles", async () => {
    const page = await visit("#user=demo&panel=ask");
    await page.getByLabel("Question").fill("Where did I live in March 2024?");
    await page.getByRole("button", { name: "Recall" }).click();
    const answer = page.getByRole("tabpanel");
    await answer.getByRole("button", { name: "Mira Tolvanen lives in Ghent" }).waitFor();
    expect(await page.getByTestId("answered-for").textContent()).toContain(
      "“in march 2024” is read as 1 Mar 2024 – 31 Mar 2024",
    );
    expect(await page.getByTestId("reads").textContent()).toContain("What is so now");
    expect(page.url()).not.toContain("true=");
    await page.getByRole("button", { name: "Where do I live?" }).click();
    await answer.getByRole("button", { name: "Mira Tolvanen lives in Leiden" }).waitFor();
    expect(await page.getByTestId("answered-for").textContent()).not.toContain("is read as");

    const setZone = async (zone: string): Promise<void> => {
      await page.getByRole("tab", { name: "Service" }).click();
      await page.getByLabel("Time zone").fill(zone);
      await page.getByRole("button", { name: "Set", exact: true }).click();
    };
    await setZone("Mars/Olympus");
    await page.getByRole("alert").getByText("Mars/Olympus").waitFor();
    await setZone("Pacific/Auckland");
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.goto(`${root}/#user=demo&panel=ask&question=Where+did+I+live+in+March+2024%3F`);
    await expect
      .poll(() => page.getByTestId("answered-for").textContent())
      .toContain("is read as 1 Mar 2024 – 31 Mar 2024 (Pacific/Auckland)");
    await setZone("");
    await page.getByPlaceholder("Time zone: UTC").waitFor();
  }, 120_000);

  it("ends a fact and undoes a decision, after it has shown the effect", async () => {
    const page = await visit(`${await ida()}&line=residence`);
    await reads(page, "Faro");
    await page.getByRole("button", { name: "Why", exact: true }).click();
    await page.getByRole("button", { name: "Undo decision…" }).click();
    await page.getByRole("button", { name: "Show the effect" }).click();
    await page.getByRole("status").getByText("Ida lives in Porto").first().waitFor();
    expect(await page.getByRole("status").innerText()).toMatch(
      /Facts\s+−\s+Ida lives in Faro\s+no longer believed\s+~\s+Ida lives in Porto\s+since 1 Jan 2023, before: 1 Jan 2023 – 1 Jan 2025\s+Relationships/u,
    );
    expect(await reading(page).textContent()).toBe("Faro");
    await page.getByRole("button", { name: "Undo it" }).click();
    await reads(page, "Porto");

    await page.getByRole("button", { name: "works at", exact: true }).click();
    await reads(page, "Acme");
    await page.getByRole("button", { name: "Why", exact: true }).click();
    await page.getByRole("button", { name: "End…" }).click();
    await page.getByLabel("true until").fill("2025-03-01");
    await page.getByRole("button", { name: "Show the effect" }).click();
    await page.getByRole("status").getByText("1 Jan 2024 – 1 Mar 2025").waitFor();
    expect(await reading(page).textContent()).toBe("Acme");
    await page.getByRole("button", { name: "End it" }).click();
    await reads(page, "nothing known");
    await page.goto(`${root}/${await ida()}&line=employer&true=2025-02-01T00:00:00Z`);
    await reads(page, "Acme");
  }, 120_000);

  it("merges, splits and erases, after it has shown the effect", async () => {
    const address = await ida();
    const apart = new Date().toISOString();
    const page = await visit(address);
    await find(page, "Bob");
    await page.getByLabel("Change Bob").click();
    await page.getByRole("button", { name: "Merge…" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Change Bob");
    await page.getByLabel("Change Bob").click();
    await page.getByRole("button", { name: "Merge…" }).click();
    await page.getByLabel("is the same as").fill("person:robert_lee");
    await page.getByRole("button", { name: "Show the effect" }).click();
    const effects = page.getByRole("status");
    await effects.getByText("called Robert Lee, also Bob").waitFor();
    expect(await effects.innerText()).toMatch(
      /Facts\s+~\s+Bob lives in Faro\s+1 Jan 2022 – 1 Jan 2024, before: since 1 Jan 2022\s+Relationships\s+~\s+Robert Lee lives in Faro\s+1 Jan 2022 – 1 Jan 2024, before: since 1 Jan 2022\s+Facts that pass to Robert Lee\s+→\s+Bob is a painter\s+since 1 Jan 2024\s+→\s+Bob knows Robert Lee\s+since 1 Jan 2024\s+Relationships that pass with them\s+−\s+Robert Lee knows Robert Lee\s+between the two, while they are one\s*$/u,
    );
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Merge them" }).click();
    const card = page.getByRole("complementary", { name: "Entity" });
    const heading = card.getByRole("heading");
    await expect.poll(() => heading.first().textContent()).toBe("Robert Leealso Bob");

    const lanes = async (): Promise<string[]> => {
      await page.getByTestId("reading").waitFor();
      return card.locator(".lane > button").allTextContents();
    };
    const asOf = `&known=${apart}&true=${apart}`;
    await page.goto(`${root}/#user=ida&at=person:bob${asOf}`);
    await expect.poll(() => heading.first().textContent()).toBe("Bob");
    await expect.poll(lanes).toEqual(["lives in", "role", "“knows Robert Lee”"]);
    await page.goto(`${root}/#user=ida&at=person:robert_lee${asOf}`);
    await expect.poll(() => heading.first().textContent()).toBe("Robert Lee");
    await expect.poll(lanes).toEqual(["lives in"]);
    await page.goto(`${root}/#user=ida&at=person:bob`);
    await expect.poll(() => heading.first().textContent()).toBe("Robert Leealso Bob");

    await page.getByLabel("Change Robert Lee").click();
    await page.getByRole("button", { name: "Split…" }).click();
    await page.getByLabel("take out again").selectOption("person:bob");
    await page.getByRole("button", { name: "Show the effect" }).click();
    await effects.getByText("since 1 Jan 2022, before: 1 Jan 2022 – 1 Jan 2024").first().waitFor();
    await effects.getByText("Facts that pass to Bob").waitFor();
    await page.getByRole("button", { name: "Split them" }).click();
    await expect.poll(() => heading.first().textContent()).toBe("Bob");
    await page.getByLabel("Change Bob").click();
    expect(await page.getByRole("button", { name: "Split…" }).count()).toBe(0);
    await page.keyboard.press("Escape");

    await page.getByLabel("Change Bob").click();
    await page.getByRole("group").getByRole("button", { name: "Erase…" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase Bob" });
    await dialog.getByText("It would remove").waitFor();
    await dialog.getByRole("button", { name: "Keep it" }).click();
    expect(await named("ida", "Bob")).toBe(1);
    await page.getByRole("group").getByRole("button", { name: "Erase…" }).click();
    await dialog.getByRole("button", { name: "Erase for ever" }).click();
    await dialog.getByText(/^Receipt [0-9a-f]{16}/u).waitFor();
    expect(await dialog.textContent()).toContain("It has removed");
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await named("ida", "Bob")).toBe(0);
    await page.getByLabel("Find an entity").fill("Bob");
    await page.getByText("No entity has this name").waitFor();
  }, 120_000);

  it("shows a conversation, what was sent for each reply, and every strategy side by side", async () => {
    await ida();
    const ask = as(service.url, "ida");
    const { createSession } = await told(
      ask<{ createSession: { session: { id: string } } }, object>(
        'mutation { createSession(input: { title: "Plans" }) { session { id } } }',
      ),
    );
    const message = "Where does Ida live?";
    await told(
      ask("mutation ($input: ChatInput!) { chat(input: $input) { turn { id } } }", {
        input: { sessionId: createSession.session.id, message },
      }),
    );
    const page = await visit(`${await ida()}&panel=talks`);
    await page.getByRole("button", { name: "Plans" }).click();
    const panel = page.getByRole("tabpanel");
    await panel.getByText(message).first().waitFor();
    await panel.getByRole("button", { name: "Context of turn 2" }).click();
    await panel.getByText("As it was sent").waitFor();
    await panel
      .getByText(/^entity graph · \d+ tokens · \d+ messages$/u)
      .first()
      .waitFor();

    await page.getByLabel("Message to reply to").fill(message);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Side by side" }).click();
    const columns = page.getByRole("dialog").getByRole("region");
    expect(await columns.count()).toBe(6);
    expect(await columns.first().textContent()).toContain("direct");
    expect(await axeFindings(page)).toEqual([]);
  }, 120_000);

  it("draws 300 entities from one request within the default limit, which pages within pages exceed", async () => {
    await ida();
    const ask = as(service.url, "ida");
    const { errors } = await ask(
      `{ graph(first: 300) { at { validAt } totalEntities totalRelationships
        entities { id key name type aliases importance }
        relationships { id type source { id key } target { id key } } } }`,
    );
    expect(errors).toBeUndefined();
    const { errors: refused } = await ask(
      "{ entities(first: 100) { nodes { name relationships(first: 100) { nodes { type target { name } } } } } }",
    );
    expect(refused?.[0]?.extensions.code).toBe("OPERATION_TOO_EXPENSIVE");
  }, 60_000);

  /** People who know one another in pairs: more than a page draws with curves and fades. */
  const crowd = async (): Promise<void> => {
    const ask = as(service.url, "crowd");
    const pair = (i: number) => ({
      entity: { name: `Person ${i}`, type: "person" },
      text: `Person ${i} knows Partner ${i}`,
      validFrom: new Date(Date.UTC(2008, i, 1)).toISOString(),
      relationship: { type: "knows", target: { name: `Partner ${i}`, type: "person" } },
    });
    const names = Array.from({ length: 15 }, (_, i) => `f${i}`);
    const document = `mutation (${names.map((name) => `$${name}: AssertFactInput!`).join(", ")}) {
      ${names.map((name) => `${name}: assertFact(input: $${name}) { success }`).join(" ")} }`;
    for (let i = 0; i < 14; i++)
      await told(
        ask(document, Object.fromEntries(names.map((name, j) => [name, pair(i * 15 + j)]))),
      );
  };

  it("draws a crowd while time moves and the window changes its size in the same frame", async () => {
    await crowd();
    const page = await visit("#user=crowd");
    await reading(page).waitFor();
    await page.getByText("Laying out").waitFor({ state: "detached" });
    const before = page.url();
    await page.evaluate(async () => {
      for (let i = 0; i < 10; i++) {
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
        // The page has asked for its next frame before Sigma hears of the window.
        for (let tasks = 0; tasks < 20; tasks++) await Promise.resolve();
        dispatchEvent(new Event("resize"));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await expect.poll(() => page.url()).not.toBe(before);
  }, 120_000);

  it("exports the whole memory as a file", async () => {
    const page = await visit(`${await ida()}&panel=service`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export everything" }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\n");
    expect(JSON.parse(lines[0] ?? "")).toHaveProperty("format");
    expect(lines.filter((line) => line.includes("Ida works at Acme")).length).toBeGreaterThan(0);
  }, 120_000);

  it("shows the receipt of a whole memory after it is gone", async () => {
    await told(
      as(
        service.url,
        "eve",
      )('mutation { write(input: { message: "My city is Rome." }) { success } }'),
    );
    const page = await visit("#user=eve&panel=service");
    await page.getByRole("region", { name: "Export and erasure" }).getByText("Erase…").click();
    const dialog = page.getByRole("dialog", { name: "Erase the whole memory" });
    await dialog.getByText(/^It would remove .* \d+ entities, /u).waitFor();
    await dialog.getByRole("button", { name: "Erase for ever" }).click();
    await dialog.getByText(/^Receipt [0-9a-f]{16}/u).waitFor();
    await expect.poll(() => focused(page)).toBe("Close");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Nothing is remembered yet" }).waitFor();
    await expect.poll(() => focused(page)).toContain("Nothing is remembered yet");
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    expect(await focused(page)).toBe("Load the demo memory");
    expect(await named("eve", "Rome")).toBe(0);
  }, 120_000);

  it("asks for a key if the service requires one, and shows live what two agents write into a shared space, with the decision", async () => {
    const own = await dataDirectory();
    const file = join(own.path, "keys.json");
    const key = "acme-key-0123456789abcdef";
    const granted = [{ key, tenant: "acme", name: "agent", spaces: ["team", "board"] }];
    await writeFile(file, JSON.stringify(granted));
    const guarded = await startService(join(own.path, "data"), { API_KEYS_FILE: file });
    const page = await visit("", {}, new URL(guarded.url).origin);
    await page.getByText("This service asks for an API key or a token.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const open = async (secret: string): Promise<void> => {
      await page.getByLabel("API key or token").fill(secret);
      await page.getByLabel("User").fill("bea");
      await page.getByRole("button", { name: "Open the memory" }).click();
    };
    await open("not-the-key-0123456789abcdef");
    await page.getByRole("alert").waitFor();
    await open(key);
    await page.getByRole("heading", { name: "Nothing is remembered yet" }).waitFor();
    complaints.splice(0);

    const whose = page.getByLabel("Whose memory");
    const choices = whose.locator("option");
    await expect.poll(() => choices.allTextContents()).toEqual(["bea", "board", "team"]);
    await whose.selectOption("team");
    await expect.poll(() => page.url()).toContain("space=team");
    const headersOf = (user: string, space: string) => ({
      authorization: `Bearer ${key}`,
      "x-user-id": user,
      "x-palimpsest-space": space,
    });
    const scoutIn = async (space: string): Promise<Client> => {
      const client = new Client({ name: "scout", version: "1.0.0" });
      const requestInit = { headers: headersOf("scout", space) };
      const mcp = new URL("/mcp", guarded.url);
      await client.connect(new StreamableHTTPClientTransport(mcp, { requestInit }));
      return client;
    };
    const [ofBoard, ofTeam] = await Promise.all(["board", "team"].map(scoutIn));
    const remember = async (client: Client | undefined, message: string) =>
      client?.callTool({ name: "remember", arguments: { message } });
    const assistant = new OpenAI({
      baseURL: new URL("/v1", guarded.url).href,
      apiKey: key,
      defaultHeaders: headersOf("assistant", "team"),
    });

    await remember(ofBoard, "Carlos works at Initech.");
    await remember(ofTeam, "Carlos works at Umbrella.");
    await page.getByRole("heading", { name: "Carlos" }).waitFor();
    await reads(page, "Umbrella");
    await page.getByRole("button", { name: "Why", exact: true }).click();
    const why = page.getByRole("region", { name: "Why" });
    await why.getByText("ADD", { exact: true }).waitFor();
    await assistant.chat.completions.create({
      model: "any",
      messages: [{ role: "user", content: "Carlos works at Globex." }],
    });
    await reads(page, "Globex");
    await why.getByText("UPDATE", { exact: true }).waitFor();
    await why.getByText("Carlos works at Globex.", { exact: true }).first().waitFor();
    expect(await why.textContent()).toContain("assistant");
    expect(await page.getByText("Initech").count()).toBe(0);

    await page.getByRole("tab", { name: "Tell", exact: true }).click();
    await page.getByLabel("Message", { exact: true }).fill("Carlos works at Hooli.");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Write it" }).click();
    await reads(page, "Hooli");
    const heard = await ofTeam?.callTool({
      name: "recall",
      arguments: { question: "Where does Carlos work?" },
    });
    expect(JSON.stringify(heard?.structuredContent)).toContain("Hooli");
    await Promise.all([ofBoard?.close(), ofTeam?.close()]);
    await whose.selectOption("bea");
    await page.getByRole("button", { name: "Tell it something" }).click();
    await page.getByRole("tab", { name: "Ask" }).click();
    await page.getByLabel("Question").fill("Where does Carlos work?");
    await page.getByRole("button", { name: "Recall" }).click();
    const answer = page.getByRole("tabpanel");
    await answer.getByText("Nothing that is visible at this moment answers it").waitFor();
    await answer.getByLabel("Memories to ask").selectOption("team");
    await answer.getByText("From the shared space team").first().waitFor();
    await answer.getByText("Carlos works at Hooli").first().waitFor();
    await expect.poll(() => page.url()).toContain("also-in=team");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Who is asking?" }).waitFor();
    complaints.splice(0);
    await guarded.stop();
    await own.remove();
  }, 120_000);

  it.each([
    { width: 1440, height: 900, colorScheme: "dark" },
    { width: 380, height: 800, colorScheme: "light" },
  ] as const)(
    "has no serious findings of axe at $width pixels, $colorScheme",
    async (window) => {
      const page = await visit("#user=demo&at=person:mira_tolvanen&line=residence", window);
      await reads(page, "Leiden");
      const isNarrow = window.width < 760;
      const findings: Record<string, readonly string[]> = {};
      const check = async (screen: string): Promise<void> => {
        const found = await axeFindings(page);
        if (found.length > 0) findings[screen] = found;
      };
      const open = async (name: string): Promise<void> => {
        const panes = page.getByRole("navigation", { name: "Panes" });
        if (isNarrow) await panes.getByRole("button", { name, exact: true }).click();
        else await page.getByRole("tab", { name, exact: true }).click();
      };
      if (isNarrow) await open("Card");
      await page.getByRole("button", { name: "Why", exact: true }).click();
      await page.getByRole("button", { name: "Correct…" }).click();
      await check("why");
      for (const [panel, sign] of [
        ["Said", "We’re expecting a baby in April!"],
        ["Changed", /^\d+ gone$/u],
        ["Ask", "Where do I live?"],
        ["Tell", "My friend Zoe lives in Oslo."],
        ["Talks", /^\d+ turns?/u],
        ["Service", "Jobs"],
      ] as const) {
        await open(panel);
        await page.getByRole("tabpanel").getByText(sign).first().waitFor();
        await check(panel);
      }
      await page.getByRole("button", { name: "Erase…" }).last().click();
      await page.getByText("It would remove").waitFor();
      await check("erase");
      if (isNarrow) {
        await page.getByRole("button", { name: "Keep it" }).click();
        await open("Card");
        await page.getByRole("button", { name: "Both times on the whole page" }).click();
        await page.getByRole("heading", { name: "Mira Tolvanen lives in" }).waitFor();
        await check("both times");
        await page.getByRole("button", { name: "Back to the card" }).click();
        await page.getByRole("button", { name: "Why", exact: true }).waitFor();
      }
      expect(findings).toEqual({});
    },
    240_000,
  );

  it("says what is wrong when the service refuses, and when it is unreachable", async () => {
    const page = await visit("#user=demo&panel=tell");
    await page.getByRole("heading", { name: "Mira Tolvanen" }).waitFor();
    const refusal = "The store cannot be reached. Try again in a moment.";
    await page.route("**/graphql", (route) =>
      route.fulfill({
        status: 503,
        json: { errors: [{ message: refusal, extensions: { code: "STORE_UNAVAILABLE" } }] },
      }),
    );
    await page.getByRole("tab", { name: "Changed", exact: true }).click();
    await page.getByRole("tabpanel").getByRole("alert").getByText(refusal).waitFor();
    await page.getByLabel("Find an entity").fill("Teo");
    await page.getByRole("option", { name: refusal }).waitFor();
    await page.getByLabel("Find an entity").fill("");
    await page.getByRole("tab", { name: "Tell", exact: true }).click();
    await page.getByLabel("Message", { exact: true }).fill("My city is Porto.");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("tabpanel").getByRole("alert").getByText(refusal).waitFor();
    expect(await page.getByRole("button", { name: "Write it" }).count()).toBe(0);
    await page.reload();
    await page.getByRole("heading", { name: "The memory cannot be read" }).waitFor();
    expect(await page.getByRole("alert").textContent()).toBe(refusal);
    await page.unroute("**/graphql");
    await page.route("**/graphql", (route) => route.abort());
    await page.reload();
    expect(await page.getByRole("alert").textContent()).toContain("The service does not answer.");
    complaints.splice(0);
  }, 120_000);
});
