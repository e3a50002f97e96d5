import { fencedLine } from "../../../language/fence.ts";
import type { EntityVersion } from "../../../memory/entity.ts";
import { namedUser } from "../../../read/recall/block.ts";
import type { ContextPart } from "../../context/message.ts";

/** The line that says who the user is, if the user has a name. */
export const identityPart = (user: EntityVersion | null): ContextPart[] => {
  const knownUser = namedUser(user);
  if (knownUser === null) return [];
  const name = fencedLine(knownUser.name);
  const content = `The user is ${name}. When the user says I, me or my, it refers to ${name}.`;
  return [{ role: "system", content, origin: "IDENTITY" }];
};
