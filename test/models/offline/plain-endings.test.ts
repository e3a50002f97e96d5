import { describe, expect, it } from "vitest";
import { reconcile } from "../../../src/models/offline/comparison/reconcile.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";
import { extract, SAID_AT } from "./extraction.ts";

/** The texts of the facts of a first message that a second one ends or replaces. */
const endedBy = async (first: string, second: string): Promise<string[]> => {
  const before = await extract(first);
  const known = before.entities.map((entity) => ({ ...entity, facts: [] }));
  const { facts } = await extract(second, { knownEntities: known });
  return facts.flatMap(({ subject, text, action, slot, value }) => {
    const candidates = before.facts
      .filter((fact) => fact.subject === subject)
      .map((fact) => ({ ...fact, id: fact.text, validFrom: SAID_AT, similarity: 0.6 }));
    const verdict = reconcile(
      { fact: { subject, text, action, slot, value }, candidates },
      shippedVocabulary(),
    );
    const isEnd = verdict.action === "UPDATE" || verdict.action === "DELETE";
    return isEnd && verdict.candidate !== null ? [verdict.candidate] : [];
  });
};

/** What is told first, what is told then, and what ends by it. */
const ENDS = [
  [
    "I use Dropbox for work files.",
    "I don't use Dropbox any longer.",
    "user uses Dropbox for work files",
  ],
  ["We have Sky Sports.", "We binned off Sky Sports.", "user has Sky Sports"],
  ["I have a bad back.", "My back's sorted.", "user has a bad back"],
  ["I take vitamin D.", "I've run out of vitamin D.", "user takes vitamin D"],
  [
    "I train at Anytime Fitness.",
    "I don't go to Anytime Fitness anymore.",
    "user trains at Anytime Fitness",
  ],
  ["I nap every afternoon.", "No more afternoon naps for me.", "user naps every afternoon"],
  [
    "I have toast for breakfast.",
    "Breakfast is porridge these days.",
    "user has toast for breakfast",
  ],
  ["I have 3,000 followers.", "I'm up to 4,200 followers.", "user has 3,000 followers"],
  ["I'm with Verizon.", "Dumped Verizon and went to T-Mobile.", "user is with Verizon"],
  ["My bike has a flat tyre.", "I finally fixed the bike.", "user's bike has a flat tyre"],
  ["Our boiler is broken.", "The boiler is working again.", "user's boiler is broken"],
  ["I have a Canon DSLR.", "The Canon went on eBay.", "user has a Canon DSLR"],
  ["I go to PureGym.", "My PureGym membership expired.", "user goes to PureGym"],
  ["I bank with Barclays.", "I've moved over to Monzo.", "user banks with Barclays"],
  ["I prefer dark mode.", "I've switched back to light mode.", "user prefers dark mode"],
  ["I don't eat meat.", "I've started eating meat again.", "user does not eat meat"],
  ["I wake up at 6.", "I get up at 7:30 these days.", "user wakes up at 6"],
  ["I cycle to work.", "I've started taking the tram to work.", "user cycles to work"],
  ["I have a trampoline.", "We got rid of the trampoline.", "user has a trampoline"],
  ["I have a trampoline.", "I sold my trampoline last week.", "user has a trampoline"],
  ["I have a trampoline.", "We threw the trampoline away.", "user has a trampoline"],
  ["I have a trampoline.", "We took the trampoline to the tip.", "user has a trampoline"],
  ["Kieran has a motorbike.", "Kieran gave his motorbike away.", "Kieran has a motorbike"],
  ["Grandpa keeps bees.", "Grandpa gave the bees to a neighbour.", "user's grandfather keeps bees"],
  ["I have a drone.", "My drone was stolen.", "user has a drone"],
  ["I wear a Garmin watch.", "Someone stole my Garmin watch.", "user wears a Garmin watch"],
  ["Freya has an iPad.", "Freya's iPad broke, so I'm cross.", "Freya has an iPad"],
  ["I've got shingles.", "The shingles have cleared up.", "user has got shingles"],
  ["Dad has a bad cough.", "Dad's cough has gone.", "user's father has a bad cough"],
  ["I've got a broken wrist.", "My wrist has healed.", "user has a broken wrist"],
  ["Declan has a broken leg.", "Declan's leg is better now.", "Declan has a broken leg"],
  ["My daughter Poppy has braces.", "Poppy got her braces off today.", "Poppy has braces"],
  ["I'm on crutches.", "Off the crutches at last!", "user is on crutches"],
  ["I have physio every Wednesday.", "My physio has finished.", "user has physio every Wednesday"],
  [
    "I'm on the waiting list for a hip replacement.",
    "Had my hip replaced on Tuesday.",
    "user is on the waiting list for a hip replacement",
  ],
  [
    "Mum is waiting for a cataract operation.",
    "Mum had her cataract done on Thursday.",
    "user's mother is waiting for a cataract operation",
  ],
  ["Joel wears glasses.", "Joel doesn't need glasses any more.", "Joel wears glasses"],
  [
    "I take two sugars in my tea.",
    "I don't take sugar in my tea any more.",
    "user takes two sugars in their tea",
  ],
  [
    "I smoke ten cigarettes a day.",
    "I haven't smoked since March.",
    "user smokes ten cigarettes a day",
  ],
  ["I drink oat milk.", "I've gone back to cow's milk.", "user drinks oat milk"],
  ["I drink decaf.", "I'm back on normal coffee.", "user drinks decaf"],
  [
    "We get a takeaway every Friday.",
    "We've stopped getting takeaways to save money.",
    "user gets a takeaway every Friday",
  ],
  ["I eat meat every day.", "I've gone vegetarian!", "user eats meat every day"],
  [
    "I go for a run every morning.",
    "I go swimming instead of running now.",
    "user goes for a run every morning",
  ],
  ["I get the 7:40 train to work.", "I drive to work now.", "user gets the 7:40 train to work"],
  [
    "I take the number 12 bus to work.",
    "I cycle to work these days.",
    "user takes the number 12 bus to work",
  ],
  ["Anya is in Spain.", "Anya is back from Spain.", "Anya is in Spain"],
  [
    "I share an office with Bill.",
    "I've got the office to myself.",
    "user shares an office with Bill",
  ],
  ["I live with Tom.", "I live on my own now.", "user lives with Tom"],
  [
    "I'm the drummer in a band called Paper Kites.",
    "I got kicked out of Paper Kites.",
    "user is the drummer in a band called Paper Kites",
  ],
  [
    "We're expecting a baby.",
    "Our little boy Arlo arrived on Saturday.",
    "user is expecting a baby",
  ],
  [
    "I pay 60 pounds a month for my gym.",
    "The gym put its price up to 75 pounds a month.",
    "user pays 60 pounds a month for their gym",
  ],
  ["I'm saving for a trip to Peru.", "Booked Peru!", "user is saving for a trip to Peru"],
  [
    "Mabel isn't house-trained yet.",
    "Mabel's house-trained now.",
    "Mabel is not house-trained yet",
  ],
  ["I have a Kindle.", "I passed my Kindle on to my niece.", "user has a Kindle"],
  [
    "My brother Gareth is in a ukulele group.",
    "Gareth left the ukulele group at Easter.",
    "Gareth is in a ukulele group",
  ],
  [
    "My friend Tess works at a bakery in Norwich.",
    "Tess has left the bakery.",
    "Tess works at a bakery in Norwich",
  ],
  ["I sing in a choir.", "The choir has folded.", "user sings in a choir"],
  ["My mum is learning to swim.", "Mum can swim now!", "user's mother is learning to swim"],
  [
    "My daughter Carys shares a room with her sister.",
    "Carys has her own room now.",
    "Carys shares a room with her sister",
  ],
  ["I drive a Polo.", "I've upgraded to a Tesla Model 3.", "user drives a Polo"],
  [
    "I have an electric guitar, a Fender Telecaster.",
    "Sold the Telecaster to a guy from work.",
    "user has an electric guitar, a Fender Telecaster",
  ],
  [
    "I've got an old Land Rover.",
    "The Land Rover failed its MOT so I scrapped it.",
    "user has an old Land Rover",
  ],
  [
    "We rent an allotment behind the station.",
    "We handed the allotment back in May.",
    "user rents an allotment behind the station",
  ],
  ["I have a Disney+ subscription.", "I let Disney+ lapse.", "user has a Disney+ subscription"],
  [
    "My little boy Sol has a feeding tube.",
    "Sol had his feeding tube taken out last week.",
    "Sol has a feeding tube",
  ],
  ["I can't eat gluten.", "Turns out I can eat gluten after all.", "user cannot eat gluten"],
  ["I drink coffee every morning.", "We've gone off coffee.", "user drinks coffee every morning"],
  [
    "We have a roast every Sunday.",
    "We don't bother with a roast on Sundays these days.",
    "user has a roast every Sunday",
  ],
  [
    "I do a pub quiz on Wednesdays.",
    "The pub quiz has stopped, the pub was sold.",
    "user does a pub quiz on Wednesdays",
  ],
  [
    "I'm knitting a jumper for my niece.",
    "The jumper is done and she loves it!",
    "user is knitting a jumper for their niece",
  ],
  [
    "Our dog Monty is on a special diet.",
    "Monty is back on normal food.",
    "Monty is on a special diet",
  ],
  ["My daughter Zara isn't talking yet.", "Zara has started talking!", "Zara is not talking yet"],
  ["I carpool to work with Dev.", "I don't carpool any more.", "user carpools to work with Dev"],
  ["I have Covid.", "I tested negative this morning.", "user has Covid"],
  ["My mum has breast cancer.", "Mum got the all-clear today!", "user's mother has breast cancer"],
  [
    "My phone contract is with Three.",
    "I've moved my phone contract to Giffgaff.",
    "user's phone contract is with Three",
  ],
  [
    "It takes me an hour to get to work.",
    "It only takes me twenty minutes to get to work now.",
    "user's commute is an hour",
  ],
  [
    "Fergus is scared of dogs.",
    "Fergus isn't scared of dogs any more.",
    "Fergus is scared of dogs",
  ],
  [
    "My brother Mick has a greenhouse.",
    "Mick's greenhouse blew down in the storm.",
    "Mick has a greenhouse",
  ],
  ["My daughter Orla has a stammer.", "Orla's stammer has completely gone.", "Orla has a stammer"],
  [
    "I'm on the waiting list to see a dermatologist.",
    "I finally saw the dermatologist on Monday.",
    "user is on the waiting list to see a dermatologist",
  ],
  ["My sister Una is staying with us.", "Una went home on Sunday.", "Una is staying with user"],
  [
    "I owe Karen twenty pounds.",
    "I gave Karen her twenty pounds back.",
    "user owes Karen twenty pounds",
  ],
  ["I'm pregnant.", "Our son Felix was born on Monday.", "user is pregnant"],
  [
    "I've got a membership at the Tate.",
    "I didn't renew my Tate membership.",
    "user has a membership at the Tate",
  ],
  [
    "I'm saving up for a motorbike.",
    "Bought the motorbike, a Triumph Bonneville!",
    "user is saving up for a motorbike",
  ],
  [
    "My commute takes an hour.",
    "Since the move my commute only takes twenty minutes.",
    "user's commute is an hour",
  ],
  [
    "My blood pressure is 150 over 95.",
    "Blood pressure's down to 125 over 80!",
    "user's blood pressure is 150 over 95",
  ],
  [
    "My dad plays in a brass band.",
    "Dad has retired from the brass band.",
    "user's father plays in a brass band",
  ],
] as const;

