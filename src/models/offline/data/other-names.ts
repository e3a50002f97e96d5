import { withoutAccents } from "../../../memory/names.ts";

/** Names of one thing that share no word: each line is one thing, folded. */
const TABLE = `
kubernetes|k8s; postgresql|postgres|psql; javascript|js; typescript|ts; google cloud|gcp|google cloud platform; amazon web services|aws; microsoft azure|azure; visual studio code|vscode|vs code
mongodb|mongo; go|golang; next.js|nextjs; node.js|nodejs|node; vue.js|vuejs|vue; react.js|reactjs; github|git hub; cosmos db|cosmosdb|azure cosmos db; elasticsearch|elastic search; scikit-learn|sklearn
new york|nyc|new york city; san francisco|sf; los angeles|la|l.a.; rio de janeiro|rio; united kingdom|uk|u.k.|great britain; united states|usa|us|u.s.|u.s.a.|united states of america|america; brazil|brasil; united arab emirates|uae; washington dc|washington d.c.|dc
germany|deutschland; spain|españa|espanha; italy|italia; portugal|pt; belo horizonte|bh; saint petersburg|st. petersburg|st petersburg; mumbai|bombay; bengaluru|bangalore; kolkata|calcutta; kyiv|kiev; cologne|koln; munich|munchen; lisbon|lisboa; london|londres; facebook|meta; twitter|x`;

const canonical = new Map<string, string>();
for (const line of TABLE.trim().split(/[;\n]/u)) {
  const names = line.trim().split("|").map(withoutAccents);
  for (const name of names) canonical.set(name, names[0]!);
}

export const canonicalName = (folded: string): string => canonical.get(folded) ?? folded;
