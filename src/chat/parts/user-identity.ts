import { foldName } from "../../memory/names.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import { NAMELESS } from "../../read/recall-block.ts";
import type { ContextPart } from "../context-message.ts";

/** Who the user is, where the user has a name. */
export const identityPart = (self: EntityVersion | null): ContextPart[] =>
  self === null || foldName(self.name) === NAMELESS
    ? []
    : [
        {
          role: "system",
          content: `The user is ${self.name}. When the user says I, me or my, it refers to ${self.name}.`,
          origin: "IDENTITY",
        },
      ];
