import type { Case } from "./case.ts";

/** Jobs: who works where and as what, and who does no more. */
export const WORK: readonly Case[] = [
  {
    says: "I work at Halden Systems as a data engineer.",
    facts: [
      "+ Rafael works as a data engineer [role=data engineer]",
      "+ Rafael works at Halden Systems [employer=Halden Systems]",
    ],
    relations: ["Rafael works_at Halden Systems"],
  },
  {
    says: "I'm a senior backend engineer at Brightly.",
    facts: [
      "+ Rafael works at Brightly [employer=Brightly]",
      "+ Rafael is a senior backend engineer at Brightly [role=senior backend engineer]",
    ],
    relations: ["Rafael works_at Brightly"],
  },
  {
    says: "I've been working at Kestrel since March 2020.",
    by: "Noor",
    facts: [
      "+ Noor has been working at Kestrel since March 2020 [employer=Kestrel] {2020-03-01..}",
    ],
    relations: ["Noor works_at Kestrel"],
  },
  {
    says: "I work remotely for a company based in Austin.",
    facts: ["+ Rafael works remotely for a company based in Austin"],
  },
  {
    says: "I just accepted a job at Northwind.",
    facts: ["~ Rafael accepted a job at Northwind [employer=Northwind]"],
    relations: ["Rafael works_at Northwind"],
  },
  {
    says: "hey so i got a new gig at northwind lol",
    by: "Noor",
    facts: ["~ Noor got a new gig at northwind [employer=northwind]"],
    relations: ["Noor works_at northwind"],
  },
  {
    says: "I teach history at Lincoln High School.",
    facts: ["+ Rafael teaches history at Lincoln High School [employer=Lincoln High School]"],
    relations: ["Rafael works_at Lincoln High School"],
  },
  {
    says: "I'm the founder of a small startup called Rocketly.",
    facts: [
      "+ Rafael works at Rocketly [employer=Rocketly]",
      "+ Rafael is the founder of a small startup called Rocketly [role=founder of a small startup]",
    ],
    relations: ["Rafael works_at Rocketly"],
  },
  {
    says: "I got promoted to engineering manager in May.",
    facts: [
      "~ Rafael got promoted to engineering manager in May [role=engineering manager] {2026-05-01..}",
    ],
  },
  {
    says: "I report to Helen Park.",
    facts: ["+ Rafael reports to Helen Park [boss=Helen Park]"],
    relations: ["Rafael managed_by Helen Park"],
  },
  {
    says: "My manager at Contoso is Erik Larsson.",
    facts: [
      "+ Rafael works at Contoso [employer=Contoso]",
      "+ Rafael's manager is Erik Larsson [boss=Erik Larsson]",
    ],
    relations: ["Rafael works_at Contoso", "Rafael managed_by Erik Larsson"],
  },
  {
    says: "I left my job at Oracle.",
    facts: ["- Rafael left their job at Oracle [employer=Oracle]"],
    relations: ["Rafael former_employee_of Oracle"],
  },
  {
    says: "I was laid off from Initrode in November 2022.",
    facts: [
      "- Rafael was laid off from Initrode in November 2022 [employer=Initrode] {2022-11-01..}",
    ],
    relations: ["Rafael former_employee_of Initrode"],
  },
  {
    says: "I don't work at Halden anymore.",
    facts: ["- Rafael does not work at Halden anymore [employer=Halden]"],
    relations: ["Rafael former_employee_of Halden"],
  },
  { says: "I quit last week.", facts: ["- Rafael quit last week [employer=] {2026-11-09..}"] },
  {
    says: "I worked at Initrode from 2014 to 2019.",
    facts: [
      "+ Rafael worked at Initrode from 2014 to 2019 [employer=Initrode] {2014-01-01..2019-01-01}",
    ],
    relations: ["Rafael former_employee_of Initrode"],
  },
  {
    says: "Before Halden, I worked at Initrode for six years.",
    facts: ["+ Rafael worked at Initrode for six years before Halden"],
    relations: ["Rafael former_employee_of Initrode"],
  },
  {
    says: "I used to work for the city council.",
    facts: ["- Rafael used to work for the city council [employer=city council]"],
    relations: ["Rafael former_employee_of city council"],
  },
  {
    says: "I start at Spotify next Monday.",
    facts: ["~ Rafael starts at Spotify next Monday [employer=Spotify] {2026-11-23..}"],
    relations: ["Rafael works_at Spotify"],
  },
  {
    says: "Next month I'm joining Kestrel as CTO.",
    facts: [
      "+ Rafael works as CTO [role=CTO] {2026-12-01..}",
      "+ Rafael is joining Kestrel next month [employer=Kestrel] {2026-12-01..}",
    ],
    relations: ["Rafael works_at Kestrel"],
  },
  { says: "I've decided to leave Halden.", facts: ["+ Rafael has decided to leave Halden"] },
  { says: "I work from home on Fridays.", facts: ["+ Rafael works from home on Fridays"] },
  {
    says: "My husband works night shifts as a nurse.",
    facts: ["+ Rafael's husband works night shifts as a nurse [role=nurse]"],
  },
  {
    says: "Wei Chen works at Kestrel and reports to Aisha Bello.",
    facts: [
      "+ Wei Chen works at Kestrel [employer=Kestrel]",
      "+ Wei Chen reports to Aisha Bello [boss=Aisha Bello]",
    ],
    relations: ["Wei Chen works_at Kestrel", "Wei Chen managed_by Aisha Bello"],
  },
  {
    says: "We hired two new engineers, Wei Chen and Aisha Bello.",
    facts: ["+ Rafael hired two new engineers, Wei Chen and Aisha Bello"],
    relations: ["Rafael hired Wei Chen", "Rafael hired Aisha Bello"],
  },
  {
    says: "Aisha Bello used to work at Booking.",
    facts: ["- Aisha Bello used to work at Booking [employer=Booking]"],
    relations: ["Aisha Bello former_employee_of Booking"],
  },
  {
    says: "Marcos got fired from Northwind.",
    facts: ["- Marcos got fired from Northwind [employer=Northwind]"],
    relations: ["Marcos former_employee_of Northwind"],
  },
  {
    says: "Nora used to be a lawyer. Now she runs a bakery.",
    facts: ["- Nora used to be a lawyer [role=lawyer]", "+ Nora runs a bakery"],
  },
  {
    says: "Dev is a product manager at Monzo. He is also a DJ.",
    facts: [
      "+ Dev works at Monzo [employer=Monzo]",
      "+ Dev is a product manager at Monzo [role=product manager]",
      "+ Dev is also a DJ",
    ],
    relations: ["Dev works_at Monzo"],
  },
  {
    says: "Elena Rossi, our head of design, is on maternity leave.",
    facts: [
      "+ Elena Rossi is Rafael's head of design [role=head of design]",
      "+ Elena Rossi is on maternity leave",
    ],
  },
  {
    says: "Karin Holm, the CEO of Halden, lives in Malmö.",
    facts: [
      "+ Karin Holm is the CEO of Halden [role=CEO of Halden]",
      "+ Karin Holm lives in Malmö [residence=Malmö]",
    ],
    relations: ["Karin Holm works_at Halden", "Karin Holm lives_in Malmö"],
  },
  {
    says: "Our CTO, Greta Lind, approved the migration.",
    facts: ["+ Greta Lind is Rafael's CTO", "+ Greta Lind approved the migration"],
    relations: ["Greta Lind cto_of Rafael"],
  },
  {
    says: "The new intern, Paula, speaks Italian.",
    facts: [
      "+ Paula is the new intern [role=intern]",
      "+ Paula speaks Italian [knows_language=Italian]",
    ],
    relations: ["Paula speaks Italian"],
  },
  { says: "I own a bakery in Lyon.", facts: ["+ Rafael owns a bakery in Lyon [owns=bakery]"] },
  {
    says: "I retired in 2020.",
    facts: [
      "- Rafael has no employer any more [employer=] {2020-01-01..}",
      "- Rafael has no role any more [role=] {2020-01-01..}",
      "+ Rafael retired in 2020 {2020-01-01..}",
    ],
  },
  {
    says: "One of my friends works at the BBC.",
    facts: ["+ One of Rafael's friends works at the BBC"],
  },
  {
    says: "I've worked as a barista, a courier and a tour guide.",
    facts: ["+ Rafael has worked as a barista, a courier and a tour guide"],
  },
  {
    says: "I work in marketing for a fintech called Plinq.",
    facts: ["+ Rafael works in marketing for a fintech called Plinq [employer=Plinq]"],
    relations: ["Rafael works_at Plinq"],
  },
  {
    says: "I'm no longer with Plinq.",
    facts: [
      "- Rafael's spouse is no longer Plinq [spouse=Plinq]",
      "- Rafael is no longer with Plinq [employer=Plinq]",
    ],
    relations: ["Rafael former_employee_of Plinq"],
  },
  {
    says: "Tomás is the new head of sales at Plinq.",
    facts: [
      "+ Tomás works at Plinq [employer=Plinq]",
      "+ Tomás is the new head of sales at Plinq [role=head of sales]",
    ],
    relations: ["Tomás works_at Plinq"],
  },
  {
    says: "Priya, our data scientist, built the churn model in Python.",
    facts: [
      "+ Priya is Rafael's data scientist [role=data scientist]",
      "+ Priya built the churn model in Python",
    ],
    relations: ["Priya uses Python"],
  },
  {
    says: "I've been working as a nurse at St. Mary's Hospital since 2019.",
    facts: [
      "+ Rafael works as a nurse [role=nurse] {2019-01-01..}",
      "+ Rafael has been working at St. Mary's Hospital since 2019 [employer=St. Mary's Hospital] {2019-01-01..}",
    ],
    relations: ["Rafael works_at St. Mary's Hospital"],
  },
  {
    says: "I'm the treasurer of our choir.",
    facts: ["+ Rafael is the treasurer of their choir [office=treasurer of their choir]"],
  },
];
