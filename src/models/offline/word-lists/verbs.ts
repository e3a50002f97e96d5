import { words } from "./word-list.ts";

/** Verbs that say of what follows that it is so. */
export const ACTUAL = words(
  "start begin continue keep enjoy love like end get manage happen tend prefer finish spend hate help resume switch",
);
export const DECIDING = words("decide choose agree opt resolve");
/** Verbs after which what follows goes on, though they are in the past: "started working". */
export const BEGINNING = words("start begin continue resume");
/** Verbs that say of what follows that it is over. */
export const ENDING = words("stop quit cease");
/** Verbs that say of what follows that it is only in the mind. */
export const UNREAL = words(
  "want plan hope wish intend need try consider think dream aim expect mean seek wait ask offer promise refuse fail pretend struggle attempt prepare apply interview",
);
export const UNREAL_MODALS = words("would could should may might must ought");

/**
 * Base, past, participle where it differs from the past. Regular forms are derived
 * (`english/verb-forms.ts`).
 */
const TABLE = `
  be was been; be were been; become became become; begin began begun; bet bet; bite bit bitten; blow blew blown; break broke broken;
  bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen; come came come; cost cost; cut cut; deal dealt;
  do did done; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
  fight fought; find found; fly flew flown; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten;
  give gave given; go went gone; grow grew grown; hang hung; have had; hear heard; hide hid hidden; hit hit; hold held; hurt hurt;
  keep kept; know knew known; lay laid; lead led; learn learnt; leave left; lend lent; let let; lie lay lain; light lit; lose lost;
  make made; mean meant; meet met; misunderstand misunderstood; pay paid; put put; quit quit; read read; ride rode ridden; ring rang rung;
  rise rose risen; run ran run; say said; see saw seen; sell sold; send sent; set set; shake shook shaken; shine shone; shoot shot;
  show showed shown; shut shut; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken; spend spent;
  split split; spread spread; stand stood; steal stole stolen; stick stuck; strike struck; sweep swept; swim swam swum; take took taken;
  teach taught; tear tore torn; tell told; think thought; throw threw thrown; undergo underwent undergone; understand understood;
  upset upset; wake woke woken; wear wore worn; win won; withdraw withdrew withdrawn; write wrote written; rebuild rebuilt; rewrite rewrote rewritten;
  overcome overcame overcome; outgrow outgrew outgrown; bear bore born; resell resold; foresee foresaw foreseen`;

export interface IrregularVerb {
  readonly base: string;
  readonly past: string;
  readonly participle: string;
}

export const IRREGULAR_VERBS: readonly IrregularVerb[] = TABLE.split(";").map((row) => {
  const [base = "", past = "", participle = past] = row.trim().split(/\s+/u);
  return { base, past, participle };
});

/**
 * Regular verbs of everyday speech about people and projects: what a word with a verb's ending is
 * checked against.
 */
export const COMMON_VERBS = words(`
  accept achieve acquire add admire admit adopt adore advise agree aim allow analyse analyze announce annoy answer apologise apologize appear apply
  appoint appreciate approve argue arrange arrive ask assign assist attach attend audit automate avoid award back bake ban base battle believe belong
  bike bill blame block blog board boil book boost borrow bother bottle bounce box brew brush budget bump cache call camp cancel capture care carry
  celebrate change charge chase chat check cheer clean clear climb close coach code collaborate collect combine comment commit commute compare compete
  complain complete configure confirm connect consider consist consult consume contact contain continue contract contribute convert cook coordinate copy
  count cover crash crave create criticise cross cry cure cycle damage dance date debug decide declare decorate decrease dedicate defend delay delegate
  delete deliver depend deploy describe deserve design despise destroy develop diagnose die direct disappear discover discuss dislike display dissolve
  divorce donate double download draft dress drop earn edit elect email embarrass embed employ enable encounter encourage end engage enjoy enrol enroll
  enter escape establish estimate evaluate exchange excite exercise exist expand expect experience explain explore export express extend face fail
  fancy farm fast fear feature fill film finance finish fire fish fix focus follow force form foster found freelance fry function fund gain garden
  generate graduate greet guard guess guide handle happen hate head headquarter heal help hike hire hope host house hunt identify ignore imagine implement
  import impress improve include increase indicate inform inherit inject injure insist inspire install instruct intend interest intern interview introduce
  invent invest invite involve iron isolate issue jog join joke journal judge juggle jump kayak kick kill kiss knit label lack land last laugh launch
  lease lecture license lift like limit link list listen live load loan locate lock log look love lower maintain manage march mark market marry master
  match matter measure meditate mention mentor merge message migrate mind miss mix model monitor move multiply name need negotiate nominate note notice
  nurse obsess obtain occupy occur offer open operate oppose order organise organize originate outsource own pack paint park participate partner
  pass pause perform permit persuade phone photograph pick pivot place plan plant play please plot point polish possess post postpone pour practice
  practise praise pray prefer prepare present preserve press prevent print process produce program promise promote propose protect prove provide publish
  pull purchase push qualify question race rain raise reach react realise realize receive recommend record recover recruit reduce refactor refer refuse
  regret reject relate relax release relocate rely remain remember remind remodel remove renew renovate rent reopen repair repeat replace reply report
  represent request require rescue research reserve reside resign resolve respect respond rest restore restructure retire return reveal review ride
  roast roll row rule sail save scale scan scare schedule score scrap scream search secure seem select separate serve settle sew shape share ship shop
  shout shower sign skate sketch ski skip smell smile smoke snore snowboard solve sort sound sponsor spot stage start state stay step stop store
  stream stress stretch struggle study stumble style submit subscribe succeed suck suffer suggest suit supervise supply support suppose surf surprise
  surround survive suspect switch tackle talk target taste tend terminate test thank ticket time tolerate total touch tour trace track trade train
  transfer transform translate travel treat trek trigger triple trust try tune turn tutor type unite update upgrade upload urge use vacation value
  vary view visit volunteer vote vow wait walk want warn wash waste watch water weigh welcome widow wish wonder work worry worship wrap yell
  reside situate co-found cofound onboard offboard downsize lay-off binge crochet embroider garden homeschool meal-prep sublet babysit`);
