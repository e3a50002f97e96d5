import Graph from "graphology";
import Sigma from "sigma";
import type { Picture, PictureEdge } from "../memory/picture.ts";
import { CurveProgram, HairProgram } from "./edge-program.ts";
import { drawEdgeLabel, NodeLabels, type LabelColours } from "./labels.ts";
import type { Point } from "./layout.ts";
import type { EdgeLook, Looks, NodeLook } from "./looks.ts";
import { ShapeProgram } from "./node-program.ts";

export interface SceneHandlers {
  readonly onFocus: (key: string | null) => void;
  readonly onHover: (key: string | null) => void;
}

const FADE_MS = 220;
/** Distance by which parallel lines bend apart, in parts of their length. */
const BEND = 0.05;
const BEND_APART = 0.15;

interface Faded<Look> {
  look: Look;
  /** The current opacity, on its way to that of the look. */
  alpha: number;
  start: number;
}

/** Gives each of several lines between the same two entities a bend of its own. */
const bendsOf = (edges: readonly PictureEdge[]): Map<string, number> => {
  const pairs = new Map<string, PictureEdge[]>();
  for (const edge of edges) {
    const pair = [edge.source, edge.target].toSorted().join(" ");
    pairs.set(pair, [...(pairs.get(pair) ?? []), edge]);
  }
  const bends = new Map<string, number>();
  for (const parallel of pairs.values())
    for (const [i, edge] of parallel.entries()) {
      const side = edge.source < edge.target ? 1 : -1;
      const own = parallel.length === 1 ? BEND : (i - (parallel.length - 1) / 2) * BEND_APART;
      bends.set(edge.key, own * side);
    }
  return bends;
};

/** Number of entities from which on nodes are small and few names are drawn. */
const CROWD = 400;

/** Number of square pixels of a stage that is large enough for such a graph. */
const ROOM = 440_000;

const sizeOf = (importance: number, count: number, area: number): number =>
  count > CROWD
    ? (2.5 + importance * 4.5) *
      Math.max(0.45, Math.sqrt((CROWD / count) * Math.min(1, area / ROOM)))
    : 7 + importance * 9;

/**
 * The graph on the stage. Positions are set once. After that, only the looks of nodes and edges
 * change, and their opacity fades.
 */
export class GraphScene {
  readonly #graph = new Graph({ multi: true, type: "directed" });
  readonly #sigma: Sigma;
  readonly #nodes = new Map<string, Faded<NodeLook>>();
  readonly #edges = new Map<string, Faded<EdgeLook>>();
  readonly #fading = { nodes: new Set<string>(), edges: new Set<string>() };
  #positions: ReadonlyMap<string, Point> = new Map();
  #frame: number | null = null;
  readonly #isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  #fadeMs = FADE_MS;

