/** How a time is tied to the statement that it stands in. */
export type TimeKind =
  /** `in 2012`, `last month`, `on Monday`. */
  | "point"
  /** `since March 2020`. */
  | "since"
  /** `until June 2023`. */
  | "until"
  /** `from January`, `starting next week`. */
  | "from"
  /** `from 2012 to 2015`, `2012-2015`. */
  | "range"
  /** `for three years`. */
  | "duration"
  /** `every Monday`, `twice a week`: no date. */
  | "recurrence"
  /** `by Friday`, `before 2019`, `after Easter`: a bound, no date. */
  | "bound";

/** Words of a sentence that tell when. */
export interface TimeExpression {
  readonly kind: TimeKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The date as such: without `in`, `since`, `for`. */
  readonly core: string;
  /** The end of a range. */
  readonly until: string | null;
}
