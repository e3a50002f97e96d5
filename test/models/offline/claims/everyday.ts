import type { Class } from "./classes.ts";

/** The same as `classes.ts`, of what stands around a statement and of what a second clause says. */
export const EVERYDAY: readonly Class[] = [
  {
    name: "sayings behind another clause",
    rows: [
      [
        "It was a long week, so my divorce came through.",
        "-spouse",
        "relationship_status=divorced",
      ],
      [
        "The surveyor was slow, so our move to Leuven has been pushed to 3 May.",
        "residence=Leuven [2027-05-03..] for residence=Leuven",
      ],
      [
        "I work at Bolt, but my contract there ends on 31 December.",
        "employer=Bolt",
        "-employer=Bolt [2026-12-31..]",
      ],
      ["The flat is tiny; home for us is Ghent now.", "residence=Ghent"],
      [
        "It rained all day, and yesterday was my last day at Kvadrat.",
        "-employer=Kvadrat [2026-11-20..]",
      ],
    ],
    others: [
      ["If the sale falls through, our move to Leuven has been pushed to 3 May."],
      ["I wish it were true, and yesterday was my last day at Kvadrat."],
      ["Is it raining, and was yesterday my last day at Kvadrat?"],
      ["The flat is tiny, so home is not a place I long for."],
      ["You said hello, but the contract there is long."],
    ],
  },
  {
    name: "offers, contracts and last days in other words",
    rows: [
      [
        "Bolt have rescinded the offer, cost cuts they say.",
        "!employer=Bolt [2026-11-21T08:00:00.000Z..]",
      ],
      ["Acme pulled my job offer.", "!employer=Acme [2026-11-21T08:00:00.000Z..]"],
      ["Today was my last shift at work.", "-employer [2026-11-21..]"],
      ["That's me done with Halden!", "-employer=Halden"],
      ["My divorce is final.", "-spouse", "relationship_status=divorced"],
      ["I started a new job on Monday.", "-employer [2026-11-16..]"],
    ],
    others: [
      ["Bolt have pulled the ad."],
      ["Today was my last piece of cake."],
      ["That's me done with the dishes."],
      ["Greta's parents' divorce is on the news."],
      ["A divorce is expensive."],
      ["I'm looking for a new job."],
      ["My new job is fun."],
    ],
  },
  {
    name: "what was given, swapped and left",
    rows: [
      ["We gave Biscuit to my aunt.", "-pet=Biscuit"],
      ["I traded my Kawasaki in this morning.", "-owns=Kawasaki [2026-11-21..]"],
      ["We left Bruges and we're now living in Ghent.", "residence=Ghent"],
      [
        "My brother lives in Oslo and my mum is in Bergen.",
        "Rafael's brother.residence=Oslo",
        "Rafael's mother.residence=Bergen",
      ],
    ],
    others: [
      ["We gave the keys to my aunt."],
      ["I traded jokes with my aunt."],
      ["We left early and we're now having lunch in Ghent."],
      ["My brother lives in Oslo and my phone is in my bag.", "Rafael's brother.residence=Oslo"],
    ],
  },
  {
    name: "what is said before and behind a statement",
    rows: [
      ["Sorry for the late reply, I work at Bolt now.", "employer=Bolt"],
      ["Confession: I'm no longer vegan.", "-diet=vegan"],
      ["Some background for that form: I live in Ghent.", "residence=Ghent"],
      ["My gut says no: I've given up chess.", "-hobby=chess"],
      [
        "I'm living in Ghent until May, after that who knows where you'll find me.",
        "residence=Ghent [..2027-05]",
      ],
      ["I live in Ghent, so at some point I'd need a bike from you.", "residence=Ghent"],
      ["I'm married to Greta, nine years in March.", "spouse=Greta", "-relationship_status"],
      ["I drive a Skoda Fabia like the aunt I'll be in ten years.", "vehicle=Skoda Fabia"],
      ["I speak Basque, mostly at home.", "knows_language=Basque"],
      [
        "I'm on the night team this week, back to my own people on Monday.",
        "team=night team [2026-11-16..2026-11-23]",
      ],
    ],
    others: [
      ["Sorry for living in Ghent."],
      ["Confession: I'd love to be vegan."],
      ["A letter from my aunt: I live in Ghent."],
      ["My gut says: I live in Ghent."],
      ["After that I lived on soup."],
      ["At some point I'll live in Ghent."],
      ["I'm nine, in dog years.", "age=nine"],
      ["I'd like the car she drives."],
      ["I speak, mostly at home."],
      ["I'm back to my own people on Monday."],
    ],
  },
  {
    name: "who is called what, and is somebody else's",
    rows: [
      ["My boss at work is another Greta, funnily.", "boss=Greta"],
      ["My flatmate, also a Hugo, sings.", "roommate=Hugo"],
      ["I have a cousin as well, Lise.", "relative=Lise"],
      [
        "We've got two cats, Miso and Tofu, and a dog called Ramen.",
        "pet=Miso",
        "pet=Tofu",
        "pet=Ramen",
      ],
      ["The one with the hat is Imre, he's my boss.", "boss=Imre"],
      ["My doctor's Dr Weiss, kind man, always late.", "doctor=Dr Weiss"],
      ["My employer's Halden, hence the badge.", "employer=Halden"],
      ["We're getting a kitten next week! A tiny tabby called Miso.", "pet=Miso [2026-11-23..]"],
    ],
    others: [
      ["My boss is another story."],
      ["My flatmate, also a singer, sings."],
      ["I have a cold as well, sadly."],
      ["We've got two hours, tea and cake, and a film called Ramen."],
      ["The one with the hat is Imre, he's late."],
      ["My doctor's dog is kind."],
      ["My employer's Halden office is loud."],
      ["We're getting a pizza tonight! A big one called Miso."],
    ],
  },
  {
    name: "posts in clubs, what one studies, and other words for ends",
    rows: [
      [
        "Noor is the new treasurer of our bowls club.",
        "Noor.office=treasurer of Rafael's bowls club",
      ],
      [
        "I was elected chair of the tenants' association.",
        "office=chair of the tenants' association",
      ],
      ["Nia studies marine biology.", "Nia.field_of_study=marine biology"],
      ["I'm studying law.", "field_of_study=law"],
      ["I subscribe to The Economist.", "subscription=Economist"],
      ["Ava starts at Eton on 6 January.", "Ava.school=Eton [2027-01-06..]"],
      ["Well, that's it, we've moved out of Bath.", "-residence=Bath"],
      ["We had to put Bruno down yesterday.", "-pet=Bruno [2026-11-20..]"],
      ["From 1 April I'll be at Bolt.", "employer=Bolt [2027-04-01..]"],
      ["My new home is Bergen.", "residence=Bergen"],
      ["My work phone number is 555-9999.", "work_phone_number=555-9999"],
      ["I meant Nadia works at Seat, not Fiat.", "Nadia.employer=Seat for employer=Fiat"],
    ],
    others: [
      ["I'm the treasurer at Halden.", "employer=Halden", "role=treasurer"],
      ["I'm the captain of a cargo ship.", "role=captain of a cargo ship"],
      ["Nia studies the menu."],
      ["I'm studying law tonight."],
      ["I'm studying maps of Rome."],
      ["I subscribe to that view."],
      ["Ava starts at nine on 6 January."],
      ["Well, that's it for Bath."],
      ["I had to put Bruno down for the quiz."],
      ["From 1 April I'll be happy."],
      ["I left my home at six."],
      ["I meant to ask Nadia about the Seat, not the Fiat."],
    ],
  },
  {
    name: "times that end, and how well somebody does something",
    rows: [
      ["My boss this month is Lou.", "boss=Lou [2026-11..2026-12]"],
      [
        "I'll be living in Siena from August 1 until the end of August.",
        "residence=Siena [2027-08-01..2027-09-01]",
      ],
      [
        "I'll be living in Siena from 3 May through 7 May.",
        "residence=Siena [2027-05-03..2027-05-08]",
      ],
      ["Otto is a pastry cook.", "Otto.role=pastry cook"],
    ],
    others: [
      ["My meeting this month is with Lou."],
      ["I'm reading about Siena from August 1 until the end of August."],
      ["We walked from Siena through Pisa."],
      ["Otto is a terrible cook."],
      ["I'm a great teacher."],
    ],
  },
];
