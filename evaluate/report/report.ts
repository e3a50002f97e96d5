/** A table of figures. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Lines over a scale of `labels`, or groups of bars. */
export interface Chart {
  readonly kind: "LINES" | "BARS";
  readonly title: string;
  /** What is measured, with its unit. */
  readonly unit: string;
  readonly labels: readonly string[];
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** The result of one part of the evaluation. */
export interface Section {
  readonly title: string;
  /** Paragraphs that describe the measurement. */
  readonly text: readonly string[];
  readonly tables: readonly Table[];
  readonly charts: readonly Chart[];
  /** All underlying figures, for readers of the JSON. */
  readonly figures: unknown;
}

export interface Report {
  readonly at: string;
  /** The model that extracted and replied: `offline`, or its name. */
  readonly model: string;
  readonly machine: string;
  readonly sections: readonly Section[];
}

/** Reports the progress of a part. */
export type Progress = (step: string) => void;
