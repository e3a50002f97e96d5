import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

/** Software rendering draws WebGL on machines without a graphics card. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
];

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
