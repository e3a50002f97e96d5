import { useEffect, useMemo, useRef, useState } from "react";
import { sentenceOf } from "../api/client.ts";
import { BigChart } from "../chart/big-chart.tsx";
import { IconButton } from "../frame/icon-button.tsx";
import { useTheme } from "../frame/theme.ts";
import { plural } from "../memory/words.ts";
import { type Pace, useFollowing } from "../state/hooks.ts";
import { useShown, withStrangers, type Shown } from "../state/memory.tsx";
import { focusOn, timePointOfView, setView, useView, type View } from "../state/view.ts";
import { useEmphasis } from "./emphasis.tsx";
import { EntityList } from "./entity-list.tsx";
import { layOut, placeBeside, type Point } from "./layout.ts";
import { Legend } from "./legend.tsx";
import { looksOf, type Looks } from "./looks.ts";
import { readPalette } from "./palette.ts";
import { GraphScene } from "./scene.ts";
import { Underneath } from "./underneath.tsx";

/**
 * The positions of all elements. They are computed once. Later elements are placed beside their
 * neighbours.
 */
const usePositions = ({ picture }: Shown): ReadonlyMap<string, Point> | null => {
  const [positions, setPositions] = useState<ReadonlyMap<string, Point> | null>(null);
  const isEmpty = picture.nodes.length === 0;
  useEffect(() => {
    if (isEmpty) return;
    const strangers = picture.nodes.filter(({ key }) => !positions?.has(key));
    if (strangers.length === 0) return;
    if (positions !== null && strangers.length < picture.nodes.length / 2) {
      const grown = new Map(positions);
      for (const { key } of strangers) {
        const near = picture.edges.flatMap(({ source, target }) => {
          if (source === key) return [target];
          return target === key ? [source] : [];
        });
        grown.set(key, placeBeside(key, near, grown));
      }
      setPositions(grown);
      return;
    }
    const stop = new AbortController();
    const arrange = async (): Promise<void> => {
      const places = await layOut(picture.nodes, picture.edges, stop.signal);
      if (!stop.signal.aborted) setPositions(places);
    };
    void arrange();
    return () => stop.abort();
  }, [picture, positions, isEmpty]);
  return positions;
};

const useLooks = ({ picture, graph }: Shown, hover: string | null): Looks => {
  const { palette } = useTheme();
  const { citedKeys, preview } = useEmphasis();
  const valid = useView((view) => timePointOfView(view).valid);
  const knownMillis = useView((view) => timePointOfView(view).known);
  const focus = useView((view) => view.focus);
  const hasGhosts = useView((view) => view.hasGhosts);
  const isEgo = useView((view) => view.isEgo);
  const hiddenTypes = useView((view) => view.hiddenTypes);
  const from = useView((view) => (view.panel === "changed" ? view.from : null));
  return useMemo(
    () =>
      looksOf({
        picture,
        graph,
        moment: { valid, known: knownMillis },
        focus,
        hover,
        hasGhosts,
        isEgo,
        hiddenTypes: new Set(hiddenTypes),
        citedKeys,
        from,
        preview,
        palette,
      }),
    [
      picture,
      graph,
      valid,
      knownMillis,
      focus,
      hover,
      hasGhosts,
      isEgo,
      hiddenTypes,
      citedKeys,
      from,
      preview,
      palette,
    ],
  );
};

/** Whether this browser can draw the graph. Checked once, because browsers allow few contexts. */
const hasWebGl = (() => {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
})();

const useScene = (
  shownPicture: Shown,
  positions: ReadonlyMap<string, Point> | null,
  looks: Looks,
  onHover: (key: string | null) => void,
) => {
  const container = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<GraphScene | null>(null);
  useEffect(() => {
    if (container.current === null || !hasWebGl) return;
    const newScene = new GraphScene(
      container.current,
      () => {
        const { ink, ink3, stage } = readPalette();
        return { ink, faint: ink3, halo: stage };
      },
      { onFocus: (key) => focusOn(key), onHover },
    );
    setScene(newScene);
    return () => newScene.kill();
  }, [onHover]);
  useEffect(() => {
    if (scene !== null && positions !== null) scene.setPicture(shownPicture.picture, positions);
  }, [scene, positions, shownPicture.picture]);
  useEffect(() => {
    if (scene !== null && positions !== null) scene.setLooks(looks);
  }, [scene, positions, looks]);
  return { container, scene };
};

