import { createSecretKey, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Account, type AccountSettings } from "./storage/account.ts";
import type { Answer } from "./wire/answer.ts";
import { authorize } from "./wire/authorization.ts";
import { badRequest, Failure, tooLarge } from "./wire/failure.ts";
import { Refusal } from "./sql/tokens.ts";
import { Faults, type Fault, type RequestKind, type ReceivedRequest } from "./wire/faults.ts";
import { checkHeaders } from "./wire/headers.ts";
import type { Document } from "./storage/json.ts";
import { PlanNeeded } from "./wire/queries.ts";
import { answer, containerHeaders, kindOf, partsOf } from "./wire/routes.ts";

/** An empty page that continues at the same row. */
const emptyPage = ({ headers }: ReceivedRequest): Answer => ({
  status: 200,
  charge: 1,
  headers: { "x-ms-continuation": headers["x-ms-continuation"] ?? "0", "x-ms-item-count": "0" },
  body: { Documents: [], _count: 0 },
});

const KEY = Buffer.from("a key that opens nothing but this double");
const SECRET = createSecretKey(KEY);

/**
 * A round has ended when no request has come for so many turns of the event loop. Counted in turns
 * and not in time, a busy machine ends no round early.
 */
const QUIET_TURNS = 100;

/** The service takes requests of at most 2 MB. */
const MOST_REQUEST_BYTES = 2 * 1024 * 1024;

/** A response as sent over HTTP. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const replyOf = (
  request: ReceivedRequest | undefined,
  given: Answer,
  more: Readonly<Record<string, string>>,
): Reply => {
  if (request) {
    request.status = given.status;
    request.charge = given.charge;
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
  /** Milliseconds since 1970; items with a TTL expire by it. */
  readonly now?: () => number;
  /** Drops the partition key of every query, as the SDK does when it uses a query plan. */
  readonly dropsPartitionKey?: boolean;
  /** Answers requests that were sent together at the same time, so that their rounds can be counted. */
  readonly inRounds?: boolean;
  /** The account's description of itself, besides its endpoint. */
  readonly account?: AccountSettings;
}

/** The error response for what was thrown: what the double refuses is a bad request, anything else a fault of its own. */
const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (error instanceof Refusal) return badRequest(error.message);
  const cause = String(error instanceof Error ? error.stack : error);
  return new Failure(500, "InternalServerError", cause);
};

/**
 * A server that speaks the protocol of Azure Cosmos DB for NoSQL to the real SDK. README.md says
 * what it imitates and what it refuses.
 */
export class CosmosDouble {
  readonly account: Account;
  readonly faults = new Faults();
  readonly requests: ReceivedRequest[] = [];
  readonly key = KEY.toString("base64");
  readonly token = "token-of-the-double";
  readonly #server: Server;
  /** Set once it listens. */
  #endpoint = "";
  readonly #options: DoubleOptions;
  #finishedRounds = 0;
  #quietTurns = 0;
  readonly #waiting: (() => void)[] = [];

  private constructor(options: DoubleOptions) {
    this.#options = options;
    this.account = new Account(options.now ?? Date.now, options.account);
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

  /**
   * The requests since the last call, except for metadata that a client requests once and caches. Rounds count from here
   * on again.
   */
  takeRequests(): ReceivedRequest[] {
    this.#finishedRounds = 0;
    return this.requests
      .splice(0)
      .filter(
        ({ kind }) =>
          !(["ACCOUNT", "DATABASE", "CONTAINER", "RANGES"] as readonly RequestKind[]).includes(
            kind,
          ),
      );
  }

  /** Executes a request. Header names are in lower case. Null where the connection breaks before the response. */
  async handle(
    method: string,
    url: string,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<Reply | null> {
    const path = new URL(url, this.endpoint).pathname;
    let request: ReceivedRequest | undefined;
    try {
      const kind = kindOf(method, path, headers);
      request = {
        method,
        path,
        kind,
        container: partsOf(path)[3] ?? null,
        headers,
        body: body.length === 0 ? null : JSON.parse(body.toString("utf8")),
        status: null,
        charge: 0,
        filtered: [],
        unindexed: [],
        loaded: 0,
        round: this.#finishedRounds + 1,
      };
      this.requests.push(request);
      if (this.#options.dropsPartitionKey && kind === "QUERY")
        delete headers["x-ms-documentdb-partitionkey"];
      authorize(SECRET, this.token, method, decodeURIComponent(path), headers);
      checkHeaders(headers);
      if (body.length > MOST_REQUEST_BYTES) throw tooLarge();
      if (this.#options.inRounds) await this.#roundEnd();
      return await this.#answer(request, this.faults.take(request));
    } catch (error) {
      return this.#refuse(request, error, path);
    } finally {
      this.#finishedRounds = Math.max(this.#finishedRounds, request?.round ?? 0);
    }
  }

  /** Resolves once no more requests arrive. */
  #roundEnd(): Promise<void> {
    this.#quietTurns = 0;
    if (this.#waiting.length === 0) setImmediate(() => this.#countTurn());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #countTurn(): void {
    this.#quietTurns += 1;
    if (this.#quietTurns < QUIET_TURNS) setImmediate(() => this.#countTurn());
    else for (const release of this.#waiting.splice(0)) release();
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    const reply = await this.handle(
      incoming.method ?? "GET",
      incoming.url ?? "/",
      headers,
      Buffer.concat(chunks),
    );
    if (!reply) return void response.socket?.destroy();
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  }

  async #answer(request: ReceivedRequest, fault: Fault | null): Promise<Reply | null> {
    if (fault?.kind === "STATUS") {
      if (fault.isExecuted) answer(this.account, request, this.endpoint, []);
      throw new Failure(fault.status, "Fault", fault.message ?? "A fault on demand.", fault);
    }
    if (fault?.kind === "SILENCE") return new Promise(() => {});
    if (fault?.kind === "LOST") return null;
    if (fault?.kind === "BEFORE") await fault.act();
    const extra: readonly Document[] = fault?.kind === "ROWS" ? fault.rows : [];
    if (fault?.kind === "EMPTY_PAGE")
      return replyOf(request, emptyPage(request), containerHeaders(this.account, request.path));
    const reply = this.#onReplica(request, () => {
      try {
        return replyOf(
          request,
          answer(this.account, request, this.endpoint, extra),
          containerHeaders(this.account, request.path),
        );
      } catch (error) {
        // A replica that lags says how far it has come where it finds nothing, too.
        return this.#refuse(request, error, request.path);
      }
    });
    if (fault?.kind === "ANSWER_LATE") await fault.act();
    return fault?.kind === "ANSWER_LOST" ? null : reply;
  }

  /** Answers a request as of the last write, or on a replica that lags, though never behind what the client has seen. */
  #onReplica(request: ReceivedRequest, reply: () => Reply): Reply {
    const behind = this.faults.writesBehind(request);
    if (behind === 0) return reply();
    const [, database = "", , container = ""] = partsOf(request.path);
    const seen = (request.headers["x-ms-session-token"] ?? "").matchAll(/#(?<lsn>\d+)/gu);
    return this.account
      .container(database, container)
      .items.lagging(
        Math.max(0, ...Array.from(seen, ({ groups }) => Number(groups?.["lsn"]))),
        behind,
        reply,
      );
  }

  #refuse(request: ReceivedRequest | undefined, error: unknown, path: string): Reply {
    const failure = failureOf(error);
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
    return replyOf(request, { status: failure.status, charge: 1, body }, headers);
  }
}
