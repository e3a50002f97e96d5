import { parseInstant } from "../../../src/memory/time.ts";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import type { Extraction, ExtractionInput } from "../../../src/models/port.ts";

const models = createOfflineModels();

/** A Saturday. */
export const SAID_AT = parseInstant("2026-11-21T08:00:00.000Z")!;

/**
 * What the offline model extracts from a message. It is said at `SAID_AT` by a nameless user, after
 * no other messages and with nothing known, unless `more` tells otherwise.
 */
export const extract = async (
  message: string,
  more: Partial<Omit<ExtractionInput, "message" | "speakerNamed">> = {},
): Promise<Extraction> => {
  const input = {
    message,
    speaker: "user",
    timeZone: "UTC",
    occurredAt: SAID_AT,
    recentMessages: [],
    knownEntities: [],
    ...more,
  };
  return (await models.extract({ ...input, speakerNamed: input.speaker !== "user" })).value;
};
