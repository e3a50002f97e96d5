import type { Row } from "../row.ts";

export interface Measured {
  readonly rows: readonly Row[];
  /** Every figure that was measured, in CPU milliseconds, and what else the scenarios told. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** Where it stops scaling, and what was left out. */
  readonly notes: readonly string[];
}

/** Told what is being done. */
export type Progress = (step: string) => void;

export interface Part {
  readonly name: string;
  readonly run: (progress: Progress) => Promise<Measured>;
}
