import { mkdtemp, rm } from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, CDPSession, Page } from "playwright-core";
import { axeFindings } from "../../test/explorer/axe.ts";
import { startBrowser } from "../../test/explorer/browser.ts";
import { required } from "../lookup.ts";
import { median } from "../measure.ts";
import { openPalimpsest } from "../palimpsest.ts";
import { count, findings, kilobytes, millis, seconds } from "../row.ts";
import { seedYears } from "../seed/spaces.ts";
import { startService, type Service } from "../service.ts";
import type { Measured, Part } from "./part.ts";

const ENTITIES = 2_000;
/** Number of pages that are opened. The first one also fills the caches of the service. */
const VISITS = 5;
const SLIDE_MS = 8_000;
/** Milliseconds in which the handle moves from one end of the axis to the other, and back again. */
const SWEEP_MS = 4_000;
const WINDOW = { width: 1440, height: 900 };
const PATIENCE_MS = 60_000;

const MOST_FIRST_SECONDS = 5;
const MOST_FIRST_SECONDS_OF_DEMO = 2;
/**
 * Maximum median duration of a frame, at which motion still looks smooth, and duration of a frame
 * that looks like a jerk.
 */
const MOST_MEDIAN_MS = 34;
const MOST_LATE_MS = 50;
/** Milliseconds of a sixtieth of a second. */
const MOST_CPU_MS = 16.7;
const MOST_KB = 500;

const BUNDLE = new URL("../../explorer/", import.meta.url).pathname;
/** Compressed size of the files of the page that a service loads. */
const bundleKilobytes = (): number =>
  readdirSync(BUNDLE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + gzipSync(readFileSync(join(parentPath, name))).length,
      0,
    ) / 1_000;

const openPage = async (browser: Browser, url: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: WINDOW, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  return page;
};

/** Milliseconds from the start of a navigation until the page has drawn the graph. */
const untilDrawn = async (page: Page): Promise<number> => {
  const drawn = await page.waitForFunction(
    () => performance.getEntriesByName("graph drawn", "mark")[0]?.startTime,
  );
  return required(await drawn.jsonValue(), "The time of the first picture");
};

/** The milliseconds until the first picture, for several visits. */
const firstPictures = async (browser: Browser, url: string): Promise<number[]> => {
  const samples: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const page = await openPage(browser, url);
    samples.push(await untilDrawn(page));
    await page.context().close();
  }
  return samples;
};

/** Seconds of CPU that the main thread of a page has used. */
const mainThreadSeconds = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const task = metrics.find(({ name }) => name === "TaskDuration");
  return required(task, "The time of tasks").value;
};

/**
 * Moves the handle of valid time with the mouse, and returns the milliseconds between frames
 * meanwhile.
 */
const framesWhileSliding = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.keyboard.press("l");
  const handle = page.getByRole("slider", { name: "Valid time" });
  const axis = required((await page.locator(".dock .axis").boundingBox()) ?? undefined, "The axis");
  const at = required((await handle.boundingBox()) ?? undefined, "The handle");
  const y = at.y + at.height / 2;
  await page.mouse.move(at.x + at.width / 2, y);
  await page.mouse.down();
  await page.evaluate(() => {
    const times: number[] = [];
    const record = (now: number): void => {
      times.push(now);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(globalThis, { times });
  });
  const before = await mainThreadSeconds(cdp);
  const began = performance.now();
  for (let elapsedMs = 0; elapsedMs < SLIDE_MS; elapsedMs = performance.now() - began) {
    const place = Math.abs(((elapsedMs / SWEEP_MS) % 2) - 1);
    await page.mouse.move(axis.x + axis.width * (0.05 + 0.85 * place), y);
  }
  const times = await page.evaluate(
    () => (globalThis as unknown as { readonly times: readonly number[] }).times,
  );
  const cpuMillis = ((await mainThreadSeconds(cdp)) - before) * 1_000;
  await page.mouse.up();
  const frames = times.slice(1).map((time, i) => time - required(times[i], "The frame before"));
  return { frames, cpu: cpuMillis / frames.length };
};

const percentile = (samples: readonly number[], share: number): number => {
  const ascending = samples.toSorted((a, b) => a - b);
  return required(ascending[Math.ceil(ascending.length * share) - 1], "A frame");
};

/** The serious and critical findings of axe on the main screens. */
const findingsOn = async (page: Page): Promise<string[]> => {
  const findings = await axeFindings(page);
  for (const name of ["Said", "Changed", "Ask", "Tell", "Talks", "Service"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await page.getByRole("tabpanel", { name, exact: true }).waitFor();
    findings.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding}`));
  }
  return findings;
};

const measureWith = async (service: Service, browser: Browser, ties: number): Promise<Measured> => {
  const { origin } = new URL(service.url);
  await service.ask("demo", "mutation { loadDemo(input: {}) { messages } }", {});
  const demo = await firstPictures(browser, `${origin}/#user=demo`);
  const crowd = await firstPictures(browser, `${origin}/#user=local`);
  const page = await openPage(browser, `${origin}/#user=local`);
  await untilDrawn(page);
  await page.waitForLoadState("networkidle");
  const { frames, cpu } = await framesWhileSliding(page);
  await page.context().close();
  const screens = await openPage(browser, `${origin}/#user=demo`);
  await untilDrawn(screens);
  const serious = await findingsOn(screens);
  const size = `${count(ENTITIES)} entities, ${count(ties)} relationships`;
  const window = `${WINDOW.width} × ${WINDOW.height}, painted by the processor`;
  const late = percentile(frames, 0.95);
  return {
    rows: [
      seconds(
        "Explorer, from the navigation to the first picture of the graph, real time",
        `${size}; ${VISITS} visits`,
        median(crowd) / 1_000,
        MOST_FIRST_SECONDS,
      ),
      seconds(
        "The same of the demo memory",
        `${VISITS} visits`,
        median(demo) / 1_000,
        MOST_FIRST_SECONDS_OF_DEMO,
      ),
      millis(
        "A frame while the handle of valid time slides, median",
        `${size}; ${count(frames.length)} frames in ${SLIDE_MS / 1_000} s, ${window}`,
        median(frames),
        MOST_MEDIAN_MS,
      ),
      millis(
        "The same, 95th percentile",
        `the longest ${Math.max(...frames).toFixed(0)} ms`,
        late,
        MOST_LATE_MS,
      ),
      millis("CPU of the page's main thread, a frame", "the same slide", cpu, MOST_CPU_MS),
      kilobytes("All files of the explorer, compressed", "gzip", bundleKilobytes(), MOST_KB),
      findings("Serious findings of axe", "seven screens of the demo memory", serious.length, 0),
    ],
    figures: { demo, crowd, frames, cpu, serious },
    notes: serious,
  };
};

/** The page in a browser without a graphics card, until it shows something and while time moves. */
export const explorer: Part = {
  name: "explorer",
  run: async (progress) => {
    const directory = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
    try {
      progress(`explorer: writing ${count(ENTITIES)} entities`);
      const memory = await openPalimpsest(directory);
      const ties = await seedYears(memory.ledger(), ENTITIES);
      await memory.store.close();
      const [service, browser] = await Promise.all([startService(directory), startBrowser()]);
      progress("explorer: opening pages, and sliding through time");
      try {
        return await measureWith(service, browser, ties);
      } finally {
        await browser.close();
        await service.stop();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};
