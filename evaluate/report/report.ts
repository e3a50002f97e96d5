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

/** What one part of the evaluation found. */
export interface Section {
  readonly title: string;
  /** Paragraphs: how it was measured, and what is to be known. */
  readonly text: readonly string[];
  readonly tables: readonly Table[];
  readonly charts: readonly Chart[];
  /** Every figure behind it, for whoever reads the JSON. */
  readonly figures: unknown;
}

export interface Report {
  readonly at: string;
  /** Who extracted and replied: `offline`, or the model's name. */
  readonly model: string;
  readonly machine: string;
  readonly sections: readonly Section[];
}

/** How a part tells how far it is. */
export type Progress = (step: string) => void;
