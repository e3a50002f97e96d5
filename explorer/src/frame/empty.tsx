import { useEffect } from "react";
import { ChartOf } from "../chart/chart.tsx";
import type { LaneSpan } from "../memory/lanes.ts";
import { Brand } from "./icon.tsx";
import { takeLostFocus } from "./lost-focus.ts";
import { UserMenu } from "./user-menu.tsx";

const day = (text: string): number => Date.parse(text);
const OPEN = Number.POSITIVE_INFINITY;

const span = (
  value: string,
  tone: number,
  [from, to]: readonly [string, string | null],
  [recorded, expired]: readonly [string, string | null],
): LaneSpan => ({
  version: `${value} ${recorded}`,
  fact: value,
  text: value,
  value,
  tone,
  from: day(from),
  to: to === null ? OPEN : day(to),
  recorded: day(recorded),
  expired: expired === null ? OPEN : day(expired),
});

/** An example: a summer in Goa that is recorded a year late. */
const EXAMPLE: readonly LaneSpan[] = [
  span("Mumbai", 0, ["2023-10-01", null], ["2023-10-01", "2024-10-01"]),
  span("Mumbai", 0, ["2023-10-01", "2024-10-01"], ["2024-10-01", "2025-09-01"]),
  span("Pune", 1, ["2024-10-01", null], ["2024-10-01", null]),
  span("Mumbai", 0, ["2023-10-01", "2024-05-01"], ["2025-09-01", null]),
  span("Goa", 2, ["2024-05-01", "2024-10-01"], ["2025-09-01", null]),
];
const RANGE = {
  validFrom: day("2023-07-01"),
  validTo: day("2027-01-01"),
  knownFrom: day("2023-07-01"),
  knownTo: day("2026-10-01"),
};
const MOMENT = { valid: day("2024-08-01"), known: day("2026-04-01") };

const Example = () => (
  <figure>
    <ChartOf spans={EXAMPLE} laneKey={null} range={RANGE} moment={MOMENT} ground="stage" />
    <figcaption className="caption">
      A summer in Goa, heard of a year late. The top row reads Mumbai, Goa, Pune; the rows below
      still read as they did.
    </figcaption>
  </figure>
);

interface Props {
  /** Whether the demo is written to the memory of a separate user. */
  readonly hasOwnSpace: boolean;
  readonly isLoading: boolean;
  readonly error: string | null;
  readonly onLoad: () => void;
  readonly onTell: () => void;
}

/** The page for an empty memory. */
export const Empty = ({ hasOwnSpace, isLoading, error, onLoad, onTell }: Props) => {
  useEffect(takeLostFocus, []);
  return (
    <main className="full-page" tabIndex={-1}>
      <div className="whose-page">
        <UserMenu />
      </div>
      <div className="empty">
        <div>
          <Brand />
          <h1>Nothing is remembered yet</h1>
          <p>
            A memory with two clocks: when something was true, and when it became known. Write over
            it as often as you like. What was there before stays readable.
          </p>
          <div className="actions">
            <button type="button" className="button primary" disabled={isLoading} onClick={onLoad}>
              {isLoading ? "Writing three years…" : "Load the demo memory"}
            </button>
            <button type="button" className="button" disabled={isLoading} onClick={onTell}>
              Tell it something
            </button>
          </div>
          {error !== null && (
            <p className="error" role="alert">
              {error}
            </p>
          )}
          <p className="caption">
            41 messages over three years: three moves, three jobs, a wedding that was put off, two
            names for one person, a message that arrived 16 months late.
            {hasOwnSpace
              ? " It goes into a space of its own."
              : " It goes into this memory, which is empty."}
          </p>
          <pre>{`mutation {\n  write(input: { message: "My city is Mumbai." }) { success }\n}`}</pre>
        </div>
        <Example />
      </div>
    </main>
  );
};
