/**
 * A question with the strings that the answer must contain, ignoring case, and those that are no
 * longer true.
 */
export interface ProjectQuestion {
  readonly text: string;
  readonly expected: readonly string[];
  readonly stale: readonly string[];
}

interface QuestionForm {
  readonly text: string;
  /** The strings from the beginning, or until half-way … */
  readonly expected: readonly string[];
  /** … and afterwards, if the answer changes, with the strings that are no longer true. */
  readonly later?: { readonly expected: readonly string[]; readonly stale: readonly string[] };
}

/** Number of messages after which everything was stated once and nothing has changed. */
export const HALF_WAY = 30;

const ASKED: readonly QuestionForm[] = [
  { text: "What is my name?", expected: ["Dana Whitfield"] },
  {
    text: "What is my role, and at which company?",
    expected: ["principal engineer", "Halden Robotics"],
  },
  { text: "Who is on the team?", expected: ["Priya", "Tomás", "Wen", "Elise"] },
  { text: "What is the build budget?", expected: ["$50,000"] },
  { text: "What is the marketing budget?", expected: ["$10,000"] },
  {
    text: "How much does hosting cost a month?",
    expected: ["$3,500/month"],
    later: { expected: ["$4,200/month"], stale: ["$3,500/month"] },
  },
  { text: "When is the deadline?", expected: ["March 15"] },
  { text: "Where is the repository?", expected: ["https://github.com/halden-robotics/orchard"] },
  { text: "Where does the Terraform code live?", expected: ["infra/terraform/main.tf"] },
  {
    text: "Which public pages do we have?",
    expected: [
      "https://orchard.example.com/pricing",
      "https://orchard.example.com/getting-started",
    ],
  },
  { text: "What is the path of the consulting page?", expected: ["/consulting"] },
  {
    text: "What is the stack?",
    expected: ["TypeScript", "React", "PostgreSQL", "Redis"],
    later: { expected: ["TypeScript", "Svelte", "PostgreSQL", "Redis"], stale: [] },
  },
  { text: "What SLA do we promise?", expected: ["99.95%"] },
  {
    text: "Who are our pilot customers?",
    expected: ["Brightleaf Farms", "Kestrel Foods"],
    later: { expected: ["Brightleaf Farms", "Kestrel Foods", "Lumen Orchards"], stale: [] },
  },
  {
    text: "What is the accuracy of the ripeness model?",
    expected: ["91.4%"],
    later: { expected: ["94.7%"], stale: ["91.4%"] },
  },
];

export const questionsHalfWay: readonly ProjectQuestion[] = ASKED.map(({ text, expected }) => ({
  text,
  expected,
  stale: [],
}));
export const questionsAtTheEnd: readonly ProjectQuestion[] = ASKED.map(
  ({ text, expected, later }) => ({ text, expected, stale: [], ...later }),
);
