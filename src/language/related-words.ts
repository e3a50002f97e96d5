import { stemmer } from "@orama/stemmers/english";
import { cachedByText } from "./cached-by-text.ts";
import { otherForms } from "./spelling.ts";

/** A word that a text may use instead of a word of a query. */
interface Related {
  readonly word: string;
  readonly weight: number;
}

/** Forms of one word that do not share a stem. */
const FORMS = `
begin began begun, bite bit bitten, blow blew blown, break broke broken, bring brought, build built, buy bought, catch caught,
choose chose chosen, come came, deal dealt, dig dug, draw drew drawn, dream dreamt, drink drank drunk, drive drove driven,
eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, fly flew flown, forget forgot forgotten,
forgive forgave, freeze froze frozen, give gave given, go went gone, grow grew grown, hang hung, hear heard, hide hid hidden,
hold held, keep kept, lead led, learn learnt, leave left, lend lent, lose lost, make made, mean meant, meet met, pay paid,
ride rode ridden, ring rang rung, rise rose risen, run ran, see saw seen, sell sold, send sent, shake shook shaken, shoot shot,
sing sang sung, sit sat, sleep slept, speak spoke spoken, spend spent, stand stood, steal stole stolen, stick stuck,
swim swam swum, take took taken, teach taught, tear tore torn, think thought, throw threw thrown, understand understood,
wake woke woken, wear wore worn, win won, write wrote written, child children kid, person people, man men, woman women,
foot feet, tooth teeth, mouse mice, wife wives, life lives, half halves, knife knives, leaf leaves`;

/**
 * Groups of words. A message may use the others instead of the first one, or name a kind of it:
 * "violin" answers "what instruments". The most specific words come first. The groups are common
 * English, and were not taken from what is measured (docs/reference/evaluation.md).
 */
const GROUPS = `
job work career occupation profession position, work job career office, career job profession, company employer firm business startup,
boss manager supervisor, colleague coworker teammate, salary wage income pay earn, quit resign leave fired, hire recruit join,
business store shop startup entrepreneur, shop store, store shop, project plan, team squad club, club group team, interview job,
home house apartment flat place, house home apartment, live reside based home, residence home live, move relocate,
city town place, country nation homeland abroad, abroad overseas foreign, rent lease landlord,
child son daughter baby toddler, parent mother father mom dad mum, mother mom mum mama, father dad, sibling brother sister,
grandmother grandma granny, grandfather grandpa, husband spouse partner married, wife spouse partner married, spouse husband wife married,
mum mother mama mom, mom mother mum mama, dad father, grandma grandmother granny, grandpa grandfather, nephew niece sister brother, niece nephew sister brother,
aunt uncle, uncle aunt, cousin aunt uncle, grandchild grandson granddaughter, wedding marry bride engaged, marry wedding engaged spouse, girlfriend partner dating, boyfriend partner dating, friend buddy mate,
baby newborn infant, teenager teen, old elderly senior, family mother father sister brother,
pet dog cat puppy kitten hamster, dog puppy, cat kitten, animal pet dog cat bird, cat kitten tabby,
instrument guitar piano violin drum flute saxophone cello, music song band concert album, concert gig show performance festival,
band group musician singer, sing song singer choir, song music sing, movie film cinema, film movie, show series tv, tv television series,
book novel read author story, read book novel, author writer wrote, write author story, game gaming video console, play game,
sport football basketball soccer tennis baseball swim run, exercise workout gym fitness yoga run, gym workout fitness, workout gym exercise,
hobby pastime interest activity enjoy, activity hobby hike swim paint camp, paint art canvas, art paint draw sculpture, draw sketch art,
photo picture camera image, picture photo image, photography photo camera lens, camera photo lens, dance dancer ballet, theater play acting, theatre play acting,
cook recipe bake kitchen, recipe dish cook bake, bake cake cookie bread, food meal dish cuisine snack, meal dinner lunch breakfast,
dessert cake pie cookie, drink coffee tea beer wine, restaurant cafe diner bistro, eat meal dinner lunch, diet vegetarian vegan allergy,
vegetarian vegan diet, allergy intolerant, allergic intolerant,
vacation holiday trip travel, holiday vacation trip, trip travel journey visit vacation, travel trip visit flight, visit trip tour,
beach sea ocean coast, mountain peak hike trail, hike trail walk mountain, camp tent campfire, nature outdoors forest park wildlife,
garden plant flower yard, plant garden flower, flower rose tulip bouquet, park garden,
boat ship sailboat kayak canoe, ship boat, car vehicle truck drive, vehicle car truck, bike bicycle cycling, bicycle bike, buy purchase shop, sell selling, gift present,
birthday bday party, party celebrate birthday, celebrate party, event conference workshop festival meeting, conference workshop seminar convention,
meet group gathering, class course lesson workshop, course class lesson, learn study class, study learn degree major,
college university school, university college degree, school class student college, degree graduate diploma, graduate graduation degree,
education school degree university, test exam, exam test, teacher professor mentor, mentor coach, language spanish french german,
volunteer charity shelter, charity fundraiser donate nonprofit, donate donation charity, community group local, religion church faith,
church religious faith, politics political election government, election campaign politics,
health sick illness medical doctor, sick ill illness, injury injured hurt accident, operation surgery, surgery operation, accident crash, doctor hospital clinic medical,
hospital doctor clinic, medicine medication pill, disease illness condition diagnosis, stress anxiety worried pressure, therapy therapist,
happy glad joy excited, excited thrilled, sad upset depressed, afraid scared fear, angry mad upset, proud achievement,
achievement accomplishment award won, award prize trophy, win victory champion, lose loss, die death passed, death died passed loss,
support help encourage, help support assist, love adore enjoy like, like enjoy love prefer, favorite love prefer,
favourite love prefer, hate dislike, enjoy love fun, prefer favorite like, goal aim dream ambition, plan going intend,
dream goal wish hope, challenge difficult struggle obstacle setback, difficult hard tough, problem issue trouble, struggle challenge difficult,
start begin launch open, begin start, open launch opening, finish complete end, end finish, stop quit, make create build, create make design,
build construct make, design create, fix repair, repair fix, money cash finance budget, budget money cost, expensive cost price, cost price,
price cost, save saving, debt loan mortgage, loan debt mortgage, invest investor, investment invest,
computer laptop pc, laptop computer, phone mobile smartphone, website site blog, app application software, software app program,
run marathon race jog, race marathon run, swim pool, clothes clothing outfit dress shirt, dress outfit gown, shoes sneakers boots,
jewelry necklace ring bracelet, weather rain storm snow sunny, storm rain hurricane flood,
inspire inspiration motivate, motivate inspire motivation, advice tip suggest recommend, recommend suggest advice, suggest recommend advice,
teach teacher lesson, relax calm unwind peace, scenery view landscape, name called nickname, often frequently weekly daily,
receive got, attend went joined, participate joined attended, join member signed, discuss talk chat, talk chat discuss, call phone,
decide decision chose, choose pick decide, choice decision option, research looking, letter mail note`;

