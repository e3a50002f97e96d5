import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SYSTEM_CLOCK } from "../../../src/models/openai/endpoint/clock.ts";
import { startModelServer, type ModelServer } from "../../model-server/model-server.ts";
import type { Reply } from "../../model-server/replies.ts";
import { factOf, failureOfTask, messageOf, modelsAt, recordedWaits } from "./fixture.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const MESSAGE = messageOf("I live in Curitiba");
const GOOD: Reply = { content: { facts: [factOf("Ana", "Ana lives in Curitiba")] } };

/** A promise and what resolves it. */
const gated = (): { readonly promise: Promise<void>; readonly resolve: () => void } => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};

describe("waiting for an endpoint", () => {
  test("doubles if the endpoint does not advise", async () => {
    server.script.push(
      { status: 429 },
      { status: 429 },
      { status: 429 },
      { status: 500 },
      { status: 500 },
      GOOD,
    );
    const clock = recordedWaits();
    await (await modelsAt(server, { clock, settings: { backOffMs: 100 } })).extract(MESSAGE);
    expect(clock.waits).toEqual([100, 200, 100, 200]);
  });

  test("has jitter, so that refused clients do not return together", async () => {
    server.script.push({ status: 429 }, GOOD);
    const clock = { ...recordedWaits(), random: () => 0.5 };
    await (await modelsAt(server, { clock, settings: { backOffMs: 100 } })).extract(MESSAGE);
    expect(clock.waits).toEqual([87.5]);
  });

  test.each([
    { headers: { "retry-after": "7" }, wait: 7_000 },
    { headers: { "retry-after": "0" }, wait: 0 },
    { headers: { "retry-after": "Sat, 21 Nov 2026 00:00:12 GMT" }, wait: 12_000 },
    { headers: { "retry-after": "Fri, 20 Nov 2026 00:00:00 GMT" }, wait: 0 },
    { headers: { "retry-after-ms": "250", "retry-after": "1" }, wait: 250 },
    { headers: { "retry-after": "soon" }, wait: 100 },
  ])("follows the endpoint's advice: $headers", async ({ headers, wait }) => {
    server.script.push({ status: 429, headers }, GOOD);
    const clock = recordedWaits();
    expect(
      await (await modelsAt(server, { clock, settings: { backOffMs: 100 } })).extract(MESSAGE),
    ).toMatchObject({ calls: 2, model: "large" });
    expect(clock.waits).toEqual([wait]);
  });

  test("passes on the clock", async () => {
    server.script.push({ status: 429, headers: { "retry-after-ms": "300" } }, GOOD);
    const models = await modelsAt(server, { clock: SYSTEM_CLOCK });
    const started = performance.now();
    await models.extract(MESSAGE);
    expect(performance.now() - started).toBeGreaterThanOrEqual(299);
  });

  test("ends at the deadline, and the fallback is asked", async () => {
    server.script.push({ status: 429, headers: { "retry-after": "3600" } }, GOOD);
    const clock = recordedWaits();
    expect(await (await modelsAt(server, { clock })).extract(MESSAGE)).toMatchObject({
      calls: 2,
      model: "small",
    });
    expect(clock.waits).toEqual([]);
  });

  test("ends after the configured number of tries", async () => {
    server.answer = () => ({ status: 429 });
    const models = await modelsAt(server, { settings: { retries: 0 } });
    expect(await failureOfTask(models.extract(MESSAGE))).toMatchObject({
      kind: "RATE_LIMITED",
      calls: 2,
    });
  });
});

/**
 * Has the large model answer so, and the small one well. By model rather than in order, because an
 * attempt that a loaded machine ends before it was sent takes no answer.
 */
const largeAnswers = (reply: Reply): void => {
  server.answer = ({ body }) => (body.model === "large" ? reply : GOOD);
};

