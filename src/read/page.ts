import type { Page } from "../store/port.ts";

/**
 * Items of a page: by default, and at most. Fields are priced by these bounds, so `PageLimits` can
 * only narrow them.
 */
export const DEFAULT_PAGE_SIZE = 20;
export const MAXIMUM_PAGE_SIZE = 100;

/** Size of the pages that a service hands out. */
export interface PageLimits {
  /** Size of a page for which neither the client nor the schema names one. */
  readonly byDefault: number;
  readonly atMost: number;
}

export const DEFAULT_PAGE_LIMITS: PageLimits = {
  byDefault: DEFAULT_PAGE_SIZE,
  atMost: MAXIMUM_PAGE_SIZE,
};

/** A page of an empty list. */
export const EMPTY_PAGE: Page<never> = {
  items: [],
  hasNextPage: false,
  total: () => Promise.resolve(0),
};
