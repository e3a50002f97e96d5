import { describe, expect, it } from "vitest";
import { instantOf } from "../../../src/memory/time.ts";
import type { Section } from "../../../src/models/derive-tasks.ts";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { inEnglish } from "../../../src/models/offline/portuguese/in-english.ts";

const models = createOfflineModels();

describe("an English rendering of a Portuguese fact", () => {
  it.each([
    ["Rafael mora em Recife há cinco anos", "Rafael lives in Recife (for five years)"],
    ["Rafael mora em Niterói desde 2018", "Rafael lives in Niterói (since 2018)"],
    [
      "Rafael começou a trabalhar no Nubank em março de 2021",
      "Rafael works at Nubank (since March 2021)",
    ],
    ["Rafael é engenheira de software na Stone", "Rafael works as engenheira de software at Stone"],
    ["Rafael agora trabalha na Record", "Rafael works at Record"],
    ["Rafael não trabalha mais na Globo", "Rafael no longer works at Globo"],
    ["Rafael saiu da Vertix semana passada", "Rafael no longer works at Vertix"],
    ["Rafael nasceu em Belém em 1990", "Rafael was born in Belém in 1990"],
    ["Rafael casou com a Juliana em 2015", "Rafael married Juliana in 2015"],
    ["Rafael não é casado", "Rafael is not married"],
    ["Rafael tem 34 anos", "Rafael is 34 years old"],
    ["Rafael tem dois filhos, Ana e Pedro", "Rafael has two children, Ana and Pedro"],
    ["Ana é filho(a) de Rafael", "Ana is Rafael's child"],
    ["Rex é cachorro de user", "Rex is user's dog"],
    ["O melhor amigo de user é João", "user's best friend is João"],
    ["O melhor amigo de user mora em Porto", "user's best friend lives in Porto"],
    ["A mãe de Rafael é professora", "Rafael's mother works as professora"],
    ["O telefone de irmã de user é 555-1234", "user's sister's phone number is 555-1234"],
    ["A cor favorita de Maria da Silva é azul", "Maria da Silva's favourite colour is azul"],
    ["O prazo do projeto de Rafael é 15 de março", "Rafael's deadline (do projeto) is 15 March"],
    ["Rafael gosta de jazz e de cozinhar", "Rafael likes jazz and cozinhar"],
    ["Rafael não gosta de coentro", "Rafael dislikes coentro"],
    ["Rafael fala inglês e um pouco de francês", "Rafael speaks English and French"],
    ["Rafael não fala inglês", "Rafael does not speak English"],
    ["Rafael é alérgico a amendoim", "Rafael is allergic to amendoim"],
    ["O nome do usuário é Beatriz Souza", "The user's name is Beatriz Souza"],
  ])("%s", (text, english) => expect(inEnglish(text)).toBe(english));

  it("follows a rule, else quotes it once", () => {
    const quoted = 'Said in Portuguese: "Rafael correu 10 km no parque ontem"';
    expect(inEnglish("Rafael correu 10 km no parque ontem")).toBe(quoted);
    expect(inEnglish(quoted)).toBe(quoted);
  });

  it.each([
    "Rafael lives in Recife",
    "user's dog is Rex",
    "Ana likes café com leite",
    "The user's name is João de Souza",
    "Rafael plays the ukulele",
  ])("leaves English as it is: %s", (text) => expect(inEnglish(text)).toBe(text));
});

