import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Account } from "./account.ts";
import type { Answer } from "./answer.ts";
import { authorize } from "./authorization.ts";
import { Failure, tooLarge } from "./failure.ts";
import { Faults, type Fault, type RequestKind, type Seen } from "./faults.ts";
import { checkHeaders } from "./headers.ts";
import type { Document } from "./json.ts";
import { PlanNeeded } from "./queries.ts";
import { answer, containerHeaders, kindOf, partsOf } from "./routes.ts";

/** Nothing yet: the same page is to be asked for again. */
const emptyPage = ({ headers }: Seen): Answer => ({
  status: 200,
  charge: 1,
  headers: { "x-ms-continuation": headers["x-ms-continuation"] ?? "0", "x-ms-item-count": "0" },
  body: { Documents: [], _count: 0 },
});

/** The service takes requests of at most 2 MB. */
const MOST_REQUEST_BYTES = 2 * 1024 * 1024;

/** What goes over the wire. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const replyOf = (
  seen: Seen | undefined,
  given: Answer,
  more: Readonly<Record<string, string>>,
): Reply => {
  if (seen) {
    seen.status = given.status;
    seen.charge = given.charge;
  }
  return {
    status: given.status,
    headers: {
      "content-type": "application/json",
      "x-ms-request-charge": String(given.charge),
      "x-ms-activity-id": randomUUID(),
      ...more,
      ...given.headers,
    },
    body: given.body === undefined ? undefined : JSON.stringify(given.body),
  };
};

export interface DoubleOptions {
  /** Milliseconds since 1970; what lives for a time only dies by it. */
  readonly now?: () => number;
  /** Drops the partition key of every query, as the SDK does where it goes by a plan. */
  readonly dropsPartitionKey?: boolean;
}

/**
 * A double of Azure Cosmos DB's wire protocol, for the real SDK to talk to: accounts, databases, containers, items, batches, queries by
 * plan, the change feed, ETags, TTL, hierarchical keys on two physical partitions, and faults on demand. It refuses what it does not
 * know. It shows shapes, paths, predicates, concurrency and recovery; it says nothing of relevance, request units or time.
 */
export class CosmosDouble {
  readonly account: Account;
  readonly faults = new Faults();
  readonly requests: Seen[] = [];
  readonly key = Buffer.from("a key that opens nothing but this double").toString("base64");
  readonly token = "token-of-the-double";
  readonly #server: Server;
  /** Where it is, once it is. */
  #endpoint = "";
  readonly #options: DoubleOptions;

  private constructor(options: DoubleOptions) {
    this.#options = options;
    this.account = new Account(options.now ?? Date.now);
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(options: DoubleOptions = {}): Promise<CosmosDouble> {
    const double = new CosmosDouble(options);
    await new Promise<void>((resolve) => double.#server.listen(0, "127.0.0.1", resolve));
    double.#endpoint = `http://127.0.0.1:${(double.#server.address() as AddressInfo).port}/`;
    return double;
  }

  get endpoint(): string {
    return this.#endpoint;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** The requests since the last call, but for what a client asks once and remembers. */
  takeRequests(): Seen[] {
    return this.requests
      .splice(0)
      .filter(
        ({ kind }) =>
          !(["ACCOUNT", "DATABASE", "CONTAINER", "RANGES"] as readonly RequestKind[]).includes(
            kind,
          ),
      );
  }

  /** Heeds a request; null where the connection breaks before the answer is out. Its headers have lower-case names. */
  async heed(
    method: string,
    url: string,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<Reply | null> {
    const path = new URL(url, this.endpoint).pathname;
    let seen: Seen | undefined;
    try {
      const kind = kindOf(method, path, headers);
      seen = {
        method,
        path,
        kind,
        container: partsOf(path)[3] ?? null,
        headers,
        body: body.length === 0 ? null : JSON.parse(body.toString("utf8")),
        status: null,
        charge: 0,
        unindexed: [],
      };
      this.requests.push(seen);
      if (this.#options.dropsPartitionKey && kind === "QUERY")
        delete headers["x-ms-documentdb-partitionkey"];
      authorize(this.key, this.token, method, decodeURIComponent(path), headers);
      checkHeaders(headers);
      if (body.length > MOST_REQUEST_BYTES) throw tooLarge();
      return await this.#answer(seen, this.faults.take(seen));
    } catch (error) {
      return this.#refuse(seen, error, path);
    }
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    const reply = await this.heed(
      incoming.method ?? "GET",
      incoming.url ?? "/",
      headers,
      Buffer.concat(chunks),
    );
    if (!reply) return void response.socket?.destroy();
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  }

  async #answer(seen: Seen, fault: Fault | null): Promise<Reply | null> {
    if (fault?.kind === "STATUS")
      throw new Failure(fault.status, "Fault", "A fault on demand.", fault);
    if (fault?.kind === "SILENCE") return new Promise(() => {});
    if (fault?.kind === "LOST") return null;
    if (fault?.kind === "BEFORE") await fault.act();
    const extra: readonly Document[] = fault?.kind === "ROWS" ? fault.rows : [];
    if (fault?.kind === "EMPTY_PAGE")
      return replyOf(seen, emptyPage(seen), containerHeaders(this.account, seen.path));
    const given = answer(this.account, seen, this.endpoint, extra);
    if (fault?.kind === "ANSWER_LOST") return null;
    return replyOf(seen, given, containerHeaders(this.account, seen.path));
  }

  #refuse(seen: Seen | undefined, error: unknown, path: string): Reply {
    const failure =
      error instanceof Failure
        ? error
        : new Failure(
            500,
            "InternalServerError",
            String(error instanceof Error ? error.stack : error),
          );
    const headers = {
      ...containerHeaders(this.account, path),
      ...(failure.substatus === undefined ? {} : { "x-ms-substatus": String(failure.substatus) }),
      ...(failure.retryAfterMs === undefined
        ? {}
        : { "x-ms-retry-after-ms": String(failure.retryAfterMs) }),
    };
    const body = {
      code: failure.code,
      message: failure.message,
      ...(failure instanceof PlanNeeded
        ? { additionalErrorInfo: JSON.stringify(failure.plan) }
        : {}),
    };
    return replyOf(seen, { status: failure.status, charge: 1, body }, headers);
  }
}
