import { describe, expect, it } from "vitest";
import { extract } from "./extraction.ts";

const SIGNS = { HOLDS: "", ENDED: "-", NEVER: "!" } as const;

/** The facts as `slot=value`, or as texts where they have no slot; with "-" if they have ended. */
const told = async (message: string, recentMessages: readonly string[]): Promise<string[]> => {
  const { facts } = await extract(message, { recentMessages });
  return facts.map(({ subject, slot, value, text, polarity }) => {
    const owner = subject.startsWith("user's ") || subject === "Anna" ? `${subject}.` : "";
    return `${SIGNS[polarity]}${slot === null ? text : `${owner}${slot}=${value}`}`;
  });
};
const answered = (question: string, answer: string): Promise<string[]> =>
  told(answer, [`(agent) ${question}`]);

describe("an answer to a question of the agent", () => {
  it.each([
    ["What should I call you?", "Ana", "name=Ana"],
    ["What's your name?", "It's Tomasz Lis.", "name=Tomasz Lis"],
    ["Hi! Nice to meet you. Where do you live?", "Oslo", "residence=Oslo"],
    ["And where are you based?", "In Leeds, near the river.", "residence=Leeds"],
    ["Where does your sister live?", "Cork", "user's sister.residence=Cork"],
    ["Where does your sister live?", "She lives in Cork.", "user's sister.residence=Cork"],
    ["Where does Anna work now?", "Bolt", "Anna.employer=Bolt"],
    ["What do you do for work?", "Nurse", "role=nurse"],
    ["What does Anna do?", "Nurse", "Anna.role=nurse"],
    ["Who do you work for?", "A bank called Norda", "employer=Norda"],
    ["What's your dog's name?", "Biscuit!", "pet=Biscuit"],
    ["How old are you?", "34.", "age=34"],
    ["How old is your daughter?", "Seven", "user's daughter.age=seven"],
    ["What year were you born?", "1990", "birth_year=1990"],
    ["What's your favourite colour?", "Green.", "favourite_colour=Green"],
    ["Do you have any allergies?", "Yes, peanuts", "allergy=peanuts"],
    ["What car do you drive?", "A Skoda Octavia", "vehicle=Skoda Octavia"],
    ["What language do you speak at home?", "Polish", "knows_language=Polish"],
    ["Could you remind me of your son's name?", "Otto", "child=Otto"],
    ["Who do you live with?", "Two flatmates", "user lives with two flatmates"],
    ["How do you take your coffee?", "Black", "user takes their coffee black"],
    ["How many siblings do you have?", "Three", "user has three siblings"],
    ["When does your contract end?", "31 August", "user's contract ends on 31 August"],
    ["Can you tell me your postcode?", "LS6 2AB", "postcode=LS6 2AB"],
  ])("%s %s", async (question, answer, ...facts) => {
    expect(await answered(question, answer)).toEqual(facts);
  });

  it.each([
    ["Are you vegetarian?", "Yes", "diet=vegetarian"],
    ["Do you still live in Oslo?", "Yes", "residence=Oslo"],
    ["Do you still work at Bosch?", "No, not any more.", "-employer=Bosch"],
    ["Is your sister still at Acme?", "No", "-user's sister.employer=Acme"],
    ["Did you take the job at Bolt?", "Yes!", "employer=Bolt"],
    ["Do you have any children?", "No, none.", "number_of_children=no"],
    ["Do you like jazz?", "Yes", "user likes jazz"],
    // It is not the job that was quit.
    ["Do you smoke?", "No, I quit last year", "-user no longer smokes since last year"],
  ])("%s %s", async (question, answer, ...facts) => {
    const saidFacts = await answered(question, answer);
    expect(saidFacts.map((fact) => fact.replace(/=smoke$/u, ""))).toEqual(facts);
  });

  it("dates what it ends", async () => {
    const recentMessages = ["(agent) Do you still work at Bosch?"];
    const { facts } = await extract("No, I left in May.", { recentMessages });
    expect(facts).toMatchObject([
      {
        polarity: "ENDED",
        slot: "employer",
        value: "Bosch",
        validFrom: "2026-05-01T00:00:00.000Z",
      },
    ]);
  });

  it("may be to a question without a label that addresses somebody", async () => {
    expect(await told("Oslo", ["Where do you live?"])).toEqual(["residence=Oslo"]);
    expect(await told("Cork", ["Where does Anna live?"])).toEqual([]);
    expect(await told("Oslo", ["Where do you live?", "I have to go now."])).toEqual([]);
  });
});

describe("no fact", () => {
  it.each([
    ["Would you like me to book it?", "Yes please"],
    ["Do you want the short version?", "Yes"],
    ["Do you like this plan?", "Yes"],
    ["Did you sleep well?", "Yes"],
    ["Are you ready?", "Yes"],
    ["Are you sure?", "No"],
    ["Is Tuesday good for you?", "Yes"],
    ["Should I remember that?", "Yes"],
    ["Do you know Anna?", "No"],
    ["Do you have any questions?", "No"],
    ["Is there anything else?", "No"],
    ["Have you found a new flat yet?", "Not yet"],
    ["What's the error message?", "404 not found"],
    ["What time is it there?", "Nine"],
    ["What did you have for lunch?", "Soup"],
    ["What do you think of Rome?", "Beautiful"],
    ["What's your question?", "The opening hours"],
    ["What can I do for you today?", "Bread and butter pudding"],
    ["What are you looking for?", "A present for my mum"],
    ["Who would you like to invite?", "Anna"],
    ["Where do you live?", "Not telling"],
    ["Where do you live?", "Why do you ask?"],
    ["Where do you live?", "Thanks, that helps"],
    ["What's your favourite game?", "Yep!"],
    ["What type of music do you play?", "Guitar's mostly my thing."],
    ["How old are you?", "It depends"],
    ["Do you like jazz?", "Not really"],
    ["Do you have any allergies?", "None"],
    ["What's your manager's name?", "No idea"],
    ["Where does she live?", "Cork"],
    ["Where do I live?", "Oslo"],
    ["What is my manager's name?", "Dana"],
    ["Tell me where you live.", "Hmm"],
  ])("%s %s", async (question, answer) => {
    expect(await answered(question, answer)).toEqual([]);
  });

  it("is read from what the agent says", async () => {
    const recentMessages = ["I moved to Oslo.", "(agent) So you live in Bergen and work at Bolt."];
    expect(await told("Sorry, I meant Turku", recentMessages)).toEqual(["residence=Turku"]);
  });
});
