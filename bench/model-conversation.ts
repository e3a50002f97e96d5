import type { ReceivedPrompt, Reply } from "../test/model-server/replies.ts";
import type { FactAnswer, ScriptedExtraction } from "../test/model-server/extraction-script.ts";

export interface ScriptedMessage {
  readonly message: string;
  /** The extraction from the message. */
  readonly kind: string;
  /** Whether it contains something similar to known facts, so that a judge must be asked. */
  readonly ambiguous: boolean;
  readonly says: ScriptedExtraction;
}

const ME = "Ines Moura";
const person = (name: string) => ({ name, type: "person" });
const organization = (name: string) => ({ name, type: "organization" });
const fact = (subject: string, text: string, more: Partial<FactAnswer> = {}): FactAnswer => ({
  subject,
  text,
  ...more,
});
const slot = (
  subject: string,
  text: string,
  name: string,
  value: string,
  more: Partial<FactAnswer> = {},
): FactAnswer => fact(subject, text, { slot: name, value, ...more });

const HOME: ScriptedExtraction = {
  entities: [person(ME), { name: "Coimbra", type: "place" }],
  facts: [slot(ME, "Ines Moura lives in Coimbra", "residence", "Coimbra")],
  relations: [{ source: ME, type: "lives_in", target: "Coimbra" }],
  profiles: [
    { name: ME, profile: "Lives in Coimbra." },
    { name: "Coimbra", profile: "Where Ines Moura lives." },
  ],
};

/** A user who talks about herself, about a colleague who changes jobs, and about her plans. */
export const CONVERSATION: readonly ScriptedMessage[] = [
  {
    message: "I've lived in Coimbra since I was a student.",
    kind: "something new about the speaker",
    ambiguous: false,
    says: HOME,
  },
  {
    message: "Rui Falcão runs the workshop at Ferrol & Sons, he's an old friend of mine.",
    kind: "somebody new, with a relation",
    ambiguous: false,
    says: {
      entities: [person("Rui Falcão"), organization("Ferrol & Sons"), person(ME)],
      facts: [
        slot("Rui Falcão", "Rui Falcão works at Ferrol & Sons", "employer", "Ferrol & Sons"),
        slot("Rui Falcão", "Rui Falcão runs the workshop", "role", "workshop manager"),
        fact("Rui Falcão", "Rui Falcão is an old friend of Ines Moura"),
      ],
      relations: [
        { source: "Rui Falcão", type: "works_at", target: "Ferrol & Sons" },
        { source: "Rui Falcão", type: "friend_of", target: ME },
      ],
      profiles: [
        {
          name: "Rui Falcão",
          profile: "Runs the workshop at Ferrol & Sons. An old friend of Ines Moura.",
        },
        { name: "Ferrol & Sons", profile: "Employs Rui Falcão." },
      ],
    },
  },
  {
    message: "Good morning! How was your weekend?",
    kind: "nothing to remember",
    ambiguous: false,
    says: {},
  },
  {
    message: "Rui left Ferrol & Sons last week, he's with Atlântica Boats now.",
    kind: "a new value of what has one value",
    ambiguous: false,
    says: {
      entities: [
        person("Rui Falcão"),
        organization("Ferrol & Sons"),
        organization("Atlântica Boats"),
      ],
      facts: [
        slot("Rui Falcão", "Rui Falcão works at Atlântica Boats", "employer", "Atlântica Boats", {
          category: "relationship_change",
        }),
      ],
      relations: [{ source: "Rui Falcão", type: "works_at", target: "Atlântica Boats" }],
      profiles: [
        { name: "Rui Falcão", profile: "Works at Atlântica Boats." },
        { name: "Atlântica Boats", profile: "Employs Rui Falcão." },
      ],
    },
  },
  {
    message: "I've lived in Coimbra since I was a student.",
    kind: "a message said twice",
    ambiguous: false,
    says: HOME,
  },
  {
    message:
      "The hull has to be ready by 14 March, the budget is €38,500 and the owner wants teak decks.",
    kind: "several facts at once",
    ambiguous: false,
    says: {
      entities: [{ name: "hull", type: "project" }],
      facts: [
        slot("hull", "The hull has to be ready by 14 March", "deadline", "14 March"),
        slot("hull", "The budget of the hull is €38,500", "budget", "€38,500"),
        fact("hull", "The owner of the hull wants teak decks"),
      ],
      profiles: [
        { name: "hull", profile: "Has to be ready by 14 March, for €38,500, with teak decks." },
      ],
    },
  },
  {
    message: "Rui mostly sails on Sunday mornings with his brother.",
    kind: "something new of somebody known",
    ambiguous: false,
    says: {
      entities: [person("Rui Falcão")],
      facts: [
        fact("Rui Falcão", "Rui Falcão sails on Sunday mornings with his brother", {
          category: "routine_activity",
        }),
      ],
    },
  },
  {
    message: "Rui usually sails on Sunday evenings with his brother.",
    kind: "something much like what is known",
    ambiguous: true,
    says: {
      entities: [person("Rui Falcão")],
      facts: [
        fact("Rui Falcão", "Rui Falcão sails on Sunday evenings with his brother", {
          category: "routine_activity",
        }),
      ],
    },
  },
  {
    message: "Rui Falcão Neves has drawn the sails.",
    kind: "a name that may be somebody known",
    ambiguous: true,
    says: {
      entities: [person("Rui Falcão Neves")],
      facts: [
        fact("Rui Falcão Neves", "Rui Falcão Neves has drawn the sails", {
          category: "specific_event",
        }),
      ],
    },
  },
];

/** The verdicts of the judges: one fact replaces the other, and the name is somebody else's. */
export const judgements = ({ task }: ReceivedPrompt): Reply | undefined => {
  if (task === "reconciliation")
    return { content: { action: "UPDATE", candidate: "1", reason: "The habit has changed." } };
  return task === "disambiguation" ? { content: { candidate: null } } : undefined;
};