describe("derived memory in Portuguese, offline", () => {
  const lines = (sections: readonly Section[]) =>
    Object.fromEntries(sections.map(({ heading, lines: found }) => [heading, found]));
  const say = (...said: readonly string[]) =>
    said.map((content) => ({ role: "USER" as const, content, occurredAt: instantOf(0) }));

  it("makes a profile with its observations", async () => {
    const facts = ["Ana mora em Recife", "Ana gosta de Recife", "Ana trabalha na Stone em Recife"];
    const { value } = await models.describeEntity({
      name: "Ana",
      type: "person",
      profile: null,
      facts,
      clusters: [facts],
    });
    expect(value).toEqual({
      profile: "Ana lives in Recife. Ana likes Recife. Ana works at Stone.",
      observations: ["3 facts about Ana speak of recife: Ana lives in Recife"],
    });
  });

  it("makes a summary of the user without what has ended", async () => {
    const fact = (text: string, slot: string | null = null) => ({ text, slot });
    const { value: first } = await models.summariseTalk({
      of: "USER",
      previous: null,
      turns: [],
      noLongerTrue: [],
      facts: [
        fact("Ana mora em Recife", "residence"),
        fact("Ana adora café"),
        fact("Ana trabalha na Stone", "employer"),
      ],
    });
    expect(lines(first)).toMatchObject({
      environment: ["Ana lives in Recife"],
      preferences: ["Ana likes café"],
      work: ["Ana works at Stone"],
    });
    const { value: second } = await models.summariseTalk({
      of: "USER",
      previous: first,
      turns: [],
      noLongerTrue: ["Ana mora em Recife"],
      facts: [fact("Ana mora em Natal", "residence")],
    });
    expect(lines(second)).toMatchObject({
      environment: ["Ana lives in Natal"],
      work: ["Ana works at Stone"],
    });
  });

  it("makes a summary of a session, with quotations where no rule applies", async () => {
    const { value } = await models.summariseTalk({
      of: "SESSION",
      previous: null,
      facts: [],
      noLongerTrue: [],
      turns: say("Moro em Recife e trabalho na Stone.", "Decidimos viajar de trem."),
    });
    expect(lines(value)).toMatchObject({
      topic: [
        "The user lives in Recife; the user works at Stone.",
        'Said in Portuguese: "Decidimos viajar de trem."',
      ],
      decisions: ['Said in Portuguese: "Decidimos viajar de trem."'],
    });
    const byAgent = [
      { role: "AGENT" as const, content: "Decidimos que moro em Natal.", occurredAt: instantOf(0) },
    ];
    expect(
      lines(
        (
          await models.summariseTalk({
            of: "SESSION",
            previous: null,
            facts: [],
            noLongerTrue: [],
            turns: byAgent,
          })
        ).value,
      ),
    ).toMatchObject({ decisions: ['Said in Portuguese: "Decidimos que moro em Natal."'] });
    const { value: next } = await models.summariseTalk({
      of: "SESSION",
      previous: value,
      facts: [],
      noLongerTrue: [],
      turns: say("Minha cor favorita é azul."),
    });
    expect(lines(next)["topic"]).toContain("The user's favourite colour is azul.");
    expect(JSON.stringify(next)).not.toContain('Said in Portuguese: \\"Said');
  });

  it("makes an episode and a procedure, which a later one replaces", async () => {
    const { value } = await models.extractEpisodes({
      turns: say("Ontem encontrei Paulo.", "Sempre responda em frases curtas."),
      procedures: [],
    });
    expect(value).toMatchObject({
      episodes: [{ what: 'Said in Portuguese: "Ontem encontrei Paulo."', with: ["Paulo"] }],
      procedures: [
        { text: 'Said in Portuguese: "Sempre responda em frases curtas."', replaces: null },
      ],
    });
    const known = [
      { id: "p1", text: value.procedures[0]!.text },
      { id: "p2", text: 'Said in Portuguese: "Nunca use emojis."' },
    ];
    expect(
      (
        await models.extractEpisodes({
          turns: say("Nunca responda em frases curtas."),
          procedures: known,
        })
      ).value.procedures,
    ).toMatchObject([{ replaces: "p1" }]);
    expect(
      (
        await models.extractEpisodes({
          turns: say("Sempre me chame de doutor."),
          procedures: known,
        })
      ).value.procedures,
    ).toMatchObject([{ replaces: null }]);
  });
});
