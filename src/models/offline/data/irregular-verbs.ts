/** Base, past, participle where it differs from the past. Regular forms are derived (`english/verb-forms.ts`). */
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
