import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { IDE_CONTENT_POLICY } from "./content-security.ts";

/**
 * The queries with which the IDE opens. Each runs unchanged, in this order, and fits a small
 * window.
 */
export const EXAMPLE = `# Palimpsest remembers what it is told,
# and answers as of any past moment.
# Run these one after the other: the button lists them.

mutation TellSomething {
  write(input: {
    message: "My city is Porto."
    occurredAt: "2020-03-01T09:00:00Z"
  }) {
    factsAdded { text validFrom }
  }
}

mutation ChangeYourMind {
  write(input: {
    message: "My city has changed to Lisbon."
    occurredAt: "2024-06-01T09:00:00Z"
  }) {
    factsAdded { text validFrom }
    factsUpdated { text validFrom validTo }
  }
}

query NowAndThen {
  now: facts {
    nodes { text validFrom validTo }
  }
  in2022: facts(at: { validAt: "2022-01-01T00:00:00Z" }) {
    nodes { text validFrom validTo }
  }
  asKnownIn2019: facts(at: { knownAt: "2019-01-01T00:00:00Z" }) {
    nodes { text }
  }
}

# Run this in a tab of its own, and write in another.
subscription Watch {
  memoryChanged { at kind }
}
`;

/** The page of the IDE. It is kept compressed: 2 MB instead of 9 MB. */
export interface IdePage {
  readonly gzippedHtml: Buffer;
  /** The page for clients that do not accept gzip. */
  html(): Promise<Buffer>;
}

const renderPage = async (endpoint: string): Promise<IdePage> => {
  const { renderGraphiQL } = await import("@graphql-yoga/render-graphiql");
  const gzippedPage = await promisify(gzip)(
    renderGraphiQL({
      title: "Palimpsest",
      endpoint,
      subscriptionsProtocol: "WS",
      defaultQuery: EXAMPLE,
      shouldPersistHeaders: false,
    }),
  );
  return { gzippedHtml: gzippedPage, html: () => promisify(gunzip)(gzippedPage) };
};

/**
 * Provides the GraphQL IDE. The page is rendered on first use: most runs of the service never need
 * it.
 */
export const createIde = (endpoint: string): (() => Promise<IdePage>) => {
  let page: Promise<IdePage> | undefined;
  return () => (page ??= renderPage(endpoint));
};

/** Whether a request comes from a browser that wants a page and not data. */
export const wantsPage = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html");

/** Answers a request with the page of the GraphQL IDE, compressed if the browser accepts it. */
export const sendIde = async (
  req: IncomingMessage,
  res: ServerResponse,
  page: IdePage,
): Promise<void> => {
  const acceptsGzip = /\bgzip\b/.test(String(req.headers["accept-encoding"] ?? ""));
  const body = acceptsGzip ? page.gzippedHtml : await page.html();
  res.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": body.length,
    ...(acceptsGzip ? { "content-encoding": "gzip" } : {}),
    vary: "accept, accept-encoding",
    "content-security-policy": IDE_CONTENT_POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
  res.end(req.method === "HEAD" ? undefined : body);
};
