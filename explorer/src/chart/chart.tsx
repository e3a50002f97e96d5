import { useCallback, useId, useMemo, useRef } from "react";
import { oneStop } from "../frame/one-stop.ts";
import { fitText, widthOf } from "../frame/text-width.ts";
import type { Lane, LaneSpan } from "../memory/lanes.ts";
import { dateOf, intervalOf, MINUTE_MS, ticksOf } from "../state/dates.ts";
import { useSize } from "../state/hooks.ts";
import { useMemory } from "../state/memory.tsx";
import { explain, timePointOfView, moveTo, setView, useView, type Moment } from "../state/view.ts";
import {
  boxesOf,
  labelsOf,
  laterBoxesOf,
  plotOf,
  type Box,
  type Plot,
  type Range,
} from "./plot.ts";

interface Props {
  readonly lane: Lane;
  /** The background of the chart. Its colour veils what was only expected. */
  readonly ground: "panel" | "stage";
}

/** Valid time by record time, for one line of facts. */
export const Chart = ({ lane, ground }: Props) => {
  const { axis, picture } = useMemory();
  const now = useView((view) => view.now);
  const valid = useView((view) => timePointOfView(view).valid);
  const knownMillis = useView((view) => timePointOfView(view).known);
  const knownFrom = picture?.extent?.recordedFrom ?? axis.from;
  const range = useMemo<Range>(() => {
    const room = Math.max(MINUTE_MS, (now - knownFrom) * 0.02);
    return {
      validFrom: axis.from,
      validTo: axis.to,
      knownFrom: knownFrom - room,
      knownTo: now + room,
    };
  }, [axis, knownFrom, now]);
  return (
    <ChartOf
      spans={lane.spans}
      laneKey={lane.key}
      range={range}
      moment={{ valid, known: knownMillis }}
      ground={ground}
    />
  );
};

interface ChartProps {
  readonly spans: readonly LaneSpan[];
  /** Null for a picture without interaction. */
  readonly laneKey: string | null;
  readonly range: Range;
  readonly moment: Moment;
  readonly ground: Props["ground"];
}

const stop = oneStop("[role=button]");

/** A chart of any spans at any moment. */
export const ChartOf = ({ spans, laneKey, range, moment, ground }: ChartProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(ref);
  const setPlot = useCallback((element: HTMLDivElement | null) => {
    ref.current = element;
    return stop(element);
  }, []);
  return (
    <div className="plot" ref={setPlot}>
      {width > 0 && height > 0 && (
        <Drawing
          plot={plotOf(range, width, height)}
          spans={spans}
          laneKey={laneKey}
          moment={moment}
          ground={ground}
        />
      )}
    </div>
  );
};

/** Drags the crosshair, which moves both handles. */
const useDrag = (plot: Plot, isInert: boolean) => (event: React.PointerEvent<SVGSVGElement>) => {
  if (isInert) return;
  const { left, top } = event.currentTarget.getBoundingClientRect();
  setView({ isLinked: false, isPlaying: false });
  const move = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) =>
    moveTo(plot.momentAt(clientX - left, clientY - top));
  const end = (): void => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
  };
  move(event);
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
};

interface DrawingProps extends Omit<ChartProps, "range"> {
  readonly plot: Plot;
}

const Drawing = ({ plot, spans, laneKey, moment, ground }: DrawingProps) => {
  const id = useId();
  const boxes = boxesOf(spans, plot, moment);
  const here = boxes.findLast(({ isHere }) => isHere);
  const size = plot.isBig ? 13 : 12;
  const isInert = laneKey === null;
  const onPointerDown = useDrag(plot, isInert);
  return (
    <svg
      width={plot.width}
      height={plot.height}
      role={isInert ? "img" : "group"}
      aria-label="Valid time by record time"
      onPointerDown={onPointerDown}
    >
      <Ticks plot={plot} />
      <g pointerEvents="none">
        {laterBoxesOf(spans, plot, moment).map(({ span, ...box }) => (
          <path key={span.version} className={`later tone-${span.tone}`} d={outline(box)} />
        ))}
      </g>
      {boxes.map((box) => (
        <Rectangle key={box.span.version} box={box} laneKey={laneKey} />
      ))}
      <Veil plot={plot} id={id} ground={ground} />
      <CrosshairLines plot={plot} moment={moment} />
      {labelsOf(boxes, size, plot.isBig && !isInert ? here?.span.value : undefined).map((label) => (
        <text
          key={label.text}
          transform={`translate(${label.x} ${label.y})${label.isUpright ? " rotate(-90)" : ""}`}
          fontSize={size}
          className="value"
        >
          {label.text}
        </text>
      ))}
      <Crosshair plot={plot} moment={moment} here={here} isInert={isInert} />
      <Titles plot={plot} />
    </svg>
  );
};

const outline = ({ left, right, top, bottom }: Pick<Box, "left" | "right" | "top" | "bottom">) =>
  `M${left + 0.5} ${top + 0.5}H${right - 0.5}V${bottom - 0.5}H${left + 0.5}Z`;

