import { useEffect } from "react";
import { useStep } from "../state/time-steps.ts";
import { currentView, goToNow, setView, toggleLink, type View } from "../state/view.ts";

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, dialog") !== null;

const toggle = (of: "hasGhosts" | "isEgo" | "hasUnderneath" | "isPlaying") => (): void =>
  setView({ [of]: !currentView()[of] });

const SHORTCUTS: Readonly<Record<string, () => void>> = {
  l: toggleLink,
  n: goToNow,
  g: toggle("hasGhosts"),
  e: toggle("isEgo"),
  u: toggle("hasUnderneath"),
  f: () => void dispatchEvent(new Event("palimpsest-fit")),
  b: () => setView({ pane: "graph", stage: currentView().stage === "both" ? "graph" : "both" }),
  "/": () => document.getElementById("find")?.focus(),
  Escape: () => setView({ why: null, lower: "both", question: "" } satisfies Partial<View>),
};

/** Keys that work unless somebody is typing. */
export const useKeys = (): void => {
  const step = useStep();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const { target } = event;
      const isOnButton =
        target instanceof HTMLElement && target.closest("button, a, [role=button]");
      const isOnHandle = target instanceof HTMLElement && target.closest(".handle") !== null;
      const steps: Readonly<Record<string, 1 | -1>> = {
        ArrowRight: 1,
        ArrowLeft: -1,
        ...(isOnHandle && { ArrowUp: 1, ArrowDown: -1 }),
      };
      const direction = steps[event.key];
      if (direction !== undefined) step(direction);
      else if (event.key === " " && !isOnButton) toggle("isPlaying")();
      else if (SHORTCUTS[event.key] !== undefined) SHORTCUTS[event.key]?.();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [step]);
};
