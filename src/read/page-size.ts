/**
 * Number of items of a page: default and maximum. Fields are priced by these limits, so
 * `PageLimits` can only narrow them.
 */
export const DEFAULT_PAGE_SIZE = 20;
export const MAXIMUM_PAGE_SIZE = 100;

/** Page size of a service. */
export interface PageLimits {
  /** Page size if neither the client nor the schema names one. */
  readonly byDefault: number;
  readonly atMost: number;
}

export const DEFAULT_PAGE_LIMITS: PageLimits = {
  byDefault: DEFAULT_PAGE_SIZE,
  atMost: MAXIMUM_PAGE_SIZE,
};
