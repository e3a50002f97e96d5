import { ArgsType, Field, Float, ID, Int } from "type-graphql";
import type { MemoryKind } from "../src/memory/search-text.ts";
import type { SearchMode } from "../src/read/search.ts";
import { ROOT_AT } from "./at-args.ts";
import { MemoryKindEnum } from "./memory-kind.ts";
import { MAXIMUM_PAGE_SIZE } from "./page-size.ts";
import { SearchModeEnum } from "./search-mode.ts";
import { TimePointInput } from "./time-point.ts";

/** How many hits a search is taken to have where the client does not say: what a question gets (DESIGN.md §4). */
export const DEFAULT_HITS = 30;

/** What to search for, and how. */
@ArgsType()
export class SearchArgs {
  @Field(() => String, {
    description:
      "A question, a statement, names, or exact strings such as `/consulting` or `$3,500/month`.",
  })
  query!: string;

  @Field(() => SearchModeEnum, {
    nullable: true,
    defaultValue: "HYBRID",
    description: "By what to rank.",
  })
  mode?: SearchMode | null;

  @Field(() => [MemoryKindEnum], {
    nullable: true,
    defaultValue: ["FACT", "ENTITY", "EVENT", "SUMMARY"],
    description: "What to look among.",
  })
  kinds?: MemoryKind[] | null;

  @Field(() => Int, {
    nullable: true,
    description: `At most so many hits, 1 to ${MAXIMUM_PAGE_SIZE}: by default 30 for a question, 15 for a statement. Anything else is refused with PAGE_SIZE_OUT_OF_BOUNDS.`,
  })
  first?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Leave out facts below this confidence, 0 to 1. Default: 0.55.",
  })
  minConfidence?: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only what was said in this session. An unknown one finds nothing.",
  })
  sessionId?: string | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}
