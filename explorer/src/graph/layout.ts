import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import type { PictureEdge, PictureNode } from "../memory/picture.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Edge = Pick<PictureEdge, "key" | "source" | "target">;

/** A number in [0, 1) that depends on the text alone, so that a layout comes out the same each time. */
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

/** Rounds of the layout: fewer for a large graph, whose rounds take longer. */
const roundsFor = (size: number): number => Math.round(Math.min(400, Math.max(60, 160_000 / size)));
const LARGE = 300;
/** Rounds that are run before the page gets a chance to draw. */
const ROUNDS_AT_ONCE = 10;

const graphOf = (nodes: readonly PictureNode[], edges: readonly Edge[]): Graph => {
  const graph = new Graph({ multi: true, type: "directed" });
  for (const { key, importance } of nodes)
    graph.addNode(key, { ...startOf(key), size: 8 + importance * 6 });
  for (const { source, target } of edges)
    if (graph.hasNode(source) && graph.hasNode(target)) graph.addEdge(source, target);
  return graph;
};

/** Positions within [-1, 1] on both axes, around the middle of the graph. */
const normalised = (graph: Graph): Map<string, Point> => {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  graph.forEachNode((_key, { x, y }) => {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  });
  const [width, height] = [right - left || 1, top - bottom || 1];
  const positions = new Map<string, Point>();
  graph.forEachNode((key, { x, y }) =>
    positions.set(key, {
      x: graph.order === 1 ? 0 : ((x - left) / width) * 2 - 1,
      y: graph.order === 1 ? 0 : ((y - bottom) / height) * 2 - 1,
    }),
  );
  return positions;
};

const nextFrame = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

/** One layout of everything that was ever known. Gives way to the page between rounds. */
export const layOut = async (
  nodes: readonly PictureNode[],
  edges: readonly Edge[],
  signal: AbortSignal,
): Promise<Map<string, Point>> => {
  const graph = graphOf(nodes, edges);
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    gravity: 1.2,
    scalingRatio: nodes.length > LARGE ? 10 : 30,
    slowDown: 2,
    adjustSizes: nodes.length <= LARGE,
    barnesHutOptimize: nodes.length > LARGE,
    strongGravityMode: false,
  };
  const rounds = graph.order < 2 ? 0 : roundsFor(graph.order);
  for (let done = 0; done < rounds && !signal.aborted; done += ROUNDS_AT_ONCE) {
    // At the start too, so that what the page asks the service for is under way meanwhile.
    if (nodes.length > LARGE) await nextFrame();
    forceAtlas2.assign(graph, { iterations: ROUNDS_AT_ONCE, settings });
  }
  return normalised(graph);
};

/** A place for an entity that the layout does not have: beside what it is connected with. */
export const placeBeside = (
  key: string,
  neighbours: readonly string[],
  positions: ReadonlyMap<string, Point>,
): Point => {
  const near = neighbours.flatMap((neighbour) => positions.get(neighbour) ?? []);
  const angle = fractionOf(key) * 2 * Math.PI;
  const distance = near.length === 0 ? 0.9 : 0.24;
  const middle = near.reduce(
    (sum, { x, y }) => ({ x: sum.x + x / near.length, y: sum.y + y / near.length }),
    { x: 0, y: 0 },
  );
  return {
    x: Math.max(-1, Math.min(1, middle.x + Math.cos(angle) * distance)),
    y: Math.max(-1, Math.min(1, middle.y + Math.sin(angle) * distance)),
  };
};
