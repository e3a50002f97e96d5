import type { ReceivedPrompt, Reply } from "./replies.ts";

/** The extraction of a model from a message. Omitted fields are empty. */
export interface ScriptedExtraction {
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
  readonly polarity?: "holds" | "ended" | "never";
  readonly still?: boolean;
  readonly corrects?: {
    readonly subject: string;
    readonly slot: string | null;
    readonly value: string | null;
  } | null;
  readonly relations?: readonly {
    readonly source: string;
    readonly type: string;
    readonly target: string;
  }[];
  readonly slot?: string;
  readonly value?: string;
  readonly category?: string;
  readonly valid_from?: string;
  readonly valid_to?: string;
}

export const extractionOf = ({
  entities = [],
  facts = [],
  relations = [],
  profiles = [],
  self_name = null,
  emotion = null,
}: ScriptedExtraction): object => ({
  entities: entities.map((entity) => ({ aliases: [], ...entity })),
  facts: facts.map((fact) => ({
    polarity: "holds",
    confidence: 0.95,
    category: "stable_preference",
    slot: null,
    value: null,
    valid_from: null,
    valid_to: null,
    still: false,
    corrects: null,
    relations: [],
    ...fact,
  })),
  relations,
  profiles,
  self_name,
  emotion,
});

/** A model that extracts from the listed messages, in one step or in several, and nothing from others. */
export const extractionScript =
  (
    messages: Readonly<Record<string, ScriptedExtraction>>,
    judge?: (prompt: ReceivedPrompt) => Reply | undefined,
  ) =>
  (prompt: ReceivedPrompt): Reply | undefined => {
    const extraction = messages[String(prompt.data["message"])];
    const steps = ["extraction", "entities", "facts", "relations"];
    return extraction !== undefined && steps.includes(prompt.task ?? "")
      ? { content: extractionOf(extraction) }
      : judge?.(prompt);
  };
