import type { Change } from "../../../memory/change.ts";
import type { FactVersion } from "../../../memory/fact.ts";
import { OPEN } from "../../../memory/time.ts";
import type { ChangeKey, Erasure } from "../../port/erasure.ts";
import type { SpaceId } from "../../port.ts";
import { COMMIT, type CommitDocument } from "../documents/commit-document.ts";
import { DECISION, decisionDocument, decisionDocumentId } from "../documents/decision-document.ts";
import { ENTITY, entityDocument, entityDocumentId } from "../documents/entity-document.ts";
import { eventDocument, eventDocumentId } from "../documents/event-document.ts";
import {
  FACT,
  factDocument,
  factDocumentId,
  type FactDocument,
} from "../documents/fact-document.ts";
import { OWNED, type StoredDocument } from "../documents/shape.ts";
import {
  boundsOf,
  idsOfParts,
  TEXT,
  textDocumentId,
  type Span,
  type TextDocument,
} from "../documents/text-document.ts";
import type { Partition } from "../partition/partition.ts";
import { oneOf, ofType } from "../partition/query.ts";
import { rewriting, type ErasingOperation } from "./erasing-operations.ts";

const positionOf = ({ at, ordinal }: ChangeKey): string => `${at} ${ordinal}`;

/** The remaining changes of a commit, some of them rewritten. */
const remainingChanges = (
  { changes }: CommitDocument,
  erasedPositions: ReadonlySet<string>,
  rewrittenChanges: ReadonlyMap<string, Change>,
): Change[] =>
  changes
    .filter((change) => !erasedPositions.has(positionOf(change)))
    .map((change) => rewrittenChanges.get(positionOf(change)) ?? change);

/** Commit documents remain even without changes, because they prove that the commits were made. */
const changeRewrites = async (
  graph: Partition,
  { changes: erasedChanges, rewrittenRecords }: Erasure,
): Promise<ErasingOperation[]> => {
  const erasedPositions = new Set(erasedChanges.map(positionOf));
  const byPosition = new Map(
    rewrittenRecords.changes.map((change) => [positionOf(change), change]),
  );
  const documents = await graph.queryAmong(
    COMMIT,
    [...erasedChanges, ...rewrittenRecords.changes].map(({ at }) => at),
    (times) => ({
      where: [ofType("commit"), oneOf("recordedAt", "times")],
      parameters: { times },
    }),
  );
  return documents.flatMap((document) => {
    const changes = remainingChanges(document, erasedPositions, byPosition);
    const erasedCount = document.changes.length - changes.length;
    const isUnchanged =
      erasedCount === 0 && changes.every((change, i) => change === document.changes[i]);
    if (isUnchanged) return [];
    const entities = [...new Set(changes.flatMap((change) => change.entities))];
    return [
      rewriting(
        { ...document, changes, entities },
        Array.from({ length: erasedCount }, () => "CHANGE" as const),
      ),
    ];
  });
};

const decisionRewrites = async (
  space: SpaceId,
  graph: Partition,
  { rewrittenRecords }: Erasure,
): Promise<ErasingOperation[]> => {
  const storedDecisions = await graph.readMany(
    DECISION,
    rewrittenRecords.decisions.map(({ id }) => decisionDocumentId(id)),
  );
  return rewrittenRecords.decisions.flatMap((decision) => {
    const document = storedDecisions.get(decisionDocumentId(decision.id));
    return document ? [rewriting(decisionDocument(space, decision, document.since))] : [];
  });
};

const eventRewrites = async (
  space: SpaceId,
  graph: Partition,
  { rewrittenRecords }: Erasure,
): Promise<ErasingOperation[]> => {
  const storedEvents = await graph.readMany(
    OWNED,
    rewrittenRecords.events.map(({ id }) => eventDocumentId(id)),
  );
  return rewrittenRecords.events
    .filter(({ id }) => storedEvents.has(eventDocumentId(id)))
    .map((event) => rewriting(eventDocument(space, event)));
};

