import { v7 } from "uuid";
import { expect, it } from "vitest";
import { NO_TOKENS } from "../../src/memory/usage.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { write } from "../../src/write/write.ts";
import { stores } from "../contract/stores.ts";
import { scriptedModels } from "../fakes/scripted-models.ts";

it.each([
  ["between the stages of a long message others are served", 64_000],
  ["a short message is read without a pause", 100],
])("%s", async (_, length) => {
  const message = "I like tea. ".repeat(length / 12).trim();
  const { store, close } = await stores[0]!.open();
  let served = false;
  let servedBetween: boolean | undefined;
  const scripted = scriptedModels({ says: { [message]: {} } });
  const services = {
    models: {
      ...scripted,
      detectEmotion: async () => {
        setImmediate(() => (served = true));
        return { value: null, calls: 0, tokens: NO_TOKENS, model: "none" };
      },
      extract: (...args: Parameters<typeof scripted.extract>) => {
        servedBetween ??= served;
        return scripted.extract(...args);
      },
    },
    newId: v7,
    now: Date.now,
    settings: DEFAULT_WRITE_SETTINGS,
    vocabulary: shippedVocabulary(),
    log: { warn: () => undefined },
    onPending: () => undefined,
  };
  const space = await store.space({ tenant: "t", user: "u" });
  await write(services, space, { message });
  expect(servedBetween).toBe(length > 4_000);
  await close();
});
