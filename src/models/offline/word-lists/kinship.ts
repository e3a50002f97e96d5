/** What a person (or a pet) is to somebody: `my sister`, `Clara's boss`. */
export interface KinTerm {
  /** How it is told: `Kavya is Priya's sister`. */
  readonly label: string;
  /** The relation from the one who has the relative to the relative. */
  readonly relation: string;
  readonly type: "person" | "pet";
  readonly gender: "female" | "male" | null;
  /** The attribute of which one has a single value; null where one may have several. */
  readonly slot: string | null;
  /** Whether one has only one for life, so that the bare term will always mean the same one. */
  readonly lasting: boolean;
}

/**
 * relation | type | slot, = for the label itself, or - | terms, `term>label`, with ! for lasting
 * ones, and (f) or (m).
 */
const TABLE = `
spouse_of|person|spouse|wife(f)!, husband(m)!, spouse!, hubby>husband(m)!
engaged_to|person|spouse|fiance>fiancé(m), fiancé(m), fiancee>fiancée(f), fiancée(f)
partner_of|person|spouse|partner, girlfriend(f), gf>girlfriend(f), boyfriend(m), bf>boyfriend(m), life partner>partner
former_partner_of|person|-|ex, ex-wife(f), ex-husband(m), ex-girlfriend(f), ex-boyfriend(m)
sibling_of|person|-|sister(f), brother(m), sibling, twin, twin sister(f), twin brother(m), sis>sister(f), bro>brother(m), half-brother(m), half-sister(f), stepbrother(m), stepsister(f), older sister(f), older brother(m), younger sister(f), younger brother(m), big sister(f), big brother(m), little sister(f), little brother(m), elder sister(f), elder brother(m), baby sister(f), baby brother(m), kid sister(f), kid brother(m)
child_of|person|mother|mother(f)!, mom>mother(f)!, mum>mother(f)!, mommy>mother(f)!, mama>mother(f)!, mam>mother(f)!
child_of|person|father|father(m)!, dad>father(m)!, daddy>father(m)!, papa>father(m)!, pop>father(m)!
child_of|person|-|parent, stepmother(f), stepmom>stepmother(f), stepfather(m), stepdad>stepfather(m)
parent_of|person|-|son(m), daughter(f), child, kid, baby, newborn, toddler, stepson(m), stepdaughter(f), firstborn, oldest son(m), eldest son(m), youngest son(m), oldest daughter(f), eldest daughter(f), youngest daughter(f), little boy>son(m), little girl>daughter(f), baby boy>son(m), baby girl>daughter(f), older son(m), older daughter(f), younger son(m), younger daughter(f), teenage son(m), teenage daughter(f), boy>son(m), girl>daughter(f), twin boy>son(m), twin girl>daughter(f)
godparent_of|person|-|godson(m), goddaughter(f), godchild
relative_of|person|-|aunt(f), auntie>aunt(f), uncle(m), cousin, nephew(m), niece(f), grandmother(f), grandma>grandmother(f), granny>grandmother(f), nana>grandmother(f), grandfather(m), grandpa>grandfather(m), grandad>grandfather(m), granddad>grandfather(m), grandson(m), granddaughter(f), grandchild, mother-in-law(f), father-in-law(m), sister-in-law(f), brother-in-law(m), son-in-law(m), daughter-in-law(f), godmother(f), godfather(m), relative, great-grandmother(f), great-grandfather(m)
friend_of|person|=|best friend, bestie>best friend
friend_of|person|-|friend, old friend, close friend, good friend, childhood friend, school friend, buddy>friend, pal>friend, mate>friend, penpal, pen pal
roommate_of|person|-|roommate, flatmate, housemate
neighbor_of|person|-|neighbour, neighbor
managed_by|person|boss|boss, manager, line manager>manager, supervisor, team lead, team leader>team lead
managed_by|person|-|new boss>boss, new manager>manager, old boss, former boss
mentored_by|person|-|mentor
mentor_of|person|-|mentee
manager_of|person|-|direct report, report, assistant, intern
colleague_of|person|-|colleague, coworker, co-worker>coworker, workmate>colleague, teammate, team mate>teammate, lab partner, classmate, schoolmate>classmate
cofounder_with|person|-|cofounder, co-founder>cofounder, business partner
patient_of|person|=|dentist, therapist, doctor, physician>doctor, gp>doctor
patient_of|person|-|psychologist, psychiatrist, cardiologist, dermatologist, gynecologist(f), ob-gyn, physiotherapist, physio>physiotherapist, nutritionist, pediatrician, surgeon
client_of|person|=|accountant, hairdresser, barber
client_of|person|-|lawyer, attorney, realtor, agent
student_of|person|-|teacher, professor, tutor, piano teacher, guitar teacher, music teacher, yoga teacher, instructor, advisor, thesis advisor
coached_by|person|=|personal trainer
coached_by|person|-|coach, trainer
tenant_of|person|=|landlord(m), landlady(f)
has_pet|pet|-|dog, cat, puppy, kitten, pet, parrot, hamster, rabbit, bunny>rabbit, guinea pig, goldfish, turtle, tortoise, horse, pony, lizard, gecko, snake, ferret, budgie, canary, doggo>dog, pup>puppy, golden retriever, labrador, poodle, beagle, bulldog, french bulldog, german shepherd, border collie, corgi, dachshund, husky, chihuahua, rescue dog>dog, rescue cat>cat, tabby cat, siamese cat, cockatiel, chinchilla, iguana, greyhound, whippet, terrier, jack russell, yorkshire terrier, spaniel, cocker spaniel, collie, pug, dalmatian, schnauzer, mastiff, great dane, rottweiler, doberman, sheepdog, akita, shiba inu, shih tzu, pitbull, mutt>dog, ragdoll, maine coon, sphynx, donkey, goat, hedgehog, gerbil, duck, hen, parakeet, cockatoo, macaw, axolotl, tarantula
`;

