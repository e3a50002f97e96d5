import type { Asked, Reply } from "./replies.ts";

/** What a message says, as a model answers extraction; what is left out is empty. */
export interface Understood {
  readonly entities?: readonly {
    readonly name: string;
    readonly type: string;
    readonly aliases?: readonly string[];
  }[];
  readonly facts?: readonly FactAnswer[];
  readonly relations?: readonly {
    readonly source: string;
    readonly type: string;
    readonly target: string;
  }[];
  readonly profiles?: readonly { readonly name: string; readonly profile: string }[];
  readonly self_name?: string | null;
  readonly emotion?: {
    readonly label: string;
    readonly intensity: number;
    readonly energy: number;
  } | null;
}

export interface FactAnswer {
  readonly subject: string;
  readonly text: string;
  readonly action?: "NEW" | "UPDATE" | "DELETE";
  readonly slot?: string;
  readonly value?: string;
  readonly category?: string;
  readonly valid_from?: string;
}

const extractionOf = ({
  entities = [],
  facts = [],
  relations = [],
  profiles = [],
  self_name = null,
  emotion = null,
}: Understood): object => ({
  entities: entities.map((entity) => ({ aliases: [], ...entity })),
  facts: facts.map((fact) => ({
    action: "NEW",
    confidence: 0.95,
    category: "stable_preference",
    slot: null,
    value: null,
    valid_from: null,
    valid_to: null,
    ...fact,
  })),
  relations,
  profiles,
  self_name,
  emotion,
});

/** A model that understands the listed messages, in one step or in several, and of any other that it says nothing. */
export const understanding =
  (messages: Readonly<Record<string, Understood>>, judge?: (asked: Asked) => Reply | undefined) =>
  (asked: Asked): Reply | undefined => {
    const said = messages[String(asked.data["message"])];
    const steps = ["extraction", "entities", "facts", "relations"];
    return said !== undefined && steps.includes(asked.task ?? "")
      ? { content: extractionOf(said) }
      : judge?.(asked);
  };
