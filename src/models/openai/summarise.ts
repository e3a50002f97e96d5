import type { Answer, Models } from "../port.ts";
import { attempt, type Desk } from "./chain.ts";
import type { Span } from "./span.ts";
import { withoutThoughts } from "./thoughts.ts";

/** A summary in plain text. One that was cut short by its budget is the answer only where no attempt gave a whole one. */
export const summarise = async (
  desk: Desk,
  model: string,
  input: Parameters<Models["summarise"]>[0],
  span: Span,
): Promise<Answer<string>> =>
  attempt(
    desk,
    {
      name: "summarise",
      model,
      question: {
        prompt: desk.prompts.render("summarise", {
          task: input.instructions,
          previous: input.previous,
          text: input.text,
        }),
        schema: null,
      },
      tokens: desk.settings.summaryTokens,
      tokensCap: desk.settings.summaryTokensCap,
      read: ({ text, truncated }) => {
        const summary = withoutThoughts(text);
        return summary === ""
          ? null
          : { value: summary, complete: !truncated, worth: summary.length };
      },
    },
    span,
  );