/** What is told first, and what is told then, which ends nothing of it. */
const STAYS = [
  ["I use Dropbox for work files.", "I don't use Slack any longer."],
  ["We have Sky Sports.", "We binned off the old sofa."],
  ["I have a bad back.", "My knee's sorted."],
  ["I drink oat milk.", "I've run out of oat milk."],
  ["I train at Anytime Fitness.", "I don't go to Central Library anymore."],
  ["I nap every afternoon.", "No more afternoon meetings for me."],
  ["I have toast for breakfast.", "Lunch is soup these days."],
  ["I have 3,000 followers.", "I'm up to 420 stamps."],
  ["I play squash on Wednesdays.", "Squash was cancelled this Wednesday."],
  ["I have a Brompton bike.", "I finally fixed the bike."],
  ["My bike is red.", "I finally fixed the bike."],
  ["Our boiler is broken.", "The dishwasher is working again."],
  ["I have a Canon DSLR.", "The Nikon went on eBay."],
  ["I have a laptop.", "My laptop died on the train."],
  ["I go to PureGym.", "My library membership expired."],
  ["I bank with Barclays.", "I've moved over to Vodafone."],
  ["I use Spotify.", "I use Tidal too now."],
  ["I prefer dark mode.", "I've switched back to night shifts."],
  ["I don't eat meat.", "I've started eating tofu again."],
  ["I wake up at 6.", "I have lunch at 12:30 these days."],
  ["I cycle to work.", "I've started taking the tram to town."],
  ["I have a trampoline.", "I lent the trampoline to my cousin."],
  ["I have a painting.", "I sold a painting last week."],
  ["I have a trampoline.", "I sold the trampoline cover."],
  ["I have a trampoline.", "We took the trampoline to the garden."],
  ["Kieran has a daughter.", "Kieran gave his daughter away at her wedding."],
  ["Grandpa keeps bees.", "Grandpa gave the honey to a neighbour."],
  ["I have a drone.", "My camera was stolen."],
  ["I wear a Garmin watch.", "Someone stole my seat."],
  ["Freya has an iPad.", "Freya's heart broke."],
  ["I've got shingles.", "The cold has cleared up."],
  ["Dad has diabetes.", "Dad's cough has gone."],
  ["I've got a broken wrist.", "My ankle has healed."],
  ["I have a tattoo on my wrist.", "My wrist has healed."],
  ["My daughter Poppy has braces.", "Poppy got her cast off today."],
  ["I'm on crutches.", "I'm off to work."],
  ["I have a phone.", "I'm off the phone."],
  ["I have a piano lesson every Wednesday.", "My physio has finished."],
  ["I have dinner at seven every day.", "I finished dinner."],
  ["I'm on the waiting list for an allotment.", "Had my hip replaced on Tuesday."],
  ["Mum is waiting for a cataract operation.", "Mum had her hair done on Thursday."],
  ["I'm waiting for a flu jab.", "I had the flu last week."],
  ["Joel has a car.", "Joel doesn't need a car any more."],
  ["I take two sugars in my tea.", "I don't take milk in my tea any more."],
  ["I smoke ten cigarettes a day.", "I haven't smoked since lunch."],
  ["I drink oat milk.", "I've gone back to work."],
  ["I drink oat milk.", "I'm back on normal coffee."],
  ["We get a takeaway every Friday.", "We've stopped getting the paper."],
  ["I eat fish every day.", "My sister has gone vegan."],
  ["I go for a run every morning.", "I go to the pool instead of the gym now."],
  ["I go for a run every morning.", "I went to Rome instead of Oslo."],
  ["I get the train to work.", "I walk to school now."],
  ["I get the train to work.", "I take my lunch to work now."],
  ["I like driving to work.", "I cycle to work these days."],
  ["Anya is from Spain.", "Anya is back from Spain."],
  ["I'm off work with a bad back.", "I got home from work."],
  ["I share an office with Bill.", "I've got the weekend to myself."],
  ["I live in Leeds.", "I live on my own now."],
  ["I'm the drummer in a band called Paper Kites.", "I got kicked out of the pub."],
  ["We're expecting a delivery.", "Our little boy Arlo arrived on Saturday."],
  ["I pay 60 pounds a month for my gym.", "Parking has gone up to 75 pounds a month."],
  ["I'm saving for a trip to Peru.", "Booked a table for Friday."],
  ["Mabel isn't house-trained yet.", "Mabel's sister is house-trained now."],
  ["I have a Kindle.", "I passed the salt on to my niece."],
  ["My brother Gareth is in a ukulele group.", "Gareth left the pub at ten."],
  ["My friend Tess works at a hospital in Norwich.", "Tess has left the hospital."],
  ["My friend Tess works at a bakery in Norwich.", "Tess left the bakery at six."],
  ["My brother Liam sings in a choir.", "The choir has folded."],
  ["My mum is learning to swim.", "Mum can cook now!"],
  ["My daughter Carys shares a room with her sister.", "Carys has her own phone now."],
  ["I drive a Polo.", "I've upgraded to a better phone plan."],
  ["I have an electric guitar, a drum kit and a piano.", "Sold the Telecaster."],
  ["I've got an old Land Rover.", "The kettle broke so I scrapped it."],
  ["We rent an allotment behind the station.", "We handed the keys back in May."],
  ["I have a Disney+ subscription.", "I let the dog run out."],
  ["My little boy Sol has a feeding tube.", "Sol had his tonsils taken out last week."],
  ["I can't eat gluten.", "I can eat dairy after all."],
  ["I drink coffee every morning.", "The coffee has gone off."],
  ["I drink coffee every morning.", "I've gone off on holiday."],
  ["We have a roast every Sunday.", "We don't bother with a starter on Sundays these days."],
  ["I do a pub quiz on Wednesdays.", "The rain has stopped."],
  ["I'm knitting a jumper for my niece.", "The scarf is done."],
  ["Our dog Monty is on a special diet.", "Monty is back on the lead."],
  ["My daughter Zara isn't talking yet.", "Zara has started walking!"],
  ["I carpool to work with Dev.", "I don't snore any more."],
  ["I run a bakery.", "I don't run any more."],
  ["I have Covid.", "Ana tested negative this morning."],
  ["My mum has diabetes.", "Mum got the all-clear today!"],
  ["My phone contract is with Three.", "I've moved my phone to the kitchen."],
  ["It takes me an hour to get to work.", "It takes me an hour to cook dinner now."],
  ["Fergus is scared of dogs.", "Fergus isn't scared of spiders any more."],
  ["My brother Mick has a greenhouse.", "Mick's hat blew away in the storm."],
  ["My daughter Orla has a stammer.", "Orla's headache has completely gone."],
  ["I'm on the waiting list to see a dermatologist.", "I saw the dentist on Monday."],
  ["My sister Una is staying in Rome.", "Una went home on Sunday."],
  ["I owe Karen twenty pounds.", "I gave Karen her coat back."],
  ["I owe Karen twenty pounds.", "I gave Lena her money back."],
  ["I'm pregnant.", "Our son Felix was born in 2019."],
  ["I've got a membership at the Tate.", "I cancelled my gym membership."],
  ["I'm saving up for a motorbike.", "Bought the tickets, a bargain!"],
  ["My commute takes an hour.", "The film takes an hour."],
  ["My blood pressure is 150 over 95.", "My weight is down to 80 kilos."],
  ["My dad plays in a brass band.", "Dad has retired from the bank."],
  ["I sing in a choir and a barbershop quartet.", "The quartet has split up."],
  ["I have a trampoline and a big tent.", "We got rid of the tent."],
  ["I have a bike.", "I gave the bike to Ana to fix."],
  ["I wear glasses.", "I lost my glasses."],
  ["I play the guitar.", "I sold my guitar."],
  ["I have a car.", "I lost the car keys."],
  ["I have a laptop.", "I took the laptop to the shop."],
] as const;

describe("what is told plainly to be over", () => {
  it.each(ENDS)("%s %s", async (first, second, ended) => {
    expect(await endedBy(first, second)).toContain(ended);
  });

  it.each(STAYS)("but not: %s %s", async (first, second) => {
    expect(await endedBy(first, second)).toEqual([]);
  });

  it("leaves open at least as much as it ends", () => {
    expect(STAYS.length).toBeGreaterThanOrEqual(ENDS.length);
  });
});
