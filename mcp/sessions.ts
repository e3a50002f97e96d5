import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  type ServerEvent,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Memory } from "../packages/client/src/index.ts";
import { watchResources } from "./resources.ts";
import { createMcpServer } from "./server.ts";

/** The caller, and the memory that it uses. */
export interface McpCaller {
  /** Requests with equal keys may share a session. */
  readonly owner: string;
  readonly memory: Memory;
}

interface Session {
  readonly owner: string;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  lastUsed: number;
}

export interface McpSessionsOptions {
  /**
   * Maximum number of sessions of one owner; a new one replaces the one unused for longest.
   * Default: 32.
   */
  readonly perOwner?: number | undefined;
  /** Maximum number of sessions of all owners. Default: 2,000. */
  readonly inAll?: number | undefined;
  readonly onFault: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds after which an unused session may be removed. */
const IDLE_MILLIS = 30 * 60_000;
const SESSION_HEADER = "mcp-session-id";
/** Answers to what is not understood are errors of JSON-RPC. */
const SESSION_UNKNOWN = {
  jsonrpc: "2.0",
  error: { code: -32_001, message: "Session not found. Initialize a new one." },
  id: null,
};

/** The changes of one memory as events of MCP. The memory is watched while somebody listens. */
const changesOf = (memory: Memory, onFault: (error: unknown) => void): ServerEventBus => ({
  publish: () => undefined,
  subscribe: (listener: (event: ServerEvent) => void) => {
    const stopController = new AbortController();
    const onUpdate = (uri: string): void => listener({ kind: "resource_updated", uri });
    watchResources(memory, onUpdate, stopController.signal).catch((error: unknown) => {
      if (!stopController.signal.aborted) onFault(error);
    });
    return () => stopController.abort();
  },
});

/**
 * Streamable HTTP. Clients of the protocol until 2025-11-25 get a session; those of 2026-07-28 need
 * none. A session belongs to its owner and does not exist for anybody else.
 */
export class McpSessions {
  readonly #sessions = new Map<string, Session>();
  readonly #options: McpSessionsOptions;

  constructor(options: McpSessionsOptions) {
    this.#options = options;
  }

  /** Answers one request. `body` is its parsed JSON; undefined for one without. */
  async answer(request: Request, body: unknown, caller: McpCaller): Promise<Response> {
    const { onFault } = this.#options;
    if (!(await isLegacyRequest(request, body))) {
      const handler = createMcpHandler(() => createMcpServer({ ...caller, onFault }), {
        legacy: "reject",
        bus: changesOf(caller.memory, onFault),
      });
      return handler.fetch(request, { parsedBody: body });
    }
    const id = request.headers.get(SESSION_HEADER);
    const session = id === null ? await this.#open(caller) : this.#sessions.get(id);
    if (session?.owner !== caller.owner) return Response.json(SESSION_UNKNOWN, { status: 404 });
    session.lastUsed = this.#options.now();
    const response = await session.transport.handleRequest(request, { parsedBody: body });
    if (session.transport.sessionId === undefined) await session.server.close();
    return response;
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  /**
   * Opens a session. It is listed when the client has initialized it, which may end the least
   * recently used one of the owner.
   */
  async #open({ owner, memory }: McpCaller): Promise<Session> {
    const { onFault, now } = this.#options;
    const server = createMcpServer({ memory, onFault });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: async (id) => {
        await this.#makeRoom(owner);
        this.#sessions.set(id, session);
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const session: Session = { owner, server, transport, lastUsed: now() };
    await server.connect(transport);
    return session;
  }

  async #makeRoom(owner: string): Promise<void> {
    const { perOwner = 32, inAll = 2_000, now } = this.#options;
    const byAge = [...this.#sessions].toSorted(([, a], [, b]) => a.lastUsed - b.lastUsed);
    const own = byAge.filter(([, session]) => session.owner === owner);
    const idle = byAge.filter(([, { lastUsed }]) => now() - lastUsed > IDLE_MILLIS);
    const ending = new Set([
      ...idle.map(([id]) => id),
      ...own.slice(0, Math.max(0, own.length + 1 - perOwner)).map(([id]) => id),
      ...byAge.slice(0, Math.max(0, byAge.length + 1 - inAll)).map(([id]) => id),
    ]);
    for (const id of ending) await this.#end(id);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close();
  }
}
