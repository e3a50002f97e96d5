import { describe, expect, it } from "vitest";
import { asksForSelf, isQuestion, questionParts } from "../../src/language/questions.ts";

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

describe("questionParts", () => {
  it.each<[string, string[]]>([
    ["Where do I live, and who is my partner?", ["Where do I live", "who is my partner?"]],
    ["Where do I live? Who is my partner?", ["Where do I live?", "Who is my partner?"]],
    ["Onde eu moro e quem é minha irmã?", ["Onde eu moro", "quem é minha irmã?"]],
    ["Hi! What's my job; and where's my desk?", ["Hi!", "What's my job", "where's my desk?"]],
  ])("of %j: %j", (text, parts) => expect(questionParts(text)).toEqual(parts));

  it.each([
    "Where do my sister and her husband live?",
    "Do I like tea and coffee?",
    "What do I know of Ana and whoever she is with?",
    "Who is the one?",
    "",
    "Café e pão",
  ])("leaves one question whole: %j", (text) =>
    expect(questionParts(text)).toEqual(text === "" ? [] : [text]),
  );

  it("puts what asks for nothing by itself to the next question", () => {
    expect(questionParts("Where and when was I born?")).toHaveLength(1);
    expect(questionParts("Who am I?")).toEqual(["Who am I?"]);
  });
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
