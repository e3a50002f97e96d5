import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, JSON_TYPE, send } from "./clients.ts";
import { startService, type Service } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe("the audits of graphql-http", () => {
  // These ask for GETs that any web page can send. They are MAY, a notice and neither a warning nor an error; refusing them is what keeps other pages out.
  const refused = new Set(["5A70", "D6D5", "6A70"]);
  for (const audit of serverAudits({ url: () => service.url })) {
    it(`${audit.id} ${audit.name}`, async () => {
      const result = await audit.fn();
      expect({
        status: result.status,
        reason: "reason" in result ? result.reason : "",
      }).toMatchObject({ status: refused.has(audit.id) ? "notice" : "ok" });
    });
  }
});

describe("GET", () => {
  const get = (query: string, headers = {}) =>
    send(`${service.url}?query=${encodeURIComponent(query)}`, { headers });

  it("runs a query that a page of another origin cannot send", async () => {
    expect((await get("{hello}", { "apollo-require-preflight": "1" })).body).toEqual({
      data: { hello: "hello" },
    });
  });
  it("runs no mutation", async () => {
    const answer = await get('mutation{say(text:"x")}', { "apollo-require-preflight": "1" });
    expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([405, "BAD_REQUEST"]);
  });
  it("is refused if a page of any origin could have sent it", async () => {
    const answer = await get("{hello}");
    expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([400, "BAD_REQUEST"]);
  });
});

describe("the status of an error", () => {
  const today = "application/graphql-response+json";
  it.each([
    ["of a running operation", "{problem(code:QUOTA_EXCEEDED)}", today, 200],
    ["of a running operation", "{problem(code:STORAGE_FULL)}", "application/json", 200],
    ["of one that has no data", "{missing}", today, 200],
    ["of one that has no data", "{missing}", "application/json", 200],
    ["of an invalid document", "{nothing}", today, 400],
    ["of an invalid document", "{nothing}", "application/json", 200],
    ["of an invalid document", "{nothing}", "*/*", 200],
  ])("%s: %s as %s is %i", async (_what, query, accept, status) => {
    const answer = await ask(service.url, query, { headers: { accept } });
    expect([answer.status, answer.body.errors?.length]).toEqual([status, 1]);
    expect("data" in answer.body).toBe(!query.includes("nothing"));
  });
});

describe("POST", () => {
  const post = (body: string | Buffer, headers = {}) =>
    send(service.url, { method: "POST", headers: { ...JSON_TYPE, ...headers }, body });
  const query = JSON.stringify({ query: "{hello}" });

  it.each([
    ["is not JSON", "{bad", {}, 400, "BAD_REQUEST"],
    ["is empty", "", {}, 400, "BAD_REQUEST"],
    ["is a list of operations", `[${query}]`, {}, 400, "BAD_REQUEST"],
    ["is not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), {}, 400, "BAD_REQUEST"],
    [
      "says that it is not UTF-8",
      query,
      { "content-type": "application/json; charset=latin1" },
      400,
      "BAD_REQUEST",
    ],
    ["is compressed", query, { "content-encoding": "gzip" }, 400, "BAD_REQUEST"],
    ["comes from a form", query, { "content-type": "text/plain" }, 400, "BAD_REQUEST"],
    [
      "is over the limit",
      JSON.stringify({ query: "{hello}", x: "x".repeat(2 ** 20) }),
      {},
      413,
      "PAYLOAD_TOO_LARGE",
    ],
    ["is far over the limit", Buffer.alloc(10 * 2 ** 20, " "), {}, 413, "PAYLOAD_TOO_LARGE"],
  ])("answers in JSON for a body that %s", async (_what, body, headers, status, code) => {
    const answer = await post(body, headers);
    expect([
      answer.status,
      answer.headers["content-type"],
      answer.body.errors?.[0]?.extensions.code,
    ]).toEqual([status, "application/json; charset=utf-8", code]);
  });
  it("accepts a body of exactly the limit", async () => {
    const most = 2 ** 20;
    const filled = `{"query":"{hello}","x":"${"x".repeat(most - 26)}"}`;
    expect(filled.length).toBe(most);
    expect((await post(filled)).body).toEqual({ data: { hello: "hello" } });
    expect((await post(`${filled} `)).status).toBe(413);
  });
  it("accepts variables nested as deep as a body can be", async () => {
    const depth = 100_000;
    const answer = await post(
      `{"query":"{hello}","variables":{"deep":${"[".repeat(depth)}${"]".repeat(depth)}}}`,
    );
    expect(answer.body).toEqual({ data: { hello: "hello" } });
  });
  it("runs a mutation", async () => {
    expect((await ask(service.url, 'mutation{say(text:"so")}')).body).toEqual({
      data: { say: "so" },
    });
  });
  it("refuses a subscription, and says where it runs", async () => {
    const answer = await ask(service.url, "subscription{ticks}");
    expect([
      answer.status,
      answer.body.errors?.[0]?.extensions.code,
      answer.body.errors?.[0]?.message,
    ]).toEqual([400, "BAD_REQUEST", expect.stringContaining("WebSocket")]);
  });
  it("refuses an unknown operation name", async () => {
    const answer = await ask(service.url, "query A{hello}", { operationName: "B" });
    expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([400, "BAD_REQUEST"]);
  });
});

describe("other methods and paths", () => {
  it.each(["PUT", "DELETE", "PATCH"])("are refused: %s", async (method) => {
    const answer = await send(service.url, { method });
    expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
      "BAD_REQUEST",
    ]);
  });
  it.each(["/graphqll", "/favicon.ico", "/health", "/graphql/x", "/%2e%2e/etc/passwd"])(
    "are not found, in JSON: %s",
    async (path) => {
      const answer = await send(new URL(service.url).origin + path);
      expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([404, "NOT_FOUND"]);
    },
  );
});
