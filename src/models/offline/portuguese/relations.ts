import { PORTUGUESE_NAME } from "./clauses.ts";

export interface PortugueseMeaning {
  readonly relation?: readonly [type: string, target: string, targetType: string | null];
  readonly slot?: string;
  readonly value?: string;
  readonly action?: "UPDATE" | "DELETE";
  /** The slot that it was a value of, where both its ends are told. */
  readonly wasSlot?: string;
  /** Things that one has many of, each an entity. */
  readonly links?: readonly (readonly [type: string, target: string, targetType: string | null])[];
}

type Reader = (predicate: string, negated: boolean, ended: boolean) => PortugueseMeaning | null;

/** What a predicate of a fixed form tells of the name, or of the words, in its group `value`. */
interface Form {
  /** With $N for a name. */
  readonly patterns: readonly string[];
  readonly slot?: string;
  /** The value of the slot, with $ for what the predicate names. Default: that alone. */
  readonly value?: string;
  readonly relation?: string;
  readonly targetType?: string;
  readonly action?: "UPDATE" | "DELETE";
  /** The slot that it was a value of, where both its ends are told. */
  readonly wasSlot?: string;
  /** Where it is denied: it tells `nothing`, or the relation that is over. Default: the same. */
  readonly denied?: "nothing" | { readonly relation: string };
}

const PLACE = "(?:em|no|na)";
const AT_WORK = "(?:\\p{L}+ ){0,4}?(?:em|no|na|para a|para o|pra|pro|para)";

/** The first that fits decides. Each with a predicate that it reads and one that it must not. */
const FORMS: readonly Form[] = [
  // "trabalha na Halden"; not "trabalha muito".
  {
    patterns: [`^(?:trabalha|está trabalhando)\\s+(?:mais\\s+)?${AT_WORK}\\s+(?:o |a )?$N`],
    slot: "employer",
    relation: "works_at",
    targetType: "organization",
    denied: { relation: "former_employee_of" },
  },
  // "trabalhava na Halden"; not "trabalhava em casa".
  {
    patterns: [`^(?:trabalhava|trabalhou)\\s+${AT_WORK}\\s+(?:o |a )?$N`],
    wasSlot: "employer",
    relation: "former_employee_of",
    targetType: "organization",
  },
  // "entrou na Halden", "foi contratado pela Halden"; not "entrou na sala".
  {
    patterns: [
      "^(?:entrou|começou)\\s+(?:\\p{L}+ ){0,4}?(?:em|no|na|pra|para a|para o)\\s+$N",
      "^(?:foi|mudou)\\s+(?:pra|pro|para a|para o|para)\\s+$N(?=.*(?<!\\p{L})como(?!\\p{L}))",
      "^foi contratad[oa] (?:pela|pelo|por)\\s+$N",
    ],
    slot: "employer",
    relation: "works_at",
    targetType: "organization",
    action: "UPDATE",
    denied: "nothing",
  },
  // "foi promovida a gerente"; not "foi promovida".
  {
    patterns: [
      "^(?:foi|fui) promovid[oa] (?:a|à|ao|para) (?:o cargo de )?(?<value>\\p{Ll}[\\p{L} ]{2,50}?)(?=[,.]| em | no | na |$)",
    ],
    slot: "role",
    action: "UPDATE",
    denied: "nothing",
  },
  // "saiu da Halden", "foi demitida da Halden"; not "saiu de casa".
  {
    patterns: [
      "^(?:saiu|pediu demissão)\\s+(?:da|do|de)\\s+$N",
      "^(?:largou|deixou)\\s+(?:a|o)\\s+$N",
      "^foi (?:demitid|desligad|mandad)[oa](?: embora)? (?:da|do|de|pela|pelo)\\s+$N",
    ],
    slot: "employer",
    relation: "former_employee_of",
    targetType: "organization",
    action: "DELETE",
    denied: "nothing",
  },
  // "mora em Lisboa"; not "mora com a Ana".
  {
    patterns: [
      `^(?:mora|vive|reside|está morando|está vivendo)\\s+(?:mais\\s+)?(?:(?:atualmente|hoje|agora|aqui)\\s+)?${PLACE}\\s+$N`,
    ],
    slot: "residence",
    relation: "lives_in",
    targetType: "place",
    denied: { relation: "lived_in" },
  },
  // "morava em Lisboa"; not "morava sozinho".
  {
    patterns: [`^(?:morava|vivia|morou|viveu)\\s+${PLACE}\\s+$N`],
    wasSlot: "residence",
    relation: "lived_in",
    targetType: "place",
  },
  // "se mudou para Lisboa"; not "mudou para a Halden como gerente".
  {
    patterns: [
      "^(?!.*\\bcomo\\b)(?:se )?mudou(?:-se)?\\s+(?:(?:de \\p{Lu}\\p{L}+) )?(?:para|pra|pro)\\s+(?:o |a )?$N",
    ],
    slot: "residence",
    relation: "lives_in",
    targetType: "place",
    action: "UPDATE",
    denied: "nothing",
  },
  // "nasceu em Lisboa"; not "nasceu em 1990".
  {
    patterns: [`^nasceu\\s+${PLACE}\\s+$N`],
    slot: "birthplace",
    relation: "born_in",
    targetType: "place",
  },
  // "faz aniversário dia 4 de maio"; not "faz anos que mora aqui".
  {
    patterns: ["^faz (?:aniversário|anos) (?:em|no dia|dia)\\s+(?<value>\\d.+?)[.!]?$"],
    slot: "birthday",
  },
  // "é de Lisboa"; not "é de madeira".
  {
    patterns: ["^(?:é|veio) (?:de|do|da)\\s+$N"],
    slot: "origin",
    relation: "from",
    targetType: "place",
  },
  // "se formou em direito pela Halden"; not "se formou em 2010".
  {
    patterns: ["^(?:se )?formou(?:-se)?\\s+(?:.{0,40}?\\s)?(?:na|no|pela|pelo)\\s+$N"],
    relation: "graduated_from",
    targetType: "organization",
  },
  // "estuda direito na Halden"; not "estuda muito".
  {
    patterns: ["^(?:estuda|está estudando)\\s+(?:.{0,40}?\\s)?(?:na|no)\\s+$N"],
    relation: "studies_at",
    targetType: "organization",
  },
  // "contratou a Ana"; not "contratou um seguro".
  { patterns: ["^contratou\\s+(?:o |a )?$N"], relation: "hired", targetType: "person" },
  // "casou com a Ana"; not "casou em 2010".
  {
    patterns: ["^(?:se )?casou(?:-se)?\\s+com\\s+(?:o |a )?$N", "^é casad[oa] com (?:o |a )?$N"],
    slot: "relationship_status",
    value: "married to $",
    relation: "spouse_of",
    targetType: "person",
  },
  // "namora a Ana"; not "namora há anos".
  {
    patterns: ["^(?:namora|está namorando)\\s+(?:com\\s+)?(?:o |a )?$N"],
    slot: "relationship_status",
    value: "dating $",
    relation: "partner_of",
    targetType: "person",
  },
  // "tem 34 anos"; not "tem 34 livros".
  {
    patterns: ["^(?:tem|fez|completou)\\s+(?<value>\\d{1,3})\\s+anos\\b"],
    slot: "age",
    denied: "nothing",
  },
  // "é solteira"; not "é casada com a Ana", which the form above reads.
  {
    patterns: [
      "^(?:é|está)\\s+(?<value>solteir[oa]|casad[oa]|divorciad[oa]|viúv[oa]|noiv[oa]|separad[oa])(?!\\p{L})(?! com)",
    ],
    slot: "relationship_status",
    denied: "nothing",
  },
  // "virou vegana"; not "é vegetal".
  {
    patterns: ["^(?:é|virou)\\s+(?<value>vegan[oa]|vegetarian[oa]|pescetarian[oa])(?!\\p{L})"],
    slot: "diet",
    denied: "nothing",
  },
];

