import type { Row } from "../row.ts";

export interface Measured {
  readonly rows: readonly Row[];
  /** All measured figures, in CPU milliseconds, and the findings of the scenarios. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** Where it stops scaling, and what was left out. */
  readonly notes: readonly string[];
}

/** Is called with the step that begins. */
export type Progress = (step: string) => void;

export interface Part {
  readonly name: string;
  readonly run: (progress: Progress) => Promise<Measured>;
}

/** Measures one thing after the other, and puts the results together. */
export const measureInTurn = async (
  measurements: readonly (() => Promise<Measured>)[],
): Promise<Measured> => {
  const all: Measured[] = [];
  for (const measurement of measurements) all.push(await measurement());
  return {
    rows: all.flatMap(({ rows }) => rows),
    figures: Object.assign({}, ...all.map(({ figures }) => figures)) as Measured["figures"],
    notes: all.flatMap(({ notes }) => notes),
  };
};
