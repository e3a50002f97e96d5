import type { EntityRefInput } from "../schema/entity-ref-input.ts";
import { localId } from "../schema/global-id.ts";
import type { EntityRef } from "../src/write/requests.ts";

/** Whom a client means, by local id. Throws INVALID_ID. */
export const entityRef = ({ id, key, name, type }: EntityRefInput): EntityRef => ({
  id: id == null ? null : localId(id, "Entity"),
  key,
  name,
  type,
});
