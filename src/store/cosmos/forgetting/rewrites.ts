import type { FactVersion } from "../../../memory/fact.ts";
import { OPEN } from "../../../memory/time.ts";
import type { SpaceId } from "../../port.ts";
import type { Erasure } from "../../erasure.ts";
import type { CommitDocument } from "../documents/commit-document.ts";
import {
  decisionDocument,
  decisionDocumentId,
  type DecisionDocument,
} from "../documents/decision-document.ts";
import {
  entityDocument,
  entityDocumentId,
  type EntityDocument,
} from "../documents/entity-document.ts";
import { eventDocument, eventDocumentId, type EventDocument } from "../documents/event-document.ts";
import { factDocument, factDocumentId, type FactDocument } from "../documents/fact-document.ts";
import { textDocumentId, type Span, type TextDocument } from "../documents/text-document.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType } from "../query.ts";
import { replacing, type AmendingOperation } from "./amendment.ts";

/** Which changes go, and how others read from then on: in documents that stay, since they tell that their commits were made. */
const changes = async (
  graph: Partition,
  { changes: removed, rewritten }: Erasure,
): Promise<AmendingOperation[]> => {
  const all = [...removed, ...rewritten.changes].map(({ at }) => at);
  const placeOf = ({ at, ordinal }: { readonly at: string; readonly ordinal: number }): string =>
    `${at} ${ordinal}`;
  const gone = new Set(removed.map(placeOf));
  const anew = new Map(rewritten.changes.map((change) => [placeOf(change), change]));
  const documents = await graph.queryAmong<CommitDocument>(all, (times) => ({
    where: [ofType("commit"), oneOf("recordedAt", "times")],
    parameters: { times },
  }));
  return documents.flatMap((document) => {
    const kept = document.changes
      .filter((change) => !gone.has(placeOf(change)))
      .map((change) => anew.get(placeOf(change)) ?? change);
    const removes = Array.from(
      { length: document.changes.length - kept.length },
      () => "CHANGE" as const,
    );
    if (removes.length === 0 && kept.every((change, i) => change === document.changes[i]))
      return [];
    return [
      replacing(
        {
          ...document,
          changes: kept,
          entities: [...new Set(kept.flatMap(({ entities }) => entities))],
        } as CommitDocument,
        removes,
      ),
    ];
  });
};

const decisions = async (
  space: SpaceId,
  graph: Partition,
  { rewritten }: Erasure,
): Promise<AmendingOperation[]> => {
  const found = await graph.readMany<DecisionDocument>(
    rewritten.decisions.map(({ id }) => decisionDocumentId(id)),
  );
  return rewritten.decisions.flatMap((decision) => {
    const document = found.get(decisionDocumentId(decision.id));
    return document ? [replacing(decisionDocument(space, decision, document.since))] : [];
  });
};

const events = async (
  space: SpaceId,
  graph: Partition,
  { rewritten }: Erasure,
): Promise<AmendingOperation[]> => {
  const found = await graph.readMany<EventDocument>(
    rewritten.events.map(({ id }) => eventDocumentId(id)),
    [],
  );
  return rewritten.events.flatMap((event) =>
    found.has(eventDocumentId(event.id)) ? [replacing(eventDocument(space, event))] : [],
  );
};

const entities = async (
  space: SpaceId,
  graph: Partition,
  { rewritten }: Erasure,
): Promise<AmendingOperation[]> => {
  const found = await graph.readMany<EntityDocument>(
    rewritten.entities.map(({ entity, n }) => entityDocumentId(entity, n)),
    ["since", "names"],
  );
  return rewritten.entities.flatMap((version) => {
    const document = found.get(entityDocumentId(version.entity, version.n));
    // Names that stay have stood for as long as before.
    return document
      ? [
          replacing(
            entityDocument(space, version, document.since, {
              since: document.since,
              names: document.names,
              expiredAt: OPEN,
            }),
          ),
        ]
      : [];
  });
};

/** A version as it is to read; its place, its spans and the lines of all versions before it stay as they are. */
const rewrittenFact = (
  space: SpaceId,
  version: FactVersion,
  { since, spans, lines }: FactDocument,
): FactDocument => ({
  ...factDocument(space, version, since, { since, spans, lines }, false),
  spans,
});

/** The spans of a text with what the versions say now of themselves. */
const spansWith = (spans: readonly Span[], versions: readonly FactVersion[]): Span[] => {
  const byNumber = new Map(versions.map((version) => [version.n, version]));
  return spans.map((span) => {
    const version = byNumber.get(span.n);
    return version
      ? { ...span, session: version.session, tier: version.tier, confidence: version.confidence }
      : span;
  });
};

const facts = async (
  space: SpaceId,
  graph: Partition,
  { rewritten, texts: removed }: Erasure,
): Promise<AmendingOperation[]> => {
  const gone = new Set(removed);
  const [found, texts] = await Promise.all([
    graph.readMany<FactDocument>(rewritten.facts.map(({ fact, n }) => factDocumentId(fact, n))),
    graph.readMany<TextDocument>(
      [...new Set(rewritten.facts.map(({ textId }) => textId))]
        .filter((id) => !gone.has(id))
        .map(textDocumentId),
    ),
  ]);
  const there = rewritten.facts.filter(({ fact, n }) => found.has(factDocumentId(fact, n)));
  return [
    ...there.map((version) =>
      replacing(rewrittenFact(space, version, found.get(factDocumentId(version.fact, version.n))!)),
    ),
    ...[...texts.values()].flatMap((text) => {
      const spans = spansWith(
        text.spans,
        there.filter(({ textId }) => textId === text.textId),
      );
      return JSON.stringify(spans) === JSON.stringify(text.spans)
        ? []
        : [replacing({ ...text, spans } as TextDocument)];
    }),
  ];
};

/** How things read from then on, under the same ids, numbers and times. Events go last: an erasure that was cut short finds what somebody told by who said them. */
export const rewrites = async (
  space: SpaceId,
  graph: Partition,
  erasure: Erasure,
): Promise<AmendingOperation[]> =>
  (
    await Promise.all([
      changes(graph, erasure),
      decisions(space, graph, erasure),
      entities(space, graph, erasure),
      facts(space, graph, erasure),
      events(space, graph, erasure),
    ])
  ).flat();
