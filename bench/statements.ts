import { cyclicItem } from "./lookup.ts";

/**
 * The contents of the measured memories: plain sentences, always the same, one for every number.
 * Words are shared as in life: a first name by one sentence in a hundred, a thing by one in eighty,
 * a place by one in forty.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

const FIRST_NAMES = words(`
Clara Rafael Beatriz Tiago Helena Marcos Sofia Andre Larissa Paulo Irene Victor Camila Bruno Alice Diego Renata Felipe Nadia Otavio
Margaret Edward Harriet Walter Judith Stephen Rosalind Gerald Phoebe Leonard Winifred Douglas Imogen Raymond Beverly Clifford Marian Howard Lorraine Wallace
Ingrid Lars Astrid Henrik Sigrid Anders Freya Magnus Greta Soren Yusuf Leila Karim Amina Tariq Samira Idris Zahra Nabil Farida
Kenji Yumiko Hiroshi Naomi Takeshi Akiko Ryota Haruka Daisuke Emiko Priya Arjun Meera Vikram Anjali Rohan Kavita Sanjay Deepa Nikhil
Giulia Matteo Chiara Lorenzo Elisa Pietro Bianca Sandro Paola Enzo Colette Thierry Odette Benoit Margot Lucien Sylvie Armand Elodie Pascal`);

const LAST_NAMES = words(`
Rezende Azevedo Moreira Tavares Cardoso Siqueira Barros Fontes Lacerda Queiroz Pimentel Bastos Seixas Guedes Amaral Valente Teles Prado Veloso Nogueira
Whitfield Harrow Pemberton Locke Ashdown Thackeray Winslow Carrow Medlock Fenwick Holloway Radcliffe Stanhope Bexley Marlowe Kingsley Ormond Selwyn Tolland Vickers
Lindqvist Halvorsen Bergstrom Nystrom Dahlgren Solberg Ekholm Vestergaard Thorsen Kjeldsen Haddad Mansour Rahimi Sabbagh Khoury Farouk Nasser Hakimi Zaman Qureshi
Tanaka Kobayashi Fujimoto Nakamura Watanabe Shimizu Okada Hayashi Kurosawa Morita Iyer Banerjee Chaudhry Deshpande Kulkarni Menon Pillai Rastogi Saxena Trivedi
Bianchi Ferrante Gallo Marchetti Ricci Santoro Vitale Zanetti Conti Moretti Beaumont Chevalier Delacroix Fournier Girard Lambert Mercier Perrault Rousseau Vasseur`);

const THINGS = words(`
kayak telescope violin bicycle armchair lantern tent camera typewriter compass hammock guitar blanket painting bookshelf teapot saddle canoe accordion clock
ladder loom globe mirror piano drum kettle carpet sculpture wheelbarrow microscope printer lamp desk trumpet surfboard skateboard sled easel tapestry
backpack umbrella suitcase wardrobe bench anvil harp flute cello trombone banjo chandelier candlestick vase basket quilt scarf jacket necklace bracelet
notebook atlas dictionary almanac calendar chessboard puzzle kite yacht rowboat tractor motorcycle scooter wagon stove oven freezer blender toaster grinder`);

const COLOURS = words(
  "red blue green yellow black white silver golden purple orange brown grey crimson turquoise ivory",
);
const PLACES = words(`
Olinda Natal Recife Salvador Curitiba Manaus Fortaleza Vitoria Lisbon Porto Coimbra Braga Dublin Galway Cork Leeds Bristol Oxford Glasgow Cardiff
Oslo Bergen Uppsala Aarhus Turku Riga Tallinn Vilnius Kyoto Osaka Nagoya Sapporo Jaipur Mumbai Chennai Pune Verona Bologna Torino Lyon`);
const DOINGS = [
  "bought",
  "repaired",
  "sold",
  "painted",
  "borrowed",
  "found",
  "lost",
  "restored",
  "photographed",
  "polished",
  "rented",
  "cleaned",
];

/** A number without a pattern that a list could follow, always the same for a number. */
const scattered = (number: number): number => Math.imul(number ^ 0x9e3779b9, 0x85ebca6b) >>> 3;

/** The name of the nth person. The first 10,000 are all different. */
export const personName = (n: number): string =>
  `${cyclicItem(FIRST_NAMES, n)} ${cyclicItem(LAST_NAMES, Math.floor(n / FIRST_NAMES.length) + n)}`;

const thingOf = (n: number): string => cyclicItem(THINGS, n);
const colourOf = (n: number): string => cyclicItem(COLOURS, Math.floor(n / THINGS.length));
/** The place of the nth deed. */
export const placeOf = (n: number): string =>
  cyclicItem(PLACES, Math.floor(n / (THINGS.length * COLOURS.length)) + (n % THINGS.length));

/** The nth deed of somebody. The first 576,000 are all different. */
export const deed = (n: number): string => {
  const round = THINGS.length * COLOURS.length * PLACES.length;
  const doing = scattered(n % round) + Math.floor(n / round);
  return `${cyclicItem(DOINGS, doing)} the ${colourOf(n)} ${thingOf(n)} in ${placeOf(n)}`;
};

/** A question about the nth deed of a person. */
export const question = (person: number, n: number): string =>
  `What did ${personName(person)} do with the ${colourOf(n)} ${thingOf(n)}?`;
