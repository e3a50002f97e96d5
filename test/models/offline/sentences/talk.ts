import type { Case } from "./case.ts";

/** How people put it: hedges, reports, corrections, chat. */
export const TALK: readonly Case[] = [
  {
    says: "Ana works at Bolt, or so she says.",
    facts: ["+ Ana works at Bolt [employer=Bolt] 0.6"],
    relations: ["Ana works_at Bolt"],
  },
  { says: "If Ana works at Bolt, or so she says, good.", facts: [] },
  {
    says: "I think Pedro works at IBM.",
    facts: ["+ Pedro works at IBM [employer=IBM] 0.6"],
    relations: ["Pedro works_at IBM"],
  },
  {
    says: "I heard that Oscar is moving to Berlin.",
    facts: ["+ Oscar is moving to Berlin 0.6"],
    relations: ["Oscar moving_to Berlin"],
  },
  { says: "I'll run the Leeds marathon.", facts: ["+ Rafael will run the Leeds marathon"] },
  { says: "My son must not eat nuts.", facts: ["+ Rafael's son must not eat nuts"] },
  { says: "I am scared of dogs.", facts: ["+ Rafael is scared of dogs"] },
  {
    says: 'My sign says "50 euros a day".',
    facts: [`+ Rafael's sign says "50 euros a day"`],
  },
  {
    says: "I'm ready to be a dad and share my flat. I cook and share my meals with Ana.",
    facts: ["+ Rafael cooks", "+ Rafael shares Rafael's meals with Ana"],
  },
  { says: "I eat eggs, don't tell my wife.", facts: ["+ Rafael eats eggs"] },
  { says: "I have a plan B in Leeds.", facts: ["+ Rafael has a plan B in Leeds"] },
  { says: "Rosa does a pottery course.", facts: ["+ Rosa does a pottery course"] },
  { says: "I ran a bakery in Leeds.", facts: ["+ Rafael ran a bakery in Leeds"] },
  { says: "My house is up for sale.", facts: ["+ Rafael's house is up for sale"] },
  { says: "We fixed the boiler.", facts: ["~ Rafael's boiler was mended [=boiler]"] },
  { says: "I ain't got a car.", facts: ["- Rafael does not have a car [vehicle=]"] },
  {
    says: "My producer is this dude Jonah.",
    facts: ["+ Rafael's producer is Jonah [producer=Jonah]"],
  },
  {
    says: "I play doubles Tue and Thu mornings.",
    facts: ["+ Rafael plays doubles Tue and Thu mornings"],
  },
  { says: "Ibuprofen upsets my stomach.", facts: ["+ Ibuprofen upsets Rafael's stomach"] },
  { says: "My uncle is mad about pigeons.", facts: ["+ Rafael's uncle is mad about pigeons"] },
  { says: "I am good at chess.", facts: ["+ Rafael is good at chess"] },
  { says: "The shop opened in 1987.", facts: ["+ The shop opened in 1987 {1987-01-01..}"] },
  { says: "I had a greenhouse in Hull.", facts: ["~ Rafael had a greenhouse in Hull"] },
  {
    says: "I made this bowl in 2019.",
    facts: ["+ Rafael made this bowl in 2019 {2019-01-01..}"],
  },
  {
    says: "Not sure, but I believe the launch is in March.",
    facts: ["+ Rafael's launch is in March [launch_date=March] 0.4"],
  },
  {
    says: "Ana told me she got a job at Spotify.",
    facts: ["~ Ana got a job at Spotify [employer=Spotify] 0.8"],
    relations: ["Ana works_at Spotify"],
  },
  {
    says: "My colleague Helen told me that she is leaving Globex.",
    facts: ["+ Helen is Rafael's colleague [colleague=Helen]", "+ Helen is leaving Globex 0.8"],
    relations: ["Rafael colleague_of Helen"],
  },
  {
    says: "Sorry, it's Bergen, not Oslo.",
    after: ["I live in Oslo."],
    facts: ["+ Rafael lives in Bergen [residence=Bergen]"],
    relations: ["Rafael lives_in Bergen"],
  },
  {
    says: "I meant Tuesday, not Monday.",
    after: ["The meeting is on Monday."],
    facts: ["+ Rafael's meeting is on Tuesday [meeting=Tuesday]"],
  },
  {
    says: "I changed my mind: I prefer Vue over React.",
    facts: ["+ Rafael changed their mind", "+ Rafael prefers Vue over React"],
    relations: ["Rafael prefers Vue"],
  },
  {
    says: "yo i got a puppy named max",
    facts: ["+ Rafael got a puppy named max [pet=Max]"],
    relations: ["Rafael has_pet Max"],
  },
  {
    says: "omg i passed my driving test today!!!",
    facts: ["~ Rafael passed their driving test today {2026-11-21..}"],
  },
  {
    says: "been learning guitar for 3 years now",
    facts: ["+ Rafael has been learning guitar for 3 years now 0.8 {2023-01-01..}"],
  },
  {
    says: "working at equinor as a geologist these days",
    facts: [
      "+ Rafael works as a geologist [role=geologist] 0.8",
      "+ Rafael is working at equinor these days [employer=equinor] 0.8",
    ],
    relations: ["Rafael works_at equinor"],
  },
  { says: "just got back from Thailand", facts: ["~ Rafael got back from Thailand 0.8"] },
  {
    says: "we just had a baby girl, her name is Nora",
    facts: [
      "- Rafael is no longer pregnant [=pregnant]",
      "- Rafael's wife is no longer pregnant [=pregnant]",
      "- Rafael's fiancée is no longer pregnant [=pregnant]",
      "- Rafael's partner is no longer pregnant [=pregnant]",
      "- Rafael's girlfriend is no longer pregnant [=pregnant]",
      "- Rafael has no number of children any more [number_of_children=1 more]",
      "~ Rafael had a baby girl",
      "+ Nora is Rafael's daughter [child=Nora]",
    ],
    relations: ["Rafael parent_of Nora"],
  },
  {
    says: "Hey Carol, I moved to Ghent.",
    facts: ["~ Rafael moved to Ghent [residence=Ghent]"],
    relations: ["Rafael lives_in Ghent"],
  },
  {
    says: "Guess what? I got the job at Kestrel!",
    facts: ["~ Rafael got the job at Kestrel [employer=Kestrel]"],
    relations: ["Rafael works_at Kestrel"],
  },
  {
    says: "Did you know that I used to be a pilot?",
    facts: ["- Rafael used to be a pilot [role=pilot]"],
  },
  {
    says: "I bought my mom a Kindle for her birthday.",
    facts: ["+ Rafael bought their mom a Kindle for her birthday"],
    relations: ["Rafael bought Kindle"],
  },
  { says: "I'm tired today.", facts: ["+ Rafael is tired today {2026-11-21..2026-11-22}"] },
  {
    says: "Starting January 1 2027, I will lead the platform team.",
    facts: ["+ Rafael will lead the platform team starting January 1 2027 {2027-01-01..}"],
  },
  { says: "Actually I'm 31, not 30.", facts: ["+ Rafael is 31 [age=31]"] },
  {
    says: "I meant to say my sister lives in Cork, not Dublin.",
    facts: ["+ Rafael's sister lives in Cork [residence=Cork]"],
    relations: ["Rafael's sister lives_in Cork"],
  },
  {
    says: "My favorite band used to be Oasis, but now it's Blur.",
    facts: [
      "- Rafael's favorite band used to be Oasis [favourite_band=Oasis]",
      "+ Rafael's favorite band is Blur [favourite_band=Blur]",
    ],
  },
  {
    says: "idk why but i really hate phone calls",
    facts: ["+ Rafael hates phone calls"],
    relations: ["Rafael dislikes phone calls"],
  },
  {
    says: "He prefers email over phone.",
    after: ["My client Stefan is demanding."],
    facts: ["+ Stefan prefers email over phone"],
    relations: ["Stefan prefers email"],
  },
  {
    says: "I cooked for Ana in 2018, so keep carbs visible.",
    facts: ["+ Rafael cooked for Ana in 2018 {2018-01-01..}"],
  },
  {
    says: "I saw how debt and support groups changed the town.",
    facts: ["+ Rafael saw how debt and support groups changed the town"],
  },
  {
    says: "I hope to travel more and put down roots in Galicia.",
    facts: ["+ Rafael hopes to travel more and put down roots in Galicia"],
  },
  {
    says: "I'm going to chat with Ana, get advice and gather quotes for the roof.",
    facts: ["+ Rafael is going to chat with Ana, get advice and gather quotes for the roof"],
  },
  {
    says: "I enjoy chocolate and mixed berry flavours.",
    facts: ["+ Rafael enjoys chocolate and mixed berry flavours"],
    relations: ["Rafael likes chocolate"],
  },
  {
    says: "I bought a sofa that looks great and is comfy too.",
    facts: ["+ Rafael bought a sofa that looks great and is comfy too"],
  },
  {
    says: "My glasses are broken as well.",
    facts: ["+ Rafael's glasses are broken as well"],
  },
  {
    says: "I haven't stopped smoking.",
    facts: ["+ Rafael has not stopped smoking"],
  },
  {
    says: "We can speak Danish.",
    facts: ["+ Rafael can speak Danish [knows_language=Danish]"],
    relations: ["Rafael speaks Danish"],
  },
  {
    says: "My brother Art is moving house.",
    facts: ["+ Art is Rafael's brother [sibling=Art]", "+ Art is moving house"],
    relations: ["Rafael sibling_of Art"],
  },
];
