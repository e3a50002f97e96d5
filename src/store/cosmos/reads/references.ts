import type { Reference } from "../../../memory/reference.ts";
import type { Page, ReferenceQuery } from "../../port.ts";
import type { ReferenceDocument } from "../documents/reference-document.ts";
import { pageOf, placeOf } from "../pages.ts";
import type { Partition } from "../partition.ts";
import { oneOf, ofType, RECORDED, type Query } from "../query.ts";

/** Last recorded first. */
export const references = async (
  partition: Partition,
  { entities, kinds, session, at, page }: ReferenceQuery,
): Promise<Page<Reference>> => {
  const after = placeOf("references", page.after);
  const visible: Query = {
    where: [
      ofType("reference"),
      RECORDED,
      "c.validFrom <= @validAt",
      ...(entities ? [oneOf("entity", "entities")] : []),
      ...(kinds ? [oneOf("referenceKind", "kinds")] : []),
      ...(session === undefined ? [] : ["c.session = @session"]),
    ],
    parameters: {
      knownAt: at.knownAt,
      validAt: at.validAt,
      ...(entities ? { entities: [...new Set(entities)] } : {}),
      ...(kinds ? { kinds } : {}),
      ...(session === undefined ? {} : { session }),
    },
  };
  const rows = await partition.query<ReferenceDocument>({
    where: [...visible.where, ...(after === null ? [] : ["c.since < @after"])],
    parameters: { ...visible.parameters, ...(after === null ? {} : { after }) },
    orderBy: "c.since DESC",
    top: page.first + 1,
  });
  return pageOf(
    "references",
    rows,
    page,
    ({ body }) => body,
    ({ since }) => since,
    () => partition.count(visible),
  );
};
