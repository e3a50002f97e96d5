import { words } from "./word-list.ts";

/** Words of English whose part of speech no tagger needs to guess. */
export const SUBJECT_PRONOUNS = words("i we he she they it you");
export const PRONOUNS =
  words(`i we you he she it they me us him them myself ourselves yourself himself herself itself themselves mine ours yours hers theirs
  someone somebody anyone anybody everyone everybody no_one nobody something anything everything nothing one`);
export const POSSESSIVES = words("my our your his her their its");
export const DETERMINERS = words(
  "a an the this that these those some any every each no both all another either neither few many several most such",
);
export const PREPOSITIONS =
  words(`about above across after against along among around as at before behind below beneath beside besides between beyond by
  despite down during except for from in inside into near of off on onto out outside over past per since than through throughout till to toward towards
  under underneath until up upon via with within without like unlike instead`);
export const CONJUNCTIONS = words(
  "and but or nor so yet because although though while whereas if unless when whenever once that plus then whether where who whom whose which",
);
export const AUXILIARIES =
  words(`am is are was were be been being have has had having do does did will would can could shall should may might must cannot
  ought`);
export const MODALS = words("will would can could shall should may might must cannot ought");
export const HAVE = words("have has had having");
export const NEGATIONS = words("not never");
/**
 * Prepositions after which a phrase begins that may tell where, with whom, as what or until when.
 */
export const ADVERBS =
  words(`actually already also always almost apparently basically briefly certainly clearly completely constantly currently definitely
  eventually even ever exactly exclusively extremely fairly finally formerly frankly frequently fully generally gladly happily hardly here honestly
  immediately indeed initially instead just kinda lately later literally mainly maybe merely mostly mainly nearly never normally not now nowadays obviously
  occasionally officially often once only originally partly perhaps permanently personally possibly presently previously primarily probably quickly quite
  rarely rather really recently regularly remotely sadly secretly seldom seriously severely simply slightly slowly sometimes soon sorta still strongly
  strictly suddenly super surely temporarily there together too totally truly twice typically unfortunately usually very voluntarily weekly well
  daily monthly yearly anymore again abroad forever successfully happily proudly mildly badly deeply highly back home away professionally part-time full-time freelance`);
