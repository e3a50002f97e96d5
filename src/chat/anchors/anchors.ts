import { z } from "zod";
import { fencedLine } from "../../language/fence.ts";
import type { Turn } from "../../memory/session.ts";
import { memoryPart, type ContextPart } from "../context/message.ts";
import { figuresAfter, figureSchema, figureText } from "./figures.ts";
import { identityAfter, identitySchema, identityText, NOBODY } from "./identity.ts";
import { stackAfter, stackText, technologySchema } from "./stack.ts";

/**
 * The information that rules take word for word from the messages of the user, so that no summary
 * can lose it.
 */
export const anchorsSchema = z.object({
  identity: identitySchema,
  figures: z.array(figureSchema).readonly(),
  stack: z.array(technologySchema).readonly(),
});
export type Anchors = z.infer<typeof anchorsSchema>;

export const NO_ANCHORS: Anchors = { identity: NOBODY, figures: [], stack: [] };

/** The anchors after a further text of the user. */
export const anchorsAfter = ({ identity, figures, stack }: Anchors, text: string): Anchors => ({
  identity: identityAfter(identity, text),
  figures: figuresAfter(figures, text),
  stack: stackAfter(stack, text),
});

/** The anchors after some turns. Only turns of the user count. */
export const anchorsAfterTurns = (
  knownAnchors: Anchors,
  turns: readonly Pick<Turn, "role" | "content">[],
): Anchors =>
  turns.reduce(
    (anchors, { role, content }) => (role === "USER" ? anchorsAfter(anchors, content) : anchors),
    knownAnchors,
  );

/**
 * The text of anchors in a context: who the user is, then the figures and the stack. Empty for
 * anything that was not stated.
 */
export const anchorParts = ({ identity, figures, stack }: Anchors): ContextPart[] => {
  const who = identityText(identity);
  const statements = [
    ...figures.map(figureText),
    ...(stack.length === 0 ? [] : [stackText(stack)]),
  ];
  return [
    ...(who === null
      ? []
      : [{ role: "system", content: fencedLine(who), origin: "IDENTITY" } as const]),
    ...memoryPart(
      "ANCHORS",
      "Canonical figures and choices (as the user stated them)",
      statements.join("\n"),
    ),
  ];
};