const nameIn = (pattern: string): RegExp =>
  new RegExp(pattern.replace("$N", `(?<value>${PORTUGUESE_NAME})`), "u");

/** What the first of the patterns names. */
const valueOf = (patterns: readonly RegExp[], predicate: string): string | undefined => {
  for (const pattern of patterns) {
    const value = pattern.exec(predicate)?.groups?.["value"];
    if (value !== undefined) return value;
  }
  return undefined;
};

const readerOf = ({ patterns, slot, relation, denied, wasSlot, ...form }: Form): Reader => {
  const compiled = patterns.map(nameIn);
  return (predicate, negated, ended) => {
    const name = valueOf(compiled, predicate);
    if (name === undefined || (negated && denied === "nothing")) return null;
    const isOver = typeof denied === "object" && (negated || ended);
    const type = isOver ? denied.relation : relation;
    const action = isOver ? "DELETE" : form.action;
    return {
      ...(slot === undefined ? {} : { slot, value: form.value?.replace("$", () => name) ?? name }),
      ...(wasSlot === undefined ? {} : { wasSlot, value: name }),
      ...(type === undefined ? {} : { relation: [type, name, form.targetType ?? null] }),
      ...(action === undefined ? {} : { action }),
    };
  };
};

const ROLE =
  /^(?:engenheir|desenvolvedor|programador|designer|professor|médic|enfermeir|advogad|analista|cientista|gerente|diretor|consultor|arquitet|dentista|psicólog|jornalista|fotógraf|chef|vendedor|estudante|estagiári|head|ceo|cto|cfo|vp|fundador|coordenador|administrador|economista|contador|veterinári|farmacêutic|músic|ator|atriz|escritor|tradutor|motorista|piloto|policial|bombeir|cozinheir|freelancer|empresári|secretári|recepcionista|técnic|mecânic|eletricista)/iu;

