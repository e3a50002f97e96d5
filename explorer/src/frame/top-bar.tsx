import { durationOf, momentOf } from "../state/dates.ts";
import { useMemory } from "../state/memory.tsx";
import { isOneMoment, timePointOfView, setView, useView, type View } from "../state/view.ts";
import { FindEntity } from "./find-entity.tsx";
import { Icon, Logo } from "./icon.tsx";
import { toggleTheme } from "./theme.ts";
import { UserMenu } from "./user-menu.tsx";

/** The name of a reading in docs/reference/time.md. */
const readingOf = (view: View): string => {
  const { valid, known } = timePointOfView(view);
  const isKnownNow = view.known === null;
  if (isOneMoment({ valid, known }))
    return isKnownNow ? "What is so now" : "What was known and true then";
  if (isKnownNow)
    return valid < known ? "What is known now about then" : "What is known now about later";
  return valid < known
    ? "What was thought then about earlier"
    : "What was thought then about later";
};

const Reading = () => {
  const { axis } = useMemory();
  const reading = useView(readingOf);
  const valid = useView((view) => timePointOfView(view).valid);
  const knownMillis = useView((view) => timePointOfView(view).known);
  const isOne = isOneMoment({ valid, known: knownMillis });
  const gap = knownMillis - valid;
  return (
    <div className="reads">
      <p className={isOne ? "" : "apart"} aria-live="polite" data-testid="reads">
        <b className="mode">{reading}</b>{" "}
        {isOne ? (
          <time className="valid">{momentOf(valid, axis.isPrecise)}</time>
        ) : (
          <>
            <span>
              true <time className="valid">{momentOf(valid, axis.isPrecise)}</time> · known{" "}
              <time className="record">{momentOf(knownMillis, axis.isPrecise)}</time>
            </span>{" "}
            <span className="gap">
              {gap > 0 ? "hindsight of" : "looking ahead"} {durationOf(gap)}
            </span>
          </>
        )}
      </p>
    </div>
  );
};

const Stages = () => {
  const stage = useView((view) => view.stage);
  return (
    <div className="segments stages" role="group" aria-label="View">
      <button
        type="button"
        aria-pressed={stage === "graph"}
        onClick={() => setView({ stage: "graph", pane: "graph" })}
      >
        Graph
      </button>
      <button
        type="button"
        aria-pressed={stage === "both"}
        aria-keyshortcuts="B"
        onClick={() => setView({ stage: "both", pane: "graph" })}
      >
        Both times
      </button>
    </div>
  );
};

export const TopBar = () => (
  <header className="top">
    <div className="logo">
      <Logo />
      <h1>Palimpsest</h1>
    </div>
    <FindEntity />
    <Reading />
    <Stages />
    <UserMenu />
    <button
      type="button"
      className="icon"
      aria-label="Switch between dark and light"
      title="Switch between dark and light"
      onClick={toggleTheme}
    >
      <Icon name="theme" />
    </button>
  </header>
);
