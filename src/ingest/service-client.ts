import { setTimeout as delay } from "node:timers/promises";

export interface ServiceAddress {
  /** Where GraphQL is. */
  readonly url: string;
  /** An API key, or a token; null where the service asks for none. */
  readonly token: string | null;
}

/** The service refuses what it was asked; the code is one of docs/errors.md. */
export class Refused extends Error {
  override readonly name = "Refused";

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The service did not serve, however often it was asked. */
export class ServiceAway extends Error {
  override readonly name = "ServiceAway";
}

/** How long to wait before asking again, doubled each time up to the longest, and how often in vain; in milliseconds. About three minutes in all. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const MOST_TRIES = 12;

/** Codes that say that the service may serve later. */
const PASSING: ReadonlySet<string> = new Set(["STORE_UNAVAILABLE"]);
export const mayPass = (code: string | null): boolean => code !== null && PASSING.has(code);

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string };
  }[];
}

/** What may pass by itself: the service is away, is starting, or cannot reach its store. */
class Passing extends Error {}

/** Asks a running service over HTTP. */
export class ServiceClient {
  readonly #address: ServiceAddress;
  readonly #stopping: AbortSignal;

  constructor(address: ServiceAddress, stopping: AbortSignal) {
    this.#address = address;
    this.#stopping = stopping;
  }

  /** Asks until there is an answer whose fields did not fail for a while only. Throws Refused, and ServiceAway after some minutes, or where it is told to stop. */
  async ask<T>(
    user: string | null,
    query: string,
    variables: object,
    again: (data: T) => boolean = () => false,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        const data = (await this.#once(user, query, variables)) as T;
        if (!again(data)) return data;
        throw new Passing("its store is away");
      } catch (error) {
        if (!(error instanceof Passing)) throw error;
        if (tries === MOST_TRIES || this.#stopping.aborted)
          throw new ServiceAway(
            `The service at ${this.#address.url} does not serve: ${error.message}.`,
          );
        await delay(Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT), undefined, {
          signal: this.#stopping,
        }).catch(() => undefined);
      }
    }
  }

  async #once(user: string | null, query: string, variables: object): Promise<unknown> {
    const { url, token } = this.#address;
    const headers = {
      "content-type": "application/json",
      ...(user === null ? {} : { "x-user-id": user }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ query, variables }),
    }).catch((error: unknown) => {
      throw new Passing(
        error instanceof Error && error.cause instanceof Error
          ? error.cause.message
          : String(error),
      );
    });
    const body = (await response.json().catch(() => null)) as Body | null;
    if (body === null)
      throw response.status >= 500
        ? new Passing(`it answers ${response.status}`)
        : new Refused(
            "BAD_REQUEST",
            `${url} answers ${response.status}, and no JSON: is this the service?`,
          );
    const [error] = body.errors ?? [];
    if (!error) return body.data;
    const code = error.extensions?.code ?? "BAD_REQUEST";
    throw mayPass(code) ? new Passing(error.message) : new Refused(code, error.message);
  }
}
