import { useMemo, useRef } from "react";
import { useQuery } from "urql";
import { ChangeCountsDocument } from "../api/operations.ts";
import { IconButton } from "../frame/icon-button.tsx";
import { isoOf } from "../state/dates.ts";
import { useIsNarrow, useSize } from "../state/hooks.ts";
import { useMemory } from "../state/memory.tsx";
import { usePlay, useStep } from "../state/time-steps.ts";
import {
  currentView,
  goToNow,
  moveHandle,
  setView,
  toggleLink,
  useView,
  type View,
} from "../state/view.ts";
import { AxisPicture, type Counts } from "./axis-picture.tsx";
import { Handle } from "./handle.tsx";
import { LateNote } from "./late-messages.tsx";
import { scaleOf } from "./scale.ts";

const BUCKETS = 132;
const FEW_BUCKETS = 60;

const useCounts = (buckets: number): Counts => {
  const { axis } = useMemory();
  const [{ data }] = useQuery({
    query: ChangeCountsDocument,
    variables: { from: isoOf(axis.from), to: isoOf(axis.to), buckets },
  });
  return useMemo(
    () => ({
      starts: data?.valid.map(({ began }) => began) ?? [],
      ends: data?.valid.map(({ ended }) => ended) ?? [],
      recordings: data?.record.map(({ began }) => began) ?? [],
    }),
    [data],
  );
};

const Controls = () => {
  const isLinked = useView((view) => view.isLinked);
  const isPlaying = useView((view) => view.isPlaying);
  const axis = useView((view) => view.axis);
  const step = useStep();
  usePlay(isPlaying, step);
  return (
    <div className="controls">
      <div className="row">
        <IconButton
          icon={isPlaying ? "pause" : "play"}
          label={isPlaying ? "Pause" : "Play"}
          shortcut="Space"
          onClick={() => setView({ isPlaying: !isPlaying })}
        />
        <IconButton
          icon="previous"
          label="Previous change"
          shortcut="ArrowLeft"
          onClick={() => step(-1)}
        />
        <IconButton icon="next" label="Next change" shortcut="ArrowRight" onClick={() => step(1)} />
        <IconButton
          icon={isLinked ? "link" : "unlink"}
          label="Move both times together"
          shortcut="L"
          isOn={isLinked}
          onClick={toggleLink}
        />
        <button type="button" className="button small" aria-keyshortcuts="N" onClick={goToNow}>
          Now
        </button>
      </div>
      <p className="caption">
        {isLinked ? (
          <>
            Both times move together.
            <br />
            Unlink for hindsight.
          </>
        ) : (
          <>
            Arrow keys move <b className={axis}>{axis} time</b>.
            <br />
            Tab goes to the other handle.
          </>
        )}
      </p>
    </div>
  );
};

/** Follows the pointer until it is released. */
const follow = (
  element: HTMLElement,
  toInstant: (x: number) => number,
  axis: View["axis"],
): void => {
  const { left } = element.getBoundingClientRect();
  const move = (event: PointerEvent): void => moveHandle(axis, toInstant(event.clientX - left));
  const end = (): void => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
};

/** Both time axes: valid time above, record time below, on one scale. */
export const Dock = () => {
  const ref = useRef<HTMLDivElement>(null);
  const { width } = useSize(ref);
  const { axis } = useMemory();
  const isNarrow = useIsNarrow();
  const counts = useCounts(isNarrow ? FEW_BUCKETS : BUCKETS);
  const scale = useMemo(() => scaleOf(axis, width, isNarrow), [axis, width, isNarrow]);
  const grab = (event: React.PointerEvent, axis: View["axis"]): void => {
    if (ref.current === null) return;
    setView({ axis, isPlaying: false });
    follow(ref.current, scale.instantAt, axis);
  };
  const grabTrack = (event: React.PointerEvent<HTMLDivElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const heldHandle = event.clientY - top > scale.rows.years ? "record" : "valid";
    grab(event, heldHandle);
    moveHandle(heldHandle, scale.instantAt(event.clientX - left));
    document.getElementById(`${currentView().axis}-handle`)?.focus();
    event.preventDefault();
  };
  return (
    <footer className="dock" aria-label="Time">
      <Controls />
      <div className="axis" ref={ref} onPointerDown={grabTrack}>
        {width > 0 && (
          <>
            <AxisPicture scale={scale} counts={counts} />
            <Handle axis="valid" scale={scale} onGrab={grab} />
            <Handle axis="record" scale={scale} onGrab={grab} />
            <LateNote scale={scale} />
          </>
        )}
      </div>
    </footer>
  );
};
