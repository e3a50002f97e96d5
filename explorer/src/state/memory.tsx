import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type CombinedError, useSubscription } from "urql";
import {
  MemoryChangedDocument,
  MomentDocument,
  PictureDocument,
  SaidDocument,
  type SaidQuery,
} from "../api/operations.ts";
import { useDirect, useIdentity } from "../frame/identity.tsx";
import type { MomentGraph } from "../graph/looks.ts";
import {
  edgeKey,
  isBelieved,
  pictureOf,
  type Picture,
  type PictureEdge,
  type PictureNode,
  type Span,
} from "../memory/picture.ts";
import { DAY_MS, HOUR_MS, instantOf } from "./dates.ts";
import { type Pace, useFollowing } from "./hooks.ts";
import { currentView, timePointOfView, setView, timePointOf, useView, type View } from "./view.ts";

export type Said = SaidQuery["events"]["nodes"][number];

/** The page's knowledge of the memory, independent of the moment. */
export interface MemoryState {
  /** Null until it is read for the first time. */
  readonly picture: Picture | null;
  /** Messages in the order in which they were recorded. */
  readonly messages: readonly Said[];
  /** Total number of messages; null while it is unknown. */
  readonly totalSaid: number | null;
  /** The reason why messages are missing. */
  readonly saidError: CombinedError | undefined;
  /** The span of both axes: everything with a time, and a margin. */
  readonly axis: Axis;
  readonly error: CombinedError | undefined;
}

export interface Axis {
  readonly from: number;
  readonly to: number;
  /** Whether moments need a time of day to be distinguished. */
  readonly isPrecise: boolean;
}

/** Maximum number of entities that are read, the most important first. */
const MOST_ENTITIES = 2000;
const MESSAGES_PER_PAGE = 100;
const MOST_MESSAGES = 1000;

const EVERYTHING = { first: MOST_ENTITIES };

const Context = createContext<MemoryState | null>(null);

export const useMemory = (): MemoryState => {
  const memory = useContext(Context);
  if (memory === null) throw new Error("There is no memory above this component.");
  return memory;
};

/** The picture of a memory that is known to exist. */
export const usePicture = (): Picture => useMemory().picture ?? NOTHING;

const NOTHING: Picture = {
  nodes: [],
  edges: [],
  totalNodes: 0,
  totalEdges: 0,
  me: null,
  extent: null,
};

/** Minimum span of a memory that is minutes old. */
const LEAST_SPAN_MS = HOUR_MS;
/** Length of the axis up to which days do not distinguish its moments. */
const PRECISE_MS = 30 * DAY_MS;
/** Maximum length of the past before the record, as a multiple of the record, and its minimum. */
const MOST_PAST = 4;
const LEAST_PAST_MS = 5 * 365 * DAY_MS;
/** Minimum length of the future. */
const LEAST_FUTURE_MS = 30 * DAY_MS;
/**
 * The share of all starts that may lie before the axis. One birth would otherwise squeeze
 * everything else.
 */
const EARLIER = 0.05;

const earlyStart = ({ edges, extent }: Picture): number => {
  const starts = edges
    .flatMap(({ spans }) => spans.map(({ from }) => from))
    .filter((from) => from >= (extent?.validFrom ?? Infinity))
    .toSorted((a, b) => a - b);
  return starts[Math.floor(starts.length * EARLIER)] ?? extent?.validFrom ?? Infinity;
};

/**
 * The extent of the time axis: from the first start, without rare early ones, to now or the last
 * known end. The past and the future are limited in proportion to the time of recording.
 */
const axisOf = (picture: Picture, now: number): Axis => {
  const { extent } = picture;
  const recordedFrom = extent?.recordedFrom ?? now;
  const record = now - recordedFrom;
  const earliest = recordedFrom - Math.max(record * MOST_PAST, LEAST_PAST_MS);
  const first = Math.max(earliest, Math.min(recordedFrom, earlyStart(picture)));
  const latest = now + Math.max(record * 2, LEAST_FUTURE_MS);
  const last = Math.min(latest, Math.max(now, extent?.validTo ?? now));
  const span = Math.max(LEAST_SPAN_MS, last - first);
  // Whole units, so that the axis does not change while the clock runs.
  const grain = span > PRECISE_MS ? DAY_MS : span > 2 * DAY_MS ? HOUR_MS : HOUR_MS / 12;
  return {
    from: Math.floor((last - span * 1.03) / grain) * grain,
    to: Math.ceil((last + span * 0.08) / grain) * grain,
    isPrecise: span <= PRECISE_MS,
  };
};

