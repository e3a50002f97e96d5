import type { Layout } from "../seed/spaces.ts";

/** The sizes of a memory, in facts, between which growth is measured. */
export const SMALL = 1_000;
export const MIDDLE = 10_000;
export const LARGE = 100_000;
export const SIZES = [SMALL, MIDDLE, LARGE] as const;

/** The distribution of the facts of a memory over subjects. */
export const LAYOUTS: readonly Layout[] = ["MANY", "ONE"];
export const ABOUT: Readonly<Record<Layout, string>> = {
  MANY: "ten about each of many persons",
  ONE: "all about one person, whose name is in every text",
};
