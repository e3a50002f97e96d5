import { memo } from "react";
import { timePointOfView, useView } from "../state/view.ts";
import { LateMessages } from "./late-messages.tsx";
import { type Scale, yearLabels } from "./scale.ts";

/**
 * The numbers of starts and ends in each part of the valid axis, and of records in each part of the
 * other.
 */
export interface Counts {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly recordings: readonly number[];
}

interface Props {
  readonly scale: Scale;
}

const Years = ({ scale }: Props) => {
  const { rows, isNarrow } = scale;
  return (
    <g>
      {yearLabels(scale).map(({ at, x, left, label }) => (
        <g key={at}>
          <path d={`M${x} ${isNarrow ? 24 : 26}V${rows.end - 2}`} stroke="var(--line)" />
          {label !== null && (
            <text x={left} y={rows.years} fontSize="11" fill="var(--ink3)">
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  );
};

const heightOf = (count: number, most: number, room: number): number =>
  count === 0 ? 0 : Math.max(2.5, Math.min(room, (count / most) * room));

/** Minimum number that the tallest bar represents, so that one change does not fill the height. */
const LEAST_TALLEST = 4;

interface ColumnsProps {
  readonly counts: readonly number[];
  readonly most: number;
  readonly room: number;
  readonly className: string;
  /** The rectangle of a column, by its position and height. */
  readonly place: (i: number, height: number) => React.SVGProps<SVGRectElement>;
}

const Columns = ({ counts, most, room, className, place }: ColumnsProps) => (
  <g className={className}>
    {counts.map(
      (count, i) => count > 0 && <rect key={i} rx="1" {...place(i, heightOf(count, most, room))} />,
    )}
  </g>
);

const Bars = ({ scale, counts }: Props & { readonly counts: Counts }) => {
  const { rows, width } = scale;
  const { starts, ends, recordings } = counts;
  const step = width / Math.max(1, starts.length);
  const thick = Math.max(1.5, step - 2.5);
  const most = Math.max(LEAST_TALLEST, ...starts, ...ends);
  return (
    <g>
      <path d={`M0 ${rows.valid}H${width}`} stroke="var(--line2)" />
      <Columns
        className="began"
        counts={starts}
        most={most}
        room={rows.bars}
        place={(i, height) => ({
          x: i * step + 1,
          y: rows.valid - 2 - height,
          width: thick,
          height,
        })}
      />
      <Columns
        className="ended"
        counts={ends}
        most={most}
        room={rows.bars - 4}
        place={(i, height) => ({ x: i * step + 1, y: rows.valid + 2, width: thick, height })}
      />
      <Columns
        className="recorded"
        counts={recordings}
        most={Math.max(LEAST_TALLEST, ...recordings)}
        room={7}
        place={(i, half) => ({
          x: i * step + step / 2 - 1,
          y: rows.record - half,
          width: 2,
          height: half * 2,
        })}
      />
    </g>
  );
};

/** Record time ends at now. Everything later is not known yet. */
const NotYetKnown = ({ scale }: Props) => {
  const now = useView((view) => view.now);
  const isCrowded = useView((view) => scale.width - scale.x(timePointOfView(view).known) < 170);
  const { rows, width } = scale;
  const x = scale.x(now);
  return (
    <g>
      <path d={`M0 ${rows.record}H${x}`} stroke="var(--line2)" />
      <rect
        x={x}
        y={rows.record - 7}
        width={Math.max(0, width - x)}
        height="14"
        fill="url(#hatch)"
        opacity=".8"
      />
      {!scale.isNarrow && !isCrowded && (
        <text x={width} y={rows.record + 22} textAnchor="end" fontSize="11" fill="var(--ink3)">
          not yet known
        </text>
      )}
    </g>
  );
};

/**
 * The part that does not change while the handles move. It is a separate layer, so that it is not
 * painted again.
 */
const Ground = memo(({ scale, counts }: Props & { readonly counts: Counts }) => (
  <svg className="ground" aria-hidden="true">
    <Years scale={scale} />
    <Bars scale={scale} counts={counts} />
    <LateMessages scale={scale} />
  </svg>
));

/** The line between the two handles. Its slope shows the hindsight. */
const Thread = ({ scale }: Props) => {
  const valid = useView((view) => scale.x(timePointOfView(view).valid));
  const knownX = useView((view) => scale.x(timePointOfView(view).known));
  const [top, bottom] = scale.isNarrow ? [42, 52] : [60, 84];
  const middle = (top + bottom) / 2;
  return (
    <path
      d={`M${valid} ${top}C${valid} ${middle},${knownX} ${middle},${knownX + 0.01} ${bottom}`}
      stroke="url(#thread)"
      strokeWidth="2"
      fill="none"
    />
  );
};

/** The mark of the moment with which this one is compared. */
const Compared = ({ scale }: Props) => {
  const from = useView((view) => (view.panel === "changed" ? view.from : null));
  if (from === null) return null;
  const x = scale.x(from.valid);
  const { rows } = scale;
  const top = rows.valid - rows.bars - 14;
  return (
    <g>
      <path d={`M${x} ${top + 8}V${rows.record + 8}`} stroke="var(--ink2)" strokeDasharray="3 3" />
      <rect
        x={x - 8}
        y={top}
        width="16"
        height="16"
        rx="3"
        fill="var(--raise)"
        stroke="var(--line2)"
      />
      <text x={x} y={top + 12} fontSize="11" fontWeight="600" textAnchor="middle" fill="var(--ink)">
        A
      </text>
    </g>
  );
};

const Patterns = () => (
  <defs>
    <linearGradient id="thread" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="var(--valid)" />
      <stop offset="1" stopColor="var(--record)" />
    </linearGradient>
    <pattern
      id="hatch"
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path d="M0 0v6" stroke="var(--line2)" strokeWidth="1" />
    </pattern>
  </defs>
);

/** The histogram of both axes, and the line between the handles. */
export const AxisPicture = ({ scale, counts }: Props & { readonly counts: Counts }) => (
  <>
    <Ground scale={scale} counts={counts} />
    <svg aria-hidden="true">
      <Patterns />
      <NotYetKnown scale={scale} />
      <Compared scale={scale} />
      <Thread scale={scale} />
    </svg>
  </>
);
