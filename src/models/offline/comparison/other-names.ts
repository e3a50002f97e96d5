import { withoutAccents } from "../../../language/folding.ts";

/** Names of one thing that share no word: each line is one thing, folded. */
const OTHER_NAMES = `
kubernetes|k8s; postgresql|postgres|psql; javascript|js; typescript|ts; google cloud|gcp|google cloud platform; amazon web services|aws; microsoft azure|azure; visual studio code|vscode|vs code
mongodb|mongo; go|golang; next.js|nextjs; node.js|nodejs|node; vue.js|vuejs|vue; react.js|reactjs; github|git hub; cosmos db|cosmosdb|azure cosmos db; elasticsearch|elastic search; scikit-learn|sklearn
new york|nyc|new york city; san francisco|sf; los angeles|la|l.a.; rio de janeiro|rio; united kingdom|uk|u.k.|great britain; united states|usa|us|u.s.|u.s.a.|united states of america|america; brazil|brasil; united arab emirates|uae; washington dc|washington d.c.|dc
germany|deutschland; spain|españa|espanha; italy|italia; portugal|pt; belo horizonte|bh; saint petersburg|st. petersburg|st petersburg; mumbai|bombay; bengaluru|bangalore; kolkata|calcutta; kyiv|kiev; cologne|koln; munich|munchen; lisbon|lisboa; london|londres; facebook|meta; twitter|x`;

const canonical = new Map<string, string>();
for (const line of OTHER_NAMES.trim().split(/[;\n]/u)) {
  const [first = "", ...others] = line.trim().split("|").map(withoutAccents);
  for (const name of [first, ...others]) canonical.set(name, first);
}

export const canonicalName = (folded: string): string => canonical.get(folded) ?? folded;

/**
 * Given names and the short forms of them, in English and Portuguese. A short form of two names is
 * a form of both.
 */
const SHORT_FORMS = `
robert: bob bobby rob robbie bert; roberto: beto bob; william: bill billy will willy liam; elizabeth: liz lizzie beth betty eliza ellie libby lisa; elisabeth: liz lisa elsa
margaret: maggie meg peggy marge; richard: dick rick ricky rich; ricardo: ric rick rico; james: jim jimmy jamie; john: johnny jack; jonathan: jon jonny nathan; joseph: joe joey
michael: mike mikey mick micky; miguel: migs; thomas: tom tommy; tomas: tom; anthony: tony; antonio: tony toninho tonho toni; charles: charlie chuck; edward: ed eddie ted ned; eduardo: edu dudu duda ed
theodore: ted teddy theo; henry: harry hank; henrique: rick ique; andrew: andy drew; katherine: kate kathy katie kat kitty; catherine: kate cathy katie cat; kathleen: kathy kate
rebecca: becky becca; susan: sue susie; suzanne: sue suzy; patricia: pat patty trish tricia; patrick: pat paddy; deborah: deb debbie; barbara: barb babs; jennifer: jen jenny; jessica: jess jessie
samantha: sam sammy; samuel: sam sammy samu; alexander: alex al sandy xander sasha; alexandra: alex sandra sasha lexi alexa; alexandre: alex xande; alejandro: alex; benjamin: ben benny benji; daniel: dan danny dani; daniela: dani; danielle: dani
nicholas: nick nicky nico; nicolas: nick nico; nicole: nikki nic; christopher: chris kit topher; christina: chris tina chrissy; cristina: cris tina; cristiano: cris; christian: chris; matthew: matt matty; mateus: mat teus; matheus: mat teus
timothy: tim timmy; stephen: steve stevie; steven: steve stevie; stephanie: steph stef; stefanie: stef steph; gregory: greg; kenneth: ken kenny; ronald: ron ronnie; donald: don donny; lawrence: larry; leonardo: leo; leonard: leo len lenny
joshua: josh; jacob: jake; zachary: zach zack; nathaniel: nate nathan; frederick: fred freddie; frederico: fred; francis: frank; francisco: chico fran paco cisco; francisca: chica fran; franklin: frank
maximilian: max; maxwell: max; vincent: vince vinny; vinicius: vini; victoria: vicky tori; vitoria: vivi; victor: vic; philip: phil; peter: pete; pedro: pedrinho; jeffrey: jeff; geoffrey: geoff; eugene: gene; raymond: ray; walter: walt
abigail: abby gail; madeline: maddie; amanda: mandy; melissa: mel; melanie: mel; cynthia: cindy; dorothy: dot dottie; eleanor: ellie nora nell; evelyn: evie; florence: flo; frances: fran; gabriella: gabby gabi; gabriela: gabi bibi; gabriel: gabe gabi biel; isabella: bella izzy isa; isabela: bela isa; isabel: isa bel
jacqueline: jackie; josephine: jo josie; judith: judy; louise: lou; louis: lou; luis: lu luisinho; luiz: lu luizinho; natalie: nat; natalia: nat nati; pamela: pam; penelope: penny; philippa: pippa; theresa: terry tess; valerie: val; veronica: ronnie vero; virginia: ginny; vanessa: nessa
ana: aninha nana; beatriz: bia bea; beatrice: bea; camila: mila cami; carolina: carol carolzinha lina caro; caroline: carol carrie caro; carolyn: carol; carlos: carlinhos cacá; fernanda: nanda fe fer; fernando: nando fe fer; guilherme: gui guiga guili; gustavo: gu guga; jose: ze zeca pepe; josue: jo
joao: joca jão joãozinho; juliana: ju juli; julia: ju juju; leticia: le leti; luciana: lu luci; luciano: lu; lucas: luca luquinhas; luana: lu lua; manuel: manu mané; manuela: manu; marcelo: celo marcelinho; marcos: marquinhos; maria: mariazinha; mariana: mari nana; marina: mari; mario: marinho; paula: paulinha; paulo: paulinho
rafael: rafa rafinha; rafaela: rafa; raimundo: mundo; renata: re renatinha; renato: re; rodrigo: rod digo; ronaldo: ron; sebastian: seb bas; sebastiao: tiao; thiago: thi; tiago: ti; tatiana: tati; vanderlei: vander; aline: li; priscila: pri; priscilla: pri; patricio: pat; larissa: lari; livia: lili; lorena: lo; debora: deb debs; regina: gina; adriana: dri adri; adriano: dri adri; alessandra: ale sandra; alessandro: ale; andre: dede; andrea: dea; bruno: bru; bruna: bru; claudia: clau; cleber: clebinho; diego: di; edson: ed; felipe: lipe fe; filipe: lipe; giovanna: gi gio; giulia: giu; heloisa: helo; igor: iguinho; joaquim: quim; katia: ka; monica: mo moni; murilo: muri; otavio: tavinho`;

const formal = new Map<string, Set<string>>();
for (const entry of SHORT_FORMS.split(/[;\n]/u)) {
  const [name = "", forms = ""] = entry.split(":");
  for (const form of forms.trim().split(/\s+/u)) {
    if (form === "") continue;
    const key = withoutAccents(form);
    formal.set(key, (formal.get(key) ?? new Set()).add(name.trim()));
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The full names of which a folded name is a short form. */
export const fullNamesOf = (short: string): ReadonlySet<string> => formal.get(short) ?? NONE;
