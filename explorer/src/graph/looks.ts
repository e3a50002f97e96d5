import {
  isVisible,
  standingOf,
  type Picture,
  type PictureEdge,
  type PictureNode,
  type Standing,
} from "../memory/picture.ts";
import { SHAPES, shapeOf, spokenName, tintOf } from "../memory/words.ts";
import { monthOf } from "../state/dates.ts";
import type { Moment } from "../state/view.ts";
import type { EdgePaint } from "./edge-program.ts";
import { GHOST, type EdgeLabel, type NodeLabel } from "./labels.ts";
import type { NodePaint } from "./node-program.ts";
import { colourOf, mix, type Palette } from "./palette.ts";

/** The graph at a moment, from the service. */
export interface MomentGraph {
  readonly nodes: ReadonlyMap<string, Pick<PictureNode, "name" | "aliases">>;
  readonly edges: ReadonlySet<string>;
}

/** The additions and ends that a message or an operation would cause. */
export interface Preview {
  /** Keys of edges. */
  readonly addedKeys: ReadonlySet<string>;
  readonly endedKeys: ReadonlySet<string>;
  /** Keys of entities at the ends of both. */
  readonly nodes: ReadonlySet<string>;
  /** Entities and edges that the graph may not contain yet. */
  readonly newNodes: readonly Omit<PictureNode, "firstKnown">[];
  readonly newEdges: readonly Omit<PictureEdge, "spans">[];
  /** Bars that would be added to lanes. */
  readonly bars: readonly PreviewBar[];
}

