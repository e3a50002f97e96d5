import { describe, expect, it } from "vitest";
import { anchorParts, anchorsAfter, NO_ANCHORS } from "../../src/chat/anchors/anchors.ts";

const after = (...texts: readonly string[]) => texts.reduce(anchorsAfter, NO_ANCHORS);
const shown = (...texts: readonly string[]) =>
  anchorParts(after(...texts)).map(({ content }) => content);

describe("the identity anchor", () => {
  it.each([
    [
      "Hi, I'm John Doe, lead developer at FakeCompany",
      "User identity: John Doe; role: lead developer; company: FakeCompany.",
    ],
    [
      "Hi, I'm Nadia Ferreira, a senior data engineer at Brightwater Labs.",
      "User identity: Nadia Ferreira; role: senior data engineer; company: Brightwater Labs.",
    ],
    ["My name is Ana.", "User identity: Ana."],
    ["Hello! I'm Priya and I need some help.", "User identity: Priya."],
    [
      "I work at Vertix as a product manager.",
      "User identity: role: product manager; company: Vertix.",
    ],
    ["Meu nome é João da Silva.", "User identity: João da Silva."],
  ])("finds the name in %j", (text, identity) => expect(shown(text)[0]).toBe(identity));

  it.each([
    "I'm Brazilian.",
    "I'm happy with that.",
    "I'm building a service at night.",
    "Are you John Doe?",
    "What is my name?",
  ])("finds none in %j", (text) => expect(after(text).identity.name).toBeNull());

  it("prefers the later part over the earlier", () =>
    expect(
      shown("Hi, I'm John Doe, lead developer at FakeCompany.", "I work at OtherCompany now.")[0],
    ).toBe("User identity: John Doe; role: lead developer; company: OtherCompany."));
});

describe("the figures", () => {
  it.each([
    ["Our cloud infrastructure budget is $50,000.", "- Budget (cloud infrastructure): $50,000."],
    [
      "We got approval for an additional $10,000 for the ML training cluster.",
      "- Budget (approval additional ML training cluster): $10,000.",
    ],
    ["AWS currently costs us $3,500/month.", "- Monthly cost (AWS): $3,500/month."],
    ["Maria got the model to 94.5% accuracy.", "- Accuracy (Maria model): 94.5%."],
    ["O orçamento do projeto é R$ 20.000.", "- Budget (projeto): R$ 20.000."],
  ])("finds the figure in %j", (text, line) =>
    expect(shown(text)[0]).toBe(
      `Canonical figures and choices (as the user stated them):\n<memory>\n${line}\n</memory>`,
    ),
  );

  it("keep several figures, and replace the figure of the same thing", () =>
    expect(
      after(
        "Our cloud budget is $50,000.",
        "The marketing budget is $8,000.",
        "Our cloud budget is now $60,000.",
      ).figures.map(({ about, value }) => [about, value]),
    ).toEqual([
      ["marketing", "$8,000"],
      ["cloud", "$60,000"],
    ]));

  it("are empty if nothing is stated", () =>
    expect(after("Is the budget $50,000?", "It costs $5.").figures).toEqual([]));
});

describe("the stack", () => {
  it("holds what the user says to use", () =>
    expect(
      shown(
        "We're using React for the frontend, FastAPI for the backend and PostgreSQL as the database.",
      )[0],
    ).toBe(
      "Canonical figures and choices (as the user stated them):\n<memory>\n- Stack: React (frontend), FastAPI (backend), PostgreSQL (database).\n</memory>",
    ));
  it("follows the user's choice", () =>
    expect(
      after(
        "Our backend is FastAPI and our database is MySQL.",
        "We switched from MySQL to PostgreSQL.",
      ).stack.map(({ name }) => name),
    ).toEqual(["FastAPI", "PostgreSQL"]));
  it("leaves out what is only asked about", () =>
    expect(after("Should we use React?", "React is popular.").stack).toEqual([]));
});
