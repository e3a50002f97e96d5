import type { Case } from "./case.ts";

/** Tastes, languages, hobbies and routines. */
export const TASTES: readonly Case[] = [
  {
    says: "I love jazz but I hate techno.",
    facts: ["+ Rafael loves jazz", "+ Rafael hates techno"],
    relations: ["Rafael likes jazz", "Rafael dislikes techno"],
  },
  {
    says: "I love climbing, chess and slow food.",
    facts: ["+ Rafael loves climbing", "+ Rafael loves chess", "+ Rafael loves slow food"],
    relations: ["Rafael likes climbing", "Rafael likes chess", "Rafael likes slow food"],
  },
  {
    says: "I don't like olives.",
    facts: ["+ Rafael does not like olives"],
    relations: ["Rafael dislikes olives"],
  },
  {
    says: "I don't like coffee anymore.",
    facts: ["- Rafael does not like coffee anymore [=coffee]"],
  },
  {
    says: "I prefer tea to coffee in the morning.",
    facts: ["+ Rafael prefers tea to coffee in the morning"],
    relations: ["Rafael prefers tea"],
  },
  {
    says: "I can't stand loud chewing.",
    facts: ["+ Rafael cannot stand loud chewing"],
    relations: ["Rafael dislikes loud chewing"],
  },
  {
    says: "I'm into photography.",
    facts: ["+ Rafael is into photography [hobby=photography]"],
    relations: ["Rafael likes photography"],
  },
  {
    says: "I'm a huge fan of Studio Ghibli.",
    facts: ["+ Rafael is a huge fan of Studio Ghibli"],
    relations: ["Rafael likes Studio Ghibli"],
  },
  {
    says: "I really enjoy cooking Thai food.",
    facts: ["+ Rafael enjoys cooking Thai food"],
    relations: ["Rafael likes cooking Thai food"],
  },
  {
    says: "I love Thai and Indian food.",
    facts: ["+ Rafael loves Thai and Indian food"],
    relations: ["Rafael likes Indian food"],
  },
  {
    says: "My favorite food is sushi.",
    facts: ["+ Rafael's favorite food is sushi [favourite_food=sushi]"],
  },
  {
    says: "Blue is my favourite colour.",
    facts: ["+ Rafael's favourite colour is blue [favourite_colour=blue]"],
  },
  {
    says: "My favourite author is Ursula Le Guin and my favourite book is The Dispossessed.",
    facts: [
      "+ Rafael's favourite author is Ursula Le Guin [favourite_author=Ursula Le Guin]",
      "+ Rafael's favourite book is The Dispossessed [favourite_book=The Dispossessed]",
    ],
  },
  {
    says: 'I\'m reading "The Left Hand of Darkness".',
    facts: ['+ Rafael is reading "The Left Hand of Darkness"'],
    relations: ["Rafael reads The Left Hand of Darkness"],
  },
  {
    says: "I speak German, Dutch and a little Finnish.",
    facts: [
      "+ Rafael speaks German [knows_language=German]",
      "+ Rafael speaks Dutch [knows_language=Dutch]",
      "+ Rafael speaks a little Finnish [knows_language=Finnish]",
    ],
    relations: ["Rafael speaks German", "Rafael speaks Dutch", "Rafael speaks Finnish"],
  },
  {
    says: "I'm fluent in French and Italian.",
    facts: ["+ Rafael is fluent in French and Italian"],
    relations: ["Rafael speaks French", "Rafael speaks Italian"],
  },
  {
    says: "My native language is Portuguese.",
    facts: ["+ Rafael's native language is Portuguese [native_language=Portuguese]"],
  },
  { says: "I'm learning German on Duolingo.", facts: ["+ Rafael is learning German on Duolingo"] },
  {
    says: "I play the cello in an amateur orchestra.",
    facts: ["+ Rafael plays the cello in an amateur orchestra [hobby=cello]"],
    relations: ["Rafael plays cello"],
  },
  { says: "I used to play tennis.", facts: ["- Rafael used to play tennis [hobby=tennis]"] },
  {
    says: "I support Liverpool.",
    facts: ["+ Rafael supports Liverpool"],
    relations: ["Rafael supports Liverpool"],
  },
  { says: "I go jogging three times a week.", facts: ["+ Rafael goes jogging three times a week"] },
  {
    says: "On Tuesdays I take dance lessons.",
    facts: ["+ Rafael takes dance lessons on Tuesdays"],
  },
  { says: "I usually have lunch at noon.", facts: ["+ Rafael usually has lunch at noon"] },
  {
    says: "I would love to visit Japan someday.",
    facts: ["+ Rafael would love to visit Japan someday"],
  },
  {
    says: "Big Kotlin fan here.",
    facts: ["+ Rafael is a big Kotlin fan 0.8"],
    relations: ["Rafael likes Kotlin"],
  },
  {
    says: "tbh i'd rather use figma than sketch",
    facts: ["+ Rafael would rather use figma than sketch 0.6"],
  },
  {
    says: "Bruno likes sushi but hates wasabi.",
    facts: ["+ Bruno likes sushi", "+ Bruno hates wasabi"],
    relations: ["Bruno likes sushi", "Bruno dislikes wasabi"],
  },
  {
    says: "Always answer in bullet points.",
    facts: ["+ Rafael wants the assistant to always answer in bullet points"],
  },
  {
    says: "Please use SI units always.",
    facts: ["+ Rafael wants the assistant to always use SI units"],
  },
  {
    says: "I'd rather get bullet points than long texts from you.",
    facts: ["+ Rafael would rather get bullet points than long texts 0.6"],
  },
];
