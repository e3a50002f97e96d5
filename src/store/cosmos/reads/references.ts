import type { Reference } from "../../../memory/reference.ts";
import type { Page, ReferenceQuery } from "../../port.ts";
import { REFERENCE, referenceOf } from "../documents/reference-document.ts";
import type { Partition } from "../partition/partition.ts";
import { IS_RECORDED, oneOf, ofType, withFilters } from "../partition/query.ts";
import { readPage } from "./pages.ts";

/** Last recorded first. */
export const references = (
  partition: Partition,
  { entities, kinds, session, at, page }: ReferenceQuery,
): Promise<Page<Reference>> => {
  const visible = withFilters(
    {
      where: [ofType("reference"), IS_RECORDED, "c.validFrom <= @validAt"],
      parameters: { knownAt: at.knownAt, validAt: at.validAt },
    },
    [
      [oneOf("entity", "entities"), "entities", entities && [...new Set(entities)]],
      [oneOf("referenceKind", "kinds"), "kinds", kinds && [...kinds]],
      ["c.session = @session", "session", session],
    ],
  );
  return readPage(partition, REFERENCE, "references", "NEWEST_FIRST", visible, page, referenceOf);
};
