import type { Row } from "../row.ts";

export interface Measured {
  readonly rows: readonly Row[];
  /** All measured figures, in CPU milliseconds, and the findings of the scenarios. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** The size at which it stops scaling, and the omitted parts. */
  readonly notes: readonly string[];
}

/** Called with the name of the step that starts. */
export type Progress = (step: string) => void;

export interface Part {
  readonly name: string;
  readonly run: (progress: Progress) => Promise<Measured>;
}

/** Runs the measurements one after the other, and combines the results. */
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
