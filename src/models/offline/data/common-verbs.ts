import { words } from "./words.ts";

/** Regular verbs of everyday speech about people and projects: what a word with a verb's ending is checked against. */
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
