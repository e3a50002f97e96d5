import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execute, parse, type DocumentNode, type ExecutionResult } from "graphql";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { createContext, type Services } from "../../resolvers/context.ts";
import { keepingOffsets } from "../../src/memory/stated-offsets.ts";
import { loadConfig } from "../../src/config/config.ts";
import { openJobs } from "../../src/assembly/open-jobs.ts";
import { openModels } from "../../src/assembly/open-models.ts";
import { openServices } from "../../src/assembly/open-services.ts";
import { openVocabulary } from "../../src/assembly/open-vocabulary.ts";
import { createLog } from "../../src/server/log.ts";
import { NO_METRICS } from "../../src/server/metrics/metrics.ts";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import { Database } from "../../src/store/sqlite/database/database.ts";
import { pathOf } from "../../src/store/sqlite/database/space-files.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Message } from "./cases.ts";

const WRITE = parse("mutation ($input: WriteInput!) { write(input: $input) { success error } }");
const FACTS = parse(`query ($name: String!, $at: TimePoint) { entity(name: $name, at: $at) {
  facts(first: 100) { nodes { text slot value } }
} }`);
const RELATIONSHIPS = parse(`query ($name: String!, $at: TimePoint) { entity(name: $name, at: $at) {
  relationships(first: 100) { nodes { type source { name } target { name } } }
} }`);
const PRESENT = parse("{ facts(first: 100) { nodes { text } } }");
const ME = parse("{ me { name } }");
const PIECES =
  parse(`query ($entity: ID!) { facts(entity: $entity, first: 100, during: {}) { nodes {
  text slot value validFrom validFromKnown validFromPrecision validTo validToPrecision
} } }`);
const PEOPLE = parse(
  'query ($name: String!) { entities(type: "person", nameContains: $name) { nodes { name } } }',
);
const RECALL = parse("query ($question: String!) { recall(question: $question) { text } }");

export interface ShownFact {
  readonly text: string;
  readonly slot: string | null;
  readonly value: string | null;
}

/** A fact with the interval over which it is true. */
export interface FactPiece extends ShownFact {
  readonly validFrom: string;
  readonly validFromKnown: boolean;
  readonly validFromPrecision: string;
  readonly validTo: string | null;
  readonly validToPrecision: string | null;
}

export interface ShownRelationship {
  readonly type: string;
  readonly source: { readonly name: string };
  readonly target: { readonly name: string };
}

export interface TimePoint {
  readonly validAt: string;
  readonly knownAt?: string | undefined;
}

/** The memory of one user, whose clock is that of the story. */
export interface UserMemory {
  /** Writes a message when it is said, or a second after the one before it if it comes late. */
  write(message: Message): Promise<void>;
  /** Moves the clock to an instant, unless it is later already. */
  waitUntil(instant: string): void;
  /** The facts of an entity at a time point; null if nobody has the name then. */
  facts(name: string, at: TimePoint): Promise<readonly ShownFact[] | null>;
  /** The texts of all facts that are visible now, in small letters. */
  present(): Promise<readonly string[]>;
  /** The relationships of an entity at a time point, in both directions. */
  relationships(name: string, at: TimePoint): Promise<readonly ShownRelationship[]>;
  /** The name of the user; null until something is known of the user. */
  userName(): Promise<string | null>;
  /** What is known now of an entity, of any time. */
  pieces(name: string): Promise<readonly FactPiece[]>;
  /** The people with a name. */
  people(name: string): Promise<number>;
  /** The block of context for a question. */
  recall(question: string): Promise<string>;
}

const DATED = /^(?<day>\d{4}-\d\d-\d\d) (?<text>.+)$/u;

/** Writes a message that opens with its day: "2026-03-01 I moved to Lisbon". It is said at ten. */
export const writeDated = async (memory: UserMemory, message: string): Promise<void> => {
  const { day, text } = DATED.exec(message)?.groups ?? {};
  if (day === undefined || text === undefined) throw new Error(`No day: ${message}`);
  await memory.write({ at: `${day}T10:00:00Z`, text });
};

/** A log by which whatever a service works around fails its test. */
const STRICT_LOG: Services["write"]["log"] = {
  warn: (details, message) => {
    throw new Error(message, { cause: details["error"] });
  },
};

