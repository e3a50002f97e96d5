import { describe, expect, it } from "vitest";
import { summariseLines } from "../../../src/models/offline/summary/summarise-lines.ts";

const HEADINGS = [
  "User",
  "Project",
  "People",
  "Tech",
  "Requirements",
  "Dates",
  "Budget/Costs",
  "Integrations",
  "Links",
  "Metrics",
];

describe("a summary in sections", () => {
  it.each([
    ["Hi, I'm John Doe, lead developer at FakeCompany.", "User"],
    ["We are building a customer portal for retail.", "Project"],
    ["The team has Jane Doe (frontend) and Jack Doe (backend).", "People"],
    ["We use React and FastAPI.", "Tech"],
    ["The service must comply with GDPR.", "Requirements"],
    ["The deadline is March 15.", "Dates"],
    ["Our cloud budget is $50,000.", "Budget/Costs"],
    ["It has to sync with Salesforce through webhooks.", "Integrations"],
    ["The repository is https://github.com/fake/project.", "Links"],
    ["The contact page is /contact-us.", "Links"],
    ["Maria got the model to 94.5% accuracy.", "Metrics"],
    ["My favourite colour is green.", "User"],
  ])("puts %j under %s", (line, heading) =>
    expect(summariseLines(line, null, HEADINGS)).toBe(`${heading}:\n- ${line}`),
  );

  it("keeps the order of the headings, and what the earlier summary holds", () => {
    const first = summariseLines(
      "The deadline is March 15.\nOur cloud budget is $50,000.",
      null,
      HEADINGS,
    );
    expect(first).toBe(
      "Dates:\n- The deadline is March 15.\nBudget/Costs:\n- Our cloud budget is $50,000.",
    );
    expect(summariseLines("I'm Ana.\nThe kick-off was on May 2.", first, HEADINGS)).toBe(
      "User:\n- I'm Ana.\nDates:\n- The deadline is March 15.\n- The kick-off was on May 2.\nBudget/Costs:\n- Our cloud budget is $50,000.",
    );
  });
  it("replaces an earlier value by a later one", () =>
    expect(
      summariseLines(
        "My city has changed to Delhi.",
        summariseLines("My city is Mumbai.", null, HEADINGS),
        HEADINGS,
      ),
    ).toBe("User:\n- My city has changed to Delhi."));
  it.each([
    [
      "a message to the one before it",
      "2026-02-08: The permit comes from the city.\n2026-02-08: It costs €420 a year.",
      "- 2026-02-08: The permit comes from the city. It costs €420 a year.",
    ],
    [
      "no message to one of another day",
      "2026-02-08: The van is a Fiat.\n2026-02-09: It costs €420 a year.",
      "- 2026-02-08: The van is a Fiat.\n- 2026-02-09: It costs €420 a year.",
    ],
    [
      "no message that opens with a noun",
      "The van is a Fiat.\nItems cost €420.",
      "- The van is a Fiat.\n- Items cost €420.",
    ],
  ])("joins %s", (_, text, summary) => expect(summariseLines(text, null, [])).toBe(summary));
  it("leaves out questions and what says nothing specific", () =>
    expect(
      summariseLines(
        "What is the budget of $5?\nsounds good, thanks\nnice weather",
        null,
        HEADINGS,
      ),
    ).toBe(""));
  it("is a plain list without headings", () =>
    expect(
      summariseLines("- The deadline is March 15.\n- I live in Leeds.", "- I'm Ana.", []),
    ).toBe("- I'm Ana.\n- The deadline is March 15.\n- I live in Leeds."));
  it("stays short, and keeps what is most specific", () => {
    const text = [
      "The repository is https://github.com/fake/project.",
      ...Array.from(
        { length: 200 },
        (_, i) => `I like thing ${"x".repeat(i % 7)} well${".".repeat(1)}`,
      ),
    ].join("\n");
    const summary = summariseLines(text, null, []);
    expect(summary.split("\n").length).toBeLessThanOrEqual(60);
    expect(summary).toContain("https://github.com/fake/project");
  });
});
