import { describe, expect, it } from "vitest";
import { BACKENDS, freshBackends } from "../end-to-end/backends.ts";
import { torture } from "./torture.ts";

/** A few seconds by default; `npm run torture` takes five minutes, `TORTURE_SECONDS` and `TORTURE_SEED` others. */
const SECONDS = Number(process.env["TORTURE_SECONDS"] ?? 4);
const SEED = Number(process.env["TORTURE_SEED"] ?? 1);
const IS_LONG = SECONDS > 30;

describe.each(BACKENDS)("histories on $name", ({ open, name }) => {
  const opened = freshBackends(open);
  it(
    `are linearizable while services are killed and paused, requests to the store fail and replicas lag (seed ${SEED})`,
    async () => {
      const backend = await opened();
      const counts = await torture(backend, {
        seed: SEED,
        seconds: SECONDS / BACKENDS.length,
        services: 2,
        faultMillis: IS_LONG ? 1_500 : 700,
        // Many spaces meet many first commits, at which a view may wrongly be of no commit.
        spaces: 8,
        clients: 3,
      });
      if (IS_LONG) process.stdout.write(`${name}: ${JSON.stringify(counts)}\n`);
      expect(counts.acknowledged).toBeGreaterThan(0);
      expect(counts.reads).toBeGreaterThan(0);
      expect(counts.kills + counts.pauses).toBeGreaterThan(0);
    },
    SECONDS * 2_000 + 120_000,
  );
});
