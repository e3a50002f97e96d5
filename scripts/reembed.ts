import { loadConfig } from "../src/config.ts";
import { openModels } from "../src/open-models.ts";
import { openStore } from "../src/open-store.ts";
import { createLog } from "../src/server/log.ts";
import { reembed, type Reembedded } from "../src/write/reembed.ts";
import { nowAndThen, runCommand, say } from "./command-line.ts";

/** Embeds all texts of all spaces that have no vector of the configured embedding model. Gives whether all of them have one now. */
const run = async (stopping: AbortSignal): Promise<boolean> => {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const models = await openModels(config, log);
  const store = await openStore(config, models.embedder, log);
  const started = Date.now();
  const sum = { spaces: 0, texts: 0, refused: 0, calls: 0, tokens: 0 };
  const sometimes = nowAndThen();
  const tell = (space: number, { texts }: Pick<Reembedded, "texts">): void =>
    sometimes(() =>
      say(
        `Space ${space}: ${texts} texts embedded; ${sum.texts + texts} in all, ${Math.round((Date.now() - started) / 1000)} s`,
      ),
    );
  say(`Embedding with ${models.embedder.id} whatever has no vector of it.`);
  try {
    for await (const id of store.spaces()) {
      sum.spaces += 1;
      let done: Reembedded | null = null;
      for await (done of reembed({ models, now: Date.now }, await store.space(id))) {
        tell(sum.spaces, done);
        if (stopping.aborted) break;
      }
      if (done) {
        sum.texts += done.texts;
        sum.refused += done.refused;
        sum.calls += done.calls;
        sum.tokens += done.tokens.input;
      }
      if (stopping.aborted) break;
    }
  } finally {
    say(
      `${sum.texts} texts of ${sum.spaces} spaces embedded: ${sum.calls} calls, ${sum.tokens} tokens, ${Math.round((Date.now() - started) / 1000)} s.`,
    );
    await store.close();
  }
  if (stopping.aborted) say("Stopped before the end. Run it again, and it goes on from here.");
  if (sum.refused > 0)
    say(`${sum.refused} texts were refused by the endpoint and stay without a vector.`);
  return !stopping.aborted && sum.refused === 0;
};

await runCommand({ run, failure: "Not all could be embedded.", resumable: true });
