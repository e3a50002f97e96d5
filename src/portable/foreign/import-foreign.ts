import { Problem, type ProblemCode } from "../../memory/problem.ts";
import type { SpaceStore } from "../../store/port.ts";
import { assertFact } from "../../write/operations/assert-fact.ts";
import type { AssertFactRequest } from "../../write/requests.ts";
import { keepMessage } from "../../write/operations/keep-message.ts";
import type { WriteServices } from "../../write/services.ts";
import { write } from "../../write/write.ts";
import type {
  ForeignMemory,
  ForeignProgram,
  ForeignRecord,
  OmittedItem,
} from "./foreign-memory.ts";
import { readChatgpt, readClaude } from "./conversations.ts";
import { readGraphiti } from "./graphiti.ts";
import { readLanggraph } from "./langgraph.ts";
import { readMcpMemory } from "./mcp-memory.ts";
import { readMem0 } from "./mem0.ts";

/** The reader of the file of each program. */
export const FOREIGN_READERS: Readonly<Record<ForeignProgram, (text: string) => ForeignMemory>> = {
  mem0: readMem0,
  graphiti: readGraphiti,
  zep: readGraphiti,
  langgraph: readLanggraph,
  mcp: readMcpMemory,
  chatgpt: readChatgpt,
  claude: readClaude,
};

/** Confidence of a statement from another memory, which cannot be judged here. */
const CONFIDENCE = 0.8;

export interface ForeignProgress {
  readonly facts: number;
  readonly messages: number;
  /** Number of records that an earlier import has recorded. */
  readonly known: number;
  /** Number of messages that no model could read. They are recorded, and are read later. */
  readonly pending: number;
  readonly omitted: readonly OmittedItem[];
}

/** Errors of a single record, which do not stop the import. */
const RECORD_ERRORS: ReadonlySet<ProblemCode> = new Set([
  "BAD_USER_INPUT",
  "INVALID_INSTANT",
  "INVALID_INTERVAL",
  "MESSAGE_TOO_LONG",
  "SAME_ENTITY",
  "IDEMPOTENCY_KEY_REUSED",
]);

/** Returns whether everything was read; false if no model could read it. */
const importRecord = async (
  services: WriteServices,
  space: SpaceStore,
  record: ForeignRecord,
): Promise<boolean> => {
  if (record.kind === "SAID") {
    const { kind: _, key: idempotencyKey, ...message } = record;
    const { event } = await write(services, space, { ...message, idempotencyKey });
    return event?.status !== "PENDING";
  }
  if (record.kind === "MESSAGE") {
    const { kind: _, key: idempotencyKey, ...message } = record;
    await keepMessage(services, space, { ...message, idempotencyKey });
    return true;
  }
  const { kind: _, key: idempotencyKey, ...fact } = record;
  const request: AssertFactRequest = {
    importanceCategory: "SPECIFIC_EVENT",
    ...fact,
    idempotencyKey,
    confidence: CONFIDENCE,
    sourceContext: "IMPORTED",
  };
  try {
    await assertFact(services, space, request);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "INVALID_VALUE") throw error;
    // A value of the other memory that does not fit its slot is kept as a statement.
    await assertFact(services, space, { ...request, slot: null, value: null });
  }
  return true;
};

/**
 * Imports a foreign memory, one record after the other. Facts are recorded as the other memory
 * states them, without a model call; conversations are read as if they were written now. A record
 * that already exists is not recorded again, so an interrupted import can be repeated. Yields the
 * progress after each record.
 */
export async function* importForeign(
  services: WriteServices,
  space: SpaceStore,
  memory: ForeignMemory,
): AsyncGenerator<ForeignProgress, void> {
  const omittedItems = [...memory.omittedItems];
  let [facts, messages, known, pending] = [0, 0, 0, 0];
  for (const record of memory.records) {
    try {
      const wasKnown = (await space.eventByIdempotencyKey(record.key)) !== null;
      const isRead = await importRecord(services, space, record);
      if (wasKnown) known += 1;
      else if (record.kind === "FACT") facts += 1;
      else messages += 1;
      if (!isRead) pending += 1;
    } catch (error) {
      if (!(error instanceof Problem) || !RECORD_ERRORS.has(error.code)) throw error;
      const what = record.kind === "FACT" ? record.text : record.message;
      omittedItems.push({ what, reason: error.message });
    }
    yield { facts, messages, known, pending, omitted: omittedItems };
  }
}