  constructor(container: HTMLElement, colours: () => LabelColours, handlers: SceneHandlers) {
    let current = colours();
    const labels = new NodeLabels(() => current);
    this.#sigma = new Sigma(this.#graph, container, {
      defaultNodeType: "shape",
      defaultEdgeType: "curve",
      nodeProgramClasses: { shape: ShapeProgram },
      edgeProgramClasses: { curve: CurveProgram, hair: HairProgram },
      nodeReducer: (key, data) => this.#paintNode(key, data),
      edgeReducer: (key, data) => this.#paintEdge(key, data),
      defaultDrawNodeLabel: (context, data) => labels.draw(context, data),
      defaultDrawEdgeLabel: drawEdgeLabel(() => current),
      defaultDrawNodeHover: () => undefined,
      renderEdgeLabels: true,
      labelGridCellSize: 90,
      stagePadding: 24,
      minCameraRatio: 0.1,
      maxCameraRatio: 2.5,
      zIndex: false,
      allowInvalidContainer: true,
      hideEdgesOnMove: false,
    });
    // Reading the style sheet is slow, so it is done once per picture and not once per label.
    this.#sigma.on("beforeRender", () => {
      current = colours();
      labels.clear();
    });
    this.#sigma.on("clickNode", ({ node }) => handlers.onFocus(node));
    this.#sigma.on("enterNode", ({ node }) => handlers.onHover(node));
    this.#sigma.on("leaveNode", () => handlers.onHover(null));
    this.#sigma.on("resize", () => this.#stretch());
  }

  /** Shows a picture at its positions. Existing elements keep their opacity. */
  setPicture(picture: Picture, positions: ReadonlyMap<string, Point>): void {
    this.#positions = positions;
    const isCrowd = picture.nodes.length > CROWD;
    this.#setCrowd(isCrowd);
    this.#graph.clear();
    const { width, height } = this.#sigma.getDimensions();
    const bends = bendsOf(picture.edges);
    for (const { key, importance } of picture.nodes)
      this.#graph.addNode(key, {
        x: 0,
        y: 0,
        size: sizeOf(importance, picture.nodes.length, width * height),
        label: "",
      });
    for (const { key, source, target } of picture.edges)
      if (this.#graph.hasNode(source) && this.#graph.hasNode(target) && source !== target)
        this.#graph.addEdgeWithKey(
          key,
          source,
          target,
          isCrowd ? { type: "hair", bend: 0 } : { type: "curve", bend: bends.get(key) ?? 0 },
        );
    // A running fade continues. Otherwise its elements would stay faint.
    for (const fades of [this.#nodes, this.#fading.nodes])
      for (const key of fades.keys()) if (!this.#graph.hasNode(key)) fades.delete(key);
    for (const fades of [this.#edges, this.#fading.edges])
      for (const key of fades.keys()) if (!this.#graph.hasEdge(key)) fades.delete(key);
    this.#stretch();
    // The elements of the next fade must have their place in the buffers.
    this.#sigma.refresh();
  }

  #setCrowd(isCrowd: boolean): void {
    // A fade draws everything a dozen times, which is too slow for thousands of elements without a
    // graphics card.
    this.#fadeMs = this.#isStill || isCrowd ? 0 : FADE_MS;
    this.#sigma.setSetting("labelDensity", isCrowd ? 0.3 : 1.6);
    this.#sigma.setSetting("labelRenderedSizeThreshold", isCrowd ? 4.5 : 0);
  }

  /** Changes looks. Only differences are drawn again. */
  setLooks({ nodes, edges }: Looks): void {
    const now = performance.now();
    for (const [key, look] of nodes)
      if (this.#graph.hasNode(key)) this.#turn(this.#nodes, this.#fading.nodes, key, look, now);
    let isNamed = false;
    for (const [key, look] of edges) {
      if (!this.#graph.hasEdge(key)) continue;
      this.#turn(this.#edges, this.#fading.edges, key, look, now);
      isNamed ||= look.label !== null;
    }
    this.#sigma.getContainer().classList.toggle("unnamed", !isNamed);
    if (this.#fading.nodes.size + this.#fading.edges.size > 0)
      this.#frame ??= requestAnimationFrame(this.#fade);
  }

  /** Brings the whole graph into view. */
  fit(): void {
    void this.#sigma.getCamera().animatedReset({ duration: this.#fadeMs });
  }

  /** Brings one entity into view if it is not visible. */
  reveal(key: string): void {
    const place = this.#sigma.getNodeDisplayData(key);
    if (!place) return;
    const { x, y } = this.#sigma.framedGraphToViewport(place);
    const { width, height } = this.#sigma.getDimensions();
    if (x > 0 && y > 0 && x < width && y < height) return;
    void this.#sigma.getCamera().animate({ x: place.x, y: place.y }, { duration: this.#fadeMs });
  }

  kill(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#sigma.kill();
  }

  /** Stretches the layout to the aspect ratio of the stage, by a factor of at most 1.6. */
  #stretch(): void {
    const { width, height } = this.#sigma.getDimensions();
    const ratio = Math.max(0.62, Math.min(1.7, width / Math.max(1, height)));
    this.#graph.updateEachNodeAttributes((key, attributes) => {
      const { x, y } = this.#positions.get(key) ?? { x: 0, y: 0 };
      return { ...attributes, x: x * ratio, y };
    });
    // Room for names under the lowest entities, for the buttons over the highest, and for rings.
    this.#sigma.setCustomBBox({ x: [-1.1 * ratio, 1.1 * ratio], y: [-1.18, 1.22] });
    this.#sigma.refresh({ schedule: true });
  }

  #turn<Look extends { readonly alpha: number }>(
    fadedItems: Map<string, Faded<Look>>,
    fading: Set<string>,
    key: string,
    look: Look,
    now: number,
  ): void {
    const knownFade = fadedItems.get(key);
    if (knownFade && isSame(knownFade.look, look)) return;
    const alpha = knownFade?.alpha ?? 0;
    fadedItems.set(key, { look, alpha, start: now - (alpha === look.alpha ? this.#fadeMs : 0) });
    fading.add(key);
  }

  readonly #fade = (now: number): void => {
    this.#frame = null;
    const nodes = this.#advance(this.#nodes, this.#fading.nodes, now);
    const edges = this.#advance(this.#edges, this.#fading.edges, now);
    // Assigns places in the buffers again each time. When the window changes its size, Sigma
    // forgets those of edges at once, and assigns new ones only in a frame of its own, after this
    // one.
    this.#sigma.refresh({ partialGraph: { nodes, edges } });
    markOnce("graph drawn");
    if (this.#fading.nodes.size + this.#fading.edges.size > 0)
      this.#frame = requestAnimationFrame(this.#fade);
  };

  /**
   * Moves the opacity of all fading elements towards their looks, and forgets those that have
   * arrived. Returns the keys to draw again.
   */
  #advance<Look extends { readonly alpha: number }>(
    fadedItems: Map<string, Faded<Look>>,
    fading: Set<string>,
    now: number,
  ): string[] {
    const keys = [...fading];
    for (const key of keys) {
      const item = fadedItems.get(key);
      const done =
        item === undefined || this.#fadeMs === 0
          ? 1
          : Math.min(1, (now - item.start) / this.#fadeMs);
      if (item)
        item.alpha += (item.look.alpha - item.alpha) * (done >= 1 ? 1 : Math.max(0.08, done * 0.6));
      if (done >= 1) fading.delete(key);
    }
    return keys;
  }

  #paintNode(key: string, data: Record<string, unknown>) {
    const fadedNode = this.#nodes.get(key);
    if (!fadedNode) return { ...data, hidden: true };
    const { look, alpha } = fadedNode;
    return { ...data, ...look, alpha, color: look.stroke, hidden: alpha < 0.01 };
  }

  #paintEdge(key: string, data: Record<string, unknown>) {
    const fadedEdge = this.#edges.get(key);
    if (!fadedEdge) return { ...data, hidden: true };
    const { look, alpha } = fadedEdge;
    return {
      ...data,
      ...look,
      alpha,
      color: look.stroke,
      forceLabel: look.label !== null,
      hidden: alpha < 0.01,
    };
  }
}

/** Marks the first occurrence of an event in the browser's own timeline. */
const markOnce = (name: string): void => {
  if (performance.getEntriesByName(name, "mark").length === 0) performance.mark(name);
};

const isSame = <Look extends object>(a: Look, b: Look): boolean => {
  if (a === b) return true;
  for (const name in a) if (a[name] !== b[name]) return false;
  return true;
};
