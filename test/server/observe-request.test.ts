import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { unknownSettings } from "../../src/config/unknown-settings.ts";
import { ask, send, socketUrl } from "./clients.ts";
import { startService, type Service } from "./service.ts";
import { spanDestination } from "../../src/server/tracing/open-tracing.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ accessLog: true });
});
afterAll(() => service.stop());

const origin = (): string => new URL(service.url).origin;
const metrics = async (): Promise<string> => (await send(`${origin()}/metrics`)).text;
const answered = () => service.log.lines.filter(({ message }) => message === "Answered.");

describe("the id of a request", () => {
  it("is the caller's, in the answer, the access log and the lines of its errors", async () => {
    const { headers } = await ask(service.url, "{hello}", { headers: { "x-request-id": "abc-1" } });
    expect(headers["x-request-id"]).toBe("abc-1");
    await expect
      .poll(() => answered().map(({ details }) => details))
      .toContainEqual({
        requestId: "abc-1",
        method: "POST",
        route: "/graphql",
        status: 200,
        seconds: expect.any(Number),
        operation: "query hello",
      });
  });
  it.each([
    ["none was given", undefined],
    ["it is too long", "a".repeat(129)],
    ["it could forge a line of the log", 'x","level":60'],
  ])("is created if %s", async (_case, id) => {
    const given = id === undefined ? {} : { headers: { "x-request-id": id } };
    const { headers } = await ask(service.url, "{hello}", given);
    expect(headers["x-request-id"]).toMatch(/^[\w-]{1,40}$/u);
  });
  it("is in the answer to an upgrade", async () => {
    const socket = new WebSocket(socketUrl(service.url), "graphql-transport-ws", {
      headers: { "x-request-id": "socket-1" },
    });
    const id = await new Promise((resolve) =>
      socket.once("upgrade", ({ headers }) => resolve(headers["x-request-id"])),
    );
    expect(id).toBe("socket-1");
    expect(await metrics()).toContain("palimpsest_open_sockets 1");
    socket.close();
  });
});

describe("the access log", () => {
  it("contains nothing of the question, and no path that callers invented", async () => {
    await ask(service.url, "{hello # my secret\n}");
    await send(`${origin()}/my/secret?of=mine`);
    await expect.poll(() => answered().at(-1)?.details["route"]).toBe("unknown");
    expect(JSON.stringify(service.log.lines)).not.toContain("secret");
  });
});

describe("metrics", () => {
  it("count requests by route and status, and errors by code", async () => {
    await send(`${origin()}/nowhere`);
    await ask(service.url, "{nothing}");
    const text = await metrics();
    expect(text).toMatch(/^palimpsest_http_requests_total\{route="unknown",status="404"\} [1-9]/mu);
    expect(text).toMatch(/^palimpsest_errors_total\{code="NOT_FOUND"\} [1-9]/mu);
    expect(text).toMatch(/^palimpsest_errors_total\{code="GRAPHQL_VALIDATION_FAILED"\} 1$/mu);
    expect(text).toMatch(/^palimpsest_build_info\{version="\d.+",node="\d.+"\} 1$/mu);
    expect(text).toContain("palimpsest_waiting_operations 0");
  });
});

describe("environment variables that look like settings", () => {
  it.each([
    ["DATADIR", ["DATA_DIR"]],
    ["API_KEY", ["API_KEYS"]],
    ["RATE_LIMT", ["RATE_LIMIT_PER_USER", "RATE_LIMIT_PER_KEY"]],
    ["STOP_DELAY", ["STOP_DELAY_SECONDS"]],
    ["PALIMPSEST_PORT", ["PORT"]],
    ["PALIMPSEST_DATA_DIR", ["DATA_DIR"]],
    ["PALIMPSEST_NONSENSE", []],
  ])("are reported: %s", (name, meantSettings) => {
    expect(unknownSettings({ [name]: "x" })).toEqual([{ name, meantSettings }]);
  });
  it.each([
    "PORT",
    "PALIMPSEST_URL",
    "PATH",
    "HOME",
    "PORTS",
    "OPENAI_ORG_ID",
    "OPENAI_API_BASE",
    "AZURE_CLIENT_ID",
    "LOG_FILE",
    "DATABASE_URL",
    "HOSTNAME",
    "NODE_ENV",
  ])("are not reported: %s", (name) => expect(unknownSettings({ [name]: "x" })).toEqual([]));
});

describe("traces", () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://a:4318" }, "http/protobuf"],
    [{ OTEL_TRACES_EXPORTER: "otlp", OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, "http/json"],
    [{ OTEL_TRACES_EXPORTER: "console" }, "console"],
    [{}, null],
    [{ OTEL_SERVICE_NAME: "memory" }, null],
    [{ OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://a:4318" }, null],
    [{ OTEL_SDK_DISABLED: "true", OTEL_TRACES_EXPORTER: "otlp" }, null],
  ])("are sent where the standard variables say: %j", (environment, destination) => {
    expect(spanDestination(environment)).toBe(destination);
  });
});
