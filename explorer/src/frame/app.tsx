import { useCallback, useEffect, useRef, useState } from "react";
import { useMutation } from "urql";
import { sentenceOf } from "../api/client.ts";
import { LoadDemoDocument } from "../api/operations.ts";
import { Card } from "../card/card.tsx";
import { Dock } from "../dock/dock.tsx";
import { EmphasisProvider } from "../graph/emphasis.tsx";
import { Stage } from "../graph/stage.tsx";
import { PANEL_NAMES, Panels } from "../panels/panels.tsx";
import { NARROW } from "../state/hooks.ts";
import { MemoryProvider, useMemory } from "../state/memory.tsx";
import { PANELS, setView, showPanel, useView, type Pane } from "../state/view.ts";
import { Empty } from "./empty.tsx";
import { ErasureProvider } from "./erasure.tsx";
import { IdentityProvider, useIdentity } from "./identity.tsx";
import { takeLostFocus } from "./lost-focus.ts";
import { Brand } from "./icon.tsx";
import { useKeys } from "./keys.ts";
import { TopBar } from "./top-bar.tsx";

const PANES: readonly (readonly [Pane, string])[] = [
  ["graph", "Graph"],
  ["card", "Card"],
  ...PANELS.map((panel) => [panel, PANEL_NAMES[panel]] as const),
];

const open = (pane: Pane): void => {
  // A narrow page has no switch between the graph and the chart, because the card has the chart.
  if (pane === "graph") setView({ pane, ...(matchMedia(NARROW).matches && { stage: "graph" }) });
  else if (pane === "card") setView({ pane });
  else showPanel(pane);
};

/** The panes of a narrow window, one of which is visible. */
const PaneBar = () => {
  const pane = useView((view) => view.pane);
  return (
    <nav className="panes" aria-label="Panes">
      {PANES.map(([name, label]) => (
        <button
          key={name}
          type="button"
          className={`pane-${name}`}
          aria-current={pane === name ? "page" : undefined}
          onClick={() => open(name)}
        >
          {label}
        </button>
      ))}
    </nav>
  );
};

const Frame = () => {
  useKeys();
  useEffect(takeLostFocus, []);
  const pane = useView((view) => view.pane);
  return (
    <div className="frame" data-pane={pane}>
      <TopBar />
      <Panels />
      <Stage />
      <aside className="right" id="card" aria-label="Entity" tabIndex={-1}>
        <Card />
      </aside>
      <Dock />
      <PaneBar />
    </div>
  );
};

/** Starts with the user on the card, because the memory is theirs. */
const useFirstFocus = (): void => {
  const { picture } = useMemory();
  const first = picture?.me ?? picture?.nodes[0]?.key ?? null;
  const focus = useView((view) => view.focus);
  useEffect(() => {
    if (first !== null && focus === null) setView({ focus: first });
  }, [first, focus]);
};

/** Removed when the demo has been requested, because the visitor was moved to its user first. */
const WANTED = "palimpsest-load-demo";
const DEMO_USER = "demo";

/**
 * Loads the demo. A service without credentials loads it for a separate user, any other service for
 * the current one.
 */
const useDemo = (isEmpty: boolean) => {
  const { user, secret, setUser } = useIdentity();
  const [{ fetching, error }, loadDemo] = useMutation(LoadDemoDocument);
  const isWanted = useRef(sessionStorage.getItem(WANTED) !== null);
  const hasOwnSpace = secret === null && user !== DEMO_USER;
  const write = useCallback(async (): Promise<void> => {
    await loadDemo({});
    setView({ now: Date.now() });
  }, [loadDemo]);
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    sessionStorage.removeItem(WANTED);
    if (isEmpty) void write();
  }, [isEmpty, write]);
  const onLoad = (): void => {
    if (!hasOwnSpace) return void write();
    sessionStorage.setItem(WANTED, "1");
    setUser(DEMO_USER);
  };
  return { hasOwnSpace, isLoading: fetching, error: error ? sentenceOf(error) : null, onLoad };
};

const Loaded = () => {
  const { picture } = useMemory();
  const [isTelling, setTelling] = useState(false);
  const isEmpty = picture?.extent === null;
  const demo = useDemo(isEmpty);
  useFirstFocus();
  if (demo.isLoading || (isEmpty && !isTelling))
    return (
      <Empty
        {...demo}
        onTell={() => {
          setTelling(true);
          showPanel("tell");
        }}
      />
    );
  return <Frame />;
};

const Failure = ({ sentence }: { readonly sentence: string }) => {
  const { space, setSpace } = useIdentity();
  return (
    <main className="full-page">
      <div className="failure">
        <Brand />
        <h1>The memory cannot be read</h1>
        <p className="error" role="alert">
          {sentence}
        </p>
        <div className="actions">
          <button type="button" className="button primary" onClick={() => location.reload()}>
            Try again
          </button>
          {space !== null && (
            <button type="button" className="button" onClick={() => setSpace(null)}>
              Open your own memory
            </button>
          )}
        </div>
      </div>
    </main>
  );
};

const Memory = () => {
  const { picture, error } = useMemory();
  if (picture === null && error) return <Failure sentence={sentenceOf(error)} />;
  if (picture === null)
    return (
      <main className="full-page loading">
        <div>
          <h1>
            <Brand />
          </h1>
          <p className="caption" role="status">
            Reading the memory…
          </p>
        </div>
      </main>
    );
  return <Loaded />;
};

export const App = () => (
  <IdentityProvider>
    <MemoryProvider>
      <EmphasisProvider>
        <ErasureProvider>
          <Memory />
        </ErasureProvider>
      </EmphasisProvider>
    </MemoryProvider>
  </IdentityProvider>
);
