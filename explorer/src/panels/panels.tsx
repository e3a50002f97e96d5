import { type ReactNode } from "react";
import { PANELS, showPanel, useView, type Panel } from "../state/view.ts";
import { Ask } from "./ask.tsx";
import { Changed } from "./changed.tsx";
import { Said } from "./said.tsx";
import { Service } from "./service.tsx";
import { Talks } from "./talks.tsx";
import { Tell } from "./tell.tsx";

export const PANEL_NAMES: Readonly<Record<Panel, string>> = {
  said: "Said",
  changed: "Changed",
  ask: "Ask",
  tell: "Tell",
  talks: "Talks",
  service: "Service",
};

const CONTENTS: Readonly<Record<Panel, () => ReactNode>> = {
  said: () => <Said />,
  changed: () => <Changed />,
  ask: () => <Ask />,
  tell: () => <Tell />,
  talks: () => <Talks />,
  service: () => <Service />,
};

const moveTab = (event: React.KeyboardEvent, panel: Panel): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.stopPropagation();
  event.preventDefault();
  const next = PANELS[(PANELS.indexOf(panel) + step + PANELS.length) % PANELS.length];
  if (next === undefined) return;
  showPanel(next);
  document.getElementById(`tab-${next}`)?.focus();
};

/** The left column: the messages, and the actions on the memory. */
export const Panels = () => {
  const panel = useView((view) => view.panel);
  return (
    <aside className="left" aria-label="What was said">
      <div className="tabs" role="tablist" aria-label="Panels">
        {PANELS.map((candidate) => (
          <button
            key={candidate}
            id={`tab-${candidate}`}
            type="button"
            role="tab"
            aria-selected={candidate === panel}
            aria-controls="panel"
            tabIndex={candidate === panel ? 0 : -1}
            onClick={() => showPanel(candidate)}
            onKeyDown={(event) => moveTab(event, candidate)}
          >
            {PANEL_NAMES[candidate]}
          </button>
        ))}
      </div>
      <div
        className="scroll"
        id="panel"
        role="tabpanel"
        aria-labelledby={`tab-${panel}`}
        tabIndex={0}
      >
        {CONTENTS[panel]()}
      </div>
    </aside>
  );
};
