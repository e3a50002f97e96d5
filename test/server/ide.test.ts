import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../../src/server/http/ide.ts";
import { send } from "./clients.ts";
import { startService, type Service } from "./service.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe("the IDE", () => {
  it("is at /graphql for browsers only", async () => {
    const { status, headers, text } = await send(service.url, { headers: { accept: BROWSER } });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("<title>Palimpsest</title>");
    const { text: other } = await send(service.url, { headers: { accept: "*/*" } });
    expect(other).not.toContain("<title>");
  });
  it("is self-contained: the page fetches nothing from elsewhere", async () => {
    const { headers, text } = await send(service.url, { headers: { accept: BROWSER } });
    const withoutScripts = text.replace(/<script>[^]*<\/script>/, "");
    expect(withoutScripts.length).toBeLessThan(text.length);
    expect(
      withoutScripts.match(/(?:src|href)="(?!data:)[^"]*"|url\(["']?(?!data:|#)[^)]*\)|@import/g),
    ).toBeNull();
    expect(text).not.toMatch(/<script[^>]+src=/);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  });
  it("opens with the example, and uses both protocols of this service", async () => {
    const { text } = await send(service.url, { headers: { accept: BROWSER } });
    const options = JSON.parse(
      /renderYogaGraphiQL\(\s*window\.document\.querySelector\('#root'\),\s*(\{.*\}),\s*\);/.exec(
        text,
      )?.[1] ?? "{}",
    ) as Record<string, unknown>;
    expect(options).toMatchObject({
      endpoint: "/graphql",
      subscriptionsProtocol: "WS",
      defaultQuery: EXAMPLE,
    });
  });
  it("is compressed if the browser accepts it", async () => {
    const plain = await send(service.url, { headers: { accept: BROWSER } });
    const response = await fetch(service.url, {
      headers: { accept: BROWSER, "accept-encoding": "gzip" },
    });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(Number(response.headers.get("content-length"))).toBeLessThan(
      Number(plain.headers["content-length"]) / 2,
    );
    expect(await response.text()).toBe(plain.text);
  });
});
