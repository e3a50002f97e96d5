import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  ConflictError,
  ConnectionError,
  InvalidInputError,
  type Memory,
  NotAllowedError,
  NotFoundError,
  palimpsest,
  UnavailableError,
} from "../../packages/client/src/index.ts";
import { dataDirectory, startService, type Service } from "../end-to-end/service.ts";

let service: Service;
let directory: Awaited<ReturnType<typeof dataDirectory>>;
beforeAll(async () => {
  directory = await dataDirectory();
  service = await startService(directory.path);
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

let users = 0;
const newMemory = (): Memory => palimpsest({ url: service.url, user: `user-${users++}` });

const textsOf = (facts: { readonly nodes: readonly { readonly text: string }[] }): string[] =>
  facts.nodes.map(({ text }) => text);

/** A memory in which the city was Mumbai, and is Pune since September. */
const moved = async (): Promise<Memory> => {
  const memory = newMemory();
  await memory.remember("My city is Mumbai.", { occurredAt: "2026-03-01T09:00:00Z" });
  await memory.remember("My city has changed to Pune.", { occurredAt: "2026-09-15T09:00:00Z" });
  return memory;
};

describe("a shared space", () => {
  const team = `team-${process.pid}`;
  const of = (user: string): Memory => palimpsest({ url: service.url, user });

  it("is one memory for those who share it, separate from their own", async () => {
    await of("shared-ana").inSpace(team).remember("I moved to Lisbon.");
    await of("shared-ana").remember("My city is Porto.");
    const { nodes } = await of("shared-bo").inSpace(team).facts();
    expect(nodes.map(({ entity, value }) => [entity.name, value])).toEqual([
      ["shared-ana", "Lisbon"],
    ]);
    expect(textsOf(await of("shared-ana").facts())).toEqual(["user's city is Porto"]);
    expect(textsOf(await of("shared-bo").facts())).toEqual([]);
  });
  it("is asked together with the user's own, and each hit names its space", async () => {
    const [cy, name] = [of("shared-cy"), `${team}-launch`];
    await cy.inSpace(name).remember("The launch of Tidepool is on 14 May 2027.");
    await cy.remember("I lead the launch of Tidepool.");
    const { hits } = await cy.search("launch of Tidepool", { alsoIn: name, kinds: ["EVENT"] });
    expect(hits.map(({ space }) => space ?? "own").toSorted()).toEqual(["own", name]);
    const { text, citations } = await cy.recall("When is the launch of Tidepool?", {
      alsoIn: name,
    });
    expect(text).toContain(`From the shared space ${name}:`);
    for (const [i, { space }] of citations.entries()) {
      const cited = text.split("\n").find((line) => line.endsWith(`[${i + 1}]`)) ?? "";
      const isShared = text.indexOf(cited) > text.indexOf("From the shared space");
      expect([i, space]).toEqual([i, isShared ? name : undefined]);
    }
    const before = { knownAt: "2020-01-01" };
    const { citations: none } = await cy.at(before).recall("the launch?", { alsoIn: name });
    expect(none).toEqual([]);
  });
  it("must have a valid name", async () => {
    const asked = of("shared-ana").recall("Where?", { alsoIn: "no such name" });
    await expect(asked).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe("the verbs", () => {
  it("remember a message and report its result", async () => {
    const written = await newMemory().remember("My city is Mumbai.");
    expect(written.factsAdded.map(({ text }) => text)).toEqual(["user's city is Mumbai"]);
  });
  it("send back the record time of their last write", async () => {
    const sent: (string | null)[] = [];
    const spy: typeof fetch = (url, request) => {
      sent.push(new Headers(request?.headers).get("x-palimpsest-at-least"));
      return fetch(url, request);
    };
    const memory = palimpsest({ url: service.url, user: `user-${users++}`, fetch: spy });
    await memory.facts({ entity: "user" }).catch(() => undefined);
    await memory.remember("My city is Mumbai.");
    await memory.recall("Which city do I live in?");
    expect(sent).toEqual([null, null, expect.stringMatching(/^2\d{3}-.*Z$/u)]);
  });
  it("fail once, and then read an empty memory, if another client has erased it", async () => {
    const user = `user-${users++}`;
    const [reader, streaming, eraser] = [0, 1, 2].map(() => palimpsest({ url: service.url, user }));
    await reader!.remember("My city is Mumbai.");
    const { id: sessionId } = await streaming!.createSession();
    await streaming!.remember("My city is Pune.");
    await eraser!.forget({ scope: "SPACE", confirm: true });
    const stream = (): Promise<unknown> =>
      streaming!.chat("Hello", { sessionId })[Symbol.asyncIterator]().next();
    await Promise.all([
      expect(reader!.facts()).rejects.toBeInstanceOf(ConflictError),
      expect(stream()).rejects.toBeInstanceOf(ConflictError),
    ]);
    expect(textsOf(await reader!.facts())).toEqual([]);
    await expect(stream()).rejects.toBeInstanceOf(NotFoundError);
  });
  it("recall, search and list what is known", async () => {
    const memory = await moved();
    expect((await memory.recall("Which city do I live in?")).text).toContain("Pune");
    expect((await memory.search("Pune")).hits.length).toBeGreaterThan(0);
    expect(textsOf(await memory.facts({ entity: "user" }))).toEqual(["user's city is Pune"]);
  });
  it("describe an entity and its neighbourhood", async () => {
    const memory = newMemory();
    await memory.assert({
      entity: { name: "Mira", type: "person" },
      text: "Mira works at Acme",
      relationship: { type: "works_at", target: { name: "Acme", type: "organization" } },
    });
    const mira = await memory.about("Mira");
    expect(mira?.key).toBe("person:mira");
    expect((await memory.about("person:mira"))?.id).toBe(mira?.id);
    expect((await memory.about(mira?.id ?? ""))?.name).toBe("Mira");
    const near = await memory.around("Mira");
    expect(near?.neighbours.nodes.map(({ name }) => name)).toEqual(["Acme"]);
  });
  it.each([
    ["2025-07-10T23:30:00-08:00", "2025-07-09T08:00:00.000Z"],
    ["2025-07-10T23:30-0800", "2025-07-09T08:00:00.000Z"],
    ["2025-07-11T07:30:00Z", "2025-07-10T00:00:00.000Z"],
    [new Date("2025-07-10T23:30:00-08:00"), "2025-07-10T00:00:00.000Z"],
  ])("remember a message at %s with its offset", async (occurredAt, from) => {
    const memory = newMemory();
    await memory.remember("I moved to Lisbon yesterday.", { occurredAt });
    const { nodes } = await memory.facts();
    expect(nodes.map(({ validFrom }) => validFrom)).toEqual([from]);
  });
  it("return null, an empty result or an error for unknown things", async () => {
    const memory = newMemory();
    expect(await memory.about("Nobody")).toBeNull();
    expect(textsOf(await memory.facts({ entity: "Nobody" }))).toEqual([]);
    await expect(memory.end("RmFjdDp1bmtub3du")).rejects.toBeInstanceOf(NotFoundError);
  });
  it("correct, end and undo", async () => {
    const memory = await moved();
    const [city] = (await memory.facts({ entity: "user" })).nodes;
    const corrected = await memory.correct(city?.id ?? "", { text: "user's city is Poona" });
    expect(corrected.fact.text).toBe("user's city is Poona");
    await memory.undo(corrected.decision.id);
    const preview = await memory.end(city?.id ?? "", { dryRun: true });
    expect(preview.fact.validTo).not.toBeNull();
    expect(textsOf(await memory.facts({ entity: "user" }))).toEqual(["user's city is Pune"]);
  });
  it("forget only if confirmed", async () => {
    const memory = await moved();
    const [city] = (await memory.facts({ entity: "user" })).nodes;
    const target = { scope: "FACT", id: city?.id ?? "" } as const;
    expect((await memory.forget(target)).dryRun).toBe(true);
    expect(textsOf(await memory.facts({ entity: "user" }))).toEqual(["user's city is Pune"]);
    expect((await memory.forget({ ...target, confirm: true })).dryRun).toBe(false);
    expect(textsOf(await memory.facts({ entity: "user" }))).not.toContain("user's city is Pune");
  });
  it("explain where a fact comes from", async () => {
    const memory = await moved();
    const [city] = (await memory.facts({ entity: "user" })).nodes;
    const origin = await memory.why(city?.id ?? "");
    expect(origin.event?.message).toBe("My city has changed to Pune.");
    expect(origin.history.map(({ value }) => value)).toEqual(["Mumbai", "Pune"]);
  });
  it("page through all facts", async () => {
    const memory = newMemory();
    for (const name of ["Ada", "Bea", "Cleo"])
      await memory.assert({ entity: { name, type: "person" }, text: `${name} plays chess` });
    const texts: string[] = [];
    for await (const { text } of memory.allFacts({ first: 2 })) texts.push(text);
    expect(texts).toEqual(["Ada plays chess", "Bea plays chess", "Cleo plays chess"]);
  });
});

describe("at(…)", () => {
  it("reads what was true then", async () => {
    const memory = await moved();
    const inMay = memory.at({ validAt: "2026-05" });
    expect(textsOf(await inMay.facts({ entity: "user" }))).toEqual(["user's city is Mumbai"]);
    expect((await inMay.recall("Which city do I live in?")).text).toContain("Mumbai");
  });
  it("reads what was known then", async () => {
    const memory = await moved();
    const before = memory.at({ knownAt: new Date(Date.now() - 86_400_000) });
    expect(textsOf(await before.facts())).toEqual([]);
    expect((await memory.changes({ since: "2026-01-01" })).nodes.length).toBeGreaterThan(0);
  });
  it.each([
    ["2026-03-31", "2026-03-31T23:59:59.999Z"],
    ["2024-02", "2024-02-29T23:59:59.999Z"],
    ["2025", "2025-12-31T23:59:59.999Z"],
    ["2026-03-31T18:00", "2026-03-31T18:00:00.000Z"],
    ["2026-03-31T18:00:00+0530", "2026-03-31T12:30:00.000Z"],
  ])("reads %s as %s", async (written, instant) => {
    const memory = newMemory();
    await memory.remember("My city is Mumbai.", { occurredAt: "2020-01-01" });
    const card = await memory.at({ validAt: written }).about("user");
    expect(card?.at.validAt).toBe(instant);
  });
  it.each(["2026-02-30", "2026-13", "tomorrow", "2026-3-1", "", "0000-01-01", "2026-03-31T25:00Z"])(
    "refuses %j",
    (written) => {
      expect(() => newMemory().at({ knownAt: written })).toThrow(InvalidInputError);
    },
  );
});

describe("a watch", () => {
  it("reports each change, and ends when aborted", async () => {
    const memory = newMemory();
    const stop = new AbortController();
    const kinds: string[] = [];
    const watching = (async () => {
      for await (const { kind } of memory.watch({ signal: stop.signal })) {
        kinds.push(kind);
        if (kind.startsWith("FACT")) stop.abort();
      }
    })();
    // The first of them may be written before the subscription stands.
    for (let n = 0; !stop.signal.aborted; n++) await memory.remember(`My city is Town${n}.`);
    await watching;
    expect(kinds.at(-1)).toMatch(/^FACT_/u);
  });
  it("rejects for an unknown entity", async () => {
    const changes = newMemory().watch({ entity: "person:nobody" });
    await expect(changes.next()).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe("a chat", () => {
  it("streams a reply, or returns it whole", async () => {
    const memory = newMemory();
    const { id: sessionId } = await memory.createSession();
    const whole = await memory.chat("My city is Mumbai.", { sessionId });
    expect(whole.reply).not.toBe("");
    let streamed = "";
    let reply = "";
    for await (const part of memory.chat("Which city do I live in?", { sessionId }))
      if (part.reply) reply = part.reply.reply;
      else streamed += part.token;
    expect(streamed).toBe(reply);
  });
});

describe("failures", () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());
  /** The URL of a service with the given answers. */
  const answering = async (answer: RequestListener): Promise<string> => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  };
  const WRITTEN = JSON.stringify({ data: { write: { success: true } } });

  it("are retried with one idempotency key", async () => {
    const keys: string[] = [];
    const url = await answering(async (req, res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk);
      keys.push(JSON.parse(Buffer.concat(chunks).toString()).variables.input.idempotencyKey);
      if (keys.length === 1) return void res.destroy();
      if (keys.length === 2) return void res.writeHead(503, { "retry-after": "0" }).end("{}");
      return void res.end(WRITTEN);
    });
    expect((await palimpsest({ url }).remember("Hello.")).success).toBe(true);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });
  it("of a call without a key are not retried", async () => {
    let calls = 0;
    const url = await answering((_req, res) => {
      calls++;
      res.destroy();
    });
    await expect(palimpsest({ url }).correct("x", { text: "y" })).rejects.toBeInstanceOf(
      ConnectionError,
    );
    expect(calls).toBe(1);
  });
  it("end when retries are used up or the call is aborted", async () => {
    const url = await answering((_req, res) => void res.writeHead(503).end("{}"));
    await expect(palimpsest({ url, retries: 1 }).facts()).rejects.toBeInstanceOf(UnavailableError);
    const stop = new AbortController();
    const reading = palimpsest({ url, retries: 9 }).facts({ signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });
  it("report an answer that is not the service's", async () => {
    const url = await answering((_req, res) => void res.end("<html>"));
    await expect(palimpsest({ url }).facts()).rejects.toThrow("not from Palimpsest");
  });
  it("time out only once", async () => {
    const url = await answering(() => undefined);
    await expect(palimpsest({ url, retries: 0, timeoutMs: 50 }).facts()).rejects.toThrow(
      "No answer within 50 ms",
    );
    server?.closeAllConnections();
  });
  it("are classes with the service's codes", async () => {
    const memory = newMemory();
    await memory.remember("My city is Mumbai.", { idempotencyKey: "a" });
    await expect(memory.remember("Other.", { idempotencyKey: "a" })).rejects.toMatchObject({
      name: "ConflictError",
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    await expect(memory.remember("Other.", { idempotencyKey: "a" })).rejects.toBeInstanceOf(
      ConflictError,
    );
    await expect(memory.facts({ first: 1000 })).rejects.toMatchObject({
      name: "InvalidInputError",
      code: "PAGE_SIZE_OUT_OF_BOUNDS",
    });
    await expect(memory.recall(" ")).rejects.toBeInstanceOf(InvalidInputError);
  });
  it.each(["日本", "a\nb"])("name a user that no header can hold: %j", async (user) => {
    let requests = 0;
    const counted: typeof fetch = (...request) => {
      requests += 1;
      return fetch(...request);
    };
    const memory = palimpsest({ url: service.url, user, fetch: counted });
    await expect(memory.facts()).rejects.toThrow("must have printable ASCII characters only");
    await expect(memory.facts()).rejects.toBeInstanceOf(InvalidInputError);
    expect(requests).toBe(0);
  });
  it("report refused credentials, over HTTP and over a socket", async () => {
    const other = await dataDirectory();
    const guarded = await startService(other.path, {
      API_KEYS: "0123456789abcdef0123456789abcdef:acme",
    });
    const memory = palimpsest({ url: guarded.url, user: "ana", apiKey: "wrong" });
    await expect(memory.facts()).rejects.toBeInstanceOf(NotAllowedError);
    await expect(memory.watch().next()).rejects.toBeInstanceOf(NotAllowedError);
    const apiKey = (): Promise<string> => Promise.resolve("0123456789abcdef0123456789abcdef");
    expect(textsOf(await palimpsest({ url: guarded.url, user: "ana", apiKey }).facts())).toEqual(
      [],
    );
    await guarded.stop();
    await other.remove();
  });
});

describe("the built package", () => {
  const built = new URL("../../packages/client/dist/index.js", import.meta.url);
  it("is under 10 KB compressed, without dependencies", () => {
    const code = readFileSync(built, "utf8");
    expect(gzipSync(code).length).toBeLessThan(10_000);
    expect(/^import\b|\brequire\(/mu.test(code)).toBe(false);
  });
});