/**
 * Data that is too large for the cache. It is read again when the memory has changed. The last
 * answer stays until then, and while another moment is read.
 */
const useLarge = <Data, Variables extends object>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables | null,
) => {
  const { direct, revision } = useIdentity();
  const [answer, setAnswer] = useState<{
    readonly data?: Data | undefined;
    readonly error?: CombinedError | undefined;
  }>({});
  useEffect(() => {
    if (variables === null) return;
    const { unsubscribe } = direct.query(query, variables).subscribe(({ data, error }) => {
      setAnswer((last) => ({ data: data ?? last.data, error }));
    });
    return unsubscribe;
  }, [direct, revision, query, variables]);
  return answer;
};

type SaidState = Pick<MemoryState, "messages" | "totalSaid" | "saidError">;
const NOT_READ: SaidState = { messages: [], totalSaid: null, saidError: undefined };

/** All messages, page by page, oldest first. Read again when the picture changes. */
const useSaid = (picture: Picture | null): SaidState => {
  const client = useDirect();
  const [state, setState] = useState<SaidState>(NOT_READ);
  useEffect(() => {
    if (picture === null) return;
    let isStale = false;
    const read = async (): Promise<void> => {
      const nodes: Said[] = [];
      let after: string | null = null;
      do {
        const { data, error } = await client
          .query(SaidDocument, { first: MESSAGES_PER_PAGE, after, status: null })
          .toPromise();
        if (isStale) return;
        if (!data) return setState((last) => ({ ...last, saidError: error }));
        nodes.push(...data.events.nodes);
        setState({
          messages: nodes.toReversed(),
          totalSaid: data.events.totalCount,
          saidError: undefined,
        });
        after = data.events.pageInfo.hasNextPage ? (data.events.pageInfo.endCursor ?? null) : null;
      } while (after !== null && nodes.length < MOST_MESSAGES);
    };
    void read();
    return () => {
      isStale = true;
    };
  }, [client, picture]);
  return state;
};

export const MemoryProvider = ({ children }: { readonly children: ReactNode }) => {
  const { data, error } = useLarge(PictureDocument, EVERYTHING);
  useSubscription({ query: MemoryChangedDocument }, (_before, change) => {
    setView({ now: Date.now() });
    return change;
  });
  const now = useView((view) => view.now);
  const picture = useMemo(() => (data ? pictureOf(data) : null), [data]);
  const saidState = useSaid(picture);
  const axis = useMemo(() => axisOf(picture ?? NOTHING, now), [picture, now]);
  const state = useMemo<MemoryState>(
    () => ({ picture, ...saidState, axis, error }),
    [picture, saidState, axis, error],
  );
  return <Context value={state}>{children}</Context>;
};

/**
 * Number of entities above which the intervals of the picture replace the service while time moves.
 */
const SMALL = 400;
const SLIDING: Pace = { everyMs: 80 };
const AT_REST: Pace = { restMs: 350 };

export interface Shown {
  /** The picture, with the entities and relationships that exist only at this moment. */
  readonly picture: Picture;
  /** The state at the moment; null while it is unknown. */
  readonly graph: MomentGraph | null;
  /** The reason why the graph of the moment is unknown. */
  readonly error: CombinedError | undefined;
}

type Keyed = { readonly key: string };

/** The unknown ones, each once. */
const strangersTo = <T extends Keyed>(knownItems: readonly Keyed[], items: readonly T[]): T[] => {
  const keys = new Set(knownItems.map(({ key }) => key));
  return items.filter(({ key }) => !keys.has(key) && keys.add(key));
};

/** A picture with entities and edges that it may lack. */
export const withStrangers = (
  picture: Picture,
  nodes: readonly (Omit<PictureNode, "firstKnown"> & { readonly firstKnown?: number })[],
  edges: readonly Omit<PictureEdge, "spans">[],
): Picture => {
  const newNodes = strangersTo(picture.nodes, nodes);
  const newEdges = strangersTo(picture.edges, edges);
  if (newNodes.length + newEdges.length === 0) return picture;
  return {
    ...picture,
    nodes: [...picture.nodes, ...newNodes.map((node) => ({ firstKnown: 0, ...node }))],
    edges: [...picture.edges, ...newEdges.map((edge) => ({ ...edge, spans: [] }))],
  };
};

