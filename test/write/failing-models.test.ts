import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import {
  ModelUnavailable,
  type Embedder,
  type ModelFault,
  type Models,
} from "../../src/models/port.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { PendingEvents } from "../../src/write/events/pending-events.ts";
import { processEvent, retryEvent } from "../../src/write/events/process.ts";
import type { WriteRequest } from "../../src/write/requests.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import {
  answer,
  extracted,
  nothing,
  scriptedModels,
  type Script,
} from "../fakes/scripted-models.ts";

/** A failure that has cost two calls and seven tokens. */
const failure = (kind: ModelFault): ModelUnavailable =>
  Object.assign(new ModelUnavailable(kind, "m failed."), {
    calls: 2,
    tokens: { input: 7, output: 0, cached: 0 },
  });
const scripted = (script: Script) => ({
  ...scriptedModels(script),
  extractionIncludesEmotion: true,
});
const city = (value: string) => ({
  facts: [extracted({ subject: "user", text: `user's city is ${value}`, slot: "city", value })],
});
const likes = (what: string) => ({
  facts: [extracted({ subject: "user", text: `user likes ${what}` })],
});

describe.each(stores)("models that fail, on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const memory = async (models: Models) => {
    const space = await freshSpace();
    const pending: unknown[] = [];
    const services: WriteServices = {
      models,
      newId: v7,
      now: Date.now,
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: (_, fault) => void pending.push(fault),
    };
    return {
      space,
      services,
      pending,
      tell: (message: string, request: Partial<WriteRequest> = {}) =>
        write(services, space, { message, ...request }),
    };
  };

  describe("extraction", () => {
    const failing = (kind: ModelFault) => {
      const asked: string[] = [];
      const models: Models = {
        ...scripted({}),
        extract: async () => (asked.push("informed"), Promise.reject(failure(kind))),
        extractBlind: async () => (asked.push("blind"), Promise.reject(failure(kind))),
      };
      return { models, asked };
    };

    it.each(["UNAUTHORIZED", "DEADLINE", "CANCELLED"] as const)(
      "that fails by %s is not retried blindly, and reports its cost",
      async (kind) => {
        const { models, asked } = failing(kind);
        const { tell, pending } = await memory(models);
        const { event, error, tokens, trace } = await tell("My city is Mumbai.");
        expect([event?.status, asked, tokens.input]).toEqual(["PENDING", ["informed"], 7]);
        expect(error).toMatch(/on record and will be processed later/u);
        expect(trace?.find(({ stage }) => stage === "extract")).toMatchObject({
          modelCalls: 2,
          tokens: { input: 7 },
          data: { failed: true },
        });
        expect(pending).toMatchObject([{ kind }]);
      },
    );

    it.each(["REFUSED", "UNAVAILABLE", "UNREADABLE", "REJECTED"] as const)(
      "that fails by %s is retried blindly, and reports both costs",
      async (kind) => {
        const { models, asked } = failing(kind);
        const { tell } = await memory(models);
        const { tokens, trace } = await tell("My city is Mumbai.");
        expect([
          asked,
          tokens.input,
          trace?.find(({ stage }) => stage === "extract")?.modelCalls,
        ]).toEqual([["informed", "blind"], 14, 4]);
      },
    );

    it("that succeeds blindly says so, with the cost of the failure", async () => {
      const { models } = failing("FILTERED");
      const { tell } = await memory({
        ...models,
        extractBlind: async () => answer({ ...nothing, ...city("Mumbai") }),
      });
      const { addedFacts, tokens, trace } = await tell("My city is Mumbai.");
      expect([
        addedFacts.length,
        tokens,
        trace?.find(({ stage }) => stage === "extract")?.data["informed"],
      ]).toEqual([1, { input: 17, output: 5, cached: 0 }, false]);
    });
  });

  describe("an embedder", () => {
    const embedding = (embed: Embedder["embed"]): Models => {
      const models = scripted({
        says: {
          one: likes("jazz music a lot"),
          two: likes("jazz music a bit"),
          three: { facts: [...likes("tea").facts, ...likes("green tea").facts] },
        },
      });
      return {
        ...models,
        embedder: { ...models.embedder, remote: true, similarityDecides: true, embed },
      };
    };

    it("that is unreachable is asked once per write, and the facts are kept without vectors", async () => {
      let asked = 0;
      const { tell, space } = await memory(
        embedding(async () => (asked++, Promise.reject(failure("UNAVAILABLE")))),
      );
      const reports = [await tell("one"), await tell("two"), await tell("three")];
      expect([
        asked,
        ...reports.map(({ addedFacts, event, error }) => [addedFacts.length, event?.status, error]),
      ]).toEqual([3, [1, "APPLIED", null], [1, "APPLIED", null], [2, "APPLIED", null]]);
      expect(reports[1]!.decisions).toMatchObject([
        {
          action: "ADD",
          decidedBy: "RULE",
          reason: "The fact could not be compared, because it has no vector.",
        },
      ]);
      expect(reports[0]!.tokens.input).toBe(17);
      const at = { knownAt: reports[2]!.at.knownAt, validAt: reports[2]!.at.validAt };
      expect(await space.searchFullText(["jazz"], { kinds: ["FACT"], at, limit: 9 })).toHaveLength(
        2,
      );
    });
  });

  describe("a verdict", () => {
    it("on an unknown fact is refused by a rule and recorded, and the fact is added", async () => {
      const models = scripted({
        says: { one: likes("jazz music a lot"), two: likes("jazz music a bit") },
        reconcile: async () =>
          answer([
            {
              action: "DELETE" as const,
              candidate: "somebody else's",
              reason: "I was told to.",
            },
          ]),
      });
      const { tell, space } = await memory(models);
      const first = await tell("one");
      const { addedFacts, deletedFacts, decisions, at } = await tell("two");
      expect([addedFacts.length, deletedFacts.length]).toEqual([1, 0]);
      expect(decisions).toMatchObject([
        {
          action: "ADD",
          decidedBy: "RULE",
          model: "scripted",
          tokens: { input: 10 },
          reason: expect.stringMatching(/^Refused: the verdict was DELETE/u),
        },
      ]);
      expect(decisions[0]!.candidates.map(({ version }) => version)).toEqual([
        `${first.addedFacts[0]!.fact}.1`,
      ]);
      expect((await space.decisions([decisions[0]!.id], at.knownAt))[0]).toMatchObject({
        decidedBy: "RULE",
      });
    });
  });

  describe("the job for pending events", () => {
    /** Events that were logged and not worked through. */
    const left = async (count: number) => {
      const made = await memory({
        ...scripted({}),
        extract: async () => Promise.reject(failure("UNAUTHORIZED")),
      });
      for (let n = 0; n < count; n++) await made.tell(`message ${n}`);
      return made;
    };
    /**
     * The job, with a clock that the test moves. `next` starts the next run when it is due, and
     * returns its delay.
     */
    const job = (
      services: WriteServices,
      extract: Models["extract"],
      isLocked?: () => Promise<boolean>,
    ) => {
      const due: { readonly run: () => void; readonly millis: number }[] = [];
      const events = new PendingEvents(
        { ...services, models: { ...services.models, extract, extractBlind: extract } },
        {
          schedule: (run, millis) => {
            due.push({ run, millis });
            return () => due.splice(0);
          },
          isLocked,
        },
      );
      const next = async (): Promise<number> => {
        await expect.poll(() => due.length).toBe(1);
        const { run, millis } = due.shift()!;
        run();
        return millis;
      };
      return { events, due, next };
    };
    const waiting = async (space: SpaceStore) => (await space.pendingEvents(100)).length;
    const becomes = (space: SpaceStore, count: number) =>
      expect.poll(() => waiting(space)).toBe(count);

    it("processes more than one batch, and then rests", async () => {
      const { space, services } = await left(45);
      const { events, due, next } = job(services, async () => answer(nothing));
      events.notice(space);
      expect([await next(), await next(), await next()]).toEqual([0, 0, 0]);
      await becomes(space, 0);
      await events.stop();
      expect(due).toEqual([]);
    });

    it("leaves a space alone while another process may write it", async () => {
      const { space, services } = await left(1);
      let isLocked = true;
      const { events, due, next } = job(
        services,
        async () => answer(nothing),
        async () => isLocked,
      );
      events.notice(space);
      await next();
      await expect.poll(() => due.length).toBe(1);
      expect(await waiting(space)).toBe(1);
      isLocked = false;
      await next();
      await becomes(space, 0);
      await events.stop();
    });

    it("asks once and waits for an unreachable endpoint, and continues when it is back", async () => {
      const { space, services } = await left(3);
      let asked = 0;
      let away = true;
      const { events, due, next } = job(
        services,
        async () => (asked++, away ? Promise.reject(failure("UNAUTHORIZED")) : answer(nothing)),
      );
      events.notice(space);
      const waits = [await next(), await next()];
      await expect.poll(() => due.length).toBe(1);
      expect([asked, await waiting(space)]).toEqual([2, 3]);
      away = false;
      expect([...waits, await next()]).toEqual([0, 5_000, 10_000]);
      await becomes(space, 0);
      await events.stop();
    });

    it("does not let an unreadable message block others, and gives it up after a while", async () => {
      const { space, services } = await left(3);
      let refused = 0;
      const { events, due, next } = job(services, async ({ message }) =>
        message === "message 0"
          ? (refused++, Promise.reject(failure("FILTERED")))
          : answer(nothing),
      );
      events.notice(space);
      for (let round = 0; round < 5; round++) await next();
      await becomes(space, 1);
      await next();
      await events.stop();
      expect([refused, due, await waiting(space)]).toEqual([10, [], 1]);
    });
  });

  describe("a message whose processing is cut off", () => {
    const cutOff = async (): Promise<never> => Promise.reject(failure("CUT_OFF"));
    const stateOf = async (space: SpaceStore, id: string) => {
      const { recordedAt } = await space.head();
      const [event] = await space.events([id], recordedAt!);
      return { status: event?.status, error: event?.outcome?.error ?? null };
    };
    /** A message that was cut off when it was written. */
    const writtenOnce = async () => {
      const made = await memory({ ...scripted({}), extract: cutOff, extractBlind: cutOff });
      const { event } = await made.tell("one", { idempotencyKey: "k" });
      return { ...made, event: event! };
    };

    it("waits after the first time, and is FAILED after the second", async () => {
      const { space, services, event } = await writtenOnce();
      expect(event.status).toBe("PENDING");
      const report = await processEvent(services, space, event, services.settings);
      expect([report.event?.status, report.error]).toEqual([
        "FAILED",
        expect.stringContaining("was stopped"),
      ]);
      expect(await space.pendingEvents(10)).toEqual([]);
      expect(await stateOf(space, event.id)).toEqual({ status: "FAILED", error: report.error });
    });

    it("is not retried blindly, which would take as long", async () => {
      const { services, space } = await memory({
        ...scripted({}),
        extract: cutOff,
        extractBlind: async () => answer(nothing),
      });
      const report = await write(services, space, { message: "one" });
      expect(report.event?.status).toBe("PENDING");
    });

    it("can be retried once FAILED, and stays FAILED if cut off again", async () => {
      const { space, services, event } = await writtenOnce();
      await retryEvent(services, space, event.id);
      expect((await retryEvent(services, space, event.id)).event?.status).toBe("FAILED");
      const models = scripted({ says: { one: likes("jazz") } });
      const report = await retryEvent({ ...services, models }, space, event.id);
      expect([report.event?.status, report.addedFacts.map(({ text }) => text)]).toEqual([
        "APPLIED",
        ["user likes jazz"],
      ]);
      expect(await stateOf(space, event.id)).toEqual({ status: "APPLIED", error: null });
      const again = await retryEvent(services, space, event.id);
      expect(again.addedFacts).toHaveLength(1);
    });

    it("becomes FAILED for no other fault", async () => {
      const filtered = async () => Promise.reject(failure("FILTERED"));
      const { space, services, tell } = await memory({
        ...scripted({}),
        extract: filtered,
        extractBlind: filtered,
      });
      const { event } = await tell("one");
      for (let n = 0; n < 3; n++) await processEvent(services, space, event!, services.settings);
      expect(await stateOf(space, event!.id)).toEqual({ status: "PENDING", error: null });
    });

    it("blocks no other message", async () => {
      const { space, services } = await writtenOnce();
      const models = scripted({ says: { two: likes("tea") } });
      const report = await write({ ...services, models }, space, { message: "two" });
      expect(report.event?.status).toBe("APPLIED");
    });

    it("cannot be retried if there is no such event", async () => {
      const { space, services } = await writtenOnce();
      await expect(retryEvent(services, space, v7())).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
  });

  describe("a caller who disconnects", () => {
    it("before the message is recorded leaves nothing behind", async () => {
      const { tell, space } = await memory(scripted({ says: { one: likes("jazz") } }));
      await expect(tell("one", { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
      expect((await space.head()).recordedAt).toBeNull();
    });

    it("while the message is queued leaves nothing behind", async () => {
      const gone = new AbortController();
      const { space, services } = await memory(scripted({ says: { one: likes("jazz") } }));
      const slow: SpaceStore = Object.assign(Object.create(space) as SpaceStore, {
        note: space.note.bind(space),
        lastHead: async () => (gone.abort(), space.lastHead()),
      });
      await expect(
        write(services, slow, { message: "one", signal: gone.signal }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST" });
      expect((await space.head()).recordedAt).toBeNull();
    });

    it("after that stops nothing", async () => {
      const gone = new AbortController();
      const models = scripted({});
      const { tell } = await memory({
        ...models,
        extract: async () => (gone.abort(), answer({ ...nothing, ...likes("jazz") })),
      });
      expect(await tell("one", { signal: gone.signal })).toMatchObject({
        event: { status: "APPLIED" },
        addedFacts: [{ text: "user likes jazz" }],
      });
    });
  });
});