describe("a deadline", () => {
  test("gives a model that hangs one attempt, then the fallback", async () => {
    largeAnswers({ hangs: true });
    const answer = await (
      await modelsAt(server, { settings: { attemptTimeoutMs: 50 } })
    ).extract(MESSAGE);
    expect(answer).toMatchObject({ calls: 2, model: "small" });
  });

  test.each([
    ["of the task", { deadlineMs: 900 }, {}],
    ["of the caller", {}, { timeoutMs: 900 }],
  ])(
    "%s that is shorter than an attempt leaves room for the fallback",
    async (_, settings, call) => {
      largeAnswers({ hangs: true });
      const answer = await (await modelsAt(server, { settings })).extract(MESSAGE, call);
      expect(answer).toMatchObject({ calls: 2, model: "small" });
    },
  );

  test("applies to a model that stops in the middle of its answer", async () => {
    largeAnswers({ raw: '{"id": "1", "choices": [', stalls: true });
    expect(
      await (await modelsAt(server, { settings: { attemptTimeoutMs: 50 } })).extract(MESSAGE),
    ).toMatchObject({ model: "small" });
  });

  test("ends the task if everything hangs, and reports what was tried", async () => {
    server.answer = () => ({ hangs: true });
    const started = performance.now();
    const failure = await failureOfTask(
      (await modelsAt(server, { settings: { deadlineMs: 500, attemptTimeoutMs: 50 } })).extract(
        MESSAGE,
      ),
    );
    expect(failure).toMatchObject({ kind: "DEADLINE", calls: 2 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(499);
  });

  test("includes waits", async () => {
    server.answer = () => ({ status: 429, headers: { "retry-after-ms": "60" } });
    const models = await modelsAt(server, {
      clock: SYSTEM_CLOCK,
      settings: { deadlineMs: 100, retries: 50 },
    });
    const failure = await failureOfTask(models.extract(MESSAGE));
    expect(failure.calls).toBeLessThan(6);
  });

  test("keeps what was salvaged before", async () => {
    server.script.push({
      content: `{"facts": [${JSON.stringify(factOf("Ana", "Ana lives in Curitiba"))}, {"sub`,
      finish: "length",
    });
    server.answer = () => ({ hangs: true });
    const answer = await (
      await modelsAt(server, { settings: { deadlineMs: 500 } })
    ).extract(MESSAGE);
    expect(answer.value.facts.map(({ text }) => text)).toEqual(["Ana lives in Curitiba"]);
  });

  test("can come from the caller", async () => {
    server.script.push({
      content: `{"facts": [${JSON.stringify(factOf("Ana", "Ana lives in Curitiba"))}, {"sub`,
      finish: "length",
    });
    server.answer = () => ({ hangs: true });
    const answer = await (
      await modelsAt(server)
    ).extract(MESSAGE, { signal: AbortSignal.timeout(500) });
    expect(answer.value.facts).toHaveLength(1);
  });
});

describe("a caller who gives up", () => {
  test("ends the current request, and no other follows", async () => {
    const controller = new AbortController();
    server.answer = () => {
      controller.abort();
      return { hangs: true };
    };
    const failure = await failureOfTask(
      (await modelsAt(server)).extract(MESSAGE, { signal: controller.signal }),
    );
    expect(failure).toMatchObject({ kind: "CANCELLED", calls: 1 });
    expect(server.chats).toHaveLength(1);
  });

  test("stops requests that were not sent yet", async () => {
    const models = await modelsAt(server);
    expect(
      await failureOfTask(models.extract(MESSAGE, { signal: AbortSignal.abort() })),
    ).toMatchObject({ kind: "CANCELLED", calls: 0 });
    expect(
      await failureOfTask(models.embedder.embed(["a"], { signal: AbortSignal.abort() })),
    ).toMatchObject({ kind: "CANCELLED" });
    expect([...server.chats, ...server.embeddings]).toEqual([]);
  });

  test("ends a wait", async () => {
    const controller = new AbortController();
    server.script.push({ status: 429, headers: { "retry-after": "20" } });
    const clock = {
      ...SYSTEM_CLOCK,
      wait: (milliseconds: number, signal: AbortSignal) => (
        queueMicrotask(() => controller.abort()),
        SYSTEM_CLOCK.wait(milliseconds, signal)
      ),
    };
    const failure = await failureOfTask(
      (await modelsAt(server, { clock })).extract(MESSAGE, { signal: controller.signal }),
    );
    expect(failure).toMatchObject({ kind: "CANCELLED", calls: 1 });
  });

  test("leaves no listeners on a long-lived signal", async () => {
    const controller = new AbortController();
    const added: string[] = [];
    const signal = controller.signal;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (added.push("+"), add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (
      added.push("-"),
      remove(...args)
    );
    const models = await modelsAt(server);
    for (let call = 0; call < 3; call += 1) await models.extract(MESSAGE, { signal });
    expect(added.join("")).toBe("+-+-+-");
  });
});

describe("concurrent requests to one endpoint", () => {
  test("stay within the limit, and are all served", async () => {
    const gate = gated();
    server.answer = () => {
      if (server.chats.length >= 3) gate.resolve();
      return { after: gate.promise, reply: GOOD };
    };
    const models = await modelsAt(server, { settings: { concurrency: 3 } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => models.extract(MESSAGE)));
    expect(answers.every(({ calls }) => calls === 1)).toBe(true);
    expect(server.mostAtOnce).toBe(3);
  });

  test("include embeddings at the same endpoint only", async () => {
    const gate = gated();
    server.answer = () => ({ after: gate.promise, reply: GOOD });
    const elsewhere = await startModelServer();
    const models = await modelsAt(server, {
      embeddingEndpoint: { kind: "openai", apiKey: "k", baseUrl: elsewhere.url },
      settings: { concurrency: 1 },
    });
    const extraction = models.extract(MESSAGE);
    await models.embedder.embed(["a"]);
    gate.resolve();
    await extraction;
    expect(elsewhere.embeddings).toHaveLength(1);
    expect(server.embeddings).toEqual([]);
    await elsewhere.close();
  });

  test("are never sent if cancelled while they wait", async () => {
    const gate = gated();
    const arrived = gated();
    server.answer = () => (arrived.resolve(), { after: gate.promise, reply: GOOD });
    const models = await modelsAt(server, { settings: { concurrency: 1 } });
    const first = models.extract(MESSAGE);
    await arrived.promise;
    const controller = new AbortController();
    const second = failureOfTask(models.extract(MESSAGE, { signal: controller.signal }));
    controller.abort();
    expect(await second).toMatchObject({ kind: "CANCELLED", calls: 0 });
    gate.resolve();
    await first;
    await models.extract(MESSAGE);
    expect(server.chats).toHaveLength(2);
  });
});
