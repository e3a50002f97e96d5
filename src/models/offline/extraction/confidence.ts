/** How sure a statement is, by how it is put (DESIGN.md §3, stage 6). */
export const CONFIDENCE = { explicit: 0.95, strong: 0.8, weak: 0.6, speculation: 0.4 } as const;
export type Confidence = (typeof CONFIDENCE)[keyof typeof CONFIDENCE];

export const atMost = (a: Confidence, b: Confidence): Confidence => (a < b ? a : b);
