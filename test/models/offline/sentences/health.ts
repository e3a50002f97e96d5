import type { Case } from "./case.ts";

/** Health, diet, age and education. */
export const HEALTH: readonly Case[] = [
  {
    says: "I'm allergic to hazelnuts and kiwi.",
    facts: [
      "+ Rafael is allergic to hazelnuts [allergy=hazelnuts]",
      "+ Rafael is allergic to kiwi [allergy=kiwi]",
    ],
    relations: ["Rafael allergic_to hazelnuts", "Rafael allergic_to kiwi"],
  },
  {
    says: "I have a dust allergy.",
    facts: ["+ Rafael has a dust allergy [allergy=dust]"],
    relations: ["Rafael allergic_to dust"],
  },
  {
    says: "Gluten intolerant, sadly.",
    facts: ["+ Rafael is gluten intolerant [allergy=gluten] 0.8"],
    relations: ["Rafael intolerant_to gluten"],
  },
  { says: "I'm a vegetarian.", facts: ["+ Rafael is a vegetarian [diet=vegetarian]"] },
  {
    says: "I went vegan in January.",
    facts: ["~ Rafael went vegan in January [diet=vegan] {2026-01-01..}"],
  },
  {
    says: "I'm not a vegetarian anymore.",
    facts: ["- Rafael is not a vegetarian anymore [diet=vegetarian]"],
  },
  {
    says: "I quit smoking two years ago.",
    facts: ["- Rafael quit smoking two years ago [=smoking] {2024-01-01..}"],
  },
  { says: "I no longer eat dairy.", facts: ["- Rafael no longer eats dairy [=dairy]"] },
  { says: "I have asthma.", facts: ["+ Rafael has asthma"] },
  {
    says: "I've been diagnosed with ADHD.",
    facts: ["+ Rafael has been diagnosed with ADHD"],
    relations: ["Rafael diagnosed_with ADHD"],
  },
  {
    says: "My mother was diagnosed with diabetes last year.",
    facts: ["+ Rafael's mother was diagnosed with diabetes last year {2025-01-01..}"],
    relations: ["Rafael's mother diagnosed_with diabetes"],
  },
  {
    says: "I take 50mg of sertraline every night.",
    facts: ["+ Rafael takes 50mg of sertraline every night [medication=sertraline]"],
  },
  {
    says: "I broke my leg in February.",
    facts: ["+ Rafael broke their leg in February {2026-02-01..}"],
  },
  { says: "I'm 41 years old.", facts: ["+ Rafael is 41 years old [age=41]"] },
  { says: "My blood type is O+.", facts: ["+ Rafael's blood type is O+ [blood_type=O+]"] },
  {
    says: "I weigh 82 kg and I'm 1.83 m tall.",
    facts: ["+ Rafael weighs 82 kg [weight=82 kg]", "+ Rafael's height is 1.83 m [height=1.83 m]"],
  },
  {
    says: "I studied architecture at the University of Porto from 2008 to 2013.",
    facts: [
      "+ Rafael studied architecture at the University of Porto from 2008 to 2013 [school=University of Porto] {2008-01-01..2013-01-01}",
    ],
    relations: ["Rafael studied_at University of Porto"],
  },
  {
    says: "I have a PhD in chemistry from ETH Zurich.",
    facts: [
      "- Rafael's school is no longer ETH Zurich [school=ETH Zurich]",
      "+ Rafael has a PhD in chemistry from ETH Zurich",
    ],
    relations: ["Rafael graduated_from ETH Zurich"],
  },
  {
    says: "I'm doing a master's in data science at Georgia Tech.",
    facts: [
      "+ Rafael studies data science [field_of_study=data science]",
      "+ Rafael is doing a master's at Georgia Tech [school=Georgia Tech]",
    ],
    relations: ["Rafael studies_at Georgia Tech"],
  },
  {
    says: "Nora graduated from Stanford in 2010 and founded Brightly in 2014.",
    facts: [
      "- Nora's school is no longer Stanford [school=Stanford] {2010-01-01..}",
      "+ Nora graduated from Stanford in 2010 {2010-01-01..}",
      "+ Nora founded Brightly in 2014 {2014-01-01..}",
    ],
    relations: ["Nora graduated_from Stanford", "Nora founded Brightly"],
  },
  {
    says: "I ran the Boston Marathon in 2019.",
    facts: ["~ Rafael ran the Boston Marathon in 2019 {2019-01-01..}"],
  },
  {
    says: "I'm 29, single and from Cardiff.",
    facts: [
      "+ Rafael is 29 [age=29]",
      "+ Rafael is single [relationship_status=single]",
      "+ Rafael is from Cardiff [hometown=Cardiff]",
    ],
    relations: ["Rafael from Cardiff"],
  },
];
