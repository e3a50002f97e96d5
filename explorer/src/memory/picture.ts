import type { PictureQuery } from "../api/operations.ts";
import { endOf, instantOf } from "../state/dates.ts";
import type { Moment } from "../state/view.ts";

/** A rectangle on both axes: true in [from, to), believed in [recorded, expired). */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly recorded: number;
  readonly expired: number;
}

export const spanOf = (version: {
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly recordedAt: string;
  readonly expiredAt: string | null;
}): Span => ({
  from: instantOf(version.validFrom),
  to: endOf(version.validTo),
  recorded: instantOf(version.recordedAt),
  expired: endOf(version.expiredAt),
});

export const isBelieved = ({ recorded, expired }: Span, known: number): boolean =>
  recorded <= known && known < expired;
export const isTrue = ({ from, to }: Span, valid: number): boolean => from <= valid && valid < to;
export const isVisible = (span: Span, { valid, known }: Moment): boolean =>
  isBelieved(span, known) && isTrue(span, valid);

/** The state of an element at a moment: it holds, it has ended, or it does not exist yet. */
export type Standing = "live" | "ended" | "absent";

export const standingOf = (spans: readonly Span[], moment: Moment): Standing => {
  let standing: Standing = "absent";
  for (const span of spans) {
    if (!isBelieved(span, moment.known)) continue;
    if (isTrue(span, moment.valid)) return "live";
    if (span.to <= moment.valid && span.from < span.to) standing = "ended";
  }
  return standing;
};

export interface PictureNode {
  /** Stable over all times, unlike the ids of past views. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly importance: number;
  readonly firstKnown: number;
}

export interface PictureEdge {
  /** Source, type and target of a relationship: it is drawn as one line, however often it held. */
  readonly key: string;
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly spans: readonly Span[];
}

/** The graph of all times: the basis of the layout, and the elements that fade while time moves. */
export interface Picture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly totalNodes: number;
  readonly totalEdges: number;
  readonly me: string | null;
  readonly extent: Extent | null;
}

export interface Extent {
  readonly validFrom: number;
  readonly validTo: number;
  readonly recordedFrom: number;
  readonly recordedTo: number;
}

export const edgeKey = (source: string, type: string, target: string): string =>
  `${source} ${type} ${target}`;

const extentOf = ({ extent }: PictureQuery): Extent | null => {
  const { validFrom, validTo, recordedFrom, recordedTo } = extent;
  if (recordedFrom === null || recordedTo === null) return null;
  return {
    validFrom: instantOf(validFrom ?? recordedFrom),
    validTo: instantOf(validTo ?? recordedTo),
    recordedFrom: instantOf(recordedFrom),
    recordedTo: instantOf(recordedTo),
  };
};

export const pictureOf = (data: PictureQuery): Picture => {
  const { entities, relationships, totalEntities, totalRelationships } = data.graphOfAllTimes;
  const edges = new Map<string, PictureEdge>();
  for (const { source, target, type, versions } of relationships) {
    const key = edgeKey(source.key, type, target.key);
    const spans = [...(edges.get(key)?.spans ?? []), ...versions.map(spanOf)];
    edges.set(key, { key, source: source.key, target: target.key, type, spans });
  }
  return {
    nodes: entities.map(({ firstKnownAt, ...entity }) => ({
      ...entity,
      firstKnown: instantOf(firstKnownAt),
    })),
    edges: [...edges.values()],
    totalNodes: totalEntities,
    totalEdges: totalRelationships,
    me: data.me?.key ?? null,
    extent: extentOf(data),
  };
};
