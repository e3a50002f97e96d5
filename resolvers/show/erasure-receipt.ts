import type { ErasureReceipt } from "../../schema/erasure.ts";
import { globalId, type NodeKind } from "../../schema/global-id.ts";
import { ERASED_KINDS } from "../../src/store/erasure.ts";
import type { ErasedItemKind, ErasureReceipt as Receipt } from "../../src/write/erase/target.ts";

/** How many of the things that would go are told. */
const MOST_ITEMS = 1_000;

const NODES: Readonly<Partial<Record<ErasedItemKind, NodeKind>>> = {
  FACT: "Fact",
  ENTITY: "Entity",
  RELATIONSHIP: "Relationship",
  EVENT: "Event",
  DECISION: "Decision",
  TURN: "Turn",
  SESSION: "Session",
};

/** `id`: as the client named it. */
export const showReceipt = (
  { target, removed, items, ...receipt }: Receipt,
  id: string | null,
): ErasureReceipt => ({
  ...receipt,
  scope: target.scope,
  id,
  removed: ERASED_KINDS.flatMap((kind) =>
    removed[kind] === undefined ? [] : [{ kind, count: removed[kind] }],
  ),
  items: items.slice(0, MOST_ITEMS).map((item) => {
    const node = NODES[item.kind];
    return node === undefined ? item : { ...item, id: globalId(node, item.id) };
  }),
});
