import { PORTUGUESE_NAME } from "./clauses.ts";

export interface PortugueseMeaning {
  readonly relation?: readonly [type: string, target: string, targetType: string | null];
  readonly slot?: string;
  readonly value?: string;
  readonly action?: "UPDATE" | "DELETE";
  /** Things that one has many of, each an entity. */
  readonly links?: readonly (readonly [type: string, target: string, targetType: string | null])[];
}

const N = `(?<name>${PORTUGUESE_NAME})`;
const rule = (pattern: string): RegExp => new RegExp(pattern.replace("$N", N), "u");
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

const READ: readonly ((
  predicate: string,
  negated: boolean,
  ended: boolean,
) => PortugueseMeaning | null)[] = [
  (p, negated, ended) => {
    const name = rule(
      "^(?:trabalha|está trabalhando)\\s+(?:mais\\s+)?(?:\\p{L}+ ){0,4}?(?:em|no|na|para a|para o|pra|pro|para)\\s+(?:o |a )?$N",
    ).exec(p)?.groups?.["name"];
    if (name === undefined) return null;
    if (negated || ended)
      return {
        action: "DELETE",
        slot: "employer",
        value: name,
        relation: ["former_employee_of", name, "organization"],
      };
    return { slot: "employer", value: name, relation: ["works_at", name, "organization"] };
  },
  (p) => {
    const name = rule(
      "^trabalhava\\s+(?:\\p{L}+ ){0,4}?(?:em|no|na|para a|para o|pra|pro|para)\\s+(?:o |a )?$N",
    ).exec(p)?.groups?.["name"];
    return name === undefined ? null : { relation: ["former_employee_of", name, "organization"] };
  },
  (p, negated) => {
    const name = (
      rule("^(?:entrou|começou)\\s+(?:\\p{L}+ ){0,4}?(?:em|no|na|pra|para a|para o)\\s+$N").exec(
        p,
      ) ??
      rule(
        "^(?:foi|mudou)\\s+(?:pra|pro|para a|para o|para)\\s+$N(?=.*(?<!\\p{L})como(?!\\p{L}))",
      ).exec(p) ??
      rule("^foi contratad[oa] (?:pela|pelo|por)\\s+$N").exec(p)
    )?.groups?.["name"];
    return name === undefined || negated
      ? null
      : {
          slot: "employer",
          value: name,
          relation: ["works_at", name, "organization"],
          action: "UPDATE",
        };
  },
  (p, negated) => {
    const name = (
      rule("^(?:saiu|pediu demissão)\\s+(?:da|do|de)\\s+$N").exec(p) ??
      rule("^(?:largou|deixou)\\s+(?:a|o)\\s+$N").exec(p) ??
      rule("^foi (?:demitid|desligad|mandad)[oa](?: embora)? (?:da|do|de|pela|pelo)\\s+$N").exec(p)
    )?.groups?.["name"];
    return name === undefined || negated
      ? null
      : {
          slot: "employer",
          value: name,
          relation: ["former_employee_of", name, "organization"],
          action: "DELETE",
        };
  },
  (p, negated, ended) => {
    const name = rule(
      "^(?:mora|vive|reside|está morando|está vivendo)\\s+(?:mais\\s+)?(?:(?:atualmente|hoje|agora|aqui)\\s+)?(?:em|no|na)\\s+$N",
    ).exec(p)?.groups?.["name"];
    if (name === undefined) return null;
    if (negated || ended)
      return {
        action: "DELETE",
        slot: "residence",
        value: name,
        relation: ["lived_in", name, "place"],
      };
    return { slot: "residence", value: name, relation: ["lives_in", name, "place"] };
  },
  (p) => {
    const name = rule("^(?:morava|vivia|morou|viveu)\\s+(?:em|no|na)\\s+$N").exec(p)?.groups?.[
      "name"
    ];
    return name === undefined ? null : { relation: ["lived_in", name, "place"] };
  },
  (p, negated) => {
    const name = rule(
      "^(?:se )?mudou(?:-se)?\\s+(?:(?:de \\p{Lu}\\p{L}+) )?(?:para|pra|pro)\\s+(?:o |a )?$N",
    ).exec(p)?.groups?.["name"];
    return name === undefined || negated || /\bcomo\b/u.test(p)
      ? null
      : { slot: "residence", value: name, relation: ["lives_in", name, "place"], action: "UPDATE" };
  },
  (p) => {
    const name = rule("^nasceu\\s+(?:em|no|na)\\s+$N").exec(p)?.groups?.["name"];
    return name === undefined
      ? null
      : { slot: "birthplace", value: name, relation: ["born_in", name, "place"] };
  },
  (p) => {
    const day = /^faz (?:aniversário|anos) (?:em|no dia|dia)\s+(?<day>\d.+?)[.!]?$/u.exec(p)
      ?.groups?.["day"];
    return day === undefined ? null : { slot: "birthday", value: day };
  },
  (p) => {
    const name = rule("^(?:é|veio) (?:de|do|da)\\s+$N").exec(p)?.groups?.["name"];
    return name === undefined
      ? null
      : { slot: "origin", value: name, relation: ["from", name, "place"] };
  },
  (p) => {
    const name = rule("^(?:se )?formou(?:-se)?\\s+(?:.{0,40}?\\s)?(?:na|no|pela|pelo)\\s+$N").exec(
      p,
    )?.groups?.["name"];
    return name === undefined ? null : { relation: ["graduated_from", name, "organization"] };
  },
  (p) => {
    const name = rule("^(?:estuda|está estudando)\\s+(?:.{0,40}?\\s)?(?:na|no)\\s+$N").exec(p)
      ?.groups?.["name"];
    return name === undefined ? null : { relation: ["studies_at", name, "organization"] };
  },
  (p) => {
    const name = rule("^contratou\\s+(?:o |a )?$N").exec(p)?.groups?.["name"];
    return name === undefined ? null : { relation: ["hired", name, "person"] };
  },
  (p) => {
    const name =
      rule("^(?:se )?casou(?:-se)?\\s+com\\s+(?:o |a )?$N").exec(p)?.groups?.["name"] ??
      rule("^é casad[oa] com (?:o |a )?$N").exec(p)?.groups?.["name"];
    return name === undefined
      ? null
      : {
          slot: "relationship_status",
          value: `married to ${name}`,
          relation: ["spouse_of", name, "person"],
        };
  },
  (p) => {
    const name = rule("^(?:namora|está namorando)\\s+(?:com\\s+)?(?:o |a )?$N").exec(p)?.groups?.[
      "name"
    ];
    return name === undefined
      ? null
      : {
          slot: "relationship_status",
          value: `dating ${name}`,
          relation: ["partner_of", name, "person"],
        };
  },
  (p, negated) => {
    const age = /^(?:tem|fez|completou)\s+(?<age>\d{1,3})\s+anos\b/u.exec(p)?.groups?.["age"];
    return age === undefined || negated ? null : { slot: "age", value: age };
  },
  (p, negated) => {
    const status =
      /^(?:é|está)\s+(?<status>solteir[oa]|casad[oa]|divorciad[oa]|viúv[oa]|noiv[oa]|separad[oa])(?!\p{L})(?! com)/u.exec(
        p,
      )?.groups?.["status"];
    return status === undefined || negated ? null : { slot: "relationship_status", value: status };
  },
  (p, negated) => {
    const diet = /^(?:é|virou)\s+(?<diet>vegan[oa]|vegetarian[oa]|pescetarian[oa])(?!\p{L})/u.exec(
      p,
    )?.groups?.["diet"];
    return diet === undefined || negated ? null : { slot: "diet", value: diet };
  },
  (p, negated) => {
    const role =
      /^(?:é|virou|trabalha como|se tornou|agora é)\s+(?:um |uma |o |a )?(?<role>\p{L}[\p{L} -]{2,60}?)(?=\s+(?:na|no|da|do|em|desde|há|para|pra)\s|[,.]|$)/u.exec(
        p,
      )?.groups?.["role"];
    if (role === undefined || !ROLE.test(role)) return null;
    const name = rule("\\s(?:na|no|da|do)\\s+$N").exec(p)?.groups?.["name"];
    const relation: PortugueseMeaning =
      name === undefined ? {} : { relation: ["works_at", name, "organization"] };
    return negated ? null : { slot: "role", value: role, ...relation };
  },
  (p, negated, ended) => {
    const taste =
      /^(?<verb>gosta (?:muito )?(?:de|do|da)|adora|ama|curte|odeia|detesta|prefere|fala|toca|joga)\s+(?<what>.+)$/u.exec(
        p,
      )?.groups;
    if (!taste || ended) return null;
    const verb = taste["verb"]!;
    // Who does not speak a language, or play, is tied to nothing by it.
    if (negated && !/^(?:gosta|adora|ama|curte|odeia|detesta)/u.test(verb)) return null;
    const type = /^(?:odeia|detesta)/u.test(verb)
      ? "dislikes"
      : verb.startsWith("fala")
        ? "speaks"
        : verb.startsWith("prefere")
          ? "prefers"
          : /^(?:toca|joga)/u.test(verb)
            ? "plays"
            : negated
              ? "dislikes"
              : "likes";
    const what = taste["what"]!.split(
      /\s+(?:a|do que|em vez|mas|porque|quando|todo|toda|com|desde|há)\s+/u,
    )[0]!;
    return {
      links: listed(what).map(
        (item) => [type, item, type === "speaks" ? "language" : null] as const,
      ),
    };
  },
  (p, negated) => {
    const what =
      /^(?:é|tem)\s+alérgic[oa] a(?:o|os|s)?\s+(?<what>.+)$|^(?:é|tem) alergia a(?:o|os|s)?\s+(?<what2>.+)$/u.exec(
        p,
      )?.groups ??
      /^é alérgic[oa] (?:a|à|ao|aos|às)\s+(?<what>.+)$|^tem alergia (?:a|à|ao|aos|às)\s+(?<what2>.+)$/u.exec(
        p,
      )?.groups;
    const allergens = what?.["what"] ?? what?.["what2"];
    return allergens === undefined || negated
      ? null
      : { links: listed(allergens).map((item) => ["allergic_to", item, "concept"] as const) };
  },
  (p, negated) => {
    const what = /^(?:usa|está usando|passou a usar)\s+(?:o |a )?(?<what>.+)$/u.exec(p)?.groups?.[
      "what"
    ];
    return what === undefined || negated
      ? null
      : {
          links: listed(what.split(/\s+(?:no|na|para|pra|com|em|desde)\s+/u)[0]!)
            .filter((item) => /^\p{Lu}|\./u.test(item))
            .map((item) => ["uses", item, "product"] as const),
        };
  },
];

/** What a predicate in the third person tells: relation, slot and value. */
export const readPortuguese = (
  predicate: string,
  negated: boolean,
  ended: boolean,
): PortugueseMeaning | null => {
  for (const read of READ) {
    const meaning = read(predicate, negated, ended);
    if (meaning !== null) return meaning;
  }
  return null;
};
