import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { refuseOnConnection } from "../../src/server/http/responses.ts";
import { startService, type Service } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const OFFER = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";

const open = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  await once(socket, "connect");
  return socket;
};

/** What the service answers to raw data until one of the two closes the connection. */
const answerTo = async (...parts: readonly string[]): Promise<string> => {
  const socket = await open();
  let answer = "";
  socket.on("data", (data) => (answer += data.toString()));
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return answer;
};

const post = (query: string, headers: string): string => {
  const body = JSON.stringify({ query });
  return `POST /graphql HTTP/1.1\r\nHost: localhost\r\n${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

describe("an offer of HTTP/2", () => {
  it("is ignored, and the request is answered", async () => {
    const last = post("{hello}", "Connection: close\r\n");
    const answer = await answerTo(post("{hello}", OFFER) + last);
    expect(answer.match(/HTTP\/1\.1 200 OK/gu)).toHaveLength(2);
    expect(answer.match(/\{"data":\{"hello":"hello"\}\}/gu)).toHaveLength(2);
  });

  it("is ignored if the body arrives later", async () => {
    const request = post("{hello}", OFFER);
    const socket = await open();
    socket.write(request.slice(0, -5));
    const answer = once(socket, "data") as Promise<[Buffer]>;
    setImmediate(() => socket.write(request.slice(-5)));
    expect(String((await answer)[0])).toContain('{"data":{"hello":"hello"}}');
    socket.destroy();
  });

  it("changes nothing about who may ask", async () => {
    const answer = await answerTo(
      `GET /metrics HTTP/1.1\r\nHost: evil.example\r\n${OFFER}\r\n`,
      "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toContain("HTTP/1.1 403 Forbidden");
    expect(answer).toContain("HTTP/1.1 200 OK");
  });

  it("that is not HTTP is refused as such", async () => {
    const answer = await answerTo(`GET /metrics HTTP/1.1\r\nHost: localhost\r\n${OFFER}x\r\n\r\n`);
    expect(answer).toContain("This is not an HTTP request.");
  });
});

describe("a refused connection", () => {
  it("is dropped if the client never closes its side", () => {
    vi.useFakeTimers();
    const connection = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    refuseOnConnection(connection, 408, "BAD_REQUEST", "The request did not arrive in time.");
    expect(connection.writableEnded).toBe(true);
    expect(connection.destroyed).toBe(false);
    vi.runAllTimers();
    expect(connection.destroyed).toBe(true);
    vi.useRealTimers();
  });
});
