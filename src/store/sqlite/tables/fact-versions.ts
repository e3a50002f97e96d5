import {
  isEmpty,
  isWithdrawn,
  type FactVersion,
  type Closing,
  type FactTier,
  type SourceContext,
  type SupersedeReason,
} from "../../../memory/fact.ts";
import { claimColumn, claimDetails } from "./claim-column.ts";
import { END, toMillis, toInstant } from "../database/instants.ts";
import type { Expiry } from "../../port.ts";
import type { EntityNumbers } from "./entities.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { OPEN } from "../../../memory/time.ts";
import type { ImportanceCategory } from "../../../memory/importance.ts";
import { textList } from "../database/json-columns.ts";
import { tagsColumn, tagsOf } from "./tags-column.ts";

/** A row of `FACT_COLUMNS` after the index of the request that it answers. */
export type FactRow = readonly [
  request: number,
  num: number,
  fact: string,
  firstRecorded: number,
  entity: string,
  textId: string,
  text: string,
  hash: string,
  n: number,
  recorded: number,
  expired: number,
  validFrom: number,
  validTo: number,
  slot: string | null,
  value: string | null,
  confidence: number,
  importanceCategory: ImportanceCategory,
  importance: number,
  sourceContext: SourceContext,
  tier: FactTier,
  validFromKnown: number,
  claimedTo: number,
  claimedEndReason: SupersedeReason | null,
  claimedEndBy: string | null,
  occurred: number,
  chain: string,
  mentions: string,
  speaker: string | null,
  event: string | null,
  session: string | null,
  decision: string,
  endReason: SupersedeReason | null,
  endBy: string | null,
  closingReason: SupersedeReason | null,
  closingBy: string | null,
  closingDecision: string | null,
  claim: string | null,
  tags: string | null,
];

/** Columns of a version `v`, its fact `f`, entity `e` and text `t`. */
export const FACT_COLUMNS = `f.num, f.id, f.first_recorded, e.id, t.id, t.content, t.hash,
  v.n, v.recorded, v.expired, v.valid_from, v.valid_to, v.slot, v.value, v.confidence, v.importance_category, v.importance, v.source_context, v.tier, v.valid_from_known, v.claimed_to,
  v.claimed_end_reason, v.claimed_end_by, v.occurred, v.chain, v.mentions, v.speaker, v.event, v.session, v.decision, v.end_reason, v.end_by, v.closing_reason, v.closing_by, v.closing_decision, v.claim, v.tags`;

/** Joins the entity and the text of a version `v`. */
export const JOIN_ENTITY_AND_TEXT = `CROSS JOIN entity e ON e.num = v.entity CROSS JOIN text t ON t.num = v.text`;

const closingOf = (reason: SupersedeReason | null, by: string | null): Closing | null =>
  reason === null ? null : { reason, by };

const mentionsOf = textList("fact_version.mentions");

/**
 * The version as of `knownAt`. Every read makes many of these. One literal takes a tenth of the
 * time that spreads take.
 */
export const factVersionOf = (row: FactRow, knownAt: number): FactVersion => {
  const isBelieved = row[10] > knownAt;
  const validFrom = toInstant(row[11]);
  const validFromKnown = row[20] === 1;
  const claim = claimDetails(row[36], { validFrom, validFromKnown });
  return {
    fact: row[2],
    n: row[8],
    entity: row[4],
    text: row[6],
    textId: row[5],
    hash: row[7],
    slot: row[13],
    value: row[14],
    confidence: row[15],
    importanceCategory: row[16],
    importance: row[17],
    sourceContext: row[18],
    tier: row[19],
    validFrom,
    validTo: toInstant(row[12]),
    firstRecordedAt: toInstant(row[3]),
    recordedAt: toInstant(row[9]),
    expiredAt: isBelieved ? OPEN : toInstant(row[10]),
    validFromKnown,
    claimedTo: toInstant(row[21]),
    claimedEnd: closingOf(row[22], row[23]),
    occurredAt: toInstant(row[24]),
    chain: row[25],
    mentions: mentionsOf(row[26]),
    speaker: row[27],
    event: row[28],
    session: row[29],
    tags: tagsOf(row[37]),
    decision: row[30],
    end: closingOf(row[31], row[32]),
    closing:
      isBelieved || row[33] === null || row[35] === null
        ? null
        : { reason: row[33], by: row[34], decision: row[35] },
    polarity: claim.polarity,
    claimedFrom: claim.claimedFrom,
    fromStated: claim.fromStated,
    fromPrecision: claim.fromPrecision,
    still: claim.still,
    toPrecision: claim.toPrecision,
    position: claim.position,
    restates: claim.restates,
    label: claim.label,
    takesOver: claim.takesOver,
    validFromPrecision: claim.validFromPrecision,
    validToPrecision: claim.validToPrecision,
    own: claim.own,
    resumes: claim.resumes,
    hasText: claim.hasText,
  };
};

