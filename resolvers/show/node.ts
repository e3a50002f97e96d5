import type { NodeKind } from "../../schema/global-id.ts";
import type { Reading } from "../reading.ts";
import { loadChange, type ShownChange } from "./change.ts";
import { loadDecision, type ShownDecision } from "./decision.ts";
import { loadMemory, type ShownMemory } from "./derived-memory.ts";
import { loadEntity, type ShownEntity } from "./entity.ts";
import { loadEvent, type ShownEvent } from "./event.ts";
import { loadFact, loadFactVersion, type ShownFact, type ShownFactVersion } from "./fact.ts";
import { loadJob, type ShownJob } from "./job.ts";
import { loadRelationship, type ShownRelationship } from "./relationship.ts";
import { loadSession, type ShownSession } from "./session.ts";
import { loadTurn, type ShownTurn } from "./turn.ts";

export type ShownNode =
  | ShownEntity
  | ShownFact
  | ShownFactVersion
  | ShownRelationship
  | ShownEvent
  | ShownDecision
  | ShownSession
  | ShownTurn
  | ShownMemory
  | ShownJob
  | ShownChange;

/** A loader of derived memories of one type; null for an id of another type. */
const memoryOf =
  (type: ShownMemory["__typename"]) =>
  async (id: string, reading: Reading): Promise<ShownMemory | null> => {
    const memory = await loadMemory(id, reading);
    return memory?.__typename === type ? memory : null;
  };

const LOAD = {
  Entity: loadEntity,
  Fact: loadFact,
  FactVersion: loadFactVersion,
  Relationship: loadRelationship,
  Event: loadEvent,
  Decision: loadDecision,
  Session: loadSession,
  Turn: loadTurn,
  SessionSummary: memoryOf("SessionSummary"),
  UserSummary: memoryOf("UserSummary"),
  Episode: memoryOf("Episode"),
  Procedure: memoryOf("Procedure"),
  Observation: memoryOf("Observation"),
  MemoryJob: loadJob,
  Change: loadChange,
} satisfies Record<
  NodeKind,
  (id: string, reading: Reading) => ShownNode | null | Promise<ShownNode | null>
>;

/** An object of any kind by its local id; null if there was none at the view. */
export const loadNode = (
  kind: NodeKind,
  id: string,
  reading: Reading,
): ShownNode | null | Promise<ShownNode | null> => LOAD[kind](id, reading);
