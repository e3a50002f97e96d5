import { EventEmitter, once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { timeZoneOf } from "../../src/memory/time-zone.ts";
import type { Instant } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { userSettings } from "../../src/read/user-settings.ts";
import { updateSettings } from "../../src/write/operations/update-settings.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import { PendingEvents } from "../../src/write/events/pending-events.ts";
import { retryEvent } from "../../src/write/events/process.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering } from "./remembering.ts";

const NOW = "2026-01-02T00:00:00.000Z" as Instant;

describe("the name of a time zone", () => {
  it.each([
    ["Europe/Lisbon", "Europe/Lisbon"],
    ["europe/lisbon", "Europe/Lisbon"],
    ["UTC", "UTC"],
    ["+02:00", "+02:00"],
    ["-09:30", "-09:30"],
  ])("%s is %s", (text, zone) => expect(timeZoneOf(text)).toBe(zone));

  it.each([
    "",
    "Lisbon",
    "Europe/Atlantis",
    "+25:00",
    "+02:60",
    "2",
    "Europe/Lisbon ",
    "x".repeat(100),
  ])("%s names no time zone", (text) => expect(timeZoneOf(text)).toBeNull());
});

describe("the time zone of a message", () => {
  const freshSpace = freshSpaces(stores[0]!.open);

  /** The start of a fact that is stated at eleven in the evening, UTC. */
  const startOf = async (user: string | null, own: string | null): Promise<string | undefined> => {
    const { space, services } = await remembering(await freshSpace());
    if (user !== null) await updateSettings(space, { timeZone: user }, NOW);
    const { addedFacts } = await write(services, space, {
      message: "I moved to Lisbon yesterday.",
      occurredAt: "2025-07-10T23:00:00.000Z" as Instant,
      timeZone: own,
    });
    return addedFacts.find(({ validFromKnown }) => validFromKnown)?.validFrom;
  };

  it.each([
    ["UTC where none is told", null, null, "2025-07-09T00:00:00.000Z"],
    ["that of the user", "Asia/Tokyo", null, "2025-07-09T15:00:00.000Z"],
    ["its own", null, "America/Los_Angeles", "2025-07-09T07:00:00.000Z"],
    ["its own before that of the user", "Asia/Tokyo", "-03:00", "2025-07-09T03:00:00.000Z"],
  ])("is %s", async (_, user, own, from) => expect(await startOf(user, own)).toBe(from));

  it("is not lost if the job for pending events is first", async () => {
    const { space, services } = await remembering(await freshSpace());
    const jobs = new PendingEvents(services, {
      schedule: (start) => {
        start();
        return () => {};
      },
    });
    const job = new EventEmitter();
    const listing: SpaceStore["pendingEvents"] = async (...args) => {
      const events = await space.pendingEvents(...args);
      job.emit("listed");
      return events;
    };
    let isLog = true;
    const startJob: SpaceStore["commit"] = async (...args) => {
      const committed = await space.commit(...args);
      if (isLog) {
        isLog = false;
        const listed = once(job, "listed");
        jobs.notice(raced);
        await listed;
        await setImmediate();
      }
      return committed;
    };
    const raced: SpaceStore = new Proxy(space, {
      get: (target, name) =>
        name === "commit"
          ? startJob
          : name === "pendingEvents"
            ? listing
            : (Reflect.get(target, name, target) as unknown),
    });
    const { addedFacts } = await write(services, raced, {
      message: "I moved to Lisbon yesterday.",
      occurredAt: "2025-07-10T23:00:00.000Z" as Instant,
      timeZone: "America/Los_Angeles",
    });
    expect(addedFacts.find(({ validFromKnown }) => validFromKnown)?.validFrom).toBe(
      "2025-07-09T07:00:00.000Z",
    );
    await jobs.stop();
  });

  it("is refused if it does not exist, and nothing is written", async () => {
    const { space, services } = await remembering(await freshSpace());
    const writing = write(services, space, { message: "I live in Porto.", timeZone: "Lisbon" });
    await expect(writing).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
      message: expect.stringMatching(/^timeZone \(Lisbon\) is not a time zone/u),
    });
    await expect(updateSettings(space, { timeZone: "Mars" }, NOW)).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
    });
    await expect(
      write(services, space, { message: "I live in Porto.", config: { timeZone: "Mars" } }),
    ).rejects.toMatchObject({ code: "INVALID_OVERRIDE" });
    expect((await space.head()).recordedAt).toBeNull();
  });

  it("stays set while other settings change, and is UTC again with null", async () => {
    const { space } = await remembering(await freshSpace());
    await updateSettings(space, { timeZone: "europe/lisbon" }, NOW);
    await updateSettings(space, { contextGraph: false }, NOW);
    expect(await userSettings(space)).toMatchObject({
      timeZone: "Europe/Lisbon",
      contextGraph: false,
    });
    await updateSettings(space, { timeZone: null }, NOW);
    expect((await userSettings(space)).timeZone).toBeNull();
  });
});

describe.each(stores)("the time zone of a message that waits for a model on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  it.each([
    ["is its own once it is retried", "Asia/Tokyo", "2025-07-09T15:00:00.000Z"],
    ["is that of the user where it has none", null, "2025-07-09T07:00:00.000Z"],
  ])("%s", async (_, timeZone, from) => {
    const { space, services } = await remembering(await freshSpace());
    await updateSettings(space, { timeZone: "America/Los_Angeles" }, NOW);
    const silent = async () => {
      throw new ModelUnavailable("UNAVAILABLE", "Nobody answers.");
    };
    const offline = {
      ...services,
      models: { ...services.models, extract: silent, extractBlind: silent },
    };
    const { event } = await write(offline, space, {
      message: "I moved to Lisbon yesterday.",
      occurredAt: "2025-07-10T23:00:00.000Z" as Instant,
      timeZone,
    });
    expect(event?.status).toBe("PENDING");
    const { addedFacts } = await retryEvent(services, space, event!.id);
    expect(addedFacts.find(({ validFromKnown }) => validFromKnown)?.validFrom).toBe(from);
  });
});
