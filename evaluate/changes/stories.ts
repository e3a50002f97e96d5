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

const says = (day: string, message: string): StoryMessage => ({
  at: `2025-${day}T10:00:00.000Z`,
  message,
});

const asks = (
  question: string,
  current: readonly string[],
  stale: readonly string[] = [],
): StoryQuestion => ({ question, current, stale });

const NURSE: ChangingStory = {
  name: "a nurse who moves",
  messages: [
    says("01-06", "Hi! I'm Maren Aldous, a night nurse at St. Columba's in Leeds."),
    says("01-07", "I live in Headingley, in a flat above a bakery."),
    says("01-09", "My partner is called Idris. He teaches physics."),
    says("01-14", "I'm vegetarian, so please keep that in mind with recipes."),
    says("01-15", "Can you suggest something quick for after a night shift?"),
    says("01-20", "My gym is PureLift on Otley Road."),
    says("01-28", "We have a cat, Biscuit. She is fourteen and grumpy."),
    says("02-03", "My shift pattern is four nights on, three off."),
    says("02-11", "I drive a Skoda Fabia, the old one from my mum."),
    says("02-19", "I'm allergic to penicillin, it's on my file at work."),
    says("02-25", "My manager is Gwen Parfitt."),
    says("03-04", "We're thinking of moving out of the city. Idris would love a garden."),
    says("03-12", "The weather has been grim, I slept all day."),
    says("03-30", "We're going to Crete in September, flights are booked."),
    says(
      "04-08",
      "I stopped being vegetarian, the doctor wants me to eat fish for the iron. I'm pescatarian now.",
    ),
    says("04-22", "Sad news: Biscuit died on Sunday."),
    says(
      "05-02",
      "I got a new job! From 1 June I'll be a practice nurse at Millbank Surgery in Ilkley.",
    ),
    says("05-10", "Gwen took the news well."),
    says("05-17", "We found a house: we're moving to Ilkley at the end of May."),
    says("06-01", "We moved into the house in Ilkley yesterday. Boxes everywhere."),
    says("06-03", "First week at Millbank Surgery. I work days now, Monday to Thursday."),
    says("06-10", "My gym is now the pool at Ilkley Lido."),
    says("06-24", "My manager at the surgery is Dr. Farah Siddiqui."),
    says("07-02", "Idris proposed! We're engaged."),
    says("07-15", "The Skoda finally gave up. I bought a Renault Zoe."),
    says("07-29", "We adopted a dog, a whippet called Thimble."),
    says(
      "08-05",
      "We cancelled Crete. We're going to the Orkneys instead, the first week of October.",
    ),
    says("08-20", "Our wedding is on 18 April next year."),
    says("09-01", "The vicar can't do that date. The wedding has moved to 2 May."),
    says("09-09", "I keep dreaming about the lido."),
  ],
  questions: [
    asks("Where do I live?", ["Ilkley"], ["Headingley"]),
    asks("Where do I work?", ["Millbank Surgery"], ["St. Columba's"]),
    asks("What is my diet?", ["pescatarian"], ["vegetarian"]),
    asks("Do I have any pets?", ["Thimble"], ["Biscuit"]),
    asks("Which gym do I go to?", ["Ilkley Lido"], ["PureLift"]),
    asks("What car do I drive?", ["Renault Zoe", "Zoe"], ["Skoda Fabia", "Skoda"]),
    asks("Who is my manager?", ["Farah Siddiqui", "Siddiqui"], ["Gwen Parfitt", "Gwen"]),
    asks("Where are we going on holiday this autumn?", ["Orkneys"], ["Crete"]),
    asks("When is the wedding?", ["2 May", "May 2", "2026-05-02"], ["18 April", "2026-04-18"]),
    asks("What am I allergic to?", ["penicillin"]),
  ],
};

