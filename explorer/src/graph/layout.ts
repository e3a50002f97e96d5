import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import type { PictureEdge, PictureNode } from "../memory/picture.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Edge = Pick<PictureEdge, "key" | "source" | "target">;

/** A number in [0, 1) that depends only on the text, so that a layout is always the same. */
const fractionOf = (text: string): number => {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619) >>> 0;
  return hash / 4_294_967_296;
};

const startOf = (key: string): Point => {
  const angle = fractionOf(key) * 2 * Math.PI;
  const radius = 20 + 80 * fractionOf(`${key} radius`);
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
};

/** Number of rounds of the layout. A large graph gets fewer, because its rounds take longer. */
const roundsFor = (size: number): number => Math.round(Math.min(400, Math.max(60, 60_000 / size)));
const LARGE = 300;
/** Number of rounds before the page may draw. */
const ROUNDS_AT_ONCE = 10;

const graphOf = (nodes: readonly PictureNode[], edges: readonly Edge[]): Graph => {
  const graph = new Graph({ multi: true, type: "directed" });
  for (const { key, importance } of nodes)
    graph.addNode(key, { ...startOf(key), size: 8 + importance * 6 });
  for (const { source, target } of edges)
    if (graph.hasNode(source) && graph.hasNode(target)) graph.addEdge(source, target);
  return graph;
};

/** Number of entities from which on outliers do not determine the scale. */
const MANY = 60;
/** The share of the entities on each side that counts as outliers. */
const FAR_OUT = 0.02;

/**
 * The extent of a graph from the middle, by its number of entities: two entities are near one
 * another, not in two corners.
 */
const reachOf = (count: number): number => Math.min(1, 0.3 + count * 0.1);

/** Maps values to [-reach, reach]; outliers slightly beyond. */
const scaleOf = (values: readonly number[]): ((value: number) => number) => {
  const reach = reachOf(values.length);
  const sortedValues = values.toSorted((a, b) => a - b);
  const skippedCount = sortedValues.length < MANY ? 0 : Math.floor(sortedValues.length * FAR_OUT);
  const [low, high] = [
    sortedValues[skippedCount] ?? 0,
    sortedValues[sortedValues.length - 1 - skippedCount] ?? 0,
  ];
  return (value) => {
    const at = high === low ? 0 : ((value - low) / (high - low)) * 2 - 1;
    const over = Math.max(0, Math.abs(at) - 1);
    return reach * Math.sign(at) * (Math.abs(at) - over + 0.12 * (1 - Math.exp(-over * 2)));
  };
};

/** Positions within [-1, 1] on both axes, around the middle of the graph. */
const normalise = (graph: Graph): Map<string, Point> => {
  const places = graph.mapNodes((key, { x, y }) => ({ key, x: Number(x), y: Number(y) }));
  const [across, up] = [scaleOf(places.map(({ x }) => x)), scaleOf(places.map(({ y }) => y))];
  return new Map(places.map(({ key, x, y }) => [key, { x: across(x), y: up(y) }]));
};

const nextFrame = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

/** One layout of everything that was ever known. It pauses for the page between rounds. */
export const layOut = async (
  nodes: readonly PictureNode[],
  edges: readonly Edge[],
  signal: AbortSignal,
): Promise<Map<string, Point>> => {
  const graph = graphOf(nodes, edges);
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    // Strong if there is room. Otherwise unconnected groups would drift apart and shrink to spots.
    gravity: nodes.length > LARGE ? 1.2 : 20,
    scalingRatio: nodes.length > LARGE ? 10 : 30,
    slowDown: 2,
    adjustSizes: nodes.length <= LARGE,
    barnesHutOptimize: nodes.length > LARGE,
    // Coarser than the default of 0.5, and twice as fast. The difference is invisible in a large
    // graph.
    barnesHutTheta: 1.2,
    strongGravityMode: false,
  };
  const rounds = graph.order < 2 ? 0 : roundsFor(graph.order);
  for (let done = 0; done < rounds && !signal.aborted; done += ROUNDS_AT_ONCE) {
    // Pauses at the start too, so that the page can send its requests.
    if (nodes.length > LARGE) await nextFrame();
    forceAtlas2.assign(graph, { iterations: ROUNDS_AT_ONCE, settings });
  }
  return normalise(graph);
};

/** Number of directions that are tried for a position. */
const DIRECTIONS = 12;
const within = (at: number): number => Math.max(-1, Math.min(1, at));

/**
 * A position for an entity that the layout lacks: beside its neighbours, where there is most room.
 */
export const placeBeside = (
  key: string,
  neighbours: readonly string[],
  positions: ReadonlyMap<string, Point>,
): Point => {
  const near = neighbours.flatMap((neighbour) => positions.get(neighbour) ?? []);
  const distance = near.length === 0 ? 0.9 : 0.4;
  const middle = near.reduce(
    (sum, { x, y }) => ({ x: sum.x + x / near.length, y: sum.y + y / near.length }),
    { x: 0, y: 0 },
  );
  let best = { place: middle, room: -1 };
  for (let i = 0; i < DIRECTIONS; i++) {
    const angle = (fractionOf(key) + i / DIRECTIONS) * 2 * Math.PI;
    const place = {
      x: within(middle.x + Math.cos(angle) * distance),
      y: within(middle.y + Math.sin(angle) * distance),
    };
    let room = Infinity;
    for (const { x, y } of positions.values())
      room = Math.min(room, Math.hypot(x - place.x, y - place.y));
    if (room > best.room) best = { place, room };
  }
  return best.place;
};
