import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { EXAMPLE } from "./example.ts";

/** The page, kept compressed: it has 9 MB, and 2 MB of it so. */
export interface IdePage {
  readonly gzipped: Buffer;
  /** For whoever does not take gzip. */
  html(): Promise<Buffer>;
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
  const gzipped = await promisify(gzip)(
    renderGraphiQL({
      title: "Palimpsest",
      endpoint,
      subscriptionsProtocol: "WS",
      defaultQuery: EXAMPLE,
      shouldPersistHeaders: false,
    }),
  );
  return { gzipped, html: () => promisify(gunzip)(gzipped) };
};

/** Gives the GraphQL IDE, made when it is first asked for: most runs of the service never are. */
export const createIde = (endpoint: string): (() => Promise<IdePage>) => {
  let page: Promise<IdePage> | undefined;
  return () => (page ??= render(endpoint));
};
