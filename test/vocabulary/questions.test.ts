import { describe, expect, it } from "vitest";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";

const vocabulary = shippedVocabulary();

describe("the slots that a question asks for", () => {
  it.each([
    ["Where do I live?", "residence"],
    ["Where am I living these days?", "residence"],
    ["Where is my home?", "residence"],
    ["Who am I married to?", "spouse"],
    ["What's my wife called?", "spouse"],
    ["Do I have any allergies?", "allergy"],
    ["What am I allergic to?", "allergy"],
    ["Any allergies?", "allergy"],
    ["Where does Ana work?", "employer"],
    ["What is my job?", "role"],
    ["Who do I report to?", "boss"],
    ["What languages do I speak?", "knows_language"],
    ["What car do I drive?", "vehicle"],
    ["When was I born?", "birthday"],
    ["What do I eat?", "diet"],
    ["How much rent do I pay?", "rent"],
    ["What is my phone number?", "phone_number"],
    ["What pets do we have?", "pet"],
    ["What are my children called?", "child"],
    ["Onde eu moro?", "residence"],
    ["Onde a Ana trabalha?", "employer"],
    ["Quem é a minha esposa?", "spouse"],
    ["Tenho alguma alergia?", "allergy"],
    ["Qual é o meu salário?", "salary"],
  ])("%j: %s", (question, slot) => expect(vocabulary.slotsAsked(question)).toContain(slot));

  it.each([
    "What time is it?",
    "Tell me a joke about physicists.",
    "How do I boil an egg?",
    "What did we talk about?",
    "Thanks!",
    "",
    "?",
  ])("%j: no slots", (question) => expect(vocabulary.slotsAsked(question)).toEqual([]));

  it.each([
    ["Where do I live, and who is my partner?", ["residence", "spouse"]],
    ["Where do I live? And who do I report to?", ["residence", "boss"]],
    ["What do I eat and where does Ana work?", ["diet", "employer"]],
  ])("%j: the slots of each question", (question, slots) => {
    expect(vocabulary.slotsAsked(question)).toEqual(expect.arrayContaining(slots));
  });

  it("does not take a longer name for a shorter one", () => {
    expect(vocabulary.slotsAsked("Who is my best friend?")[0]).toBe("best_friend");
    expect(vocabulary.slotsAsked("What is the deadline?")).not.toContain("birthday");
    expect(vocabulary.slotsAsked("Where do I work?")).not.toContain("colleague");
  });
});
