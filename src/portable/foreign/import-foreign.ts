import { Problem } from "../../memory/problem.ts";
import type { SpaceStore } from "../../store/port.ts";
import { assertFact } from "../../write/assert-fact.ts";
import { keepMessage } from "../../write/keep-message.ts";
import type { WriteServices } from "../../write/services.ts";
import type { ForeignMemory, ForeignRecord } from "./foreign-memory.ts";
import { readGraphiti } from "./graphiti.ts";
import { readMcpMemory } from "./mcp-memory.ts";
import { readMem0 } from "./mem0.ts";

/** The other memories that can be read, by the name that is given on the command line. */
export const FOREIGN_MEMORIES: Readonly<Record<string, (text: string) => ForeignMemory>> = {
  mem0: readMem0,
  graphiti: readGraphiti,
  mcp: readMcpMemory,
};

/** Of a statement that somebody kept, and nobody here can judge. */
const CONFIDENCE = 0.8;

export interface ForeignProgress {
  readonly facts: number;
  readonly messages: number;
  readonly leftOut: readonly { readonly what: string; readonly reason: string }[];
}

/** What is wrong with a record, and not with the memory that it is written into. */
const OF_THE_RECORD: readonly string[] = [
  "BAD_USER_INPUT",
  "INVALID_INTERVAL",
  "MESSAGE_TOO_LONG",
  "SAME_ENTITY",
  "IDEMPOTENCY_KEY_REUSED",
];

const record = async (
  services: WriteServices,
  space: SpaceStore,
  one: ForeignRecord,
): Promise<void> => {
  if (one.kind === "MESSAGE") {
    const { kind: _, key: idempotencyKey, ...message } = one;
    await keepMessage(services, space, { ...message, idempotencyKey });
    return;
  }
  const { kind: _, key: idempotencyKey, ...fact } = one;
  await assertFact(services, space, {
    ...fact,
    idempotencyKey,
    confidence: CONFIDENCE,
    importanceCategory: "SPECIFIC_EVENT",
    sourceContext: "IMPORTED",
  });
};

/**
 * Writes what another memory holds, one record after the other: its facts are taken as it states them, and no model is asked. What is on
 * record already is not recorded again, so that an import that was cut short is simply made again. Gives progress as it goes.
 */
export async function* importForeign(
  services: WriteServices,
  space: SpaceStore,
  { records, leftOut }: ForeignMemory,
): AsyncGenerator<ForeignProgress, void> {
  const dropped = [...leftOut];
  let [facts, messages] = [0, 0];
  for (const one of records) {
    try {
      await record(services, space, one);
      if (one.kind === "FACT") facts += 1;
      else messages += 1;
    } catch (error) {
      if (!(error instanceof Problem) || !OF_THE_RECORD.includes(error.code)) throw error;
      dropped.push({ what: one.kind === "FACT" ? one.text : one.message, reason: error.message });
    }
    yield { facts, messages, leftOut: dropped };
  }
}
