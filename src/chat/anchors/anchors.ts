import type { Turn } from "../../memory/session.ts";
import type { ContextPart } from "../context-message.ts";
import { figuresAfter, figureText, type Figure } from "./figures.ts";
import { identityAfter, identityText, NOBODY, type Identity } from "./identity.ts";
import { stackAfter, stackText, type Technology } from "./stack.ts";

/** What is taken over from the user's words by rule, to the letter, so that no summary can lose it (DESIGN.md §5). */
export interface Anchors {
  readonly identity: Identity;
  readonly figures: readonly Figure[];
  readonly stack: readonly Technology[];
}

export const NO_ANCHORS: Anchors = { identity: NOBODY, figures: [], stack: [] };

/** The anchors after another text of the user. */
export const anchorsAfter = ({ identity, figures, stack }: Anchors, text: string): Anchors => ({
  identity: identityAfter(identity, text),
  figures: figuresAfter(figures, text),
  stack: stackAfter(stack, text),
});

/** The anchors after some turns, of which the user's count. */
export const anchorsAfterTurns = (
  known: Anchors,
  turns: readonly Pick<Turn, "role" | "content">[],
): Anchors =>
  turns.reduce(
    (anchors, { role, content }) => (role === "USER" ? anchorsAfter(anchors, content) : anchors),
    known,
  );

/** As they are sent: who the user is, then the figures and the stack; nothing for what was not said. */
export const anchorParts = ({ identity, figures, stack }: Anchors): ContextPart[] => {
  const who = identityText(identity);
  const lines = [...figures.map(figureText), ...(stack.length === 0 ? [] : [stackText(stack)])];
  return [
    ...(who === null ? [] : [{ role: "system", content: who, origin: "IDENTITY" } as const]),
    ...(lines.length === 0
      ? []
      : [
          {
            role: "system",
            content: `Canonical figures and choices (as the user stated them):\n${lines.join("\n")}`,
            origin: "ANCHORS",
          } as const,
        ]),
  ];
};
