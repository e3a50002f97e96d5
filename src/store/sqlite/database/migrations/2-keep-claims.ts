import type { Database } from "../database.ts";
import type { Migration } from "./migration.ts";

/** A confirmation that the first schema stored only as a decision. */
type Confirmation = readonly [
  decision: string,
  fact: number,
  event: string | null,
  occurred: number,
  recorded: number,
];

const CONFIRMATIONS = `
SELECT d.id, f.num, d.event, d.occurred, d.recorded
FROM decision d JOIN fact f ON f.id = d.fact
WHERE d.action = 'NOOP' AND d.reverted IS NULL AND f.line_end IS NOT NULL AND d.effects = '[]'
ORDER BY d.num`;

/**
 * Gives each confirmation a claim of its own: it repeats the fact, is never visible while the fact
 * is visible, and lasts as long as the claim of the fact.
 */
const ADD_FACT = `
INSERT INTO fact (id, entity, first_recorded, recorded, expired, valid_from, valid_to, confidence, slot, chain, line_end)
SELECT 'confirmed-' || ?1, entity, ?4, ?4, expired, ?3, ?3, confidence, slot, chain, line_end
FROM fact WHERE num = ?2`;
const ADD_VERSION = `
INSERT INTO fact_version (
  fact, recorded, n, expired, valid_from, valid_to, entity, text, slot, value, confidence, importance_category, importance, source_context, tier, valid_from_known, claimed_to,
  claimed_end_reason, claimed_end_by, occurred, chain, mentions, speaker, event, session, decision, claim
)
SELECT ?5, ?4, 1, v.expired, ?3, ?3, v.entity, v.text, v.slot, v.value, v.confidence, v.importance_category, v.importance, v.source_context, v.tier, 0,
  max(v.claimed_to, ?3), v.claimed_end_reason, v.claimed_end_by, ?3, v.chain, v.mentions, v.speaker, ?6, v.session, ?1, json_object('restates', f.id, 'hasText', json('false'))
FROM fact f JOIN fact_version v ON v.fact = f.num AND v.recorded = f.recorded
WHERE f.num = ?2`;
const ADD_SLOT = `INSERT OR IGNORE INTO fact_slot (entity, slot, fact) SELECT entity, slot, num FROM fact WHERE num = ? AND slot IS NOT NULL`;

const addClaim = (
  file: Database,
  [decision, fact, event, occurredMillis, recordedMillis]: Confirmation,
): void => {
  const claim = file.insert(ADD_FACT, decision, fact, occurredMillis, recordedMillis);
  file.run(ADD_VERSION, decision, fact, occurredMillis, recordedMillis, claim, event);
  file.run(ADD_SLOT, claim);
};

/**
 * Gives each version its whole claim (`claim-column.ts`), and turns every confirmation into a
 * claim. The visible facts at every time point stay the same.
 */
export const keepClaims: Migration = {
  version: 2,
  run: (file) => {
    file.exec("ALTER TABLE fact_version ADD COLUMN claim TEXT");
    for (const confirmation of file.all<Confirmation>(CONFIRMATIONS)) addClaim(file, confirmation);
  },
};
