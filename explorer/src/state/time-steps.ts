import { useCallback, useEffect, useRef } from "react";
import { useChangePoints, useMemory } from "./memory.tsx";
import { currentView, timePointOfView, moveHandle, moveTo, setView } from "./view.ts";

const PLAY_MS = 900;

/** Moves to the next change. Returns false if there is none. */
export type Step = (direction: 1 | -1) => boolean;

export const useStep = (): Step => {
  const pointsOf = useChangePoints();
  return useCallback(
    (direction) => {
      const view = currentView();
      const { valid, known } = timePointOfView(view);
      const at = view.isLinked || view.axis === "valid" ? valid : known;
      const own = pointsOf(view.isLinked ? "linked" : view.axis);
      const next =
        direction > 0 ? own.find((point) => point > at) : own.findLast((point) => point < at);
      if (next === undefined) return false;
      moveHandle(view.axis, next);
      return true;
    },
    [pointsOf],
  );
};

/**
 * Moves automatically while the view is playing. At the end it starts again once, and then stops.
 */
export const usePlay = (isPlaying: boolean, step: Step): void => {
  const { axis } = useMemory();
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  }, [step]);
  useEffect(() => {
    if (!isPlaying) return;
    const view = currentView();
    const { valid } = timePointOfView(view);
    if (view.isLinked && valid >= view.now) moveTo({ valid: axis.from, known: axis.from });
    const timer = setInterval(() => {
      if (!latest.current(1)) setView({ isPlaying: false });
    }, PLAY_MS);
    return () => clearInterval(timer);
  }, [isPlaying, axis.from]);
};