export interface PreviewBar {
  readonly entity: string;
  readonly slot: string | null;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

export interface LookRequest {
  readonly picture: Picture;
  readonly moment: Moment;
  /** Null until the service has answered; until then, the intervals of the picture are used. */
  readonly graph: MomentGraph | null;
  readonly focus: string | null;
  readonly hover: string | null;
  readonly hasGhosts: boolean;
  readonly isEgo: boolean;
  readonly hiddenTypes: ReadonlySet<string>;
  /** The citations of an answer. */
  readonly citedKeys: ReadonlySet<string> | null;
  /** The moment with which this one is compared. */
  readonly from: Moment | null;
  readonly preview: Preview | null;
  readonly palette: Palette;
}

export interface NodeLook extends NodePaint, NodeLabel {
  readonly label: string;
  readonly forceLabel: boolean;
}
export interface EdgeLook extends Omit<EdgePaint, "bend">, Omit<EdgeLabel, "bend"> {
  readonly label: string | null;
  readonly size: number;
}
export interface Looks {
  readonly nodes: ReadonlyMap<string, NodeLook>;
  readonly edges: ReadonlyMap<string, EdgeLook>;
}

/** The state of everything at the moment, and the neighbours of the focus. */
interface Standings {
  readonly nodes: ReadonlyMap<string, Standing>;
  readonly edges: ReadonlyMap<string, Standing>;
  /** The states at the moment with which this one is compared. */
  readonly before: ReadonlySet<string> | null;
  readonly near: ReadonlySet<string>;
  readonly nearHover: ReadonlySet<string>;
}

const edgeStanding = (edge: PictureEdge, { graph, moment }: LookRequest): Standing => {
  if (graph?.edges.has(edge.key)) return "live";
  const standing = standingOf(edge.spans, moment);
  return standing === "live" && graph !== null ? "absent" : standing;
};

const neighboursOf = (
  key: string | null,
  edges: readonly PictureEdge[],
  isShown: (edge: PictureEdge) => boolean,
): Set<string> => {
  const near = new Set<string>(key === null ? [] : [key]);
  if (key === null) return near;
  for (const edge of edges)
    if ((edge.source === key || edge.target === key) && isShown(edge)) {
      near.add(edge.source);
      near.add(edge.target);
    }
  return near;
};

/**
 * The state of each entity: live if the graph of the service has it, otherwise that of its edges.
 * Entities that were not known yet at the moment have none.
 */
const nodeStandings = (
  request: LookRequest,
  edges: ReadonlyMap<string, Standing>,
): Map<string, Standing> => {
  const nodes = new Map<string, Standing>();
  for (const { key, source, target } of request.picture.edges) {
    const standing = edges.get(key) ?? "absent";
    if (standing === "absent") continue;
    for (const end of [source, target]) if (nodes.get(end) !== "live") nodes.set(end, standing);
  }
  for (const { key, firstKnown } of request.picture.nodes) {
    if (request.graph?.nodes.has(key)) nodes.set(key, "live");
    else if (request.graph !== null && nodes.get(key) === "live") nodes.set(key, "ended");
    if (firstKnown > request.moment.known && !request.graph?.nodes.has(key)) nodes.delete(key);
  }
  return nodes;
};

const visibleAt = ({ edges }: Picture, moment: Moment): Set<string> => {
  const visible = new Set<string>();
  for (const { key, source, target, spans } of edges)
    if (spans.some((span) => isVisible(span, moment)))
      for (const at of [key, source, target]) visible.add(at);
  return visible;
};

const standingsOf = (request: LookRequest): Standings => {
  const { picture, hasGhosts, focus, hover, from } = request;
  const edges = new Map<string, Standing>();
  for (const edge of picture.edges) edges.set(edge.key, edgeStanding(edge, request));
  const isShown = ({ key }: PictureEdge): boolean =>
    edges.get(key) === "live" || (hasGhosts && edges.get(key) === "ended");
  return {
    edges,
    nodes: nodeStandings(request, edges),
    before: from === null ? null : visibleAt(picture, from),
    near: neighboursOf(focus, picture.edges, isShown),
    nearHover: neighboursOf(hover, picture.edges, isShown),
  };
};

/** Whether an element was gained or lost between the two compared moments. */
const changeOf = (
  key: string,
  standing: Standing,
  before: ReadonlySet<string> | null,
): "new" | "gone" | null => {
  if (before === null) return null;
  if (standing === "live") return before.has(key) ? null : "new";
  return before.has(key) ? "gone" : null;
};

/** Opacity of elements that an answer does not cite. */
const DIMMED = 0.4;
const DIMMED_EDGE = 0.3;

/** Opacity of an entity by its state, before it is dimmed. */
const ownAlpha = (
  { key, firstKnown }: PictureNode,
  standing: Standing,
  { focus, moment, hasGhosts }: LookRequest,
): number => {
  if (standing === "live" || (key === focus && firstKnown <= moment.known)) return 1;
  return standing === "ended" && hasGhosts ? GHOST : 0;
};

const nodeAlpha = (
  node: PictureNode,
  standing: Standing,
  request: LookRequest,
  { near, before, nearHover }: Standings,
): number => {
  const { hiddenTypes, isEgo, citedKeys, hover, preview } = request;
  if (hiddenTypes.has(node.type) || (isEgo && !near.has(node.key))) return 0;
  if (preview?.nodes.has(node.key) || changeOf(node.key, standing, before) === "gone") return 1;
  const own = ownAlpha(node, standing, request);
  if (citedKeys !== null && !citedKeys.has(node.key)) return own * DIMMED;
  return hover !== null && !nearHover.has(node.key) ? own * 0.5 : own;
};

const ringOf = (
  key: string,
  standing: Standing,
  { focus, citedKeys, palette, preview }: LookRequest,
  { before }: Standings,
): Pick<NodePaint, "ring" | "isRingDashed"> => {
  const change = changeOf(key, standing, before);
  if (change === "new") return { ring: palette.add, isRingDashed: false };
  if (change === "gone") return { ring: palette.rem, isRingDashed: true };
  if (preview !== null && standing === "absent" && preview.nodes.has(key))
    return { ring: palette.add, isRingDashed: true };
  if (citedKeys?.has(key)) return { ring: palette.record, isRingDashed: false };
  return { ring: key === focus ? palette.ink : null, isRingDashed: false };
};

type Names = Pick<PictureNode, "name" | "aliases">;

const alsoOf = ({ name, aliases }: Names): string | null => {
  if (aliases.length === 0) return null;
  const others = aliases.filter((alias) => !name.toLowerCase().includes(alias.toLowerCase()));
  return others.length === 0 ? null : `also ${others.slice(0, 2).join(", ")}`;
};

/**
 * Maximum number of entities whose names are all drawn. If there are more, as many as have room are
 * drawn.
 */
const FEW_NODES = 60;

/** Fill of a shape: for ended entities, current ones, and the focus. */
const SHARES = { ghost: 0, live: 0.28, focus: 0.95 } as const;
type Fullness = keyof typeof SHARES;
type Body = Pick<NodePaint, "shape" | "fill" | "stroke">;

/**
 * The common look of the entities of one type. Cached for each palette, because every frame needs
 * it.
 */
const bodies = new WeakMap<Palette, Map<string, Readonly<Record<Fullness, Body>>>>();

const bodiesOf = (type: string, palette: Palette): Readonly<Record<Fullness, Body>> => {
  const ofPalette = bodies.get(palette) ?? new Map<string, Readonly<Record<Fullness, Body>>>();
  bodies.set(palette, ofPalette);
  const knownLooks = ofPalette.get(type);
  if (knownLooks !== undefined) return knownLooks;
  const stroke = colourOf(palette, tintOf(type));
  const body = (fullness: Fullness): Body => ({
    shape: SHAPES.indexOf(shapeOf(type)),
    fill: mix(palette.stage, stroke, SHARES[fullness]),
    stroke,
  });
  const newLooks = { ghost: body("ghost"), live: body("live"), focus: body("focus") };
  ofPalette.set(type, newLooks);
  return newLooks;
};

/**
 * The look of an entity at the moment. Its name is always drawn if there are few entities, or if it
 * is the focus or its neighbour, under the pointer, or cited.
 */
const nodeLook = (node: PictureNode, request: LookRequest, standings: Standings): NodeLook => {
  const { focus, palette, graph, hover, citedKeys } = request;
  const standing = standings.nodes.get(node.key) ?? "absent";
  const isGhost = standing !== "live";
  const fullness = isGhost ? "ghost" : node.key === focus ? "focus" : "live";
  const { shape, fill, stroke } = bodiesOf(node.type, palette)[fullness];
  const { ring, isRingDashed } = ringOf(node.key, standing, request, standings);
  const then = graph?.nodes.get(node.key) ?? node;
  const isMarked = standings.near.has(node.key) && focus !== null;
  const isPinned = node.key === focus || node.key === hover || citedKeys?.has(node.key) === true;
  return {
    shape,
    fill,
    stroke,
    alpha: nodeAlpha(node, standing, request, standings),
    isDashed: isGhost,
    ring,
    isRingDashed,
    label: then.name,
    also: alsoOf(then),
    isFaint: isGhost,
    isPinned,
    forceLabel: request.picture.nodes.length <= FEW_NODES || isMarked || isPinned,
  };
};

type EdgeInk = Pick<EdgeLook, "stroke" | "alpha" | "dash" | "size" | "labelColour">;

/** The emphasis of an edge in a preview, a comparison or an answer; null for other edges. */
const markedInk = (
  { key }: PictureEdge,
  standing: Standing,
  { palette, citedKeys, preview }: LookRequest,
  { before }: Standings,
): EdgeInk | null => {
  const { add, rem, record } = palette;
  if (preview?.addedKeys.has(key))
    return { stroke: add, labelColour: add, alpha: 1, dash: 4, size: 2.2 };
  if (preview?.endedKeys.has(key))
    return { stroke: rem, labelColour: rem, alpha: 1, dash: 2.5, size: 1.8 };
  const change = changeOf(key, standing, before);
  if (change === "new") return { stroke: add, labelColour: null, alpha: 0.95, dash: 0, size: 2.2 };
  if (change === "gone") return { stroke: rem, labelColour: null, alpha: 0.95, dash: 4, size: 1.8 };
  if (citedKeys?.has(key)) return { stroke: record, labelColour: null, alpha: 1, dash: 0, size: 2 };
  return null;
};

/**
 * Number of relationships from which on their lines are very faint. Otherwise they would hide
 * everything.
 */
const CROWD_OF_LINES = 600;

const plainInk = (
  edge: PictureEdge,
  standing: Standing,
  { palette, hasGhosts, focus, picture }: LookRequest,
): EdgeInk => {
  const far = picture.edges.length > CROWD_OF_LINES ? 0.2 : 0.45;
  const plain = { stroke: palette.ink3, labelColour: null };
  const isNear = isEnd(edge, focus);
  if (standing === "live")
    return { ...plain, alpha: isNear ? 0.85 : far, dash: 0, size: isNear ? 1.6 : 1.2 };
  const ghost = isNear ? 0.5 : 0.32;
  return { ...plain, alpha: standing === "ended" && hasGhosts ? ghost : 0, dash: 2.5, size: 1 };
};

const isEnd = ({ source, target }: PictureEdge, key: string | null): boolean =>
  key !== null && (source === key || target === key);

/**
 * Opacity of the rest while a comparison, an answer, a preview or the element under the pointer is
 * emphasised.
 */
const edgeDimming = (
  edge: PictureEdge,
  standing: Standing,
  { citedKeys, preview, hover }: LookRequest,
  { before }: Standings,
): number => {
  if (preview !== null)
    return preview.addedKeys.has(edge.key) || preview.endedKeys.has(edge.key) ? 1 : 0.5;
  if (citedKeys !== null) return citedKeys.has(edge.key) ? 1 : DIMMED_EDGE;
  if (before !== null) return changeOf(edge.key, standing, before) === null ? 0.5 : 1;
  return hover !== null && !isEnd(edge, hover) ? 0.5 : 1;
};

const isEdgeHidden = (
  { source, target }: PictureEdge,
  { isEgo }: LookRequest,
  { near }: Standings,
  alphas: ReadonlyMap<string, NodeLook>,
): boolean =>
  (alphas.get(source)?.alpha ?? 0) === 0 ||
  (alphas.get(target)?.alpha ?? 0) === 0 ||
  (isEgo && !(near.has(source) && near.has(target)));

/**
 * Maximum number of changed or cited lines that are named in the graph. If there are more, only
 * those under the pointer are named.
 */
const FEW_MARKS = 6;

/**
 * Whether the name of an edge is drawn: for the element under the pointer, otherwise for the marked
 * edges, otherwise for those of the focus. Crowds are not named.
 */
const isNamed = (
  edge: PictureEdge,
  standing: Standing,
  request: LookRequest,
  standings: Standings,
  { hasFewMarks, hasFewLines }: { readonly hasFewMarks: boolean; readonly hasFewLines: boolean },
): boolean => {
  const { hover, citedKeys, preview, focus, picture } = request;
  if (hover !== null) return hasFewLines && isEnd(edge, hover);
  if (preview !== null) return preview.addedKeys.has(edge.key) || preview.endedKeys.has(edge.key);
  if (citedKeys !== null) return hasFewMarks && citedKeys.has(edge.key);
  if (standings.before !== null)
    return hasFewMarks && changeOf(edge.key, standing, standings.before) !== null;
  return hasFewLines && focus !== picture.me && isEnd(edge, focus);
};

/**
 * Maximum number of named relationships of one entity. The names of more could not be
 * distinguished.
 */
const FEW_ENDS = 16;

const hasFewEnds = ({ picture, hover, focus }: LookRequest): boolean => {
  const anchor = hover ?? focus;
  let count = 0;
  for (const edge of picture.edges) if (isEnd(edge, anchor)) count++;
  return count <= FEW_ENDS;
};

/** Distance of the labels of lines between the same two entities, in parts of the line. */
const PLACES_APART = [0, 0.12, -0.12, 0.2];

/** The time at which an ended edge ended. */
const endOfEdge = (
  edge: PictureEdge,
  standing: Standing,
  { moment, preview }: LookRequest,
): string | null => {
  if (standing !== "ended" || preview !== null) return null;
  const ends = edge.spans.filter(({ to }) => to <= moment.valid).map(({ to }) => to);
  return ends.length === 0 ? null : `until ${monthOf(Math.max(...ends))}`;
};

/**
 * The position of the label on a line: towards the far end. Each of several lines between the same
 * two entities has its own.
 */
const labelPlace = (
  { source, target }: PictureEdge,
  anchor: string | null,
  earlier: number,
): number => {
  const far = anchor === source ? 0.64 : 0.5;
  const at = anchor === target && anchor !== source ? 0.36 : far;
  return at + (at < 0.5 ? -1 : 1) * (PLACES_APART[earlier] ?? 0);
};

/** Counts the lines between the same two entities that already have a name. */
const namesBetween = (): ((edge: PictureEdge) => number) => {
  const countsByName = new Map<string, number>();
  return ({ source, target }) => {
    const pair = source < target ? `${source} ${target}` : `${target} ${source}`;
    const count = countsByName.get(pair) ?? 0;
    countsByName.set(pair, count + 1);
    return count;
  };
};

const edgeLooks = (
  request: LookRequest,
  standings: Standings,
  nodes: ReadonlyMap<string, NodeLook>,
): Map<string, EdgeLook> => {
  const { picture, hover, focus, citedKeys, preview } = request;
  const isMarked = (edge: PictureEdge): boolean =>
    citedKeys?.has(edge.key) ??
    changeOf(edge.key, standings.edges.get(edge.key) ?? "absent", standings.before) !== null;
  const isPlainScene = citedKeys === null && preview === null && standings.before === null;
  const few = {
    hasFewMarks: isPlainScene || picture.edges.filter(isMarked).length <= FEW_MARKS,
    hasFewLines: hasFewEnds(request),
  };
  const countBefore = namesBetween();
  const lookOf = (edge: PictureEdge, standing: Standing, isHidden: boolean): EdgeLook => {
    const ink = markedInk(edge, standing, request, standings) ?? plainInk(edge, standing, request);
    const alpha = isHidden ? 0 : ink.alpha * edgeDimming(edge, standing, request, standings);
    const hasName = alpha > 0 && isNamed(edge, standing, request, standings, few);
    return {
      ...ink,
      alpha,
      label: hasName ? spokenName(edge.type) : null,
      labelDetail: hasName ? endOfEdge(edge, standing, request) : null,
      labelAt: hasName ? labelPlace(edge, hover ?? focus, countBefore(edge)) : 0.5,
    };
  };
  // Lines that are not emphasised share one look. There can be thousands, and every frame needs it.
  const [shown, hidden] = [new Map<Standing, EdgeLook>(), new Map<Standing, EdgeLook>()];
  const looks = new Map<string, EdgeLook>();
  for (const edge of picture.edges) {
    const standing = standings.edges.get(edge.key) ?? "absent";
    const isHidden = isEdgeHidden(edge, request, standings, nodes);
    const alike = isHidden ? hidden : shown;
    const isAlike = isPlainScene && !isEnd(edge, focus) && !isEnd(edge, hover);
    const look = (isAlike ? alike.get(standing) : undefined) ?? lookOf(edge, standing, isHidden);
    if (isAlike) alike.set(standing, look);
    looks.set(edge.key, look);
  }
  return looks;
};

/**
 * The look of everything at a moment. Only opacity, fill and stroke ever change; positions do not.
 */
export const looksOf = (request: LookRequest): Looks => {
  const standings = standingsOf(request);
  const nodes = new Map<string, NodeLook>();
  for (const node of request.picture.nodes) nodes.set(node.key, nodeLook(node, request, standings));
  return { nodes, edges: edgeLooks(request, standings, nodes) };
};
