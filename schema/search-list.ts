import { Field, Float, Int, ObjectType, registerEnumType } from "type-graphql";
import type { ListName } from "../src/read/search-request.ts";

export const SearchListName = {
  FULL_TEXT: "FULL_TEXT",
  CONTEXT: "CONTEXT",
  VECTOR: "VECTOR",
  LEXICAL: "LEXICAL",
} as const satisfies { [K in ListName]: K };

registerEnumType(SearchListName, {
  name: "SearchListName",
  description: "The lists that a search is put together from.",
  valuesConfig: {
    FULL_TEXT: { description: "By the query's words." },
    CONTEXT: {
      description:
        "The list by words once more, its events ranked in their conversations: by what was said around them, by whom, and in which session.",
    },
    VECTOR: { description: "By nearness to the query's embedding." },
    LEXICAL: { description: "By exact strings of the query: a supplement." },
  },
});

@ObjectType("SearchList", { simpleResolvers: true, description: "How one list of a search did." })
export class SearchList {
  @Field(() => SearchListName, { description: "Which list." })
  name!: ListName;

  @Field(() => Int, { description: "How many it returned." })
  count!: number;

  @Field(() => Float, { description: "How long it took, in milliseconds." })
  took!: number;

  @Field(() => Boolean, {
    description: "Whether it had to be left out, because the embedder could not be reached.",
  })
  failed!: boolean;
}
