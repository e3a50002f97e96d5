import { describe, expect, it } from "vitest";
import { anchorParts, anchorsAfter, NO_ANCHORS } from "../../src/chat/anchors/anchors.ts";
import { figureText } from "../../src/chat/anchors/figures.ts";

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
  ])("finds no name in %j", (text) => expect(after(text).identity.name).toBeNull());

  it.each([
    [
      ["I'm Ana Reis, a night nurse at St. Columba's in Leeds."],
      "User identity: Ana Reis; role: night nurse; company: St. Columba's.",
    ],
    [["I'm Ana Reis, a designer at Vertix.", "I got a new job!"], "User identity: Ana Reis."],
    [["I'm Ana Reis, a designer at Vertix.", "I've left Vertix."], "User identity: Ana Reis."],
    [
      ["I'm Ana Reis, a designer at Vertix.", "I got a new job! I'll be an editor at Lumen."],
      "User identity: Ana Reis; role: editor; company: Lumen.",
    ],
    [
      ["I'm Ana Reis, a designer at Vertix.", "I left Lisbon. I quit smoking on the way."],
      "User identity: Ana Reis; role: designer; company: Vertix.",
    ],
  ])("drops work that is over: %j", (texts, identity) => expect(shown(...texts)[0]).toBe(identity));

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
      "- Budget (ML training cluster): $10,000.",
    ],
    ["AWS currently costs us $3,500/month.", "- Monthly cost (AWS): $3,500/month."],
    ["Maria got the model to 94.5% accuracy.", "- Accuracy (model): 94.5%."],
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

  it.each([
    [
      ["The budget for the fit-out is 40,000 euros.", "The budget has gone up to 52,000 euros."],
      ["- Budget (fit-out): 52,000 euros."],
    ],
    [
      ["Rent is 1,900 euros a month.", "I called them: rent goes down to 1,650 euros a month."],
      ["- Monthly cost (rent): 1,650 euros a month."],
    ],
    [
      [
        "The filter has an accuracy of 91.4%.",
        "Wen fixed the filter, and its accuracy is 94.7% now.",
      ],
      ["- Accuracy (filter): 94.7%."],
    ],
    [
      ["The server costs €80 per month.", "Server costs rose to €95 per month."],
      ["- Monthly cost (Server): €95 per month."],
    ],
    [["We raised the launch budget from $5,000 to $7,500."], ["- Budget (launch): $7,500."]],
  ])("keep one figure for each thing, the later one: %j", (texts, lines) =>
    expect(after(...texts).figures.map(figureText)).toEqual(lines),
  );
  it.each([
    [
      [
        "The build budget is $50,000.",
        "The marketing budget is $10,000.",
        "The budget is $70,000 now.",
      ],
      ["- Budget (build): $50,000.", "- Budget (marketing): $10,000.", "- Budget: $70,000."],
    ],
    [
      ["The marketing budget is $10,000.", "Our budget is $70,000."],
      ["- Budget (marketing): $10,000.", "- Budget: $70,000."],
    ],
    [
      ["We pay $40 a month for GitHub and $20 for Figma."],
      ["- Monthly cost (GitHub): $40 a month.", "- Monthly cost (Figma): $20 monthly."],
    ],
    [
      ["Our spam filter has 97% precision and 88% recall."],
      ["- Accuracy (spam filter precision): 97%.", "- Accuracy (recall): 88%."],
    ],
    [["My salary is 3,000 euros a month."], []],
  ])("keep figures of several things apart: %j", (texts, lines) =>
    expect(after(...texts).figures.map(figureText)).toEqual(lines),
  );

  it("are empty if nothing is stated", () =>
    expect(after("Is the budget $50,000?", "It costs $5.").figures).toEqual([]));
});

describe("the stack", () => {
  it("contains the technologies that the user uses", () =>
    expect(
      shown(
        "We're using React for the frontend, FastAPI for the backend and PostgreSQL as the database.",
      )[0],
    ).toBe(
      "Canonical figures and choices (as the user stated them):\n<memory>\n- Stack: React (frontend), FastAPI (backend), PostgreSQL (database).\n</memory>",
    ));
  it("follows the user to another technology", () =>
    expect(
      after(
        "Our backend is FastAPI and our database is MySQL.",
        "We switched from MySQL to PostgreSQL.",
      ).stack.map(({ name }) => name),
    ).toEqual(["FastAPI", "PostgreSQL"]));
  it("leaves out technologies that are only asked about", () =>
    expect(after("Should we use React?", "React is popular.").stack).toEqual([]));
});
