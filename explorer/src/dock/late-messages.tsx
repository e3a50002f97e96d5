import { useMemo } from "react";
import { widthOf } from "../frame/text-width.ts";
import { lateMessageOf, type LateMessage } from "../memory/late.ts";
import { durationOf } from "../state/dates.ts";
import { useMemory } from "../state/memory.tsx";
import { currentView, timePointOfView, moveTo, setView } from "../state/view.ts";
import { yearLabels, type Scale } from "./scale.ts";

interface Props {
  readonly scale: Scale;
}

/** Maximum number of late messages that are shown. More would hide the axis. */
const MOST_LATE = 24;

const useLateMessages = (): readonly LateMessage[] => {
  const { messages } = useMemory();
  return useMemo(
    () => messages.flatMap((message) => lateMessageOf(message) ?? []).slice(-MOST_LATE),
    [messages],
  );
};

/**
 * The line of a late message: from the time at which it was said to the time at which it was
 * recorded.
 */
const lineOf = ({ saidAt, heardAt }: LateMessage, { x, rows }: Scale) => ({
  said: { x: x(saidAt), y: rows.valid + 13 },
  heard: { x: x(heardAt), y: rows.record - 9 },
});

export const LateMessages = ({ scale }: Props) => (
  <g stroke="var(--record)" fill="none">
    {useLateMessages().map((late) => {
      const { said, heard } = lineOf(late, scale);
      return (
        <g key={late.message.id}>
          <path
            d={`M${heard.x} ${heard.y}L${said.x} ${said.y}`}
            strokeDasharray="2 3"
            opacity=".9"
          />
          <circle cx={said.x} cy={said.y} r="2" fill="var(--record)" stroke="none" />
        </g>
      );
    })}
  </g>
);

/**
 * Moves to the time at which a message was said: first as known before it was recorded, then as
 * known since.
 */
const compare = ({ message, saidAt, heardAt }: LateMessage): void => {
  const { valid, known } = timePointOfView(currentView());
  const isBefore = valid === saidAt && known < heardAt;
  const fact = message.decisions.find((decision) => decision.fact !== null)?.fact;
  setView({
    isLinked: false,
    axis: "record",
    isPlaying: false,
    ...(fact && { focus: fact.entity.key, lane: fact.slot, why: null, lower: "both" }),
  });
  // The changes of a message are committed a moment after it.
  moveTo({ valid: saidAt, known: isBefore ? heardAt + 1 : heardAt - 1 });
};

const TYPE = { size: 11, weight: 400 };
const PADDING = 6;
/** The positions of the label along the line, the best first. */
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66];

/**
 * The middle of a label that covers no year; null if the line has no such position, or is too
 * short.
 */
const placeOnLine = (late: LateMessage, text: string, scale: Scale) => {
  const { said, heard } = lineOf(late, scale);
  const half = widthOf(text, TYPE) / 2 + PADDING;
  if (half * 2 > (heard.x - said.x) * 0.8) return null;
  for (const at of PLACES) {
    const x = said.x + (heard.x - said.x) * at;
    const isFree = yearLabels(scale).every(
      ({ left, right }) => right < x - half || x + half < left,
    );
    if (isFree) return { x, y: said.y + (heard.y - said.y) * at };
  }
  return null;
};

/** Explains the longest of the dotted lines, with both readings of the day on which it starts. */
export const LateNote = ({ scale }: Props) => {
  const messages = useLateMessages();
  if (scale.isNarrow || messages.length === 0) return null;
  const late = messages.reduce((a, b) => (b.heardAt - b.saidAt > a.heardAt - a.saidAt ? b : a));
  const text = `heard ${durationOf(late.heardAt - late.saidAt)} late`;
  const place = placeOnLine(late, text, scale);
  if (place === null) return null;
  return (
    <button
      type="button"
      className="late-note"
      style={{ left: `${place.x}px`, top: `${place.y}px` }}
      title={`“${late.message.message}” Before it was heard, and after.`}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => compare(late)}
    >
      {text}
    </button>
  );
};
