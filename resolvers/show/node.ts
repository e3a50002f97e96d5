import type { NodeKind } from "../../schema/global-id.ts";
import type { Reading } from "../reading.ts";
import { loadDecision, type ShownDecision } from "./decision.ts";
import { loadEntity, type ShownEntity } from "./entity.ts";
import { loadEvent, type ShownEvent } from "./event.ts";
import { loadFact, type ShownFact } from "./fact.ts";
import { loadFactVersion, type ShownFactVersion } from "./fact-version.ts";
import { loadRelationship, type ShownRelationship } from "./relationship.ts";
import { loadSession, type ShownSession } from "./session.ts";
import { loadTurn, type ShownTurn } from "./turn.ts";

export type ShownNode = ShownEntity | ShownFact | ShownFactVersion | ShownRelationship | ShownEvent | ShownDecision | ShownSession | ShownTurn;

const LOAD = {
  Entity: loadEntity,
  Fact: loadFact,
  FactVersion: loadFactVersion,
  Relationship: loadRelationship,
  Event: loadEvent,
  Decision: loadDecision,
  Session: loadSession,
  Turn: loadTurn,
} satisfies Record<NodeKind, (id: string, reading: Reading) => ShownNode | null | Promise<ShownNode | null>>;

/** An object of any kind by its local id; null where there was none at the view. */
export const loadNode = (kind: NodeKind, id: string, reading: Reading): ShownNode | null | Promise<ShownNode | null> => LOAD[kind](id, reading);
