import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reply, Request } from "./scenario.ts";

/**
 * A scenario in a process of its own, so that nothing measured warms, fills or slows anything else.
 */
export interface Contestant<Findings> {
  /** CPU milliseconds per run, over runs of one of its tasks. */
  batch(work: string, from: number, runs: number): Promise<number>;
  /** Ends it, and returns its findings. */
  end(): Promise<Findings>;
}

/** Starts `scenarios/<name>` and waits until it is ready. */
export const openContestant = async <Findings>(
  name: string,
  options: object,
): Promise<Contestant<Findings>> => {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-bench-"));
  const child = fork(
    new URL(`./scenarios/${name}.js`, import.meta.url),
    [JSON.stringify({ ...options, folder })],
    {
      // NODE_ENV as the service sets it. HOME and MEM0_DIR keep what mem0 writes in the folder, and
      // it sends nothing home.
      env: {
        ...process.env,
        NODE_ENV: "production",
        HOME: folder,
        MEM0_DIR: folder,
        MEM0_TELEMETRY: "false",
      },
      execArgv: [],
    },
  );
  const died = once(child, "exit").then(([code]) => {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`The scenario ${name} ended with ${String(code)}.`);
  });
  died.catch(() => {});
  const nextReply = async (): Promise<Reply> =>
    ((await Promise.race([once(child, "message"), died])) as [Reply])[0];
  const ask = async (request: Request): Promise<Reply> => {
    const reply = nextReply();
    child.send(request);
    return reply;
  };
  await nextReply();
  return {
    batch: async (work, from, runs) =>
      ((await ask({ work, from, runs })) as { readonly millis: number }).millis,
    end: async () => {
      const { findings } = (await ask({ end: true })) as { readonly findings: Findings };
      await died.catch(() => {});
      return findings;
    },
  };
};
