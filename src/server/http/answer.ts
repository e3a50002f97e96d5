import type { IncomingMessage, ServerResponse } from "node:http";
import { statusOf, type FormatError } from "../format-error.ts";
import type { InFlight } from "../in-flight.ts";
import type { Handle } from "./route.ts";
import { sendJson } from "./send-json.ts";

export interface Answering {
  readonly handle: Handle;
  readonly formatError: FormatError;
  readonly inFlight: InFlight;
  /** Aborted when the service begins to stop. */
  readonly stopping: AbortSignal;
}

/** Lets the connection end with this answer once the service is stopping, also where it began before. */
const closeWhenStopping = (res: ServerResponse, stopping: AbortSignal): void => {
  const close = (): void => {
    if (!res.headersSent) res.setHeader("connection", "close");
  };
  if (stopping.aborted) return close();
  stopping.addEventListener("abort", close, { once: true });
  res.once("close", () => stopping.removeEventListener("abort", close));
};

/** Handles a request so that it is answered in JSON whatever is thrown, and is counted until its answer has left. */
export const answer =
  ({ handle, formatError, inFlight, stopping }: Answering) =>
  (req: IncomingMessage, res: ServerResponse): void => {
    res.once("close", inFlight.begin());
    closeWhenStopping(res, stopping);
    handle(req, res).catch((error: unknown) => {
      if (res.headersSent || req.socket.destroyed) {
        res.destroy(); // half an answer is out, or there is nobody to answer
        return;
      }
      const status = statusOf(error);
      if (status === 401) res.setHeader("www-authenticate", "Bearer");
      if (status === 413 && !req.complete) res.setHeader("connection", "close");
      sendJson(res, status, {
        errors: [formatError({ message: error instanceof Error ? error.message : "" }, error)],
      });
    });
  };
