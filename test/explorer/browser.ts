import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

/**
 * As on a machine without a graphics card: the page is painted by the processor, and only WebGL by a
 * software renderer. To have that renderer paint the whole page stops it for seconds at a time.
 */
const ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-swiftshader"];

const hasPackagedBrowser = process.platform === "linux" && process.arch === "x64";

/**
 * Starts the browser that a development dependency carries in its package; where it carries none for
 * the system, the installed Chrome.
 */
export const startBrowser = async (): Promise<Browser> =>
  playwright.launch({
    ...(hasPackagedBrowser
      ? { executablePath: await chromium.executablePath() }
      : { channel: "chrome" }),
    args: ARGUMENTS,
  });
