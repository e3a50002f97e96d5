import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { workCost, WRITE_COST } from "../schema/cost.ts";
import {
  EraseInput,
  ErasePayload,
  type ErasureCheck,
  type ErasureReceipt,
} from "../schema/erasure.ts";
import { globalId, localId, type NodeKind } from "../schema/global-id.ts";
import { Problem } from "../src/memory/problem.ts";
import { ERASED_KINDS } from "../src/store/port/erasure.ts";
import { erase } from "../src/write/erase/erase.ts";
import type {
  ErasedItemKind,
  ErasureCheck as Check,
  ErasureReceipt as Receipt,
  ErasureScope,
  ErasureTarget,
} from "../src/write/erase/target.ts";
import { MOST_ITEMS } from "../src/write/erase/items.ts";
import type { Context } from "./context.ts";

const NODES: Readonly<Partial<Record<ErasedItemKind, NodeKind>>> = {
  FACT: "Fact",
  ENTITY: "Entity",
  RELATIONSHIP: "Relationship",
  EVENT: "Event",
  DECISION: "Decision",
  TURN: "Turn",
  SESSION: "Session",
};

const showCheck = ({
  clean,
  lookedFor,
  of,
  saidElsewhere,
  places,
  remainders,
}: Check): ErasureCheck => ({
  clean,
  stringsSearched: lookedFor,
  stringsErased: of,
  stringsKeptElsewhere: saidElsewhere,
  locations: places,
  remainders: remainders.map(({ where, string }) => ({ location: where, stringIndex: string })),
});

/** `id` is the id that the client gave. */
const showReceipt = (
  { target, removed, items, check, ...receipt }: Receipt,
  id: string | null,
): ErasureReceipt => ({
  ...receipt,
  scope: target.scope,
  id,
  check: check && showCheck(check),
  removed: ERASED_KINDS.flatMap((kind) =>
    removed[kind] === undefined ? [] : [{ kind, count: removed[kind] }],
  ),
  items: items.slice(0, MOST_ITEMS).map((item) => {
    const node = NODES[item.kind];
    return node === undefined ? item : { ...item, id: globalId(node, item.id) };
  }),
});

const KINDS = {
  FACT: "Fact",
  ENTITY: "Entity",
  EVENT: "Event",
  SESSION: "Session",
} as const satisfies Record<Exclude<ErasureScope, "SPACE">, NodeKind>;

/**
 * The target of an erasure. Throws BAD_USER_INPUT if an id is given for SPACE or missing for
 * another scope.
 */
const targetOf = (scope: ErasureScope, id: string | null | undefined): ErasureTarget => {
  if (scope === "SPACE") {
    if (id != null)
      throw new Problem(
        "BAD_USER_INPUT",
        "The scope SPACE takes no id. Omit the id, or choose another scope.",
      );
    return { scope, id: null };
  }
  if (id == null)
    throw new Problem(
      "BAD_USER_INPUT",
      `The id is missing. Give the id of ${scope === "FACT" ? "a fact" : scope === "ENTITY" ? "an entity" : scope === "EVENT" ? "an event" : "a session"}.`,
    );
  return { scope, id: localId(id, KINDS[scope]) };
};

@Resolver()
export class ErasureMutations {
  @Mutation(() => ErasePayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Erases data permanently, at every time point; it cannot be undone. With `dryRun`, lists what would be erased and why. Errors: NOT_FOUND, BAD_USER_INPUT, INVALID_ID, CONFLICT (a merged entity).",
  })
  async erase(
    @Arg("input", () => EraseInput, { description: "Content to erase." })
    { scope, id, dryRun }: EraseInput,
    @Ctx() { services, space }: Context,
  ): Promise<ErasePayload> {
    const isDryRun = dryRun ?? false;
    const receipt = await erase(services.write, space, targetOf(scope, id), isDryRun);
    if (scope === "SPACE" && !isDryRun) await services.jobs.forget(space.id);
    return { receipt: showReceipt(receipt, id ?? null) };
  }
}
