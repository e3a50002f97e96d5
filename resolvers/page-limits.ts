import { DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from "../schema/page-size.ts";

/** How large a page may be: fields are priced by these bounds, so they can only be narrowed. */
export interface PageLimits {
  /** Where neither the client nor the schema says. */
  readonly byDefault: number;
  readonly atMost: number;
}

export const DEFAULT_PAGE_LIMITS: PageLimits = {
  byDefault: DEFAULT_PAGE_SIZE,
  atMost: MAXIMUM_PAGE_SIZE,
};
