import { isWithdrawn, plainClaim, type FactVersion } from "../../../memory/fact.ts";
import type { Decision } from "../../../memory/decision.ts";
import { later, type Instant } from "../../../memory/time.ts";
import { DECISION, decisionOf, type DecisionDocument } from "../documents/decision-document.ts";
import { factDocument, factVersion, type FactDocument } from "../documents/fact-document.ts";
import { creating } from "../partition/batches.ts";
import type { Partition } from "../partition/partition.ts";
import { IS_RECORDED, oneOf, ofType } from "../partition/query.ts";
import { newestVersions } from "./rows.ts";

/** Documents of this version contain a confirmation only as a decision, without its own claim. */
const WITHOUT_CLAIMS = 1;
/** The status of Cosmos DB for a document that already exists. */
const CONFLICT = 409;

const isWithoutClaim = ({ schema, reverted, body }: DecisionDocument): boolean =>
  schema === WITHOUT_CLAIMS && reverted === null && (body.effects ?? []).length === 0;

/**
 * The claim of a confirmation: it repeats the fact, is never visible while the fact is, and lasts
 * as long as the fact is claimed to.
 */
const claimOf = (
  fact: FactVersion,
  { id, event, occurredAt, recordedAt }: Decision,
): FactVersion => ({
  ...fact,
  ...plainClaim({ validFrom: occurredAt, validFromKnown: false }),
  fact: `confirmed-${id}`,
  n: 1,
  restates: fact.fact,
  hasText: false,
  validFrom: occurredAt,
  validTo: occurredAt,
  validFromKnown: false,
  claimedTo: later(fact.claimedTo, occurredAt),
  occurredAt,
  recordedAt,
  firstRecordedAt: recordedAt,
  decision: id,
  event,
});

/** The NOOP decisions of an earlier release on some facts. */
const confirmationsOf = async (
  partition: Partition,
  ids: readonly string[],
  knownAt: Instant,
): Promise<readonly DecisionDocument[]> => {
  const rows = await partition.query(DECISION, {
    where: [ofType("decision"), 'c.action = "NOOP"', oneOf("fact", "facts"), IS_RECORDED],
    parameters: { facts: [...ids], knownAt },
  });
  return rows.filter(isWithoutClaim);
};

/**
 * Stores the claims of the confirmations that an earlier release kept only as decisions, for the
 * facts of a line that it wrote. Returns the documents that were missing: none for a line of this
 * release, which takes no request, and none if they already exist. The visible facts do not change.
 */
export const missingConfirmations = async (
  partition: Partition,
  rows: readonly FactDocument[],
  knownAt: Instant,
): Promise<readonly FactDocument[]> => {
  const earlierFacts = new Set(
    rows.flatMap(({ schema, fact }) => (schema === WITHOUT_CLAIMS ? [fact] : [])),
  );
  if (earlierFacts.size === 0) return [];
  const newest = newestVersions(rows, ({ fact }) => fact);
  const rowsByFact = new Map(newest.map((row) => [row.fact, row]));
  const missingRows: FactDocument[] = [];
  for (const decision of await confirmationsOf(partition, [...earlierFacts], knownAt)) {
    const row = rowsByFact.get(decision.fact ?? "");
    const confirmation = decisionOf(decision, knownAt);
    if (row === undefined || rowsByFact.has(`confirmed-${confirmation.id}`)) continue;
    const fact = factVersion(row, knownAt);
    if (isWithdrawn(fact)) continue;
    const document = factDocument(
      { tenant: row.tenant, user: row.user },
      claimOf(fact, confirmation),
      decision.since,
      null,
      false,
    );
    const outcome = await partition.batch([creating(document)]);
    if (outcome.done || outcome.status === CONFLICT) missingRows.push(document);
  }
  return missingRows;
};
