/** A message of a user to an agent on a day. */
export interface StoryMessage {
  readonly at: string;
  readonly message: string;
}

/** A question at the end of a story. Each value has several spellings. */
export interface StoryQuestion {
  readonly question: string;
  /** Spellings of the current value. */
  readonly current: readonly string[];
  /** Spellings of the previous value; empty if nothing has changed. */
  readonly stale: readonly string[];
}

export interface ChangingStory {
  readonly name: string;
  readonly messages: readonly StoryMessage[];
  readonly questions: readonly StoryQuestion[];
}

const said = (day: string, message: string): StoryMessage => ({
  at: `2025-${day}T10:00:00.000Z`,
  message,
});

const asked = (
  question: string,
  current: readonly string[],
  stale: readonly string[] = [],
): StoryQuestion => ({ question, current, stale });

const NURSE: ChangingStory = {
  name: "a nurse who moves",
  messages: [
    said("01-06", "Hi! I'm Maren Aldous, a night nurse at St. Columba's in Leeds."),
    said("01-07", "I live in Headingley, in a flat above a bakery."),
    said("01-09", "My partner is called Idris. He teaches physics."),
    said("01-14", "I'm vegetarian, so please keep that in mind with recipes."),
    said("01-15", "Can you suggest something quick for after a night shift?"),
    said("01-20", "My gym is PureLift on Otley Road."),
    said("01-28", "We have a cat, Biscuit. She is fourteen and grumpy."),
    said("02-03", "My shift pattern is four nights on, three off."),
    said("02-11", "I drive a Skoda Fabia, the old one from my mum."),
    said("02-19", "I'm allergic to penicillin, it's on my file at work."),
    said("02-25", "My manager is Gwen Parfitt."),
    said("03-04", "We're thinking of moving out of the city. Idris would love a garden."),
    said("03-12", "The weather has been grim, I slept all day."),
    said("03-30", "We're going to Crete in September, flights are booked."),
    said(
      "04-08",
      "I stopped being vegetarian, the doctor wants me to eat fish for the iron. I'm pescatarian now.",
    ),
    said("04-22", "Sad news: Biscuit died on Sunday."),
    said(
      "05-02",
      "I got a new job! From 1 June I'll be a practice nurse at Millbank Surgery in Ilkley.",
    ),
    said("05-10", "Gwen took the news well."),
    said("05-17", "We found a house: we're moving to Ilkley at the end of May."),
    said("06-01", "We moved into the house in Ilkley yesterday. Boxes everywhere."),
    said("06-03", "First week at Millbank Surgery. I work days now, Monday to Thursday."),
    said("06-10", "My gym is now the pool at Ilkley Lido."),
    said("06-24", "My manager at the surgery is Dr. Farah Siddiqui."),
    said("07-02", "Idris proposed! We're engaged."),
    said("07-15", "The Skoda finally gave up. I bought a Renault Zoe."),
    said("07-29", "We adopted a dog, a whippet called Thimble."),
    said(
      "08-05",
      "We cancelled Crete. We're going to the Orkneys instead, the first week of October.",
    ),
    said("08-20", "Our wedding is on 18 April next year."),
    said("09-01", "The vicar can't do that date. The wedding has moved to 2 May."),
    said("09-09", "I keep dreaming about the lido."),
  ],
  questions: [
    asked("Where do I live?", ["Ilkley"], ["Headingley"]),
    asked("Where do I work?", ["Millbank Surgery"], ["St. Columba's"]),
    asked("What is my diet?", ["pescatarian"], ["vegetarian"]),
    asked("Do I have any pets?", ["Thimble"], ["Biscuit"]),
    asked("Which gym do I go to?", ["Ilkley Lido"], ["PureLift"]),
    asked("What car do I drive?", ["Renault Zoe", "Zoe"], ["Skoda Fabia", "Skoda"]),
    asked("Who is my manager?", ["Farah Siddiqui", "Siddiqui"], ["Gwen Parfitt", "Gwen"]),
    asked("Where are we going on holiday this autumn?", ["Orkneys"], ["Crete"]),
    asked("When is the wedding?", ["2 May", "May 2", "2026-05-02"], ["18 April", "2026-04-18"]),
    asked("What am I allergic to?", ["penicillin"]),
  ],
};

