import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

export interface ServiceAddress {
  /** GraphQL endpoint. */
  readonly url: string;
  /** API key or token; null if the service asks for none. */
  readonly token: string | null;
}

/** The service refused a request. docs/reference/errors.md lists the codes. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The service answered none of the attempts. */
export class ServiceUnavailable extends Error {
  override readonly name = "ServiceUnavailable";
}

/**
 * Milliseconds before the second attempt, doubled for each further one up to the longest: about
 * three minutes in all.
 */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const MOST_ATTEMPTS = 12;

/** Codes of transient errors. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "STORE_UNAVAILABLE",
  "OVERLOADED",
  "RATE_LIMITED",
]);
export const isTransient = (code: string | null): boolean =>
  code !== null && TRANSIENT_CODES.has(code);

const responseBody = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ code: z.string().optional() }).optional(),
      }),
    )
    .optional(),
});

/** A transient error: the service is unreachable, is starting, or cannot reach its store. */
class TransientError extends Error {}

const connectionError = (error: unknown): TransientError =>
  new TransientError(
    error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error),
  );

/** The data of a response. Throws TransientError, RequestRefused. */
const dataOf = async (response: Response, url: string): Promise<unknown> => {
  const { data: body } = responseBody.safeParse(await response.json().catch(() => null));
  if (body === undefined)
    throw response.status >= 500
      ? new TransientError(`it responds with status ${response.status}`)
      : new RequestRefused(
          "BAD_REQUEST",
          `${url} responds with status ${response.status} and without JSON. Is this the service?`,
        );
  const [error] = body.errors ?? [];
  if (!error) return body.data;
  const code = error.extensions?.code ?? "BAD_REQUEST";
  throw isTransient(code)
    ? new TransientError(error.message)
    : new RequestRefused(code, error.message);
};

/** Sends requests to a running service over HTTP. */
export class ServiceClient {
  readonly #address: ServiceAddress;
  readonly #stopSignal: AbortSignal;

  constructor(address: ServiceAddress, stopSignal: AbortSignal) {
    this.#address = address;
    this.#stopSignal = stopSignal;
  }

  /**
   * Sends a request, and retries while the error is transient or `isIncomplete` is true for the
   * data. Throws RequestRefused, and ServiceUnavailable after about three minutes or when the
   * client is stopped.
   */
  async request<T>(
    user: string | null,
    { query, variables }: { readonly query: string; readonly variables: object },
    schema: z.ZodType<T>,
    isIncomplete: (data: T) => boolean = () => false,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const data = schema.parse(await this.#send(user, { query, variables }));
        if (!isIncomplete(data)) return data;
        throw new TransientError("its store is unavailable");
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        if (attempt === MOST_ATTEMPTS || this.#stopSignal.aborted)
          throw new ServiceUnavailable(
            `The service at ${this.#address.url} does not answer: ${error.message}.`,
          );
        await delay(Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT), undefined, {
          signal: this.#stopSignal,
        }).catch(() => undefined);
      }
    }
  }

  async #send(user: string | null, body: object): Promise<unknown> {
    const { url, token } = this.#address;
    const headers = {
      "content-type": "application/json",
      ...(user === null ? {} : { "x-user-id": user }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      throw connectionError(error);
    });
    return dataOf(response, url);
  }
}