/** Remaining names keep their dates. */
const entityRewrites = async (
  space: SpaceId,
  graph: Partition,
  { rewrittenRecords }: Erasure,
): Promise<ErasingOperation[]> => {
  const storedVersions = await graph.readMany(
    ENTITY.only("since", "names"),
    rewrittenRecords.entities.map(({ entity, n }) => entityDocumentId(entity, n)),
  );
  return rewrittenRecords.entities.flatMap((version) => {
    const document = storedVersions.get(entityDocumentId(version.entity, version.n));
    if (!document) return [];
    const { since, names } = document;
    const lineage = { since, names, expiredAt: OPEN };
    return [rewriting(entityDocument(space, version, since, lineage))];
  });
};

/** Position, spans and lines remain, because other versions and the text rely on them. */
const rewrittenFact = (
  space: SpaceId,
  version: FactVersion,
  { since, spans, parts, lines }: FactDocument,
): FactDocument =>
  factDocument(space, version, since, { since, spans, lines, ...(parts && { parts }) }, false);

/** The spans of the rewritten versions. */
const rewrittenSpans = (spans: readonly Span[], versions: readonly FactVersion[]): Span[] => {
  const byNumber = new Map(versions.map((version) => [version.n, version]));
  return spans.map((span) => {
    const version = byNumber.get(span.n);
    if (!version) return span;
    const { session, tier, confidence, tags } = version;
    return { ...span, session, tier, confidence, tags };
  });
};

/** All parts of texts. */
const readTexts = async (
  graph: Partition,
  ids: readonly string[],
): Promise<StoredDocument<TextDocument>[]> => {
  const first = await graph.readMany(
    TEXT,
    ids.map((id) => textDocumentId(id)),
  );
  const further = [...first.values()]
    .flatMap(({ textId, lastPart }) => idsOfParts({ textId, lastPart }))
    .filter((id) => !first.has(id));
  return [...first.values(), ...(await graph.readMany(TEXT, further)).values()];
};

/**
 * Rewrites redacted versions of facts, and the spans of their search texts, which repeat what is
 * redacted.
 */
const factRewrites = async (
  space: SpaceId,
  graph: Partition,
  { rewrittenRecords, texts: erasedTexts }: Erasure,
): Promise<ErasingOperation[]> => {
  const erasedTextIds = new Set(erasedTexts);
  const textIds = new Set(rewrittenRecords.facts.map(({ textId }) => textId));
  const [storedVersions, texts] = await Promise.all([
    graph.readMany(
      FACT,
      rewrittenRecords.facts.map(({ fact, n }) => factDocumentId(fact, n)),
    ),
    readTexts(
      graph,
      [...textIds].filter((id) => !erasedTextIds.has(id)),
    ),
  ]);
  const versions = rewrittenRecords.facts.flatMap((version) => {
    const document = storedVersions.get(factDocumentId(version.fact, version.n));
    return document ? [{ version, document }] : [];
  });
  const textRewrites = texts.flatMap((text) => {
    const ofText = versions.filter(({ version }) => version.textId === text.textId);
    const spans = rewrittenSpans(
      text.spans,
      ofText.map(({ version }) => version),
    );
    return JSON.stringify(spans) === JSON.stringify(text.spans)
      ? []
      : [rewriting({ ...text, spans, bounds: boundsOf(spans) })];
  });
  return [
    ...versions.map(({ version, document }) => rewriting(rewrittenFact(space, version, document))),
    ...textRewrites,
  ];
};

/**
 * Rewrites records under the same ids, numbers and times. Events go last, because an interrupted
 * erasure finds a speaker's statements by them.
 */
export const rewrites = async (
  space: SpaceId,
  graph: Partition,
  erasure: Erasure,
): Promise<ErasingOperation[]> => {
  const operations = await Promise.all([
    changeRewrites(graph, erasure),
    decisionRewrites(space, graph, erasure),
    entityRewrites(space, graph, erasure),
    factRewrites(space, graph, erasure),
    eventRewrites(space, graph, erasure),
  ]);
  return operations.flat();
};
