import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { EXPLORER_CONTENT_POLICY } from "./content-security.ts";

const ENTRY = "index.html";
const ASSETS = "assets";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Output folders of the page from `npm run build`, as seen from the bundle and from the sources.
 */
const FOLDERS = ["../../../explorer/", "../../../dist/explorer/"].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);

interface PageFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressedBytes: Buffer;
}

/** The files of the explorer by their path. */
export type Explorer = ReadonlyMap<string, PageFile>;

const readPageFile = async (path: string): Promise<PageFile> => {
  const plain = await readFile(path);
  const compressedFile = await promisify(brotliCompress)(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
  });
  return {
    type: TYPES[extname(path)] ?? "application/octet-stream",
    plain,
    compressedBytes: compressedFile,
  };
};

const readExplorer = async (): Promise<Explorer> => {
  const folder = FOLDERS.find((candidate) => existsSync(join(candidate, ASSETS)));
  if (folder === undefined) return new Map();
  const assets = await readdir(join(folder, ASSETS));
  const paths = [ENTRY, ...assets.map((name) => `${ASSETS}/${name}`)];
  const files = await Promise.all(
    paths.map(
      async (path) =>
        [`/${path === ENTRY ? "" : path}`, await readPageFile(join(folder, path))] as const,
    ),
  );
  return new Map(files);
};

/** Serves the explorer, which is read and compressed on first use. Empty if it was not built. */
export const createExplorer = (): (() => Promise<Explorer>) => {
  let explorer: Promise<Explorer> | undefined;
  return () => (explorer ??= readExplorer());
};

/** Whether a path can be one of the explorer. */
export const isExplorerPath = (path: string): boolean =>
  path === "/" || path.startsWith(`/${ASSETS}/`);

/** Answers a request with a file of the explorer, compressed if the browser accepts Brotli. */
export const sendPageFile = (
  req: IncomingMessage,
  res: ServerResponse,
  { type, plain, compressedBytes }: PageFile,
): void => {
  const acceptsBrotli = /\bbr\b/.test(String(req.headers["accept-encoding"] ?? ""));
  const body = acceptsBrotli ? compressedBytes : plain;
  const isEntry = type.startsWith("text/html");
  res.writeHead(200, {
    "content-type": type,
    "content-length": body.length,
    ...(acceptsBrotli ? { "content-encoding": "br" } : {}),
    vary: "accept-encoding",
    ...(isEntry ? { "content-security-policy": EXPLORER_CONTENT_POLICY } : {}),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    // The names of assets change with their content.
    "cache-control": isEntry ? "no-cache" : "public, max-age=31536000, immutable",
  });
  res.end(req.method === "HEAD" ? undefined : body);
};
