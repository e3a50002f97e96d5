import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";

const CLAIMS = `{ facts(slot: "residence") { nodes {
  value validFromPrecision validToPrecision
  claims(first: 5) { totalCount nodes { polarity value validFrom occurredAt event { message } decision { action } } }
} } }`;

describe.each(stores)("the claims of a fact on $name", ({ open }) => {
  let store: Store;
  let close: () => Promise<void>;
  let service: ReturnType<typeof memoryService>;
  let spaces = 0;
  beforeAll(async () => void ({ store, close } = await open()));
  afterAll(() => close());
  beforeEach(async () => {
    service = memoryService(await store.space({ tenant: "claims", user: `u${spaces++}` }));
  });

  it("are all statements of it, and none of another value", async () => {
    const lives = (city: string, occurredAt: string) =>
      service.say("Ana", `Ana lives in ${city}`, { slot: "residence", value: city, occurredAt });
    await lives("Oslo", "2024-01-01T00:00:00.000Z");
    await lives("Rome", "2024-02-01T00:00:00.000Z");
    await lives("Rome", "2024-03-01T00:00:00.000Z");
    const claim = (occurredAt: string, action: string) => ({
      polarity: "HOLDS",
      value: "Rome",
      validFrom: occurredAt,
      occurredAt,
      event: { message: "Ana lives in Rome" },
      decision: { action },
    });
    expect((await service.run(CLAIMS)).facts.nodes).toEqual([
      {
        value: "Rome",
        validFromPrecision: "INSTANT",
        validToPrecision: null,
        claims: {
          totalCount: 2,
          nodes: [
            claim("2024-02-01T00:00:00.000Z", "UPDATE"),
            claim("2024-03-01T00:00:00.000Z", "NOOP"),
          ],
        },
      },
    ]);
  });
});
