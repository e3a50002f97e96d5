import { words } from "./word-list.ts";

/**
 * Given names that are words as well: names where a sentence opens with them and a verb follows.
 */
export const AMBIGUOUS_NAMES =
  words(`max mark will bill frank jack rob pat drew chase grace hope faith joy amber ruby violet iris daisy lily rose eve dean art sue
  grant miles wade cliff clay dale glen guy jay ray rich rick chuck mike gene basil olive ivy hazel heather holly penny ginger crystal jade pearl sandy dusty rusty
  buddy chance hunter carter parker taylor mason cooper tyler porter fisher hannah skip tony harry dick don ed al sky river brook brooke robin jean carol
  merry autumn dawn summer angel christian victor constant ernest noble king earl duke bishop pierce reed reid flint stone blaze lance mat matt nick pierce troy carmen
  olga sol paz luz alba rio leo gil ana bia caio davi ravi dev om asha jun kai lin mei min ming tao wu xu yu sun han kim li lee park song sung young hong moon`);

/**
 * Words that a capital does not make a name: openings, short forms of things and of posts, and
 * school subjects in titles.
 */
export const NOT_NAMES =
  words(`i we you he she it they the a an my our your his her this that these those what who when where why how which yes no ok okay hi
  hello hey thanks thank please well so and but or also actually btw lol big news good morning afternoon evening night between as not if can do does did is are
  was were will would could should might let lets remember call tell everyone someone nobody there here just really too first last next im ive dont cant
  mr mrs ms sir madam am pm ad bc eta etc fyi imo tbh omg wow yay sorry guess today tomorrow yesterday tonight now then since after before with from to
  of in on at by for about into over under up down out off new old both all some most many few each every another either neither one two three
  sure great nice cool awesome amazing congrats congratulations happy sad true false update correction note reminder fun`);

/** Short forms that stand for a thing, a post or a field, not for one bearer. */
export const ACRONYMS =
  words(`api apis sla slas slo url urls pr prs ci cd ml ai ui ux db sql nosql hr qa kpi kpis okr okrs mvp phd mba bsc msc ba ma bs ms md jd tv pc cto
  ceo cfo coo cmo cpo ciso cio vp svp evp pm po sre swe dev devops it pto eta roi crm erp etl gpu cpu ram ssd vpn dns http https json xml csv pdf id ids
  faq sdk cli ide saas paas iaas b2b b2c rfp nda gdpr adhd ptsd ibs pcos hiv covid gym diy bbq dj mc mri ct er icu llm llms rag nlp cv`);

/** Months, days and feasts: they tell when. */
export const CALENDAR =
  words(`january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri sat sun
  christmas easter thanksgiving halloween ramadan diwali hanukkah carnival passover eid summer winter spring autumn fall q1 q2 q3 q4`);

/** Peoples, languages, faiths and signs: they describe, and name nobody. */
export const DEMONYMS =
  words(`american british english scottish irish welsh canadian australian brazilian portuguese spanish french german italian dutch belgian swiss austrian
  swedish norwegian danish finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian slovenian bosnian
  albanian macedonian lithuanian latvian estonian georgian armenian israeli hebrew arabic arab egyptian moroccan tunisian algerian lebanese syrian iraqi iranian
  persian farsi afghan pakistani indian hindi urdu bengali punjabi tamil telugu malayalam kannada gujarati marathi nepali nepalese sinhala bangladeshi chinese mandarin
  cantonese taiwanese japanese korean vietnamese thai filipino tagalog indonesian malaysian malay singaporean mongolian mexican colombian argentinian argentine
  chilean peruvian venezuelan ecuadorian bolivian paraguayan uruguayan cuban dominican haitian jamaican puerto_rican nigerian ghanaian kenyan ethiopian somali
  swahili yoruba igbo zulu xhosa afrikaans south_african european asian african latino latina hispanic christian catholic protestant muslim jewish hindu buddhist
  sikh atheist agnostic mormon aries taurus scorpio sagittarius capricorn aquarius pisces asl esperanto latin catalan basque galician
  gaelic yiddish texan californian parisian londoner berliner carioca paulista`);