/**
 * The graph at the moment of the view. Entities that were merged later are in no picture of all
 * times. After they have been seen, they stay in this one, so that they fade instead of vanishing.
 */
export const useShown = (): Shown => {
  const picture = usePicture();
  const valid = useView((view) => view.valid);
  const knownMillis = useView((view) => view.known);
  const isSmall = picture.totalNodes <= SMALL;
  const point = useMemo(() => ({ valid, known: knownMillis }), [valid, knownMillis]);
  const settledPoint = useFollowing(point, isSmall ? SLIDING : AT_REST);
  const isEmpty = picture.nodes.length === 0;
  const askedPoint = useMemo(
    () => (isEmpty ? null : { at: timePointOf(settledPoint), first: MOST_ENTITIES }),
    [isEmpty, settledPoint],
  );
  const { data, error } = useLarge(MomentDocument, askedPoint);
  const graph = useMemo<MomentGraph | null>(() => {
    if (!data) return null;
    return {
      nodes: new Map(data.graph.entities.map((entity) => [entity.key, entity])),
      edges: new Set(
        data.graph.relationships.map(({ source, target, type }) =>
          edgeKey(source.key, type, target.key),
        ),
      ),
    };
  }, [data]);
  const [strangers, setStrangers] = useState<Picture | null>(null);
  const base = strangers === null || !isGrownFrom(strangers, picture) ? picture : strangers;
  const shownMemory = useMemo(() => {
    if (!data) return base;
    const edges = data.graph.relationships.map(({ source, target, type }) => ({
      key: edgeKey(source.key, type, target.key),
      source: source.key,
      target: target.key,
      type,
    }));
    return withStrangers(base, data.graph.entities, edges);
  }, [base, data]);
  useEffect(() => setStrangers(shownMemory), [shownMemory]);
  const isCurrent = isSmall || settledPoint === point;
  return useMemo(
    () => ({ picture: shownMemory, graph: isCurrent && !error ? graph : null, error }),
    [shownMemory, graph, isCurrent, error],
  );
};

const isGrownFrom = (grown: Picture, picture: Picture): boolean => grown.extent === picture.extent;

type Points = (of: "linked" | View["axis"]) => readonly number[];

/**
 * Yields every instant at which something begins, ends or is recorded, in order, on one axis or on
 * both.
 */
export const useChangePoints = (): Points => {
  const { messages, axis } = useMemory();
  const { edges } = usePicture();
  // Computed only when a step is taken, and cached while steps continue, because it is slow in a
  // large memory.
  return useMemo(() => {
    const spans = edges.flatMap((edge) => edge.spans);
    const isOnAxis = (at: number): boolean => at > axis.from && at < axis.to;
    const boundsWhere = (isShown: (at: number, span: Span) => boolean): number[] =>
      spans.flatMap((span) =>
        [span.from, span.to].filter((at) => isOnAxis(at) && isShown(at, span)),
      );
    const ordered = (points: readonly number[]): number[] =>
      [...new Set(points)].toSorted((a, b) => a - b);
    const recordPoints = once(() => [
      ...messages.map(({ recordedAt }) => instantOf(recordedAt)),
      ...spans.flatMap(({ recorded, expired }) => [recorded, expired]).filter(isOnAxis),
    ]);
    const record = once(() => ordered(recordPoints()));
    const linked = once(() =>
      ordered([...recordPoints(), ...boundsWhere((at, span) => isBelieved(span, at))]),
    );
    let valid: { readonly known: number; readonly points: readonly number[] } | null = null;
    return (of) => {
      if (of !== "valid") return of === "record" ? record() : linked();
      const { known } = timePointOfView(currentView());
      if (valid?.known !== known)
        valid = { known, points: ordered(boundsWhere((_at, span) => isBelieved(span, known))) };
      return valid.points;
    };
  }, [messages, edges, axis]);
};

/** A value that is computed on first use. */
const once = <T,>(make: () => T): (() => T) => {
  let result: { readonly value: T } | null = null;
  return () => (result ??= { value: make() }).value;
};
