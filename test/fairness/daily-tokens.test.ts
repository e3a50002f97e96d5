import { afterEach, describe, expect, it } from "vitest";
import { onBehalfOf } from "../../src/fairness/acting-space.ts";
import { DailyTokens } from "../../src/fairness/daily-tokens.ts";
import { meteredModels } from "../../src/models/metered-models.ts";
import type { Models } from "../../src/models/port.ts";
import type { Answer } from "../../src/models/answer.ts";
import { clientErrorOf } from "../../src/write/client-errors.ts";
import { stores } from "../contract/stores.ts";
import { silentModels } from "../fakes/silent-models.ts";

const DAY = 86_400_000;
const ann = { tenant: "acme", user: "ann" };
const bob = { tenant: "acme", user: "bob" };
const other = { tenant: "other", user: "ann" };

describe.each(stores)("the tokens of a day, on $name", ({ open }) => {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const ended: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ended.splice(0)) await end();
  });
  const start = async () => {
    const opened = await open(() => now);
    ended.push(() => opened.close());
    const warnings: string[] = [];
    const process = (perTenant = 100) => {
      const tokens = new DailyTokens({
        store: opened.store,
        perTenant,
        now: () => now,
        log: { warn: (_, message) => void warnings.push(message) },
      });
      ended.unshift(() => tokens.stop());
      return tokens;
    };
    return { process, warnings };
  };
  const isSpent = (tokens: DailyTokens, space: { tenant: string; user: string }): boolean => {
    try {
      onBehalfOf(space, () => tokens.check());
      return false;
    } catch (error) {
      expect(clientErrorOf(error)).toMatchObject({ code: "QUOTA_EXCEEDED", isFault: false });
      return true;
    }
  };
  const use = (tokens: DailyTokens, space: { tenant: string; user: string }, count: number): void =>
    onBehalfOf(space, () => tokens.add({ input: count - 1, output: 1, cached: 0 }));

  it("count for all users of a tenant, and for no other tenant", async () => {
    const tokens = (await start()).process();
    use(tokens, ann, 60);
    expect([ann, bob, other].map((space) => isSpent(tokens, space))).toEqual([false, false, false]);
    use(tokens, bob, 40);
    expect([ann, bob, other].map((space) => isSpent(tokens, space))).toEqual([true, true, false]);
    expect(() => tokens.check()).not.toThrow();
  });

  it("start again at midnight UTC", async () => {
    const tokens = (await start()).process();
    now = Date.parse("2026-03-01T23:59:59.999Z");
    use(tokens, ann, 100);
    expect(isSpent(tokens, ann)).toBe(true);
    now += 1;
    expect(isSpent(tokens, ann)).toBe(false);
    now += DAY;
  });

  it("are shared by processes, and outlive a restart", async () => {
    const { process, warnings } = await start();
    const [first, second] = [process(), process()];
    for (let n = 0; n < 10; n++) {
      use(first, ann, 5);
      use(second, bob, 5);
      await Promise.all([first.share(), second.share()]);
    }
    await Promise.all([first.share(), second.share()]);
    expect([isSpent(first, ann), isSpent(second, ann)]).toEqual([true, true]);
    await first.stop();
    const restarted = process();
    expect(isSpent(restarted, ann)).toBe(false);
    await restarted.share();
    expect([isSpent(restarted, ann), isSpent(restarted, other)]).toEqual([true, false]);
    expect(warnings).toEqual([]);
  });
});

describe("models of a tenant without tokens", () => {
  it("are not asked", async () => {
    const cost = { calls: 1, tokens: { input: 90, output: 10, cached: 0 } };
    let asked = 0;
    const models: Models = {
      ...silentModels,
      summarise: async () => {
        asked += 1;
        return { value: "", ...cost } as Answer<string>;
      },
    };
    const opened = await stores[0]!.open();
    const log = { warn: () => undefined };
    const tokens = new DailyTokens({ store: opened.store, perTenant: 100, now: Date.now, log });
    const metered = meteredModels(
      models,
      (count) => tokens.add(count.tokens),
      (_task, run) => {
        tokens.check();
        return run();
      },
    );
    const input = { instructions: "", text: "", previous: null };
    await onBehalfOf(ann, () => metered.summarise(input));
    await expect(onBehalfOf(ann, async () => metered.summarise(input))).rejects.toMatchObject({
      kind: "QUOTA",
    });
    await onBehalfOf(other, () => metered.summarise(input));
    expect(asked).toBe(2);
    await tokens.stop();
    await opened.close();
  });
});
