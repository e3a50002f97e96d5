import { describe, expect, it } from "vitest";
import { asksForSelf, isQuestion } from "../../src/language/questions.ts";

describe("isQuestion", () => {
  it.each([
    "Clara's employer?",
    "what Clara does",
    "tell me about Clara",
    "Please recall her birthday",
    "I wonder who that was",
    "Onde mora a Clara",
    "quem é ela",
    "Clara mora aqui?”",
    "克拉拉住在哪里？",
  ])("recognises a question: %j", (text) => expect(isQuestion(text)).toBe(true));

  it.each([
    "Clara moved to Porto.",
    "acho que ela trabalha como médica",
    "My favourite colour is blue!",
    "",
    "whatever",
  ])("recognises a statement: %j", (text) => expect(isQuestion(text)).toBe(false));
});

describe("asksForSelf", () => {
  it.each([
    "Who am I?",
    "who am i",
    "Do you remember who I am?",
    "What's my name?",
    "Quem sou eu?",
    "quem é que sou eu",
    "Qual é o meu nome?",
  ])("recognises the user: %j", (text) => expect(asksForSelf(text)).toBe(true));
  it.each(["Who is Clara?", "Who am interested in?", "What is my job?", "Quem é a Clara?"])(
    "recognises somebody else: %j",
    (text) => expect(asksForSelf(text)).toBe(false),
  );
});
