import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as, dataDirectory, startService, told } from "./service.ts";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

let collector: Server;
let directory: Awaited<ReturnType<typeof dataDirectory>>;
const bodies: string[] = [];
beforeAll(async () => {
  directory = await dataDirectory();
  collector = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      bodies.push(Buffer.concat(chunks).toString());
      res.end("{}");
    });
  });
  await new Promise<void>((resolve) => void collector.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  collector.close();
  await directory.remove();
});

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

describe("traces", () => {
  it("continue the caller's, with a span for each operation and the calls below it", async () => {
    const { port } = collector.address() as AddressInfo;
    const service = await startService(directory.path, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    });
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
    await told(
      as(
        service.url,
        "ana",
        headers,
      )(`mutation { write(input: { message: "My city is Mumbai." }) { success } }`),
    );
    expect(await service.stop()).toBe(0);
    const spans = bodies
      .flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const operation = spans.find(({ name }) => name === "mutation write");
    expect(operation).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === operation?.spanId);
    expect(below.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["store commit", "model extract"]),
    );
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    expect(bodies.join("")).not.toMatch(/Mumbai|ana\b|city/u);
  });

  it("that nobody collects neither fail a stop nor delay it for long", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => void closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const service = await startService(directory.path, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    await told(as(service.url, "ana")("{ __typename }"));
    const began = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(service.output()).toMatch(/"level":40.*spans/u);
  });
});
