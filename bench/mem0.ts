import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The measured part of mem0ai's open-source `Memory`. */
export interface Mem0 {
  add(
    messages: string,
    options: { readonly userId: string },
  ): Promise<{ readonly results: readonly { readonly memory: string }[] }>;
  search(
    query: string,
    options: { readonly filters: { readonly user_id: string }; readonly topK?: number },
  ): Promise<{ readonly results: readonly { readonly memory: string }[] }>;
}

interface Language {
  generateResponse(): Promise<string>;
}

interface Oss {
  readonly Memory: new (config: object) => Mem0 & { llm: Language };
}

const PEERS = join(process.cwd(), "bench", "peers");

/** The version of mem0ai in the folder of the peers; null if it is not installed. */
export const mem0Version = (): string | null => {
  const manifest = join(PEERS, "node_modules", "mem0ai", "package.json");
  return existsSync(manifest)
    ? (createRequire(import.meta.url)(manifest) as { version: string }).version
    : null;
};

export interface Stubs {
  readonly dimensions: number;
  readonly embed: (text: string) => Promise<number[]>;
  /** The memories that the model finds in the messages of an `add`. */
  readonly extract: () => readonly string[];
}

/**
 * mem0's own memory on its own embedded store (SQLite), with history, without telemetry. Model and
 * embedder are functions in the same process that answer at once, so that the measurement includes
 * no network and no HTTP client.
 */
export const openMem0 = async (
  folder: string,
  { dimensions, embed, extract }: Stubs,
): Promise<Mem0> => {
  const entry = createRequire(join(PEERS, "package.json"))
    .resolve("mem0ai/oss")
    .replace(/\.js$/u, ".mjs");
  const { Memory } = (await import(pathToFileURL(entry).href)) as Oss;
  const embedder = {
    embedQuery: embed,
    embedDocuments: (texts: readonly string[]) => Promise.all(texts.map(embed)),
  };
  const memory = new Memory({
    embedder: { provider: "langchain", config: { model: embedder, embeddingDims: dimensions } },
    vectorStore: {
      provider: "memory",
      config: {
        collectionName: "bench",
        dimension: dimensions,
        dbPath: join(folder, "vectors.db"),
      },
    },
    llm: { provider: "openai", config: { apiKey: "none", model: "stub" } },
    historyDbPath: join(folder, "history.db"),
  });
  // Its langchain provider for language models needs @langchain/core, of which it uses only one
  // function of a model.
  memory.llm = {
    generateResponse: async () =>
      JSON.stringify({ memory: extract().map((text, i) => ({ id: String(i), text })) }),
  };
  return memory;
};
