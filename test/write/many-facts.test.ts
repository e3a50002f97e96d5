import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";

describe.each(stores)("a message with many facts, on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const written = async (count: number) => {
    const space = await freshSpace();
    const facts = Array.from({ length: count }, (_, n) =>
      extracted({ subject: "user", text: `user likes thing ${n}` }),
    );
    const services = {
      models: scriptedModels({ says: { all: { facts } } }),
      newId: v7,
      now: Date.now,
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
    return write(services, space, { message: "all" });
  };

  it("records all of 250", async () => {
    const report = await written(250);
    expect([report.addedFacts.length, report.error]).toEqual([250, null]);
  });

  it("records the first 250 of more, and says so", async () => {
    const report = await written(251);
    expect([report.addedFacts.length, report.error, report.event?.status]).toEqual([
      250,
      "The message states 251 facts; the first 250 were recorded. Write it in parts.",
      "APPLIED",
    ]);
  });
});
