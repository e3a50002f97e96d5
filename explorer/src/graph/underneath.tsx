import { memo, useMemo, useRef } from "react";
import { useIsNarrow, useSize } from "../state/hooks.ts";
import { instantOf } from "../state/dates.ts";
import { useMemory } from "../state/memory.tsx";
import { timePointOfView, useView } from "../state/view.ts";
import { useEmphasis } from "./emphasis.tsx";

/** Maximum number of layers of text that are still readable. */
const LAYERS = 2;
const LONGEST = 110;

interface Line {
  readonly id: string;
  readonly text: string;
  readonly row: number;
  readonly layer: number;
  readonly isLatest: boolean;
}

/**
 * The messages are under the graph, line by line. When the page is full, the first line is written
 * over. Moving record time writes and erases. This is decoration, so screen readers skip it.
 */
const Lines = memo(
  ({
    lines,
    rows,
    height,
  }: {
    readonly lines: readonly Line[];
    readonly rows: number;
    readonly height: number;
  }) => (
    <>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} style={{ top: `${46 + row * height}px` }} />
      ))}
      {lines.map(({ id, text, row, layer, isLatest }) => (
        <div
          key={id}
          className={isLatest ? "latest" : `layer-${layer}`}
          style={{ top: `${18 + row * height + (layer % 2) * 5}px`, marginLeft: `${layer * 14}px` }}
        >
          {text}
        </div>
      ))}
    </>
  ),
);

export const Underneath = () => {
  const ref = useRef<HTMLDivElement>(null);
  const { height } = useSize(ref);
  const isShown = useView((view) => view.hasUnderneath);
  const knownMillis = useView((view) => timePointOfView(view).known);
  const panel = useView((view) => view.panel);
  const { citedKeys, preview } = useEmphasis();
  const { messages } = useMemory();
  const lineHeight = useIsNarrow() ? 36 : 44;
  const rows = Math.max(6, Math.floor((height - 24) / lineHeight));
  const lastWritten = useMemo(
    () => messages.findLastIndex(({ recordedAt }) => instantOf(recordedAt) <= knownMillis),
    [messages, knownMillis],
  );
  const lines = useMemo<Line[]>(() => {
    const first = Math.max(0, lastWritten - rows * LAYERS + 1);
    return messages.slice(first, lastWritten + 1).map(({ id, message }, i) => ({
      id,
      text: message.slice(0, LONGEST),
      row: (first + i) % rows,
      layer: Math.floor((lastWritten - first - i) / rows),
      isLatest: first + i === lastWritten,
    }));
  }, [messages, lastWritten, rows]);
  const isQuiet = panel === "changed" || citedKeys !== null || preview !== null;
  return (
    <div className={`underneath${isQuiet ? " quiet" : ""}`} ref={ref} aria-hidden="true">
      {isShown && <Lines lines={lines} rows={rows} height={lineHeight} />}
    </div>
  );
};