const WORKSHOP: ChangingStory = {
  name: "a workshop that opens",
  messages: [
    said("02-03", "My name is Tobias Lindqvist and I'm opening a bicycle workshop in Malmö."),
    said("02-04", "The workshop will be called Spoke & Salt."),
    said("02-05", "My business partner is Leila Haddad. She does the books."),
    said("02-07", "The budget for the fit-out is 40,000 euros."),
    said("02-10", "Rent is 1,900 euros a month."),
    said("02-12", "We open on 1 May."),
    said("02-13", "Which permits would you check first?"),
    said("02-18", "Our supplier for frames is Nordram."),
    said("02-21", "My working hours are nine to six."),
    said("02-26", "The till runs on Zettle."),
    said("03-03", "I prefer to be emailed rather than called."),
    said("03-05", "My phone number is 070 555 0134."),
    said("03-11", "The painter was supposed to come today and did not."),
    said("03-14", "The budget has gone up to 52,000 euros, the floor was rotten."),
    said("03-20", "Leila is leaving the business, she got an offer in Stockholm."),
    said("03-27", "My new business partner is Oskar Brandt."),
    said("04-01", "We can't make 1 May. The opening is on 24 May now."),
    said(
      "04-04",
      "I called the landlord: rent goes down to 1,650 euros a month for the first year.",
    ),
    said("04-09", "Nordram went bankrupt. We buy our frames from Velaro now."),
    said("04-10", "How do I tell customers nicely?"),
    said("04-15", "We changed the name: the workshop is called Saltwheel."),
    said("04-22", "The till runs on SumUp now, Zettle was too slow."),
    said("05-02", "I hired a mechanic, her name is Anouk."),
    said("05-06", "You can call me now, I never see my mails. I prefer phone calls."),
    said("05-08", "My phone number changed, it is 070 555 0188."),
    said("05-13", "I'd planned to offer coffee, but I dropped that idea."),
    said("05-24", "We opened today! Forty people came."),
    said("06-03", "Anouk quit after a week. Our mechanic is now Jonas."),
    said("06-10", "I joined a choir to get out of the workshop, we rehearse on Tuesdays."),
    said("06-17", "Rehearsals are on Thursdays from now on."),
  ],
  questions: [
    asked("What is the workshop called?", ["Saltwheel"], ["Spoke & Salt"]),
    asked("Who is my business partner?", ["Oskar Brandt", "Oskar"], ["Leila Haddad", "Leila"]),
    asked("What is the budget for the fit-out?", ["52,000"], ["40,000"]),
    asked("How much is the rent?", ["1,650"], ["1,900"]),
    asked("When was the opening?", ["24 May", "2025-05-24"], ["1 May", "2025-05-01"]),
    asked("Who supplies our frames?", ["Velaro"], ["Nordram"]),
    asked("What does the till run on?", ["SumUp"], ["Zettle"]),
    asked("How do I prefer to be contacted?", ["phone calls"], ["emailed"]),
    asked("What is my phone number?", ["070 555 0188"], ["070 555 0134"]),
    asked("When does the choir rehearse?", ["Thursdays", "Thursday"], ["Tuesdays", "Tuesday"]),
  ],
};

const STUDENT: ChangingStory = {
  name: "a student and her thesis",
  messages: [
    said("01-13", "Hello, I'm Noor. I study marine biology in Galway."),
    said("01-14", "My supervisor is Professor Keane."),
    said("01-17", "My thesis is about seagrass."),
    said("01-20", "My sister Salma lives in Cork with her two kids."),
    said("01-24", "My flatmate is Dervla, she plays the fiddle at all hours."),
    said("01-31", "My thesis deadline is 30 June."),
    said("02-04", "I use R for the statistics."),
    said("02-10", "My favourite café is The Copper Kettle."),
    said("02-14", "I'm dating someone called Luca."),
    said("02-20", "I work part-time at the aquarium in Salthill."),
    said("02-27", "I don't drink coffee, only tea."),
    said("03-03", "My bike is a green Dawes."),
    said("03-08", "My mum's birthday is on 9 August."),
    said("03-12", "Sorry, I mixed that up: my mum's birthday is on 19 August."),
    said("03-19", "Professor Keane is going on leave. My supervisor is Dr. Okonjo now."),
    said("03-28", "I changed my topic. My thesis is about kelp forests."),
    said("04-03", "Luca and I broke up."),
    said("04-07", "Can you recommend a sad film?"),
    said("04-16", "Salma is moving to Limerick, she got the job at the university."),
    said("04-30", "Salma has settled in Limerick, the kids like the school."),
    said("05-05", "I switched from R to Python, Dr. Okonjo insisted."),
    said("05-12", "They gave me an extension: my thesis deadline is 15 September."),
    said("05-20", "My bike was stolen outside the library."),
    said("05-27", "I bought a second-hand Cube bike."),
    said("06-02", "Dervla moved out. My flatmate is Petra now."),
    said("06-09", "I quit the aquarium to write full-time."),
    said("06-20", "I drink coffee after all, two cups a day. Blame the thesis."),
    said("07-01", "I was going to apply for a PhD in Bergen, but I've decided against it."),
    said("07-11", "I'm seeing someone new, her name is Marisol."),
    said("07-22", "I'll apply for a job at the Marine Institute instead."),
  ],
  questions: [
    asked("Who is my supervisor?", ["Okonjo"], ["Keane"]),
    asked("What is my thesis about?", ["kelp forests", "kelp"], ["seagrass"]),
    asked("When is my thesis due?", ["15 September", "2025-09-15"], ["30 June", "2025-06-30"]),
    asked("Where does my sister live?", ["Limerick"], ["Cork"]),
    asked("Who do I live with?", ["Petra"], ["Dervla"]),
    asked("Which language do I use for the statistics?", ["Python"], ["R"]),
    asked("What bike do I have?", ["Cube"], ["Dawes"]),
    asked("Who am I dating?", ["Marisol"], ["Luca"]),
    asked("When is my mum's birthday?", ["19 August"], ["9 August"]),
    asked(
      "Do I drink coffee?",
      ["two cups", "drink coffee after all", "drinks coffee"],
      ["only tea", "don't drink coffee", "does not drink coffee", "doesn't drink coffee"],
    ),
  ],
};

/**
 * Users who change their minds over some months. Written for this evaluation, before any strategy
 * was tested with it.
 */
export const CHANGING_STORIES: readonly ChangingStory[] = [NURSE, WORKSHOP, STUDENT];
