import { useLayoutEffect, useRef } from "react";
import { DAY_MS, momentOf } from "../state/dates.ts";
import { timePointOfView, moveHandle, setView, useView, type View } from "../state/view.ts";
import type { Scale } from "./scale.ts";

const MONTH_MS = 30 * DAY_MS;

interface Props {
  readonly axis: View["axis"];
  readonly scale: Scale;
  readonly onGrab: (event: React.PointerEvent, axis: View["axis"]) => void;
}

const LABELS = {
  valid: "Valid time: what was true at",
  record: "Record time: what was known at",
};

/** Keeps the flag of a handle within the dock. */
const useNudge = (x: number, text: string, { width, isNarrow }: Scale) => {
  const flag = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const own = flag.current?.offsetWidth ?? 0;
    const room = isNarrow ? 8 : 16;
    const nudge = Math.max(-x - room + 8, Math.min(width + room - x - own, -own / 2));
    flag.current?.style.setProperty("--nudge", `${nudge}px`);
  }, [x, text, width, isNarrow]);
  return flag;
};

const useInstant = (axis: View["axis"]): number =>
  useView((view) => timePointOfView(view)[axis === "valid" ? "valid" : "known"]);

/** One of the two handles: a slider that the pointer and the keyboard move. */
export const Handle = ({ axis, scale, onGrab }: Props) => {
  const instant = useInstant(axis);
  const now = useView((view) => view.now);
  const { from, to, isPrecise } = scale.axis;
  const text = momentOf(instant, isPrecise);
  const x = scale.x(instant);
  const flag = useNudge(x, text, scale);
  const jumps: Readonly<Record<string, number>> = {
    Home: from,
    End: now,
    PageUp: instant + MONTH_MS,
    PageDown: instant - MONTH_MS,
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const target = jumps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moveHandle(axis, Math.max(from, Math.min(to, target)));
  };
  return (
    <div
      id={`${axis}-handle`}
      className={`handle ${axis}`}
      role="slider"
      tabIndex={0}
      aria-label={LABELS[axis]}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.round((to - from) / DAY_MS)}
      aria-valuenow={Math.round((Math.max(from, Math.min(to, instant)) - from) / DAY_MS)}
      aria-valuetext={text}
      style={{ left: `${x}px` }}
      onFocus={() => setView({ axis })}
      onPointerDown={(event) => {
        event.stopPropagation();
        onGrab(event, axis);
      }}
      onKeyDown={onKeyDown}
    >
      <span className="flag" ref={flag}>
        {!scale.isNarrow && <small>{axis === "valid" ? "true " : "known "}</small>}
        {text}
      </span>
      <i />
    </div>
  );
};