const Ticks = ({ plot }: { readonly plot: Plot }) => {
  const { range, left, right, top, bottom } = plot;
  return (
    <g fontSize="11" fill="var(--ink3)">
      {ticksOf(range.validFrom, range.validTo, plot.width / 90).map(({ at, label }) => (
        <g key={at}>
          <path d={`M${plot.x(at)} ${top}V${bottom}`} stroke="var(--line)" />
          <text x={plot.x(at)} y={bottom + 15} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
      {ticksOf(range.knownFrom, range.knownTo, plot.height / 60).map(({ at, label }) => (
        <g key={at}>
          <path d={`M${left} ${plot.y(at)}H${right}`} stroke="var(--line)" />
          <text x={left - 8} y={plot.y(at) + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      <path d={`M${left} ${top}V${bottom}H${right}`} fill="none" stroke="var(--line2)" />
    </g>
  );
};

const Rectangle = ({ box, laneKey }: { readonly box: Box; readonly laneKey: string | null }) => {
  const { span, isHere, isCurrent } = box;
  const isSelected = useView((view) => view.lower === "why" && view.why === span.version);
  const state = isHere ? "here" : isCurrent ? "believed" : "expired";
  const shape = (
    <>
      <path className="area" d={outline(box)} />
      <path className="outline" d={outline(box)} />
    </>
  );
  const className = `rectangle ${state} tone-${span.tone}${isSelected ? " selected" : ""}`;
  if (laneKey === null) return <g className={className}>{shape}</g>;
  const open = (): void => explain(span.version, { lane: laneKey });
  return (
    <g
      className={className}
      role="button"
      aria-current={isHere}
      aria-label={`${span.value}: true ${intervalOf(span.from, span.to)}, believed ${dateOf(span.recorded)} to ${span.expired === Number.POSITIVE_INFINITY ? "now" : dateOf(span.expired)}. Why?`}
      onDoubleClick={open}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        open();
      }}
    >
      {shape}
    </g>
  );
};

/**
 * Statements right of the diagonal were about the future and are veiled. Those on the line were
 * recorded as they happened.
 */
const Veil = ({
  plot,
  id,
  ground,
}: {
  readonly plot: Plot;
  readonly id: string;
  readonly ground: string;
}) => {
  const { range, left, right, top, bottom } = plot;
  const from = Math.max(range.validFrom, range.knownFrom);
  const to = Math.min(range.validTo, range.knownTo);
  if (to <= from) return null;
  const [x0, y0, x1, y1] = [plot.x(from), plot.y(from), plot.x(to), plot.y(to)];
  return (
    <g pointerEvents="none">
      <clipPath id={id}>
        <rect x={left} y={top} width={right - left} height={bottom - top} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <path
          d={`M${x0} ${y0}L${x1} ${y1}V${top}H${right}V${bottom}H${x0}Z`}
          fill={`var(--${ground})`}
          opacity=".46"
        />
        <path className="diagonal" d={`M${x0} ${y0}L${x1} ${y1}`} />
      </g>
      {plot.isBig && (
        <text x={x1} y={top - 8} textAnchor="end" fontSize="11" fill="var(--ink2)">
          told as it happens
        </text>
      )}
    </g>
  );
};

interface CrosshairProps {
  readonly plot: Plot;
  readonly moment: Moment;
  readonly here: Box | undefined;
  readonly isInert: boolean;
}

/** Drawn under the labels, which stay readable where a line crosses them. */
const CrosshairLines = ({ plot, moment }: Pick<CrosshairProps, "plot" | "moment">) => {
  const [x, y] = [plot.x(moment.valid), plot.y(moment.known)];
  return (
    <g pointerEvents="none">
      <path
        d={`M${x} ${plot.top - 4}V${plot.bottom + 3}`}
        stroke="var(--valid)"
        strokeWidth="1.5"
      />
      <path d={`M${plot.left - 3} ${y}H${plot.right}`} stroke="var(--record)" strokeWidth="1.5" />
    </g>
  );
};

const Crosshair = ({ plot, moment, here, isInert }: CrosshairProps) => {
  const [x, y] = [plot.x(moment.valid), plot.y(moment.known)];
  return (
    <g pointerEvents="none">
      <circle
        className={here ? `dot tone-${here.span.tone}` : "dot"}
        cx={x}
        cy={y}
        r="5.5"
        stroke="var(--ink)"
        strokeWidth="2"
      />
      {plot.isBig && !isInert && (
        <Tag plot={plot} x={x} y={y} text={here?.span.value ?? "nothing known"} />
      )}
    </g>
  );
};

const TAG_TYPE = { size: 13, weight: 600 };
/** Maximum number of pixels of a tag. */
const LONGEST_TAG = 240;

const Tag = ({
  plot,
  x,
  y,
  text,
}: {
  readonly plot: Plot;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}) => {
  const short = fitText(text, TAG_TYPE, LONGEST_TAG);
  const width = widthOf(short, TAG_TYPE) + 20;
  const left = x + 14 + width > plot.right ? x - 14 - width : x + 14;
  const top = y - 34 < plot.top ? y + 12 : y - 36;
  return (
    <g className="tag">
      <rect x={left} y={top} width={width} height="24" rx="4" fill="var(--ink)" />
      <text
        x={left + width / 2}
        y={top + 16}
        fontSize={TAG_TYPE.size}
        fontWeight={TAG_TYPE.weight}
        textAnchor="middle"
        fill="var(--panel)"
      >
        {short}
      </text>
    </g>
  );
};

const Titles = ({ plot }: { readonly plot: Plot }) => {
  const size = plot.isBig ? 12 : 11;
  return (
    <g fontSize={size} fontWeight="600">
      <text x={plot.right} y={plot.height - 6} fill="var(--valid)" textAnchor="end">
        {plot.isBig ? "Valid time: when it was true" : "when it was true"}
      </text>
      <text
        transform={`translate(${plot.isBig ? 14 : 11} ${plot.top}) rotate(-90)`}
        fill="var(--record)"
        textAnchor="end"
      >
        {plot.isBig ? "Record time: when it was known" : "when it was known"}
      </text>
    </g>
  );
};