const parseRow = (row: string): [string, KinTerm][] => {
  const [relation = "", type = "", slot = "", terms = ""] = row.split("|");
  return terms.split(",").map((entry) => {
    const form = entry.trim();
    const bare = form.replace(/\([fm]\)|!/gu, "");
    const [term = "", label = term] = bare.split(">");
    return [
      term,
      {
        label,
        relation,
        type: type === "pet" ? "pet" : "person",
        gender: form.includes("(f)") ? "female" : form.includes("(m)") ? "male" : null,
        slot: slot === "-" ? null : slot === "=" ? label.replaceAll(" ", "_") : slot,
        lasting: form.includes("!"),
      },
    ];
  });
};

export const KIN_TERMS: ReadonlyMap<string, KinTerm> = new Map(
  TABLE.trim().split("\n").flatMap(parseRow),
);

/** How many words the longest term has. */
export const LONGEST_KIN_TERM = 3;

/** `sisters` is `sister`, `children` is `child`. */
const IRREGULAR_PLURALS: Readonly<Record<string, string>> = {
  wives: "wife",
  children: "child",
  kids: "kid",
  puppies: "puppy",
  kittens: "kitten",
  babies: "baby",
  bunnies: "bunny",
  ponies: "pony",
  goldfish: "goldfish",
  parents: "parent",
  grandkids: "grandchild",
  grandchildren: "grandchild",
  twins: "twin",
  mice: "mouse",
  buddies: "buddy",
};

export const kinTerm = (term: string): KinTerm | undefined => KIN_TERMS.get(term.toLowerCase());

/** The term of which this is the plural. */
export const kinTermOfPlural = (plural: string): KinTerm | undefined => {
  const lower = plural.toLowerCase();
  const singular =
    IRREGULAR_PLURALS[lower] ?? (lower.endsWith("s") ? lower.slice(0, -1) : undefined);
  return singular === undefined ? undefined : KIN_TERMS.get(singular);
};
