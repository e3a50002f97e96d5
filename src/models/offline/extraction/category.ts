import type { ImportanceCategory } from "../../../memory/importance.ts";

/** In the order in which they are tried: the more it weighs, the earlier. */
const SIGNS: readonly (readonly [ImportanceCategory, RegExp])[] = [
  [
    "BIOGRAPHICAL_MILESTONE",
    /\b(?:married|marrying|divorc\w+|engaged|born|graduat\w+|retir\w+|promot\w+|pregnant|expecting (?:a|our|their|her|another|twins)|passed away|died|funeral|wedding|newborn|gave birth|bought (?:a|our|their|his|her)?\s*(?:first |new )?(?:house|home|flat|apartment)|(?:moved|relocated|moving|relocating) to|emigrated|founded|co-founded|new job|first job|degree|phd|diagnosed|citizenship|adopted|marathon|won|defended)\b/iu,
  ],
  [
    "BIOGRAPHICAL_MILESTONE",
    /(?:^|[^\p{L}])(?:casou|casada|casado|divorciou|formou|nasceu|aposentou|promovid[oa]|grávida|faleceu|morreu|mudou|fundou|comprou (?:um|uma) (?:casa|apartamento))(?![\p{L}])/iu,
  ],
  [
    "RELATIONSHIP_CHANGE",
    /\b(?:wife|husband|girlfriend|boyfriend|fianc\S+|broke up|split up|dating|left(?!-)|quit|resign\w*|fired|laid off|joined|hired|no longer works?|best friend|friend|sister|brother|boss|manager|mother|father|son|daughter|cousin|partner|mentor|kids?|children)\b/iu,
  ],
  [
    "RELATIONSHIP_CHANGE",
    /(?:^|[^\p{L}])(?:esposa|marido|namorad[oa]|noiv[oa]|irmã|irmão|mãe|pai|filh[oa]s?|amig[oa]|chefe|saiu|contratou|entrou|namora)(?![\p{L}])/iu,
  ],
  [
    "CONVERSATIONAL",
    /\b(?:is|feels?|feeling|was|been) (?:so |very |really |a bit |pretty |super |quite |too )*(?:tired|bored|happy|sad|hungry|cranky|excited|stressed|fine|ok|okay|sleepy|exhausted|annoyed|nervous|anxious|upset|angry|sick|confused|busy|cold|hot|glad|lonely|overwhelmed|grumpy|thirsty|hungover)\b|(?:está|estou) (?:muito )?(?:cansad[oa]|feliz|triste|com fome|com sono)/iu,
  ],
  [
    "ROUTINE_ACTIVITY",
    /\b(?:every (?:day|morning|evening|night|week|weekend|month|\w+day)|on \w+days|usually|always|daily|weekly|often|(?:once|twice|\w+ times) (?:a|per) (?:day|week|month)|each (?:day|morning|week)|wakes? up|goes to bed|goes to the gym)\b|(?:^|[^\p{L}])(?:todo dia|todos os dias|toda (?:semana|segunda|terça|quarta|quinta|sexta)|sempre|geralmente)(?![\p{L}])/iu,
  ],
  [
    "STABLE_PREFERENCE",
    /\b(?:prefer\w*|likes?|loves?|hates?|enjoys?|favou?rite|allergic|intolerant|vegan|vegetarian|dislikes?|cannot stand|fan of|is into|obsessed|adores?|speaks?|lives? in|based in|works? (?:at|for|as|in)|is an? |name is|phone|email|birthday|drives?|owns?|uses?|does not eat|diet|has(?! to\b| been\b))\b|(?:^|[^\p{L}])(?:gosta|adora|ama|odeia|prefere|mora|trabalha|fala|usa|é|favorit[oa]|aniversário|alérgic[oa])(?![\p{L}])/iu,
  ],
];

/** The category of a statement, by its words. A statement about a slot is not an event of a day. */
export const categoryOf = (text: string, slot: string | null = null): ImportanceCategory => {
  const kind = SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? "SPECIFIC_EVENT";
  return slot !== null && (kind === "SPECIFIC_EVENT" || kind === "CONVERSATIONAL")
    ? "STABLE_PREFERENCE"
    : kind;
};
