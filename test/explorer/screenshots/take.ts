import type { Browser, Page } from "playwright-core";
import { expect, it } from "vitest";
import { as, dataDirectory, startService } from "../../end-to-end/service.ts";
import { startBrowser } from "../browser.ts";

const FOLDER = "docs/images";
/** Small enough for a README, and for the repository. */
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 380, height: 760 };
const QUALITY = 82;

interface Picture {
  readonly name: string;
  readonly theme: "dark" | "light";
  readonly size: typeof WIDE;
  /** The address of the view. */
  readonly address: string;
  /** The actions before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const AT = "#user=demo&at=person:mira_tolvanen&line=residence";

const PICTURES: readonly Picture[] = [
  { name: "explorer-graph", theme: "dark", size: WIDE, address: AT },
  {
    name: "explorer-both-times",
    theme: "light",
    size: WIDE,
    address: `${AT}&view=both&true=2024-03-15T12:00:00Z`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Why", exact: true }).click();
      await page.getByRole("region", { name: "Why" }).getByText("Decided").waitFor();
    },
  },
  {
    name: "explorer-changed",
    theme: "dark",
    size: WIDE,
    address: `${AT}&panel=changed&true=2025-06-01T12:00:00Z&known=2025-06-01T12:00:00Z&from-true=2024-06-01T12:00:00Z`,
    prepare: async (page) => void (await page.getByText(/^\d+ new$/u).waitFor()),
  },
  { name: "explorer-phone", theme: "light", size: NARROW, address: AT },
];

const take = async (browser: Browser, root: string, picture: Picture): Promise<void> => {
  const { name, theme, size, address, prepare } = picture;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${root}/${address}`);
  await page.getByText("Laying out").waitFor({ state: "detached" });
  await page.getByTestId("reading").waitFor({ state: "attached" });
  await prepare?.(page);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${FOLDER}/${name}.jpg`, type: "jpeg", quality: QUALITY });
  await context.close();
};

it("takes the pictures", async () => {
  const data = await dataDirectory();
  const [service, browser] = await Promise.all([startService(data.path), startBrowser()]);
  const { errors } = await as(service.url, "demo")("mutation { loadDemo(input: {}) { messages } }");
  expect(errors).toBeUndefined();
  const root = new URL(service.url).origin;
  for (const picture of PICTURES) await take(browser, root, picture);
  await browser.close();
  await service.stop();
  await data.remove();
});
