import { Field, Float, Int, ObjectType } from "type-graphql";
import type { MemoryKind } from "../src/memory/search-text.ts";
import type { SearchMode } from "../src/read/search.ts";
import { MemoryKindEnum } from "./memory-kind.ts";
import { Node } from "./node.ts";
import { SearchList } from "./search-list.ts";
import { SearchModeEnum } from "./search-mode.ts";

@ObjectType("SearchHit", {
  simpleResolvers: true,
  description: "One thing that a search found, and how.",
})
export class SearchHit {
  @Field(() => Node, {
    description: "A Fact, an Entity, an Event or a summary, read at the time point of the search.",
  })
  node!: Node;

  @Field(() => MemoryKindEnum, { description: "What it is." })
  kind!: MemoryKind;

  @Field(() => Float, {
    description: "How well it fits: the higher the better, comparable within one result only.",
  })
  score!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Its rank in the list by embedding, from 1; null if it was not in it.",
  })
  vectorRank!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Its rank in the list by words, from 1; null if it was not in it.",
  })
  fullTextRank!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Its rank in the list by words once its events are ranked in their conversations, from 1: in HYBRID this rank counts in place of `fullTextRank`. Null where no such list was made, or it was not in it.",
  })
  contextRank!: number | null;

  @Field(() => Boolean, {
    description:
      "Whether it was found by an exact string of the query, as a supplement to the lists.",
  })
  lexical!: boolean;
}

@ObjectType("SearchResult", { simpleResolvers: true, description: "What a search found." })
export class SearchResult {
  @Field(() => [SearchHit], { description: "Best first." })
  hits!: readonly SearchHit[];

  @Field(() => Float, { description: "How long the search took, in milliseconds." })
  took!: number;

  @Field(() => SearchModeEnum, { description: "By what it ranked." })
  mode!: SearchMode;

  @Field(() => [SearchList], {
    description: "How many each list returned, and how long each took.",
  })
  lists!: readonly SearchList[];
}
