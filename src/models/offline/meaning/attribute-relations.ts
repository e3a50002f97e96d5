import { itemsOf } from "../text/list-items.ts";
import type { Discourse } from "../english/discourse.ts";
import type { Token } from "../english/token.ts";
import type { FoundRelation, Statement } from "./statement.ts";
import { targetIn } from "./targets.ts";

const PLACES = /^(?:city|town|village|hometown|residence|location|current city|home city)$/u;
const WORKPLACES = /^(?:employer|company|firm)$/u;

/** The relation that goes with an attribute: a city with living there. */
export const attributeRelations = (
  statement: Statement,
  discourse: Discourse,
  slot: string,
  tokens: readonly Token[],
): FoundRelation[] => {
  const phrase = { preposition: null, tokens, time: null };
  if (PLACES.test(slot)) {
    const place = targetIn(phrase, discourse, "place");
    return place === null
      ? []
      : [
          {
            type: slot === "hometown" ? "from" : "lives_in",
            target: place.name,
            targetType: "place",
          },
        ];
  }
  if (slot === "headquarters" && statement.subject.type !== "person") {
    const place = targetIn(phrase, discourse, "place");
    return place === null ? [] : [{ type: "located_in", target: place.name, targetType: "place" }];
  }
  if (WORKPLACES.test(slot) && statement.subject.type === "person") {
    const company = targetIn(phrase, discourse, "organization");
    return company === null
      ? []
      : [{ type: "works_at", target: company.name, targetType: "organization" }];
  }
  if (slot === "tech_stack" || slot === "database" || slot === "cloud_provider")
    return itemsOf(tokens).flatMap((item) => {
      const tool = targetIn({ preposition: null, tokens: item, time: null }, discourse, "product");
      return tool?.proper ? [{ type: "uses", target: tool.name, targetType: "product" }] : [];
    });
  return [];
};
