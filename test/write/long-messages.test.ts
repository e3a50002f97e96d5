import { v7 } from "uuid";
import { expect, it } from "vitest";
import { NO_TOKENS } from "../../src/memory/usage.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { write } from "../../src/write/write.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";

/** The services of a write, without the models. */
const SERVICES = {
  newId: v7,
  now: Date.now,
  settings: DEFAULT_WRITE_SETTINGS,
  vocabulary: shippedVocabulary(),
  log: { warn: () => undefined },
  onPending: () => undefined,
};

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
    ...SERVICES,
  };
  const space = await store.space({ tenant: "t", user: "u" });
  await write(services, space, { message });
  expect(servedBetween).toBe(length > 4_000);
  await close();
});

/** The CPU time of this process in milliseconds since an earlier reading. */
const cpuMillisSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/**
 * The longest computation between two turns of the loop, as a share of all that the work computes.
 * A collection of garbage counts as well.
 */
const longestShare = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  const watch = new AbortController();
  const watching = (async () => {
    while (!watch.signal.aborted) {
      const before = process.cpuUsage();
      await new Promise(setImmediate);
      longest = Math.max(longest, cpuMillisSince(before));
    }
  })();
  const before = process.cpuUsage();
  await work();
  const total = cpuMillisSince(before);
  watch.abort();
  await watching;
  return longest / total;
};

it("never computes for long at a time, whatever a model extracts", async () => {
  const { store, close } = await stores[0]!.open();
  const person = (n: number): string => `Person Number ${n}`;
  const people = Array.from({ length: 500 }, (_, n) => n);
  const relations = people.flatMap((n) =>
    [1, 2, 3, 4, 5, 6].map((far) => ({
      source: person(n),
      type: "knows",
      target: person((n + far) % people.length),
    })),
  );
  const extraction = {
    entities: people.map((n) => ({ name: person(n), type: "person", aliases: [] })),
    facts: people.slice(0, 250).map((n) =>
      extracted({
        subject: person(n),
        text: `${person(n)} no longer sings`,
        action: "DELETE",
      }),
    ),
    relations,
  };
  const services = { models: scriptedModels({ says: { all: extraction } }), ...SERVICES };
  const shares: number[] = [];
  for (const user of ["u", "v", "w"]) {
    const space = await store.space({ tenant: "t", user });
    shares.push(await longestShare(() => write(services, space, { message: "all" })));
  }
  // What computes for long does so each time, unlike garbage, which is collected now and then.
  // Without a pause in the loops over relations it is a tenth, at first it was a fifth.
  expect(Math.min(...shares)).toBeLessThan(0.09);
  await close();
});
