import { expect, it } from "vitest";
import { spaceOf, storeOnDouble } from "./provisioned.ts";
import { anEntity, EMBEDDER, minute } from "./samples.ts";

/** Requests that a quiet service may send in a second. */
const MOST_IN_A_SECOND = 0.2;

it("a worker without news sends fewer requests than one in five seconds", async () => {
  const on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  const space = await spaceOf(on.store);
  await space.commit(await space.head(), {
    recordedAt: minute(1),
    entities: [anEntity("ann", minute(1))],
  });
  const follower = await on.store.follow("worker", "me", 180_000);
  await follower!.next();
  await follower!.acknowledge();
  on.double.takeRequests();
  expect(await follower!.next()).toEqual([]);
  const requests = on.double.takeRequests();
  // The worker looks once more for spaces whose jobs wait.
  expect((requests.length + 1) / (on.store.idlePollMillis! / 1_000)).toBeLessThan(MOST_IN_A_SECOND);
  await follower!.release();
  await on.close();
});
