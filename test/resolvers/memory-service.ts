import {
  execute,
  parse,
  subscribe,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from "graphql";
import { buildGraphqlSchema } from "../../resolvers/build-schema.ts";
import { createContext, type Services } from "../../resolvers/context.ts";
import { DEFAULT_PAGE_LIMITS } from "../../src/read/page-size.ts";
import { Background } from "../../src/chat/background.ts";
import { loadChatPrompts } from "../../src/chat/services.ts";
import { CONTEXT_TOKENS } from "../../src/chat/services.ts";
import { globalId } from "../../schema/global-id.ts";
import type { JobWorks } from "../../src/derive/jobs/job-work.ts";
import { onDemandJobs, createWorks } from "../../src/derive/derivations.ts";
import { instantOf, type Instant } from "../../src/memory/time.ts";
import { DEFAULT_READ_SETTINGS } from "../../src/read/settings.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { scriptedModels, type Script } from "../fakes/scripted-models.ts";

const schema = await buildGraphqlSchema();
const prompts = await loadChatPrompts();

const documents = new Map<string, DocumentNode>();
/** An operation, which is read and validated once. */
const documentOf = (source: string): DocumentNode => {
  const known = documents.get(source);
  if (known) return known;
  const document = parse(source);
  const [error] = validate(schema, document);
  if (error) throw error;
  documents.set(source, document);
  return document;
};

/** A client's result: plain JSON of any shape. */
const plain = (result: ExecutionResult) => ({
  data: JSON.parse(JSON.stringify(result.data ?? null)),
  codes: (result.errors ?? []).map((error) =>
    String(
      (error.originalError as { code?: string } | undefined)?.code ??
        error.extensions["code"] ??
        error.message,
    ),
  ),
  messages: (result.errors ?? []).map(({ message }) => message),
});

/** The GraphQL service over one space: every operation is a request of its own, a second after the one before. */
export const memoryService = (
  space: SpaceStore,
  script: Script = {},
  { contextTokens = CONTEXT_TOKENS }: { readonly contextTokens?: number } = {},
  works?: JobWorks,
) => {
  let now = Date.UTC(2026, 0, 1);
  let speaker: string | null = null;
  let made = 0;
  const models = scriptedModels(script);
  const reading: Omit<Services, "chat" | "jobs"> = {
    write: {
      models,
      now: () => now,
      newId: () => `${space.id.user}-${String(++made).padStart(8, "0")}`,
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => undefined },
      onPending: () => undefined,
    },
    read: {
      embedder: models.embedder,
      settings: DEFAULT_READ_SETTINGS,
      vocabulary: shippedVocabulary(),
      now: () => now,
    },
    limits: DEFAULT_PAGE_LIMITS,
  };
  const jobs = onDemandJobs(
    { ...reading.write, newId: () => "holder", now: Date.now },
    works ?? createWorks(reading.write),
  );
  const services: Services = {
    ...reading,
    jobs,
    chat: {
      ...reading,
      contextTokens,
      prompts,
      background: new Background(reading.write.log),
    },
  };
  const request = async (source: string, variableValues: Record<string, unknown>) => {
    now += 1000;
    return {
      schema,
      document: documentOf(source),
      variableValues,
      contextValue: await createContext(services, space, now, { speaker }),
    };
  };
  /** Runs an operation, whatever comes of it. */
  const attempt = async (source: string, variables: Record<string, unknown> = {}) =>
    plain((await execute(await request(source, variables))) as ExecutionResult);
  return {
    services,
    attempt,
    /** Runs an operation that must succeed. */
    run: async (source: string, variables: Record<string, unknown> = {}) => {
      const { data, messages } = await attempt(source, variables);
      if (messages.length > 0) throw new Error(messages.join("\n"));
      return data;
    },
    follow: async (
      source: string,
      variables: Record<string, unknown> = {},
    ): Promise<AsyncGenerator<ExecutionResult>> => {
      const results = await subscribe(await request(source, variables));
      if (!(Symbol.asyncIterator in results))
        throw results.errors?.[0] ?? new Error("No subscription.");
      return results;
    },
    /** The clock, as the next operation finds it. */
    clock: (): Instant => instantOf(now),
    /** The speaker from now on, in a space that several share; null for the user of the space. */
    asks: (name: string | null): void => void (speaker = name),
    /** Lets so many milliseconds pass. */
    wait: (millis: number): void => void (now += millis),
    /** Records a fact, and returns the result of `assertFact` with the ids that tests need. */
    say: async (entity: string, text: string, more: Record<string, unknown> = {}) => {
      const input = { entity: { name: entity, type: "person" }, text, ...more };
      const { data, messages } = await attempt(ASSERT, { input });
      if (messages.length > 0) throw new Error(messages.join("\n"));
      const { assertFact: result } = data;
      const version = [...result.factsAdded, ...result.factsUpdated, ...result.factsUnchanged][0];
      return {
        ...result,
        fact: version?.fact.id,
        version: version?.id,
        at: result.event.recordedAt as Instant,
      };
    },
  };
};

const ASSERT = `mutation ($input: AssertFactInput!) {
  assertFact(input: $input) {
    success error event { id recordedAt } decisions { id action }
    factsAdded { ...V } factsUpdated { ...V } factsUnchanged { ...V }
    entities { id key name } relationships { id type source { name } target { name } }
  }
}
fragment V on FactVersion { id text recordedAt expiredAt validFrom validTo fact { id text entity { id name } } decision { id action event { id } } }`;

/** The id of a view of an object at a past time point. */
export const pastId = (id: string, knownAt: Instant, validAt: Instant = knownAt): string => {
  const [kind, local] = Buffer.from(id, "base64url").toString("utf8").split(":") as [
    Parameters<typeof globalId>[0],
    string,
  ];
  return globalId(kind, local, { knownAt, validAt });
};
