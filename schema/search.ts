import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { MemoryKind } from "../src/memory/search-text.ts";
import { MAXIMUM_PAGE_SIZE } from "../src/read/page-size.ts";
import {
  DEFAULT_KINDS,
  DEFAULT_SEARCH_MODE,
  HITS_FOR_QUESTION,
  HITS_FOR_STATEMENT,
  LEAST_CONFIDENCE,
  type SearchListName,
  type SearchMode,
} from "../src/read/search/request.ts";
import { ROOT_AT } from "./connection.ts";
import { listCost } from "./cost.ts";
import { Fact } from "./graph/fact.ts";
import { Node } from "./node.ts";
import { TimePointInput } from "./time-point.ts";
import { TAGS_WANTED } from "./tags.ts";

const MemoryKindEnum = {
  FACT: "FACT",
  ENTITY: "ENTITY",
  EVENT: "EVENT",
  SUMMARY: "SUMMARY",
} as const satisfies { [K in MemoryKind]: K };

registerEnumType(MemoryKindEnum, {
  name: "MemoryKind",
  description: "Kinds of memories that a search covers.",
  valuesConfig: {
    FACT: { description: "Facts, by their text." },
    ENTITY: { description: "Entities, by name, type, aliases, facts and related names." },
    EVENT: { description: "Events, by their message." },
    SUMMARY: { description: "Summaries, by their text." },
  },
});

const SearchModeEnum = {
  HYBRID: "HYBRID",
  VECTOR: "VECTOR",
  FULL_TEXT: "FULL_TEXT",
} as const satisfies { [K in SearchMode]: K };

registerEnumType(SearchModeEnum, {
  name: "SearchMode",
  description: "Ranking method of a search.",
  valuesConfig: {
    HYBRID: {
      description:
        "Vector and full text, combined by reciprocal rank fusion (k = 60) with weights that depend on the embedder.",
    },
    VECTOR: { description: "Similarity to the embedding of the query." },
    FULL_TEXT: { description: "Words of the query (BM25)." },
  },
});

const SearchListName = {
  FULL_TEXT: "FULL_TEXT",
  CONTEXT: "CONTEXT",
  VECTOR: "VECTOR",
  LEXICAL: "LEXICAL",
} as const satisfies { [K in SearchListName]: K };

registerEnumType(SearchListName, {
  name: "SearchListName",
  description: "Ranked lists that a search combines.",
  valuesConfig: {
    FULL_TEXT: { description: "Words of the query." },
    CONTEXT: {
      description:
        "Words of the query, with events ranked within their conversations: by neighbouring messages, speaker and session.",
    },
    VECTOR: { description: "Similarity to the embedding of the query." },
    LEXICAL: { description: "Exact strings of the query; supplements the other lists." },
  },
});

@ObjectType("SearchList", { simpleResolvers: true, description: "One ranked list of a search." })
export class SearchList {
  @Field(() => SearchListName, { description: "Name of the list." })
  name!: SearchListName;

  @Field(() => Int, { description: "Number of hits in the list." })
  count!: number;

  @Field(() => Float, { description: "Duration in milliseconds." })
  tookMs!: number;

  @Field(() => Boolean, {
    description: "Whether the list is missing because the embedder was unavailable.",
  })
  failed!: boolean;
}

@ArgsType()
export class SearchArgs {
  @Field(() => String, {
    description:
      "A question, a statement, names, or exact strings such as `/consulting` or `$3,500/month`.",
  })
  query!: string;

  @Field(() => SearchModeEnum, {
    nullable: true,
    defaultValue: DEFAULT_SEARCH_MODE,
    description: "Ranking method.",
  })
  mode?: SearchMode | null;

  @Field(() => [MemoryKindEnum], {
    nullable: true,
    defaultValue: DEFAULT_KINDS,
    description: "Kinds of memories to search.",
  })
  kinds?: MemoryKind[] | null;

  @Field(() => Int, {
    nullable: true,
    description: `Maximum number of hits: 1 to ${MAXIMUM_PAGE_SIZE}. Default: ${HITS_FOR_QUESTION} for a question, ${HITS_FOR_STATEMENT} for a statement. Errors: PAGE_SIZE_OUT_OF_BOUNDS.`,
  })
  first?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Minimum confidence of facts, 0 to 1. Default: ${LEAST_CONFIDENCE}. Errors: BAD_USER_INPUT.`,
  })
  minConfidence?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Minimum relevance of hits, 0 to 1. Default: 0. Errors: BAD_USER_INPUT.",
  })
  minRelevance?: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only memories of this session; none if it does not exist.",
  })
  sessionId?: string | null;

  @Field(() => [String], { nullable: true, description: TAGS_WANTED })
  tags?: string[] | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

@ObjectType("SearchHit", {
  simpleResolvers: true,
  description: "One hit of a search, with its ranks.",
})
export class SearchHit {
  @Field(() => Node, {
    description: "The Fact, Entity, Event or summary, read at the time point of the search.",
  })
  node!: Node;

  @Field(() => MemoryKindEnum, { description: "Kind of the node." })
  kind!: MemoryKind;

  @Field(() => Float, {
    description: "Fused rank; higher is better. Comparable within one result only.",
  })
  score!: number;

  @Field(() => Float, {
    description:
      "Relevance, 0 to 1, comparable between searches: hits below 0.5 seldom answer the query. It is halved for an outdated message.",
  })
  relevance!: number;

  @Field(() => [Fact], {
    complexity: listCost,
    description:
      "For an event: visible facts that replaced its facts. An event whose facts were all replaced ranks below all others.",
  })
  outdatedBy!: readonly Fact[];

  @Field(() => Int, {
    nullable: true,
    description: "Rank in the vector list, from 1; null if the hit is not in it.",
  })
  vectorRank!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Rank in the full-text list, from 1; null if the hit is not in it.",
  })
  fullTextRank!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Rank in the full-text list with events ranked within their conversations, from 1. HYBRID uses it instead of `fullTextRank`. Null if there is no such list or the hit is not in it.",
  })
  contextRank!: number | null;

  @Field(() => Boolean, {
    description: "Whether the hit contains an exact string of the query.",
  })
  lexical!: boolean;
}

@ObjectType("SearchResult", { simpleResolvers: true, description: "The result of a search." })
export class SearchResult {
  @Field(() => [SearchHit], {
    description:
      "Hits, best first. For a question about the present, a message that states a change ranks above what it changes.",
  })
  hits!: readonly SearchHit[];

  @Field(() => Float, { description: "Duration of the search in milliseconds." })
  tookMs!: number;

  @Field(() => SearchModeEnum, { description: "Ranking method of the hits." })
  mode!: SearchMode;

  @Field(() => [SearchList], {
    description: "Lists that were combined, with their sizes and durations.",
  })
  lists!: readonly SearchList[];
}
