import { describe, expect, it } from "vitest";
import { extract } from "./extraction.ts";

/** What is said, as it stands behind other words, and the attribute that it states of the user. */
const STATEMENTS: readonly (readonly [says: string, slot: string, value: string])[] = [
  ["I moved to Lisbon", "residence", "Lisbon"],
  ["I work at Acme", "employer", "Acme"],
  ["we have a dog called Rex", "pet", "Rex"],
  ["I'm allergic to peanuts", "allergy", "peanuts"],
  ["my boss is Karin", "boss", "Karin"],
  ["my sister Ana lives in Porto", "sibling", "Ana"],
];

/** `X` stands for the statement; a sentence begins with it where it stands first. */
const told = (framing: string, says: string): string =>
  framing
    .replace(
      /(?<=^|[.!?] )X/u,
      says.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    )
    .replace("X", says);

const slotsIn = async (message: string): Promise<string[]> =>
  (await extract(message, { speaker: "user" })).facts
    .filter(({ polarity }) => polarity === "HOLDS")
    .map(({ slot, value }) => `${slot}=${value}`);

/** Framings in which the statement is stated. */
const STATING = [
  "Guess what, X!",
  "By the way, X.",
  "It's official: X.",
  "I can't believe X.",
  "I forgot to mention that X.",
  "Did I tell you X?",
  "Just wanted to say X.",
  "So X, which is great.",
  "The big news is that X.",
  "The best thing is that X.",
  "As you may know, X.",
  "fyi X",
  "Long story short: X.",
  "Big update: X.",
  "Now that X, I need new routines.",
  "Because X, I need some advice.",
  "Since X, could you suggest something for the weekend?",
  "Given that X, what would you recommend?",
  "Considering X, what should I cook?",
  "Seeing as X, I'd like some ideas.",
  "Although X, I still miss the old days.",
  "X, so I'm going to need some recommendations.",
  "X - any tips?",
  "I'm happy to say that X.",
  "Sad to say, X.",
  "You should know that X.",
  "I should probably mention that X.",
  "Not sure if I mentioned it, but X.",
  "In case it matters, X.",
  "If you remember, X.",
  "As I said before, X.",
  "For context, X.",
  "Context: X.",
  "Update from my side: X.",
  "What a week: X.",
  "I told my mum that X.",
  "Funny enough, X.",
  "To my surprise, X.",
  "Once again, X.",
  "Most importantly, X.",
  "No joke, X.",
  "True story: X.",
  "If I'm honest, X.",
  "Speaking of music, X.",
  "After three months of looking around, X.",
  "After much thought, X.",
  "Because of the rain, X.",
  "Following my doctor's advice, X.",
  "Looking for something new, X.",
  "The kids are fine, the weather is awful, and X.",
  "It's no secret that X.",
  "I don't think I ever said it, but X.",
  "The reason I'm asking is that X.",
  "Not much new here, except that X.",
  "All in all, X.",
  "I realised I never told you that X.",
  "My situation: X.",
];

/** Framings in which nobody states it. */
const UNSTATED = [
  "I wish X.",
  "If X, life would be easier.",
  "Imagine X.",
  "I dreamt that X.",
  "I dreamed that X last night.",
  "In my dream X.",
  "What if X?",
  "She asked whether X.",
  "It would be great if X.",
  "My friend thinks X, but that's not true.",
  "Everyone thought X, but no.",
  "People keep assuming X, but they're wrong.",
  "It's not true that X.",
  "Nobody said X.",
  "None of them told me that X.",
  "I never said X.",
  "He joked that X.",
  "In the novel, X.",
  'The character says: "X."',
  "Pretend X.",
  "Let's say X, just hypothetically.",
  "As if X!",
  "Write a poem in which X.",
  "I'd be happier if X.",
  "Whether X or not is nobody's business.",
  "Suppose X.",
  "Unless X, nothing changes.",
  "I told them that X as a joke.",
  "My sister pretends that X.",
  "I imagined that X.",
  "In one of my dreams, X.",
  "Someone lied that X.",
  "It's a myth that X.",
  "They keep joking that X.",
  "Hypothetically, X.",
  "Assuming X, what would change?",
  "Only if X will I rest.",
  "I'd feel better if X.",
  "Do you think X?",
  "Would you say X?",
  "Is it true that X?",
  "Even if X, nothing would change.",
  'Translate into German: "X"',
  "I lied when I said X.",
  "In the film I saw, X.",
  "People say X, but it is not true.",
  "Had I known, X.",
  "What makes you think X?",
  "They assumed X, which is wrong.",
  "In this story, X.",
  "I can imagine that X.",
  "In an alternate universe, X.",
  "I could say X, but that would be a lie.",
  "I almost told them that X.",
  "Rumour has it that X, but it's false.",
  "I can't say X.",
  "My ex tells everyone X, but he's lying.",
  "Picture this: X.",
];

describe("a statement behind other words", () => {
  it.each(STATING)("is read: %s", async (framing) => {
    for (const [says, slot, value] of STATEMENTS)
      expect(await slotsIn(told(framing, says)), told(framing, says)).toContain(`${slot}=${value}`);
  });

  it.each(UNSTATED)("states nothing: %s", async (framing) => {
    // That the user has a sister called Ana is taken for granted in all of them.
    for (const [says, slot, value] of STATEMENTS.slice(0, -1))
      expect(await slotsIn(told(framing, says)), told(framing, says)).not.toContain(
        `${slot}=${value}`,
      );
  });

  it("is told with as many framings that state nothing", () => {
    expect(UNSTATED.length).toBeGreaterThanOrEqual(STATING.length);
  });
});
