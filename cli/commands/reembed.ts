import { loadConfig } from "../../src/config/config.ts";
import { openModels } from "../../src/assembly/open-models.ts";
import { openStore, requireStore } from "../../src/assembly/open-store.ts";
import { createLog } from "../../src/server/log.ts";
import { reembed, type ReembedProgress } from "../../src/write/vectors/reembed.ts";
import { environmentWith } from "../target.ts";
import { oncePerSecond, report, RESUME_HINT, runCommand } from "../run.ts";
import { printJson } from "../show.ts";

const NOTHING = { spaces: 0, texts: 0, refused: 0, calls: 0, tokens: 0 };

const addSpace = (sum: typeof NOTHING, space: ReembedProgress | null): typeof NOTHING => ({
  spaces: sum.spaces + 1,
  texts: sum.texts + (space?.texts ?? 0),
  refused: sum.refused + (space?.refusedTexts ?? 0),
  calls: sum.calls + (space?.calls ?? 0),
  tokens: sum.tokens + (space?.tokens.input ?? 0),
});

export interface ReembedOptions {
  /** A folder of memories instead of the configured store. */
  readonly data?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Returns whether all texts now have a vector. */
const run = async ({ data, json }: ReembedOptions, stopSignal: AbortSignal): Promise<boolean> => {
  const config = loadConfig(environmentWith(data));
  await requireStore(config);
  const log = createLog(config.logLevel);
  const models = await openModels(config, log);
  const store = await openStore(config, models.embedder, log);
  const startMillis = Date.now();
  const seconds = (): number => Math.round((Date.now() - startMillis) / 1000);
  const throttle = oncePerSecond();
  let sum = NOTHING;
  report(`Embedding the texts that have no vector of ${models.embedder.id} yet.`);
  try {
    for await (const id of store.spaces()) {
      let progress: ReembedProgress | null = null;
      for await (progress of reembed({ models, now: Date.now }, await store.space(id))) {
        const { texts } = progress;
        throttle(() =>
          report(
            `Space ${sum.spaces + 1}: ${texts} texts embedded, ${sum.texts + texts} in all, in ${seconds()} s.`,
          ),
        );
        if (stopSignal.aborted) break;
      }
      sum = addSpace(sum, progress);
      if (stopSignal.aborted) break;
    }
  } finally {
    report(
      `${sum.texts} texts of ${sum.spaces} spaces embedded: ${sum.calls} calls, ${sum.tokens} tokens, ${seconds()} s.`,
    );
    await store.close();
  }
  if (json) printJson({ ...sum, complete: !stopSignal.aborted });
  if (stopSignal.aborted) report(RESUME_HINT);
  if (sum.refused > 0)
    report(`The endpoint refused ${sum.refused} texts, which stay without a vector.`);
  return !stopSignal.aborted && sum.refused === 0;
};

/** Embeds the texts of all memories that have no vector of the configured embedding model. */
export const reembedAll = (options: ReembedOptions): Promise<void> =>
  runCommand({
    run: (stopSignal) => run(options, stopSignal),
    failure: "Not everything was embedded.",
    isResumable: true,
  });
