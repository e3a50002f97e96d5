import { describe, expect, it } from "vitest";
import {
  requestsToRemember,
  requestedFacts,
  requestedSentences,
  withoutRequests,
} from "../../src/language/requests-to-remember.ts";

const expectKept = (message: string, statement: string): void =>
  expect(requestedSentences(message), message).toEqual([{ text: statement, isRequested: true }]);
const expectNotKept = (message: string): void =>
  expect([requestsToRemember(message), withoutRequests(message)], message).toEqual([
    false,
    message,
  ]);

describe("a request to remember", () => {
  it("introduces a statement in English", () => {
    expectKept("Remember that the deadline is March 15", "The deadline is March 15");
    expectKept("Please remember: my bike is red.", "My bike is red.");
    expectKept(
      "Remember, my bonus depends on hitting targets.",
      "My bonus depends on hitting targets.",
    );
    expectKept("Remember my birthday is May 3.", "My birthday is May 3.");
    expectKept(
      "Don't forget that my wife is allergic to peanuts",
      "My wife is allergic to peanuts",
    );
    expectKept("Don’t forget my wife is allergic to peanuts", "My wife is allergic to peanuts");
    expectKept("And also keep in mind that the budget is $50,000.", "The budget is $50,000.");
    expectKept("Could you please remember that I prefer tea?", "I prefer tea.");
    expectKept("I want you to remember that we ship on Fridays", "We ship on Fridays");
    expectKept("Make a note that the SLA is 99.9%.", "The SLA is 99.9%.");
    expectKept(
      "Bear in mind that Clara's office is closed in May.",
      "Clara's office is closed in May.",
    );
  });

  it("introduces a statement in Portuguese", () => {
    expectKept("Lembre-se de que o prazo é 15 de março.", "O prazo é 15 de março.");
    expectKept("Lembra que o orçamento é R$ 50.000", "O orçamento é R$ 50.000");
    expectKept("Não se esqueça que eu moro em Lisboa.", "Eu moro em Lisboa.");
    expectKept(
      "Não esqueça de que minha filha é alérgica a amendoim",
      "Minha filha é alérgica a amendoim",
    );
    expectKept("Por favor, tenha em mente que trabalho à noite.", "Trabalho à noite.");
    expectKept("Anota aí: meu voo é na sexta.", "Meu voo é na sexta.");
    expectKept("Guarde que o meu código postal é 1000-205.", "O meu código postal é 1000-205.");
  });

  it("can follow a statement, or introduce several", () => {
    expectKept("My wifi network is Casa, keep that in mind.", "My wifi network is Casa.");
    expectKept("My bike is red. Please remember that.", "My bike is red.");
    expectKept("Minha bicicleta é vermelha, não se esqueça disso.", "Minha bicicleta é vermelha.");
    expect(requestedSentences("Remember this:\n- my locker is 42\n- my desk is 7")).toEqual([
      { text: "- my locker is 42", isRequested: true },
      { text: "- my desk is 7", isRequested: true },
    ]);
  });

  it("is not found if nothing is to be kept", () => {
    expectNotKept("Do you remember that my bike is red?");
    expectNotKept("Remember when we met in Rio?");
    expectNotKept("Remember to buy milk.");
    expectNotKept("I remember that it rained.");
    expectNotKept("What was our Q4 revenue?");
    expectNotKept("I don't remember the name.");
    expectNotKept("Você se lembra que eu moro em Lisboa?");
    expectNotKept("Save the file.");
    expectNotKept("Remember the time in Rio.");
    expectNotKept("");
  });

  it("applies to the facts of its own sentence only", () => {
    const isRequested = requestedFacts(
      "I had pizza for lunch. Remember that the deadline is March 15. It is sunny.",
    );
    expect(
      ["user's deadline is March 15", "user had pizza for lunch", "unrelated words altogether"].map(
        isRequested,
      ),
    ).toEqual([true, false, false]);
  });
});
