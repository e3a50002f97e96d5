import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { EXAMPLE } from "./example.ts";

/** The page as it is sent: 9 MB, 2 MB of it over the wire where the browser takes gzip. */
export interface IdePage {
  readonly html: Buffer;
  readonly gzipped: Buffer;
}

/** Everything is in the page: it may run its own scripts and workers, and speak to this service alone. */
export const IDE_CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  "worker-src blob:",
  "style-src 'unsafe-inline'",
  "font-src data:",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const render = async (endpoint: string): Promise<IdePage> => {
  const { renderGraphiQL } = await import("@graphql-yoga/render-graphiql");
  const html = Buffer.from(renderGraphiQL({ title: "Palimpsest", endpoint, subscriptionsProtocol: "WS", defaultQuery: EXAMPLE, shouldPersistHeaders: false }), "utf8");
  return { html, gzipped: await promisify(gzip)(html) };
};

/** Gives the GraphQL IDE, made when it is first asked for: most runs of the service never are. */
export const createIde = (endpoint: string): (() => Promise<IdePage>) => {
  let page: Promise<IdePage> | undefined;
  return () => (page ??= render(endpoint));
};
