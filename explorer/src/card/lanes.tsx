import { oneStop } from "../frame/one-stop.ts";
import { widthOf } from "../frame/text-width.ts";
import { useEmphasis } from "../graph/emphasis.tsx";
import { isBelieved, isTrue } from "../memory/picture.ts";
import { knownSpans, type Lane, type LaneSpan } from "../memory/lanes.ts";
import { dateOf, intervalOf, ticksOf } from "../state/dates.ts";
import { useIsNarrow } from "../state/hooks.ts";
import { useMemory } from "../state/memory.tsx";
import { explain, timePointOfView, setView, useView } from "../state/view.ts";

const stop = oneStop("button");
const ROW = 22;
const BAR_TYPE = { size: 12, weight: 400 };
/** Approximate width of the track in pixels, precise enough to decide whether a label has room. */
const WIDE_TRACK = 300;
const NARROW_TRACK = 270;

/** Positions on the time line of the lanes, in percent. */
const usePlaces = () => {
  const { axis } = useMemory();
  return (instant: number): number =>
    Math.max(0, Math.min(100, ((instant - axis.from) / (axis.to - axis.from)) * 100));
};

/** Distributes overlapping spans over rows. */
const rowsOf = (spans: readonly LaneSpan[]): Map<LaneSpan, number> => {
  const ends: number[] = [];
  const rows = new Map<LaneSpan, number>();
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const free = ends.findIndex((end) => end <= span.from);
    const row = free < 0 ? ends.length : free;
    ends[row] = span.to;
    rows.set(span, row);
  }
  return rows;
};

const Bar = ({
  span,
  row,
  laneKey,
}: {
  readonly span: LaneSpan;
  readonly row: number;
  readonly laneKey: string;
}) => {
  const place = usePlaces();
  const isNarrow = useIsNarrow();
  const isNow = useView((view) => isTrue(span, timePointOfView(view).valid));
  const isAhead = useView((view) => span.from > timePointOfView(view).known);
  const isSelected = useView((view) => view.lower === "why" && view.why === span.version);
  const left = place(span.from);
  const width = place(span.to) - left;
  const isOpen = span.to === Number.POSITIVE_INFINITY;
  const pixels = (width / 100) * (isNarrow ? NARROW_TRACK : WIDE_TRACK);
  const hasRoom = pixels > Math.min(widthOf(span.value, BAR_TYPE) + 12, 52);
  const classes = [
    "bar",
    isNow ? "now" : "off",
    isOpen && "open",
    isAhead && "ahead",
    isSelected && "selected",
  ];
  return (
    <button
      type="button"
      className={`${classes.filter(Boolean).join(" ")} tone-${span.tone}`}
      style={{
        left: `${left}%`,
        width: `max(5px, calc(${width}% - 1px))`,
        top: `${3 + row * ROW}px`,
      }}
      title={`${span.text} (${intervalOf(span.from, span.to)})`}
      aria-label={`${span.text}, true ${intervalOf(span.from, span.to)}. Why?`}
      onClick={() => explain(span.version, { lane: laneKey })}
    >
      {hasRoom ? <bdi>{span.value}</bdi> : ""}
    </button>
  );
};

/** A strip where something else was believed earlier. */
const Scraped = ({ span }: { readonly span: LaneSpan }) => {
  const place = usePlaces();
  const left = place(span.from);
  return (
    <i
      className={`scrape tone-${span.tone}`}
      style={{ left: `${left}%`, width: `${place(span.to) - left}%` }}
      title={`Once believed: ${span.text}, until ${dateOf(span.expired)}`}
    />
  );
};

/** Spans that are no longer believed and differ from the current ones. */
const scrapedSpans = (
  spans: readonly LaneSpan[],
  believedSpans: readonly LaneSpan[],
  knownMillis: number,
) =>
  spans.filter((span) => {
    if (isBelieved(span, knownMillis) || span.to <= span.from) return false;
    const successor = believedSpans.find(({ fact }) => fact === span.fact);
    const wasOnlyOpen =
      successor?.value === span.value &&
      successor.from === span.from &&
      span.to === Number.POSITIVE_INFINITY;
    return !wasOnlyOpen;
  });

/** The bars that a preview would add to a lane. They are dashed because they are not written. */
const PreviewBars = ({ slot }: Pick<Lane, "slot">) => {
  const place = usePlaces();
  const focus = useView((view) => view.focus);
  const { preview } = useEmphasis();
  const bars = preview?.bars.filter((bar) => bar.entity === focus && bar.slot === slot) ?? [];
  return bars.map(({ value, from, to }) => (
    <span
      key={`${value} ${from}`}
      className="bar new"
      style={{
        left: `${place(from)}%`,
        width: `max(5px, ${place(to) - place(from)}%)`,
        top: "3px",
      }}
    >
      <bdi>{value}</bdi>
    </span>
  ));
};

const LaneRow = ({ lane, isChosen }: { readonly lane: Lane; readonly isChosen: boolean }) => {
  const { axis } = useMemory();
  const place = usePlaces();
  const knownMillis = useView((view) => timePointOfView(view).known);
  const cursor = useView((view) => place(timePointOfView(view).valid));
  const spans = knownSpans(lane, knownMillis);
  const believedSpans = spans.filter(
    (span) => isBelieved(span, knownMillis) && span.from < span.to,
  );
  const rows = rowsOf(believedSpans);
  const height = Math.max(1, ...[...rows.values()].map((row) => row + 1)) * ROW + 6;
  return (
    <div className={`lane${isChosen ? " chosen" : ""}`}>
      <button
        type="button"
        title={lane.label}
        dir="auto"
        aria-current={isChosen}
        onClick={() => setView({ lane: lane.key, why: null })}
      >
        {lane.label}
      </button>
      <div className="track" style={{ height: `${height}px` }}>
        {ticksOf(axis.from, axis.to, 5).map(({ at }) => (
          <i key={at} className="grid" style={{ left: `${place(at)}%` }} />
        ))}
        {scrapedSpans(spans, believedSpans, knownMillis).map((span) => (
          <Scraped key={span.version} span={span} />
        ))}
        {believedSpans.map((span) => (
          <Bar key={span.version} span={span} row={rows.get(span) ?? 0} laneKey={lane.key} />
        ))}
        {lane.slot !== null && <PreviewBars slot={lane.slot} />}
        <i className="cursor" style={{ left: `${cursor}%` }} />
      </div>
    </div>
  );
};

/** Approximate percentage of the axis that a letter of a label takes. */
const LETTER = 2.4;

/** The slots of an entity as lanes on a time line, with the cursor at valid time. */
export const Lanes = ({
  lanes,
  chosenLane,
}: {
  readonly lanes: readonly Lane[];
  readonly chosenLane: Lane | undefined;
}) => {
  const { axis } = useMemory();
  const place = usePlaces();
  const knownMillis = useView((view) => timePointOfView(view).known);
  const ticks = ticksOf(axis.from, axis.to, 5).filter(
    ({ at, label }) => place(at) + label.length * LETTER < 100,
  );
  const shownLanes = lanes.filter(({ spans }) =>
    spans.some(({ recorded }) => recorded <= knownMillis),
  );
  return (
    <div className="lanes" ref={stop} role="group" aria-label="What is remembered, by slot">
      <div className="lane-axis" aria-hidden="true">
        {ticks.map(({ at, label }) => (
          <span key={at} style={{ left: `${place(at)}%` }}>
            {label}
          </span>
        ))}
      </div>
      {shownLanes.map((lane) => (
        <LaneRow key={lane.key} lane={lane} isChosen={lane === chosenLane} />
      ))}
    </div>
  );
};
