/** A statement of a user to an agent. */
export interface Belief {
  readonly id: string;
  readonly at: string;
  readonly message: string;
}

/** A question, the wanted beliefs, and the unwanted ones. */
export interface BeliefQuestion {
  readonly question: string;
  readonly wanted: readonly string[];
  /** Beliefs that no longer hold, and those that only look similar. Others count as neutral. */
  readonly unwanted: readonly string[];
}

const belief = (id: string, at: string, message: string): Belief => ({
  id,
  at: `${at}T10:00:00.000Z`,
  message,
});

/** One user over a year. Written for this evaluation, before any question was tested. */
export const BELIEFS: readonly Belief[] = [
  belief("old home", "2025-01-04", "I live in Utrecht, on the canal."),
  belief("job", "2025-01-09", "I work as a stage carpenter at the opera."),
  belief("violin", "2025-01-15", "I play the violin in a folk band on Fridays."),
  belief("daughter", "2025-01-20", "My daughter Femke is learning the cello."),
  belief("nut allergy", "2025-02-02", "I'm allergic to walnuts."),
  belief("dust allergy", "2025-02-03", "Femke is allergic to house dust."),
  belief("old car", "2025-02-14", "My car is a red Volvo."),
  belief("dog", "2025-02-20", "Our dog Pip is a terrier."),
  belief("dog food", "2025-03-01", "Pip eats nothing but salmon kibble."),
  belief("sister", "2025-03-08", "My sister Anouk lives in Antwerp."),
  belief("brother", "2025-03-09", "My brother Joost lives in Groningen."),
  belief("old rent", "2025-03-12", "My rent is 1,100 euros a month."),
  belief("coffee", "2025-03-20", "I drink my coffee black."),
  belief("tea", "2025-03-21", "Anouk only drinks green tea."),
  belief("dentist", "2025-04-02", "My dentist is Dr. Visser."),
  belief("vet", "2025-04-03", "Pip's vet is Dr. de Boer."),
  belief("marathon", "2025-04-13", "I ran the Rotterdam marathon in 3:58."),
  belief("holiday", "2025-05-05", "We spent the May holiday on Texel."),
  belief("book", "2025-05-18", "My favourite book is The Discovery of Heaven."),
  belief("film", "2025-05-19", "Femke's favourite film is Totoro."),
  belief("new home", "2025-06-01", "I moved to Haarlem this weekend."),
  belief("new rent", "2025-06-03", "My rent is 1,350 euros a month now."),
  belief("school", "2025-06-10", "Femke goes to the Rudolf Steiner school."),
  belief("wine", "2025-07-01", "I can't stand red wine."),
  belief("new car", "2025-07-20", "I sold the Volvo. My car is a blue Kia now."),
  belief("garden", "2025-08-02", "We grow tomatoes and beans in the garden."),
  belief("old deadline", "2025-08-20", "The set for Tosca is due on 3 October."),
  belief("new deadline", "2025-09-01", "The deadline for the Tosca set has moved to 17 October."),
  belief("boss", "2025-09-05", "My boss is called Henriette."),
  belief("budget", "2025-09-09", "The budget for the Tosca set is 40,000 euros."),
  belief("password", "2025-10-01", "The code of the workshop door is 4471."),
  belief("knee", "2025-10-20", "The doctor says my left knee needs rest until Christmas."),
  belief("neighbour", "2025-11-02", "Our neighbour Mr. Okafor has a spare key."),
  belief("language", "2025-11-11", "I'm learning Italian for the opera."),
];

const question = (
  text: string,
  wanted: readonly string[],
  unwanted: readonly string[] = [],
): BeliefQuestion => ({ question: text, wanted, unwanted });

export const BELIEF_QUESTIONS: readonly BeliefQuestion[] = [
  question("Where do I live?", ["new home"], ["old home", "sister", "brother"]),
  question("What do I do for a living?", ["job"], ["boss"]),
  question("Which instrument do I play?", ["violin"], ["daughter"]),
  question("Which instrument does Femke play?", ["daughter"], ["violin"]),
  question("What am I allergic to?", ["nut allergy"], ["dust allergy"]),
  question("Who is allergic to dust?", ["dust allergy"], ["nut allergy"]),
  question("What car do I drive?", ["new car"], ["old car"]),
  question("What breed is Pip?", ["dog"]),
  question("What does the dog eat?", ["dog food"], ["wine"]),
  question("Where does my sister live?", ["sister"], ["brother", "new home", "old home"]),
  question("Where does Joost live?", ["brother"], ["sister", "new home", "old home"]),
  question("How much is my rent?", ["new rent"], ["old rent", "budget"]),
  question("How do I take my coffee?", ["coffee"], ["tea"]),
  question("What does Anouk drink?", ["tea"], ["coffee", "wine"]),
  question("Who is my dentist?", ["dentist"], ["vet"]),
  question("Who looks after Pip's teeth and health?", ["vet"], ["dentist"]),
  question("What was my marathon time?", ["marathon"]),
  question("What is my favourite book?", ["book"], ["film"]),
  question("Which film does Femke like best?", ["film"], ["book"]),
  question("When is the Tosca set due?", ["new deadline"], ["old deadline", "budget"]),
  question("What is the budget for Tosca?", ["budget"], ["new rent", "old rent", "new deadline"]),
  question("What is the code of the workshop door?", ["password"]),
  question("Who has our spare key?", ["neighbour"], ["password"]),
  question("Which language am I learning?", ["language"], ["daughter"]),
  question("What can't I drink?", ["wine"], ["coffee", "tea"]),
  question("What do we grow?", ["garden"]),
  question("What is my blood type?", [], ["nut allergy"]),
  question("Who won the chess tournament?", []),
  question("When does my passport expire?", [], ["new deadline", "old deadline"]),
  question("What is the name of my cat?", [], ["dog"]),
];
