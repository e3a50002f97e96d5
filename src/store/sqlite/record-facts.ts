import { isEmpty, isWithdrawn, type FactVersion } from "../../memory/fact.ts";
import { END, toMillis } from "./instants.ts";
import type { Expiry } from "../port.ts";
import type { EntityNumbers } from "./record-entities.ts";
import type { SpaceFile } from "./space-file.ts";

const NUMBER = `SELECT num FROM fact WHERE id = ?`;
const EXPIRE = `UPDATE fact_version SET expired = ?, closing_reason = ?, closing_by = ?, closing_decision = ? WHERE fact = ? AND n = ? AND expired = ${END}`;
const EXPIRE_NEWEST = `UPDATE fact SET expired = ?, line_end = NULL WHERE num = ?`;
const ADD = `INSERT INTO fact (id, entity, first_recorded, recorded, expired, valid_from, valid_to, confidence, slot, chain, line_end) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const CHANGE = `UPDATE fact SET recorded = ?, expired = ?, valid_from = ?, valid_to = ?, confidence = ?, slot = ?, chain = ?, line_end = ? WHERE num = ?`;
const ADD_SLOT = `INSERT OR IGNORE INTO fact_slot (entity, slot, fact) VALUES (?, ?, ?)`;
const ADD_VERSION = `
INSERT INTO fact_version (
  fact, recorded, n, expired, valid_from, valid_to, entity, text, slot, value, confidence, importance_category, importance, source_context, tier, valid_from_known, claimed_to,
  claimed_end_reason, claimed_end_by, occurred, chain, mentions, speaker, event, session, decision, end_reason, end_by, closing_reason, closing_by, closing_decision
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Until when a fact counts in its line: as long as it is visible; where other claims leave it nothing, as long as it was claimed; never again once it is withdrawn. */
export const lineEnd = (version: FactVersion): number | null =>
  isWithdrawn(version) ? null : toMillis(isEmpty(version) ? version.claimedTo : version.validTo);

/** Throws where the version is not on record, or expired before. */
export const expireFact = (
  file: SpaceFile,
  { id, n, closing }: Extract<Expiry, { kind: "FACT" }>,
  recorded: number,
): void => {
  const [number] = file.first<readonly [number]>(NUMBER, id) ?? [0];
  if (file.run(EXPIRE, recorded, closing.reason, closing.by, closing.decision, number, n) !== 1)
    throw new Error(`No believed version ${n} of fact ${id}.`);
  file.run(EXPIRE_NEWEST, recorded, number);
};

/** `text` is the number of its statement. */
export const recordFact = (
  file: SpaceFile,
  numbers: EntityNumbers,
  version: FactVersion,
  text: number,
  recorded: number,
): void => {
  const entity = numbers.of(version.entity);
  const expired = toMillis(version.expiredAt);
  const validFrom = toMillis(version.validFrom);
  const validTo = toMillis(version.validTo);
  const newest = [
    recorded,
    expired,
    validFrom,
    validTo,
    version.confidence,
    version.slot,
    version.chain,
    lineEnd(version),
  ] as const;
  const known = file.first<readonly [number]>(NUMBER, version.fact)?.[0];
  const number =
    known ?? file.insert(ADD, version.fact, entity, toMillis(version.firstRecordedAt), ...newest);
  if (known !== undefined) file.run(CHANGE, ...newest, number);
  if (version.slot !== null) file.run(ADD_SLOT, entity, version.slot, number);
  const { claimedEnd, end, closing } = version;
  file.run(
    ADD_VERSION,
    number,
    recorded,
    version.n,
    expired,
    validFrom,
    validTo,
    entity,
    text,
    version.slot,
    version.value,
    version.confidence,
    version.importanceCategory,
    version.importance,
    version.sourceContext,
    version.tier,
    version.validFromKnown ? 1 : 0,
    toMillis(version.claimedTo),
    claimedEnd?.reason ?? null,
    claimedEnd?.by ?? null,
    toMillis(version.occurredAt),
    version.chain,
    JSON.stringify(version.mentions),
    version.speaker,
    version.event,
    version.session,
    version.decision,
    end?.reason ?? null,
    end?.by ?? null,
    closing?.reason ?? null,
    closing?.by ?? null,
    closing?.decision ?? null,
  );
};
