import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { OPEN } from "../../../src/memory/time.ts";
import { erase } from "../../../src/write/erase/erase.ts";
import type { WriteServices } from "../../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../../src/write/settings.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";
import { at, entity, event, record } from "../../contract/records.ts";
import { stores } from "../../contract/stores.ts";
import { silentModels } from "../../fakes/silent-models.ts";

/** More than is looked for at a time, than one query of Cosmos DB names, and than one search finds (4,000). */
const MESSAGES = 4_500;
const AT_A_TIME = 500;

describe.each(stores)("somebody who said a lot on $name", ({ open }) => {
  it("is erased with everything they said, even without facts", async () => {
    const { store, close } = await open();
    const space = await store.space({ tenant: "talkative", user: "u" });
    await record(space, 1, { entities: [entity("zoe", 1, { name: "Zoe", aliases: [] })] });
    for (let n = 0; n < MESSAGES; n += AT_A_TIME) {
      const second = 2 + n / AT_A_TIME;
      const events = Array.from({ length: AT_A_TIME }, (_, i) =>
        event(`v${n + i}`, second, { speaker: "Zoe", message: `Remark ${n + i}, so to say` }),
      );
      await record(space, second, {
        events,
        texts: events.map(({ id, message: text }) => ({
          id,
          kind: "EVENT" as const,
          subject: id,
          text,
          about: "Zoe",
          recordedAt: at(second),
          expiredAt: OPEN,
          vector: null,
        })),
      });
    }
    const services: WriteServices = {
      models: silentModels,
      newId: v7,
      now: () => Date.parse(at(10_000)),
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
    const dry = await erase(services, space, { scope: "ENTITY", id: "zoe" }, true);
    expect(dry.removed).toMatchObject({ EVENT: MESSAGES });
    const receipt = await erase(services, space, { scope: "ENTITY", id: "zoe" });
    expect(receipt).toMatchObject({
      removed: { EVENT: MESSAGES, SEARCH_TEXT: MESSAGES },
      check: { clean: true, remainders: [] },
    });
    expect((await space.traces({ speakers: ["zoe"] })).spokenEvents).toEqual([]);
    await close();
  }, 300_000);
});
