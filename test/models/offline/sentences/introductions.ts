import type { Case } from "./case.ts";

/** Who introduces themselves, and who does not. */
export const INTRODUCTIONS: readonly Case[] = [
  {
    says: "Hi, I'm Marta Oliveira, lead designer at Brightly.",
    by: "user",
    self: "Marta Oliveira",
    facts: [
      "+ The user's name is Marta Oliveira [name=Marta Oliveira]",
      "+ Marta Oliveira works at Brightly [employer=Brightly]",
      "+ Marta Oliveira is a lead designer at Brightly [role=lead designer]",
    ],
    relations: ["Marta Oliveira works_at Brightly"],
  },
  {
    says: "My name is Tomasz Nowak and I'm a photographer from Kraków.",
    by: "user",
    self: "Tomasz Nowak",
    facts: [
      "+ The user's name is Tomasz Nowak [name=Tomasz Nowak]",
      "+ Tomasz Nowak is a photographer from Kraków [role=photographer]",
    ],
    relations: ["Tomasz Nowak from Kraków"],
  },
  {
    says: "hi im sarah",
    by: "user",
    self: "Sarah",
    facts: ["+ The user's name is Sarah [name=Sarah]"],
  },
  { says: "Call me Teo.", by: "user", self: "Teo", facts: ["+ The user's name is Teo [name=Teo]"] },
  { says: "Call me Dan.", by: "Daniel", facts: ["+ Daniel goes by Dan [nickname=Dan]"] },
  {
    says: "I'm Marta Oliveira.",
    by: "Marta",
    self: "Marta Oliveira",
    facts: ["+ The user's name is Marta Oliveira [name=Marta Oliveira]"],
  },
  {
    says: "Ines here, the demo moved to Friday.",
    by: "user",
    self: "Ines",
    facts: ["+ The user's name is Ines [name=Ines]", "~ Ines's demo is Friday [demo=Friday]"],
  },
  { says: "I'm exhausted.", by: "user", facts: [] },
  { says: "I'm Peruvian.", by: "user", facts: ["+ user is Peruvian [nationality=Peruvian]"] },
  {
    says: "I'm in Lima this week.",
    by: "user",
    facts: ["+ user is in Lima this week {2026-11-16..2026-11-23}"],
  },
  {
    says: "I'm CTO at Brightly.",
    by: "user",
    facts: ["+ user works at Brightly [employer=Brightly]", "+ user is CTO at Brightly [role=CTO]"],
    relations: ["user works_at Brightly"],
  },
  {
    says: "I am Sam Okafor and my wife is Ada.",
    by: "user",
    self: "Sam Okafor",
    facts: [
      "+ The user's name is Sam Okafor [name=Sam Okafor]",
      "+ Sam Okafor's wife is Ada [spouse=Ada]",
    ],
    relations: ["Sam Okafor spouse_of Ada"],
  },
  {
    says: "My name is Juan but everyone calls me Juanito.",
    by: "user",
    self: "Juan",
    facts: ["+ The user's name is Juan [name=Juan]", "+ Juan goes by Juanito [nickname=Juanito]"],
  },
  {
    says: "hi, this is Wim from Plinq",
    by: "user",
    self: "Wim",
    facts: ["+ The user's name is Wim [name=Wim]"],
  },
];