const WORKSHOP: ChangingStory = {
  name: "a workshop that opens",
  messages: [
    says("02-03", "My name is Tobias Lindqvist and I'm opening a bicycle workshop in Malmö."),
    says("02-04", "The workshop will be called Spoke & Salt."),
    says("02-05", "My business partner is Leila Haddad. She does the books."),
    says("02-07", "The budget for the fit-out is 40,000 euros."),
    says("02-10", "Rent is 1,900 euros a month."),
    says("02-12", "We open on 1 May."),
    says("02-13", "Which permits would you check first?"),
    says("02-18", "Our supplier for frames is Nordram."),
    says("02-21", "My working hours are nine to six."),
    says("02-26", "The till runs on Zettle."),
    says("03-03", "I prefer to be emailed rather than called."),
    says("03-05", "My phone number is 070 555 0134."),
    says("03-11", "The painter was supposed to come today and did not."),
    says("03-14", "The budget has gone up to 52,000 euros, the floor was rotten."),
    says("03-20", "Leila is leaving the business, she got an offer in Stockholm."),
    says("03-27", "My new business partner is Oskar Brandt."),
    says("04-01", "We can't make 1 May. The opening is on 24 May now."),
    says(
      "04-04",
      "I called the landlord: rent goes down to 1,650 euros a month for the first year.",
    ),
    says("04-09", "Nordram went bankrupt. We buy our frames from Velaro now."),
    says("04-10", "How do I tell customers nicely?"),
    says("04-15", "We changed the name: the workshop is called Saltwheel."),
    says("04-22", "The till runs on SumUp now, Zettle was too slow."),
    says("05-02", "I hired a mechanic, her name is Anouk."),
    says("05-06", "You can call me now, I never see my mails. I prefer phone calls."),
    says("05-08", "My phone number changed, it is 070 555 0188."),
    says("05-13", "I'd planned to offer coffee, but I dropped that idea."),
    says("05-24", "We opened today! Forty people came."),
    says("06-03", "Anouk quit after a week. Our mechanic is now Jonas."),
    says("06-10", "I joined a choir to get out of the workshop, we rehearse on Tuesdays."),
    says("06-17", "Rehearsals are on Thursdays from now on."),
  ],
  questions: [
    asks("What is the workshop called?", ["Saltwheel"], ["Spoke & Salt"]),
    asks("Who is my business partner?", ["Oskar Brandt", "Oskar"], ["Leila Haddad", "Leila"]),
    asks("What is the budget for the fit-out?", ["52,000"], ["40,000"]),
    asks("How much is the rent?", ["1,650"], ["1,900"]),
    asks("When was the opening?", ["24 May", "2025-05-24"], ["1 May", "2025-05-01"]),
    asks("Who supplies our frames?", ["Velaro"], ["Nordram"]),
    asks("What does the till run on?", ["SumUp"], ["Zettle"]),
    asks("How do I prefer to be contacted?", ["phone calls"], ["emailed"]),
    asks("What is my phone number?", ["070 555 0188"], ["070 555 0134"]),
    asks("When does the choir rehearse?", ["Thursdays", "Thursday"], ["Tuesdays", "Tuesday"]),
  ],
};

const STUDENT: ChangingStory = {
  name: "a student and her thesis",
  messages: [
    says("01-13", "Hello, I'm Noor. I study marine biology in Galway."),
    says("01-14", "My supervisor is Professor Keane."),
    says("01-17", "My thesis is about seagrass."),
    says("01-20", "My sister Salma lives in Cork with her two kids."),
    says("01-24", "My flatmate is Dervla, she plays the fiddle at all hours."),
    says("01-31", "My thesis deadline is 30 June."),
    says("02-04", "I use R for the statistics."),
    says("02-10", "My favourite café is The Copper Kettle."),
    says("02-14", "I'm dating someone called Luca."),
    says("02-20", "I work part-time at the aquarium in Salthill."),
    says("02-27", "I don't drink coffee, only tea."),
    says("03-03", "My bike is a green Dawes."),
    says("03-08", "My mum's birthday is on 9 August."),
    says("03-12", "Sorry, I mixed that up: my mum's birthday is on 19 August."),
    says("03-19", "Professor Keane is going on leave. My supervisor is Dr. Okonjo now."),
    says("03-28", "I changed my topic. My thesis is about kelp forests."),
    says("04-03", "Luca and I broke up."),
    says("04-07", "Can you recommend a sad film?"),
    says("04-16", "Salma is moving to Limerick, she got the job at the university."),
    says("04-30", "Salma has settled in Limerick, the kids like the school."),
    says("05-05", "I switched from R to Python, Dr. Okonjo insisted."),
    says("05-12", "They gave me an extension: my thesis deadline is 15 September."),
    says("05-20", "My bike was stolen outside the library."),
    says("05-27", "I bought a second-hand Cube bike."),
    says("06-02", "Dervla moved out. My flatmate is Petra now."),
    says("06-09", "I quit the aquarium to write full-time."),
    says("06-20", "I drink coffee after all, two cups a day. Blame the thesis."),
    says("07-01", "I was going to apply for a PhD in Bergen, but I've decided against it."),
    says("07-11", "I'm seeing someone new, her name is Marisol."),
    says("07-22", "I'll apply for a job at the Marine Institute instead."),
  ],
  questions: [
    asks("Who is my supervisor?", ["Okonjo"], ["Keane"]),
    asks("What is my thesis about?", ["kelp forests", "kelp"], ["seagrass"]),
    asks("When is my thesis due?", ["15 September", "2025-09-15"], ["30 June", "2025-06-30"]),
    asks("Where does my sister live?", ["Limerick"], ["Cork"]),
    asks("Who do I live with?", ["Petra"], ["Dervla"]),
    asks("Which language do I use for the statistics?", ["Python"], ["R"]),
    asks("What bike do I have?", ["Cube"], ["Dawes"]),
    asks("Who am I dating?", ["Marisol"], ["Luca"]),
    asks("When is my mum's birthday?", ["19 August"], ["9 August"]),
    asks(
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
