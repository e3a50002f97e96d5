import type { SourceContext } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { BEGINNING, type Instant } from "../../memory/time.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Draft } from "../draft/draft.ts";
import type { Resolved } from "../stages/resolve.ts";
import type { Work } from "../work.ts";
import { holdersOf, roleOf, type RelationRole, type RoleHolder } from "./relation-roles.ts";
import { sameValue } from "../../language/value.ts";

/** An extracted fact with everything that its reconciliation asks about it. */
export interface IncomingFact {
  /**
   * The fact as extracted. Where it names the new holder of a relation role, its slot is the
   * role's.
   */
  readonly extracted: ExtractedFact;
  readonly subject: EntityId;
  readonly sourceContext: SourceContext;
  /** Whether it says that something known is no longer so. */
  readonly isEnding: boolean;
  /**
   * From when on it is true: the beginning of time for what was over before it was said and has no
   * stated start.
   */
  readonly validFrom: Instant;
  /** The time of which known facts are compared with it. */
  readonly comparedAt: Instant;
  /** Where the known facts end that it replaces or ends. */
  readonly endsKnownAt: Instant;
  /** The relation role that it says is held, or held no longer. */
  readonly role: RelationRole | null;
  /** The known holders of the role that it replaces or ends. */
  readonly replacedHolders: readonly RoleHolder[];
}

/**
 * The known holders of a role, as of what was said no later than this message, that the fact speaks
 * against.
 */
const replacedHolders = async (
  draft: Draft,
  role: RelationRole | null,
  { action, value }: ExtractedFact,
  { validFrom, occurredAt }: { readonly validFrom: Instant; readonly occurredAt: Instant },
): Promise<readonly RoleHolder[]> => {
  if (role === null || action === "NEW") return [];
  const isEnding = action === "DELETE";
  const holders = await holdersOf(draft, role, isEnding ? occurredAt : validFrom);
  return holders.filter(
    ({ fact, holder }) =>
      fact.state.occurredAt <= occurredAt && (!isEnding || sameValue(holder, value)),
  );
};

/**
 * Reads what the reconciliation of an extracted fact asks about it. Throws where its subject was
 * not resolved.
 */
export const readIncoming = async (
  { event: { occurredAt } }: Work,
  draft: Draft,
  resolved: Resolved,
  extracted: ExtractedFact,
  sourceContext: SourceContext,
): Promise<IncomingFact> => {
  const subject = resolved.get(extracted.subject);
  if (subject === undefined) throw new Error(`The subject ${extracted.subject} was not resolved.`);
  const endedBefore =
    extracted.validFrom === null && extracted.validTo !== null && extracted.validTo <= occurredAt
      ? extracted.validTo
      : null;
  const validFrom = endedBefore === null ? (extracted.validFrom ?? occurredAt) : BEGINNING;
  const role = await roleOf(draft, resolved, extracted);
  const changesHolder = role !== null && extracted.action === "UPDATE";
  return {
    extracted: changesHolder ? { ...extracted, slot: role.slot } : extracted,
    subject,
    sourceContext,
    isEnding: extracted.action === "DELETE",
    validFrom,
    comparedAt: endedBefore === null ? validFrom : occurredAt,
    endsKnownAt: endedBefore ?? validFrom,
    role,
    replacedHolders: await replacedHolders(draft, role, extracted, { validFrom, occurredAt }),
  };
};
