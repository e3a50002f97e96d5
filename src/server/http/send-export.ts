import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "../../memory/problem.ts";
import { parseInstant } from "../../memory/time.ts";
import {
  exportMemory,
  type ExportRequest,
  type ExportServices,
} from "../../portable/export-memory.ts";
import type { Store } from "../../store/port.ts";
import type { Authenticate } from "../auth/caller.ts";
import { credentialsOfRequest } from "../auth/credentials.ts";

export const EXPORT_PATH = "/export";

export interface ExportOverHttp {
  readonly authenticate: Authenticate;
  readonly store: Pick<Store, "space">;
  readonly services: ExportServices;
}

const requestOf = (target: string): ExportRequest => {
  const asked = new URLSearchParams(target.includes("?") ? target.slice(target.indexOf("?")) : "");
  for (const name of asked.keys())
    if (name !== "embeddings" && name !== "after")
      throw new Problem(
        "BAD_USER_INPUT",
        `An export takes no \`${name}\`, only \`embeddings\` and \`after\`.`,
      );
  const embeddings = asked.get("embeddings") ?? "false";
  if (embeddings !== "true" && embeddings !== "false")
    throw new Problem("BAD_USER_INPUT", "`embeddings` is true or false.");
  const told = asked.get("after");
  const after = told === null ? undefined : parseInstant(told);
  if (told !== null && after === undefined)
    throw new Problem(
      "INVALID_INSTANT",
      "`after` is the recordedAt of a commit, such as 2026-11-21T08:00:00.000Z.",
    );
  return { embeddings: embeddings === "true", ...(after && { after }) };
};

/**
 * Streams the caller's own memory as JSON Lines (docs/export.md), as fast as it is read. A failure on the way cuts the connection, so
 * that nobody takes a part for the whole; the last line tells that it is whole. Throws the Problem of a caller or of parameters that are not accepted.
 */
export const exportOverHttp =
  ({ authenticate, store, services }: ExportOverHttp) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { space } = await authenticate(credentialsOfRequest(req.headers));
    const request = requestOf(req.url ?? "");
    const lines = exportMemory(services, await store.space(space), request)[Symbol.asyncIterator]();
    let next = await lines.next();
    res.writeHead(200, {
      "content-type": "application/jsonl; charset=utf-8",
      "content-disposition": 'attachment; filename="memory.jsonl"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const gone = new AbortController();
    res.once("close", () => gone.abort());
    try {
      for (; req.method !== "HEAD" && !next.done && !gone.signal.aborted; next = await lines.next())
        if (!res.write(`${JSON.stringify(next.value)}\n`))
          await once(res, "drain", { signal: gone.signal }).catch(() => undefined);
    } finally {
      await lines.return();
    }
    res.end();
  };