const NUMBER = `SELECT num FROM fact WHERE id = ?`;
const EXPIRE = `UPDATE fact_version SET expired = ?, closing_reason = ?, closing_by = ?, closing_decision = ? WHERE fact = ? AND n = ? AND expired = ${END}`;
// The row of a fact repeats its newest version, for lists. A later version sets both columns again.
const EXPIRE_NEWEST = `UPDATE fact SET expired = ?, line_end = NULL WHERE num = ?`;
const ADD = `INSERT INTO fact (id, entity, first_recorded, recorded, expired, valid_from, valid_to, confidence, slot, chain, line_end) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const CHANGE = `UPDATE fact SET recorded = ?, expired = ?, valid_from = ?, valid_to = ?, confidence = ?, slot = ?, chain = ?, line_end = ? WHERE num = ?`;
const ADD_SLOT = `INSERT OR IGNORE INTO fact_slot (entity, slot, fact) VALUES (?, ?, ?)`;
const ADD_MENTION = `INSERT OR IGNORE INTO fact_mention (entity, fact) VALUES (?, ?)`;
const ADD_VERSION = `
INSERT INTO fact_version (
  fact, recorded, n, expired, valid_from, valid_to, entity, text, slot, value, confidence, importance_category, importance, source_context, tier, valid_from_known, claimed_to,
  claimed_end_reason, claimed_end_by, occurred, chain, mentions, speaker, event, session, decision, end_reason, end_by, closing_reason, closing_by, closing_decision, claim, tags
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * The time at which a fact stops counting in its line: the end of its interval; its claimed end if
 * other claims left it no interval. Null for a withdrawn fact, which does not count.
 */
export const lineEnd = (version: FactVersion): number | null =>
  isWithdrawn(version) ? null : toMillis(isEmpty(version) ? version.claimedTo : version.validTo);

/** Reason and cause of a closing or an end, as columns. */
export const closingColumns = (
  closing: Closing | null,
): readonly [reason: string | null, by: string | null] =>
  closing === null ? [null, null] : [closing.reason, closing.by];

/** Throws if the version does not exist or has expired. */
export const expireFact = (
  file: SpaceFile,
  { id, n, closing }: Extract<Expiry, { kind: "FACT" }>,
  recordedMillis: number,
): void => {
  const missing = (): Error => new Error(`There is no believed version ${n} of fact ${id}.`);
  const storedRow = file.first<readonly [number]>(NUMBER, id);
  if (storedRow === undefined) throw missing();
  const [number] = storedRow;
  const { reason, by, decision } = closing;
  if (file.run(EXPIRE, recordedMillis, reason, by, decision, number, n) !== 1) throw missing();
  file.run(EXPIRE_NEWEST, recordedMillis, number);
};

/** Adds what finds the fact by the slot and the mentions of a version. */
const addLookups = (
  file: SpaceFile,
  numbers: EntityNumbers,
  { entity, slot, mentions }: FactVersion,
  fact: number,
): void => {
  if (slot !== null) file.run(ADD_SLOT, numbers.of(entity), slot, fact);
  for (const mentioned of mentions)
    if (mentioned !== entity) file.run(ADD_MENTION, numbers.of(mentioned), fact);
};

/** `text` is the number of the fact's text. */
export const recordFact = (
  file: SpaceFile,
  numbers: EntityNumbers,
  version: FactVersion,
  text: number,
  recordedMillis: number,
): void => {
  const entity = numbers.of(version.entity);
  const expiredMillis = toMillis(version.expiredAt);
  const validFrom = toMillis(version.validFrom);
  const validTo = toMillis(version.validTo);
  const newest = [
    recordedMillis,
    expiredMillis,
    validFrom,
    validTo,
    version.confidence,
    version.slot,
    version.chain,
    lineEnd(version),
  ] as const;
  const prior = file.first<readonly [number]>(NUMBER, version.fact)?.[0];
  const number =
    prior ?? file.insert(ADD, version.fact, entity, toMillis(version.firstRecordedAt), ...newest);
  if (prior !== undefined) file.run(CHANGE, ...newest, number);
  addLookups(file, numbers, version, number);
  file.run(
    ADD_VERSION,
    number,
    recordedMillis,
    version.n,
    expiredMillis,
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
    ...closingColumns(version.claimedEnd),
    toMillis(version.occurredAt),
    version.chain,
    JSON.stringify(version.mentions),
    version.speaker,
    version.event,
    version.session,
    version.decision,
    ...closingColumns(version.end),
    ...closingColumns(version.closing),
    version.closing?.decision ?? null,
    claimColumn(version),
    tagsColumn(version.tags),
  );
};