const SWITCHES: readonly {
  readonly icon: "ghost" | "ego" | "lines";
  readonly of: "hasGhosts" | "isEgo" | "hasUnderneath";
  readonly label: string;
  readonly shortcut: string;
}[] = [
  { icon: "ghost", of: "hasGhosts", label: "Show what has ended", shortcut: "G" },
  { icon: "ego", of: "isEgo", label: "Only what is near the selected entity", shortcut: "E" },
  { icon: "lines", of: "hasUnderneath", label: "Show the messages underneath", shortcut: "U" },
];

const Switch = ({ icon, of, label, shortcut }: (typeof SWITCHES)[number]) => {
  const isOn = useView((view: View) => view[of]);
  return (
    <IconButton
      icon={icon}
      label={label}
      shortcut={shortcut}
      isOn={isOn}
      onClick={() => setView({ [of]: !isOn })}
    />
  );
};

const Corner = ({ onFit }: { readonly onFit: () => void }) => (
  <div className="corner" role="group" aria-label="What the graph shows">
    {SWITCHES.map((item) => (
      <Switch key={item.of} {...item} />
    ))}
    <IconButton icon="fit" label="Fit the graph" shortcut="F" onClick={onFit} />
  </div>
);

/** Keys that only the graph handles. */
const useFitKey = (onFit: () => void): void => {
  useEffect(() => {
    addEventListener("palimpsest-fit", onFit);
    return () => removeEventListener("palimpsest-fit", onFit);
  }, [onFit]);
};

const Notice = ({
  shown: shownPicture,
  isLaidOut,
}: {
  readonly shown: Shown;
  readonly isLaidOut: boolean;
}) => {
  const { nodes, totalNodes } = shownPicture.picture;
  if (!hasWebGl)
    return (
      <p className="notice">
        This browser cannot draw the graph (WebGL is off). The list of entities and the card work
        all the same.
      </p>
    );
  if (shownPicture.error)
    return (
      <p className="notice error" role="alert">
        {sentenceOf(shownPicture.error)} The graph shows what this page knows already.
      </p>
    );
  if (!isLaidOut)
    return <p className="notice">Laying out {plural(nodes.length, "entity", "entities")}…</p>;
  if (totalNodes > nodes.length)
    return (
      <p className="notice">
        The {nodes.length.toLocaleString("en")} most important of{" "}
        {plural(totalNodes, "entity", "entities")}
      </p>
    );
  return null;
};

/** The picture with the additions of a preview. */
const useWithPreview = (shownPicture: Shown): Shown => {
  const { preview } = useEmphasis();
  return useMemo(
    () =>
      preview === null
        ? shownPicture
        : {
            ...shownPicture,
            picture: withStrangers(shownPicture.picture, preview.newNodes, preview.newEdges),
          },
    [shownPicture, preview],
  );
};

/** Nobody reads a list that changes with every step. */
const AT_REST: Pace = { restMs: 150 };

/** The graph through time, over the messages. */
export const Stage = () => {
  const [hover, setHover] = useState<string | null>(null);
  const shownMemory = useWithPreview(useShown());
  const positions = usePositions(shownMemory);
  const looks = useLooks(shownMemory, hover);
  const { picture } = shownMemory;
  const listedPicture = useFollowing(
    useMemo(() => ({ picture, looks }), [picture, looks]),
    AT_REST,
  );
  const { container, scene } = useScene(shownMemory, positions, looks, setHover);
  const stage = useView((view) => view.stage);
  const fit = useMemo(() => () => scene?.fit(), [scene]);
  useFitKey(fit);
  return (
    <main
      className={`stage${hover === null ? "" : " pointing"}`}
      aria-label="Graph of what is remembered"
      tabIndex={-1}
    >
      <Underneath />
      <div className="graph" ref={container} />
      <EntityList {...listedPicture} onHover={setHover} />
      {stage === "graph" ? (
        <>
          <Corner onFit={fit} />
          <Notice shown={shownMemory} isLaidOut={positions !== null} />
          <Legend picture={shownMemory.picture} />
        </>
      ) : (
        <BigChart />
      )}
    </main>
  );
};
