import {
  ConflictError,
  ConnectionError,
  errorOf,
  InvalidInputError,
  PalimpsestError,
} from "./errors.ts";
import { subscribeOverSocket } from "./socket.ts";
import type { Document, RequestOptions, Transport } from "./transport.ts";

export interface HttpOptions {
  /** URL of the service: `http://localhost:4000`. The path `/graphql` may be omitted. */
  readonly url: string;
  /** User of the memory. With a JWT, the token names the user. */
  readonly user?: string | undefined;
  /** API key or JWT, or a function that returns one and is called before every request. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /** A shared space that the credentials grant. Default: the user's own space. */
  readonly space?: string | undefined;
  /** Additional headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Number of retries of a request that failed for a transient reason. Default: 3. */
  readonly retries?: number | undefined;
  /** Time limit of one attempt, in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Default: the global one, or that of the package `ws`. */
  readonly webSocket?: unknown;
}

/** Instants in one form, so that they can be compared as text. */
const AT_LEAST_HEADER = "x-palimpsest-at-least";
const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 120_000;
/** Milliseconds before the second attempt, doubled for each further one. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** The service refused before it did anything, and may accept later. */
const PASSING_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly errorId?: string };
  }[];
}

/** The URL for operations. Throws an InvalidInputError for an invalid URL. */
export const graphqlUrl = (url: string): string => {
  if (!/^https?:/iu.test(url) || !URL.canParse(url))
    throw new InvalidInputError(
      "BAD_USER_INPUT",
      `${JSON.stringify(url)} is not the address of a service, such as http://localhost:4000.`,
    );
  const parsedUrl = new URL(url);
  if (parsedUrl.pathname === "/") parsedUrl.pathname = "/graphql";
  return parsedUrl.toString();
};

const wait = (millis: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, millis);
    signal?.addEventListener("abort", abort, { once: true });
  });

/** Milliseconds to wait, as stated by the service; undefined if it states none. */
const askedWait = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
};

/**
 * Headers of a request. Throws an InvalidInputError for a user, a space or a key that a header
 * cannot contain.
 */
const headersOf = (texts: Record<string, string>): Headers => {
  try {
    return new Headers(texts);
  } catch (cause) {
    const message = "The user, the space and the key must have printable ASCII characters only.";
    throw new InvalidInputError("BAD_USER_INPUT", message, { cause });
  }
};

/** A transient error, and the time to wait. */
interface Passing {
  readonly error: PalimpsestError;
  readonly waitMs: number | undefined;
}

type Outcome = { readonly data: unknown } | Passing;

/** The first error of a response; if it has none, that it does not come from Palimpsest. */
const errorIn = (status: number, body: Body | null): PalimpsestError => {
  const [first] = body?.errors ?? [];
  const code = first?.extensions?.code ?? (status < 400 ? "BAD_RESPONSE" : "BAD_REQUEST");
  const message = first?.message ?? `The answer has status ${status} and is not from Palimpsest.`;
  return errorOf(code, message, { status, errorId: first?.extensions?.errorId });
};

const outcomeOf = async (response: Response): Promise<Outcome> => {
  const { status } = response;
  const body = (await response.json().catch(() => null)) as Body | null;
  if (body?.data != null && (body.errors?.length ?? 0) === 0) return { data: body.data };
  const error = errorIn(status, body);
  if (PASSING_STATUS.has(status) || error.code === "STORE_UNAVAILABLE")
    return { error, waitMs: askedWait(response) };
  throw error;
};

/** Sends operations to a service over HTTP, and subscriptions over a WebSocket. */
export class HttpTransport implements Transport {
  readonly #options: HttpOptions;
  readonly #url: string;
  /** The latest record time of an answer: whichever instance answers next must have reached it. */
  #atLeast: string | null = null;

  constructor(options: HttpOptions) {
    this.#options = options;
    this.#url = graphqlUrl(options.url);
  }

  inSpace(name: string): Transport {
    return new HttpTransport({ ...this.#options, space: name });
  }

  async request<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    { signal, isRepeatable }: RequestOptions,
  ): Promise<Result> {
    const body = JSON.stringify({ query: String(document), variables });
    const { retries = DEFAULT_RETRIES } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(body, signal);
      if ("data" in outcome) return outcome.data as Result;
      // Otherwise it is unknown whether the service executed the request; with 429 it did not.
      const mayRepeat = isRepeatable || outcome.error.status === 429;
      if (attempt >= retries || !mayRepeat) throw outcome.error;
      const patience = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
      await wait(outcome.waitMs ?? patience * (0.5 + Math.random() / 2), signal);
    }
  }

  async *subscribe<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    { signal }: { readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<Result> {
    try {
      yield* subscribeOverSocket<Result>({
        url: this.#url.replace(/^http/u, "ws"),
        payload: { query: String(document), variables: variables as Record<string, unknown> },
        credentials: async () => ({ ...(await this.#credentials()), ...this.#seenHeader() }),
        webSocket: this.#options.webSocket,
        signal,
      });
    } catch (error) {
      // The memory was erased. Over HTTP, the header of the answer says so.
      if (error instanceof ConflictError) this.#atLeast = null;
      throw error;
    }
  }

  /**
   * Sends the request once. A connection that fails is an outcome, because it may be retried; an
   * abort by the caller is thrown.
   */
  async #attempt(body: string, signal: AbortSignal | undefined): Promise<Outcome> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const headers = headersOf({
      "content-type": "application/json",
      accept: "application/graphql-response+json, application/json",
      ...this.#seenHeader(),
      ...(await this.#credentials()),
    });
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await (this.#options.fetch ?? fetch)(this.#url, {
        method: "POST",
        headers,
        body,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      this.#remember(response.headers.get(AT_LEAST_HEADER));
      return await outcomeOf(response);
    } catch (cause) {
      if (cause instanceof PalimpsestError || signal?.aborted) throw cause;
      const reason = limit.aborted ? `No answer within ${timeoutMs} ms` : reasonOf(cause);
      const error = new ConnectionError(`${this.#url} cannot be reached. ${reason}.`, { cause });
      return { error, waitMs: undefined };
    }
  }

  #remember(recordedAt: string | null): void {
    if (recordedAt === "") this.#atLeast = null;
    else if (recordedAt !== null && recordedAt > (this.#atLeast ?? "")) this.#atLeast = recordedAt;
  }

  #seenHeader(): Record<string, string> {
    return this.#atLeast === null ? {} : { [AT_LEAST_HEADER]: this.#atLeast };
  }

  async #credentials(): Promise<Record<string, string>> {
    const { apiKey, user, space, headers } = this.#options;
    const key = typeof apiKey === "function" ? await apiKey() : apiKey;
    return {
      ...headers,
      ...(user !== undefined && { "x-user-id": user }),
      ...(space !== undefined && { "x-palimpsest-space": space }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
  }
}

const reasonOf = (cause: unknown): string => {
  const root = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return root instanceof Error && root.message !== "" ? root.message : "The connection failed";
};
