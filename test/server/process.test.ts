import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { ask, closeOf, send, socketUrl } from "./clients.ts";

/** The built service, as `npm start` runs it; `npm test` builds it first. */
const MAIN = join(import.meta.dirname, "../../dist/src/main.js");

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "palimpsest-process-"));
});
afterAll(() => rm(data, { recursive: true, force: true }));

interface Run {
  readonly child: ChildProcess;
  /** The first line on standard output, or none. */
  readonly line: Promise<string | undefined>;
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
  /** Resolves when the log says so. */
  logged(words: string): Promise<void>;
}

const run = (environment: Record<string, string> = {}): Run => {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", DATA_DIR: data, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  const heard = new EventEmitter();
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
    heard.emit("more");
  });
  const lines = createInterface({ input: child.stdout });
  const closed = once(child, "close") as Promise<[number | null]>;
  return {
    child,
    line: Promise.race([
      once(lines, "line").then(([line]) => String(line)),
      closed.then(() => undefined),
    ]),
    ended: closed.then(([code]) => ({ code, errors })),
    logged: async (words) => {
      while (!errors.includes(words)) await once(heard, "more");
    },
  };
};

const urlIn = (line: string | undefined): string => /http:\S+\/graphql/.exec(line ?? "")?.[0] ?? "";

describe("the service as a process", () => {
  it("reports its address, data and models in one line, and exits with 0 on SIGTERM", async () => {
    const { child, line, ended } = run();
    const said = await line;
    expect(said).toMatch(
      /^Palimpsest is ready at http:\/\/127\.0\.0\.1:\d+\/graphql \(data in .+, answered by offline\)$/,
    );
    expect(said).toContain(data);
    const url = urlIn(said);
    expect((await send(`${new URL(url).origin}/health/ready`)).body).toEqual({ status: "ready" });
    expect((await ask(url, "{__typename}")).body).toEqual({ data: { __typename: "Query" } });
    const socket = new WebSocket(socketUrl(url), "graphql-transport-ws");
    const closed = closeOf(socket);
    await once(socket, "open");
    child.kill("SIGTERM");
    expect(await closed).toEqual({ code: 1001, reason: "Going away" });
    expect((await ended).code).toBe(0);
  });
  it.each([
    ["a port that is none", { PORT: "http" }, /PORT must be a port/],
    ["a public address without credentials", { HOST: "0.0.0.0" }, /HOST=0\.0\.0\.0 .*API_KEYS/],
    [
      "an address of another machine",
      { HOST: "192.0.2.1", API_KEYS: "0123456789abcdef:tenant" },
      /HOST=192\.0\.2\.1 is not an address/,
    ],
    ["a log level that is none", { LOG_LEVEL: "loud" }, /LOG_LEVEL must be one of/],
  ])("does not start with %s, says why and exits with 1", async (_what, environment, reason) => {
    const { line, ended } = run(environment);
    expect(await line).toBeUndefined();
    const { code, errors } = await ended;
    expect([code, errors]).toEqual([1, expect.stringMatching(reason)]);
    expect(errors).not.toContain("    at ");
  });
  it("does not start on a used port, says so and exits with 1", async () => {
    const other = createServer();
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { ended } = run({ PORT: String(port) });
    expect(await ended).toEqual({
      code: 1,
      errors: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`),
    });
    other.close();
  });
  it("exits at once with 1 on a second signal, while a request delays the first", async () => {
    const { child, line, ended, logged } = run({ STOP_GRACE_SECONDS: "600" });
    const held = request(urlIn(await line), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": "10",
        expect: "100-continue",
      },
    });
    held.on("error", () => undefined);
    held.flushHeaders();
    await once(held, "continue"); // it has begun; its body never comes
    child.kill("SIGTERM");
    await logged("Stopping");
    child.kill("SIGTERM");
    expect((await ended).code).toBe(1);
    held.destroy();
  });
});
