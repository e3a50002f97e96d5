import { Problem } from "../memory/problem.ts";
import type { Handle } from "./http/responses.ts";

/** The error of a request whose answer is not complete when the service must stop. */
export const cutOffProblem = (): Problem =>
  new Problem(
    "STORE_UNAVAILABLE",
    "The service stopped before the answer was complete. Repeat the request; a write with an idempotency key is executed once.",
    { retryAfterSeconds: 1 },
  );

/** Handles requests, but rejects with the problem of a cut-off once the signal aborts. */
export const untilCutOff =
  (cutOff: AbortSignal, handle: Handle): Handle =>
  (req, res) =>
    new Promise((resolve, reject) => {
      const cut = (): void => reject(cutOffProblem());
      cutOff.addEventListener("abort", cut, { once: true });
      handle(req, res)
        .finally(() => cutOff.removeEventListener("abort", cut))
        .then(resolve, reject);
    });