const listed = (text: string): string[] =>
  text
    .replace(/[.!]+$/u, "")
    .split(/\s*,\s*(?:e\s+)?|\s+e\s+/u)
    .map((item) =>
      item
        .replace(
          /^(?:um pouco de|bastante|muito|fazer|ouvir|ler|comer|o|a|os|as|de|do|da)\s+/iu,
          "",
        )
        .trim(),
    )
    .filter((item) => item !== "" && item.split(" ").length <= 3);

const ROLE_FORM =
  /^(?:é|virou|trabalha como|se tornou|agora é)\s+(?:um |uma |o |a )?(?<role>\p{L}[\p{L} -]{2,60}?)(?=\s+(?:na|no|da|do|em|desde|há|para|pra)\s|[,.]|$)/u;
const ORGANIZATION_OF_ROLE = nameIn("\\s(?:na|no|da|do)\\s+$N");

/** "é enfermeira na Halden"; not "é alta". */
const readRole: Reader = (predicate, negated) => {
  const role = ROLE_FORM.exec(predicate)?.groups?.["role"];
  if (role === undefined || !ROLE.test(role) || negated) return null;
  const name = valueOf([ORGANIZATION_OF_ROLE], predicate);
  return {
    slot: "role",
    value: role,
    ...(name === undefined ? {} : { relation: ["works_at", name, "organization"] }),
  };
};

const TASTE_FORM =
  /^(?<verb>gosta (?:muito )?(?:de|do|da)|adora|ama|curte|odeia|detesta|prefere|fala|toca|joga)\s+(?<what>.+)$/u;
/**
 * The relation of each verb, and that of its denial. Who does not speak a language, or play, is
 * tied to nothing by it.
 */
const TASTES: readonly {
  readonly verb: RegExp;
  readonly relation: string;
  readonly denied: string | null;
}[] = [
  { verb: /^(?:odeia|detesta)/u, relation: "dislikes", denied: "dislikes" },
  { verb: /^fala/u, relation: "speaks", denied: null },
  { verb: /^prefere/u, relation: "prefers", denied: null },
  { verb: /^(?:toca|joga)/u, relation: "plays", denied: null },
  { verb: /^(?:gosta|adora|ama|curte)/u, relation: "likes", denied: "dislikes" },
];

/** "gosta de café e chá", "fala inglês"; not "não fala inglês". */
const readTaste: Reader = (predicate, negated, ended) => {
  const { verb, what } = TASTE_FORM.exec(predicate)?.groups ?? {};
  if (verb === undefined || what === undefined || ended) return null;
  const taste = TASTES.find((row) => row.verb.test(verb));
  const relation = (negated ? taste?.denied : taste?.relation) ?? null;
  if (relation === null) return null;
  const [liked = ""] = what.split(
    /\s+(?:a|do que|em vez|mas|porque|quando|todo|toda|com|desde|há)\s+/u,
  );
  const targetType = relation === "speaks" ? "language" : null;
  return { links: listed(liked).map((item) => [relation, item, targetType] as const) };
};

const ALLERGY_FORMS = [
  /^(?:é|tem)\s+alérgic[oa] a(?:o|os|s)?\s+(?<value>.+)$/u,
  /^(?:é|tem) alergia a(?:o|os|s)?\s+(?<value>.+)$/u,
  /^é alérgic[oa] (?:a|à|ao|aos|às)\s+(?<value>.+)$/u,
  /^tem alergia (?:a|à|ao|aos|às)\s+(?<value>.+)$/u,
];

/** "é alérgica a amendoim"; not "não é alérgica a amendoim". */
const readAllergy: Reader = (predicate, negated) => {
  const allergens = valueOf(ALLERGY_FORMS, predicate);
  return allergens === undefined || negated
    ? null
    : { links: listed(allergens).map((item) => ["allergic_to", item, "concept"] as const) };
};

const USE_FORM = /^(?:usa|está usando|passou a usar)\s+(?:o |a )?(?<value>.+)$/u;

/** "usa Postgres no trabalho"; not "usa óculos". */
const readUse: Reader = (predicate, negated) => {
  const what = valueOf([USE_FORM], predicate);
  if (what === undefined || negated) return null;
  const [used = ""] = what.split(/\s+(?:no|na|para|pra|com|em|desde)\s+/u);
  return {
    links: listed(used)
      .filter((item) => /^\p{Lu}|\./u.test(item))
      .map((item) => ["uses", item, "product"] as const),
  };
};

/** The first that reads the predicate decides. */
const READERS: readonly Reader[] = [
  ...FORMS.map(readerOf),
  readRole,
  readTaste,
  readAllergy,
  readUse,
];

/** What a predicate in the third person tells: relation, slot and value. */
export const readPortuguese = (
  predicate: string,
  negated: boolean,
  ended: boolean,
): PortugueseMeaning | null => {
  for (const read of READERS) {
    const meaning = read(predicate, negated, ended);
    if (meaning !== null) return meaning;
  }
  return null;
};
