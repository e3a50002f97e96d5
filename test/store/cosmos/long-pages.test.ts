import { afterEach, beforeEach, expect, it } from "vitest";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { turn as aTurn } from "../../contract/records.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";
import { EMBEDDER, minute } from "./samples.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let space: CosmosSpace;
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER);
  space = await spaceOf(on.store);
});
afterEach(() => on.close());

it("reads rows of more than 4 MB, which the service sends in several pages", async () => {
  await space.createSession({
    id: "s",
    title: null,
    strategy: "DIRECT",
    createdAt: minute(1),
    turnCount: 0,
  });
  const ids = Array.from({ length: 90 }, (_, n) => `turn-${n}`);
  for (let n = 0; n < ids.length; n += 15)
    await space.appendTurns(
      "s",
      ids.slice(n, n + 15).map((id) =>
        aTurn(id, {
          content: id.repeat(8_000),
          occurredAt: minute(1),
          recordedAt: minute(1),
        }),
      ),
    );
  const { turns, hasNextPage } = await space.turns({ session: "s", first: 90 });
  expect(turns.map(({ id }) => id)).toEqual(ids);
  expect(hasNextPage).toBe(false);
  const last = await space.turns({ session: "s", last: 80 });
  expect(last.turns.map(({ id }) => id)).toEqual(ids.slice(10));
}, 60_000);
