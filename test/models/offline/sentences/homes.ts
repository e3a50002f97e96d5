import type { Case } from "./case.ts";

/** Where people and companies are, were and come from. */
export const HOMES: readonly Case[] = [
  {
    says: "I live in Leeds.",
    facts: ["+ Rafael lives in Leeds [residence=Leeds]"],
    relations: ["Rafael lives_in Leeds"],
  },
  {
    says: "I moved to Porto last week.",
    facts: ["~ Rafael moved to Porto last week [residence=Porto] {2026-11-09..}"],
    relations: ["Rafael lives_in Porto"],
  },
  {
    says: "Moved to Bergen last summer and started a PhD in marine biology.",
    by: "Noor",
    facts: [
      "~ Noor moved to Bergen last summer [residence=Bergen] 0.8 {2026-06-01..}",
      "+ Noor started a PhD in marine biology 0.8",
    ],
    relations: ["Noor lives_in Bergen"],
  },
  {
    says: "I moved from Berlin to Lisbon in 2021.",
    facts: ["~ Rafael moved from Berlin to Lisbon in 2021 [residence=Lisbon] {2021-01-01..}"],
    relations: ["Rafael lives_in Lisbon"],
  },
  {
    says: "I'm based in Ghent these days.",
    facts: ["+ Rafael is based in Ghent these days [residence=Ghent]"],
    relations: ["Rafael lives_in Ghent"],
  },
  {
    says: "I've lived in Tallinn for five years.",
    facts: ["+ Rafael has lived in Tallinn for five years [residence=Tallinn] {2021-01-01..}"],
    relations: ["Rafael lives_in Tallinn"],
  },
  {
    says: "I'm moving to Toronto in January.",
    facts: ["+ Rafael is moving to Toronto in January [residence=Toronto] {2027-01-01..}"],
    relations: ["Rafael lives_in Toronto"],
  },
  {
    says: "From 2010 to 2015 I lived in Ghana.",
    facts: ["+ Rafael lived in Ghana from 2010 to 2015 [residence=Ghana] {2010-01-01..2015-01-01}"],
    relations: ["Rafael lived_in Ghana"],
  },
  {
    says: "I used to live in Lyon, but now I live in Nantes.",
    facts: [
      "- Rafael used to live in Lyon [residence=Lyon]",
      "+ Rafael lives in Nantes [residence=Nantes]",
    ],
    relations: ["Rafael lived_in Lyon", "Rafael lives_in Nantes"],
  },
  {
    says: "I don't live in Oslo anymore.",
    facts: ["- Rafael does not live in Oslo anymore [residence=Oslo]"],
    relations: ["Rafael lived_in Oslo"],
  },
  {
    says: "As a kid I lived in Nairobi.",
    facts: ["+ Rafael lived in Nairobi as a kid"],
    relations: ["Rafael lived_in Nairobi"],
  },
  {
    says: "When I was 12 we moved to Canada.",
    facts: ["+ Rafael moved to Canada"],
    relations: ["Rafael lived_in Canada"],
  },
  {
    says: "I'm originally from Izmir but I grew up in Ankara.",
    facts: ["+ Rafael is originally from Izmir [hometown=Izmir]", "+ Rafael grew up in Ankara"],
    relations: ["Rafael from Izmir", "Rafael grew_up_in Ankara"],
  },
  {
    says: "I was born in Belém in 1990.",
    facts: ["+ Rafael was born in Belém in 1990 [birthplace=Belém]"],
    relations: ["Rafael born_in Belém"],
  },
  {
    says: "Tina was born in Prague on 3 May 1984.",
    facts: ["+ Tina was born in Prague on 3 May 1984 [birthplace=Prague]"],
    relations: ["Tina born_in Prague"],
  },
  {
    says: "My mom lives in Recife and my dad lives in Natal.",
    facts: [
      "+ Rafael's mother lives in Recife [residence=Recife]",
      "+ Rafael's father lives in Natal [residence=Natal]",
    ],
    relations: ["Rafael's mother lives_in Recife", "Rafael's father lives_in Natal"],
  },
  {
    says: "João and Clara live in Florianópolis.",
    facts: [
      "+ João lives in Florianópolis [residence=Florianópolis]",
      "+ Clara lives in Florianópolis [residence=Florianópolis]",
    ],
    relations: ["João lives_in Florianópolis", "Clara lives_in Florianópolis"],
  },
  {
    says: "My parents live in Madrid.",
    facts: [
      "+ Rafael's mother lives in Madrid [residence=Madrid]",
      "+ Rafael's father lives in Madrid [residence=Madrid]",
    ],
    relations: ["Rafael's mother lives_in Madrid", "Rafael's father lives_in Madrid"],
  },
  {
    says: "Globex is headquartered in Chicago.",
    facts: ["+ Globex is headquartered in Chicago [headquarters=Chicago]"],
    relations: ["Globex located_in Chicago"],
  },
  {
    says: "Kestrel is a drone maker based in Aarhus.",
    facts: ["+ Kestrel is a drone maker based in Aarhus"],
    relations: ["Kestrel located_in Aarhus"],
  },
  {
    says: "Our headquarters moved to Utrecht.",
    facts: ["~ Rafael's headquarters is in Utrecht [headquarters=Utrecht]"],
  },
  {
    says: "Hugo moved from Lyon to Paris in 2023 because his wife found a job there.",
    facts: ["~ Hugo moved from Lyon to Paris in 2023 [residence=Paris] {2023-01-01..}"],
    relations: ["Hugo lives_in Paris"],
  },
  {
    says: "Bergen is where I live.",
    facts: ["+ Rafael lives in Bergen [residence=Bergen]"],
    relations: ["Rafael lives_in Bergen"],
  },
  {
    says: "I live in Oslo, any tips for winter running?",
    facts: ["+ Rafael lives in Oslo [residence=Oslo]"],
    relations: ["Rafael lives_in Oslo"],
  },
  {
    says: "I visited Peru in 2018.",
    facts: ["+ Rafael visited Peru in 2018 {2018-01-01..}"],
    relations: ["Rafael visited Peru"],
  },
  {
    says: "I'm flying to New York on Friday.",
    facts: ["+ Rafael is flying to New York on Friday {..2026-11-28}"],
    relations: ["Rafael visiting New York"],
  },
  { says: "We spent the holidays in Madeira.", facts: ["+ Rafael spent the holidays in Madeira"] },
  {
    says: "I sold my house in Reading and moved to Bath in May 2025.",
    facts: [
      "- Rafael sold their house in Reading [owns=house]",
      "~ Rafael moved to Bath in May 2025 [residence=Bath] {2025-05-01..}",
    ],
    relations: ["Rafael lives_in Bath"],
  },
  {
    says: "My mother is French and my father is Senegalese.",
    facts: [
      "+ Rafael's mother is French [nationality=French]",
      "+ Rafael's father is Senegalese [nationality=Senegalese]",
    ],
  },
  {
    says: "I live at 27 Rue des Lilas, Lyon.",
    facts: ["+ Rafael lives at 27 Rue des Lilas, Lyon [residence=27 Rue des Lilas, Lyon]"],
    relations: ["Rafael lives_in Lyon"],
  },
  {
    says: "Our office is on the fifth floor of the Baker Building.",
    facts: ["+ Rafael's office is on the fifth floor of the Baker Building"],
  },
];
