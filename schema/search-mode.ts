import { registerEnumType } from "type-graphql";
import type { SearchMode } from "../src/read/search.ts";

export const SearchModeEnum = {
  HYBRID: "HYBRID",
  VECTOR: "VECTOR",
  FULL_TEXT: "FULL_TEXT",
} as const satisfies { [K in SearchMode]: K };

registerEnumType(SearchModeEnum, {
  name: "SearchMode",
  description: "By what a search ranks.",
  valuesConfig: {
    HYBRID: {
      description:
        "Vector and full text, fused by reciprocal rank (k = 60) with the weights of the embedder.",
    },
    VECTOR: { description: "Nearness to the query's embedding." },
    FULL_TEXT: { description: "The query's words (BM25)." },
  },
});