/** The weight of a form of a word, and of a word of its group, relative to the word itself. */
const FORM_WEIGHT = 0.9;
const GROUP_WEIGHT = 0.5;

const groupsIn = (list: string): string[][] =>
  list.split(",").map((group) => group.trim().split(/\s+/u));

const FORMS_BY_STEM = new Map<string, Related[]>();
for (const forms of groupsIn(FORMS))
  for (const form of forms)
    FORMS_BY_STEM.set(
      stemmer(form),
      forms
        .filter((word) => stemmer(word) !== stemmer(form))
        .map((word) => ({ word, weight: FORM_WEIGHT })),
    );
const GROUPS_BY_STEM = new Map(
  groupsIn(GROUPS).map(([head = "", ...words]) => [
    stemmer(head),
    words.map((word): Related => ({ word, weight: GROUP_WEIGHT })),
  ]),
);

const ENGLISH = /^[a-z]{2,}$/u;

/** Other spellings of an English word, its forms that share no stem, and the words of its group. */
const familyOf = cachedByText((term) => {
  const stem = stemmer(term);
  return {
    spellings: otherForms(term).map((word): Related => ({ word, weight: FORM_WEIGHT })),
    forms: FORMS_BY_STEM.get(stem) ?? [],
    group: GROUPS_BY_STEM.get(stem) ?? [],
  };
});

/**
 * Words that a text may use instead of the terms of a query, by term, for English terms only. Other
 * spellings and forms ("colour" for "color", "bought" for "buy") weigh nine tenths, and words of a
 * group ("guitar" for "instruments") half. There are at most `limit` words besides other spellings:
 * forms first, then the most specific word of each term in turn. Terms without related words are
 * omitted.
 */
export const relatedWords = (
  terms: readonly string[],
  limit: number,
): ReadonlyMap<string, readonly Related[]> => {
  const relatedByTerm = new Map<string, Related[]>();
  let room = Infinity;
  const add = (term: string, word: Related): void => {
    if (room <= 0 || terms.includes(word.word)) return;
    room -= 1;
    const wordsOfTerm = relatedByTerm.get(term);
    if (wordsOfTerm) wordsOfTerm.push(word);
    else relatedByTerm.set(term, [word]);
  };
  const english = terms
    .filter((term) => ENGLISH.test(term))
    .map((term) => ({ term, ...familyOf(term) }));
  for (const { term, spellings } of english) for (const word of spellings) add(term, word);
  room = limit;
  for (const { term, forms } of english) for (const form of forms) add(term, form);
  const longest = Math.max(0, ...english.map(({ group }) => group.length));
  for (let place = 0; place < longest; place++)
    for (const { term, group } of english) {
      const word = group[place];
      if (word !== undefined) add(term, word);
    }
  return relatedByTerm;
};