/** The service in this process, with the embedded store and the offline model; gives a fresh memory at each call. */
export const openService = async () => {
  const directory = await mkdtemp(join(tmpdir(), "palimpsest-stories-"));
  const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: "silent" });
  const log = createLog(config.logLevel);
  const vocabulary = await openVocabulary(config);
  const models = await openModels(config, log, vocabulary);
  const { id, dimensions, similarityDecides: decides } = models.embedder;
  /** A store that does not wait for the disk, since no story is about a power failure. */
  const openStoreIn = (folder: string): Promise<Store> =>
    openSqliteStore({
      directory: folder,
      embedder: { id, dimensions, decides },
      sync: async () => undefined,
    });
  const store = await openStoreIn(directory);
  const storesOfCopies: Store[] = [];
  const counters = { metrics: NO_METRICS, meter: undefined };
  const { services, pending } = await openServices(config, { models, vocabulary }, log, counters);
  const { jobs } = openJobs({ ...config.worker, on: false }, store, services.write);
  const schema = await buildGraphqlSchema();
  let made = 0;

  const spaces = new WeakMap<UserMemory, SpaceStore>();

  const memoryIn = (space: SpaceStore): UserMemory => {
    let clock = 0;
    const now = (): number => clock;
    const own: Services = {
      ...services,
      jobs,
      write: { ...services.write, now, log: STRICT_LOG },
      read: { ...services.read, now },
    };
    const ask = async (document: DocumentNode, variableValues: Record<string, unknown>) => {
      clock += 1000;
      const contextValue = await createContext(own, space, clock);
      const result = (await keepingOffsets(() =>
        execute({ schema, document, variableValues, contextValue }),
      )) as ExecutionResult;
      if (result.errors) throw new Error(result.errors.map(({ message }) => message).join("\n"));
      return JSON.parse(JSON.stringify(result.data));
    };
    const waitUntil = (instant: string): void =>
      void (clock = Math.max(clock, Date.parse(instant)));
    const userMemory: UserMemory = {
      waitUntil,
      write: async ({ at, text, recent = [] }) => {
        waitUntil(at);
        const input = { message: text, occurredAt: at, recentMessages: recent };
        const { write } = await ask(WRITE, { input });
        if (!write.success) throw new Error(`"${text}": ${write.error}`);
      },
      facts: async (name, at) => (await ask(FACTS, { name, at })).entity?.facts.nodes ?? null,
      present: async () =>
        (await ask(PRESENT, {})).facts.nodes.map(({ text }: { text: string }) =>
          text.toLowerCase(),
        ),
      relationships: async (name, at) =>
        (await ask(RELATIONSHIPS, { name, at })).entity?.relationships.nodes ?? [],
      userName: async () => (await ask(ME, {})).me?.name ?? null,
      pieces: async (entity) => (await ask(PIECES, { entity })).facts.nodes,
      people: async (name) => (await ask(PEOPLE, { name })).entities.nodes.length,
      recall: async (question) => (await ask(RECALL, { question })).recall.text,
    };
    spaces.set(userMemory, space);
    return userMemory;
  };

  return {
    /** A fresh memory. */
    memory: async (): Promise<UserMemory> =>
      memoryIn(await store.space({ tenant: "stories", user: `user-${++made}` })),
    /** A copy of a fresh memory to which something was told. */
    copyOf: async (told: UserMemory): Promise<UserMemory> => {
      const space = spaces.get(told);
      if (space === undefined) throw new Error("The memory is of another service.");
      const folder = join(directory, `copy-${storesOfCopies.length}`);
      const copy = pathOf(folder, space.id);
      await mkdir(dirname(copy), { recursive: true });
      const file = new Database(pathOf(directory, space.id), { readOnly: true });
      file.run("VACUUM INTO ?", copy);
      file.close();
      const storeOfCopy = await openStoreIn(folder);
      storesOfCopies.push(storeOfCopy);
      return memoryIn(await storeOfCopy.space(space.id));
    },
    close: async (): Promise<void> => {
      await jobs.stop(0);
      await services.chat.background.whenIdle();
      await pending.stop();
      for (const one of [store, ...storesOfCopies]) await one.close();
      await rm(directory, { recursive: true });
    },
  };
};
