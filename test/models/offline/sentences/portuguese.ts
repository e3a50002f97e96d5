import type { Case } from "./case.ts";

/** Portuguese. */
export const PORTUGUESE: readonly Case[] = [
  {
    says: "Moro em Recife há cinco anos.",
    facts: ["+ Rafael mora em Recife há cinco anos [residence=Recife] {2021-01-01..}"],
    relations: ["Rafael lives_in Recife"],
  },
  {
    says: "Eu sou engenheira de software na Stone.",
    facts: [
      "+ Rafael trabalha na Stone como engenheira de software [employer=Stone]",
      "+ Rafael trabalha como engenheira de software [role=engenheira de software]",
    ],
    relations: ["Rafael works_at Stone"],
  },
  {
    says: "Trabalhava na Globo, mas agora trabalho na Record.",
    facts: ["+ Rafael trabalhava na Globo", "+ Rafael agora trabalha na Record [employer=Record]"],
    relations: ["Rafael former_employee_of Globo", "Rafael works_at Record"],
  },
  {
    says: "Comecei a trabalhar no Nubank em março de 2021.",
    facts: [
      "~ Rafael começou a trabalhar no Nubank em março de 2021 [employer=Nubank] {2021-03-01..}",
    ],
    relations: ["Rafael works_at Nubank"],
  },
  {
    says: "Saí da Vertix semana passada.",
    facts: ["- Rafael saiu da Vertix semana passada [employer=Vertix] {2026-11-09..}"],
    relations: ["Rafael former_employee_of Vertix"],
  },
  {
    says: "Não moro mais em Salvador.",
    facts: ["- Rafael não mora mais em Salvador [residence=Salvador]"],
    relations: ["Rafael lived_in Salvador"],
  },
  {
    says: "Mudei para Porto Alegre mês passado.",
    facts: ["~ Rafael mudou para Porto Alegre mês passado [residence=Porto Alegre] {2026-10-01..}"],
    relations: ["Rafael lives_in Porto Alegre"],
  },
  {
    says: "Nasci em Belém em 1990.",
    facts: ["+ Rafael nasceu em Belém em 1990 [birthplace=Belém]"],
    relations: ["Rafael born_in Belém"],
  },
  {
    says: "Me formei na USP em 2012.",
    facts: ["+ Rafael se formou na USP em 2012 {2012-01-01..}"],
    relations: ["Rafael graduated_from USP"],
  },
  {
    says: "Casei com a Juliana em 2015.",
    facts: [
      "+ Rafael casou com a Juliana em 2015 [relationship_status=married to Juliana] {2015-01-01..}",
    ],
    relations: ["Rafael spouse_of Juliana"],
  },
  { says: "Tenho 34 anos.", facts: ["+ Rafael tem 34 anos [age=34]"] },
  {
    says: "Tenho dois filhos, Ana e Pedro.",
    facts: [
      "+ Ana é filho(a) de Rafael [child=Ana]",
      "+ Pedro é filho(a) de Rafael [child=Pedro]",
      "+ Rafael tem dois filhos, Ana e Pedro",
    ],
    relations: ["Rafael parent_of Ana", "Rafael parent_of Pedro"],
  },
  {
    says: "Meu irmão Lucas mora em Lisboa.",
    facts: [
      "+ Lucas é irmão de Rafael [sibling=Lucas]",
      "+ Lucas mora em Lisboa [residence=Lisboa]",
    ],
    relations: ["Rafael sibling_of Lucas", "Lucas lives_in Lisboa"],
  },
  { says: "Minha mãe é professora.", facts: ["+ A mãe de Rafael é professora [role=professora]"] },
  {
    says: "Minha namorada se chama Helena e ela estuda medicina na UFRJ.",
    facts: ["+ A namorada de Rafael é Helena [spouse=Helena]", "+ Helena estuda medicina na UFRJ"],
    relations: ["Rafael spouse_of Helena", "Helena studies_at UFRJ"],
  },
  {
    says: "Meu chefe é o Ricardo.",
    facts: ["+ O chefe de Rafael é Ricardo [boss=Ricardo]"],
    relations: ["Rafael managed_by Ricardo"],
  },
  {
    says: "Gosto de jazz e de cozinhar.",
    facts: ["+ Rafael gosta de jazz e de cozinhar"],
    relations: ["Rafael likes jazz", "Rafael likes cozinhar"],
  },
  {
    says: "Não gosto de coentro.",
    facts: ["+ Rafael não gosta de coentro"],
    relations: ["Rafael dislikes coentro"],
  },
  {
    says: "Falo inglês, espanhol e um pouco de francês.",
    facts: [
      "+ Rafael fala inglês [knows_language=inglês]",
      "+ Rafael fala espanhol [knows_language=espanhol]",
      "+ Rafael fala francês [knows_language=francês]",
    ],
    relations: ["Rafael speaks inglês", "Rafael speaks espanhol", "Rafael speaks francês"],
  },
  {
    says: "Sou alérgico a amendoim.",
    facts: ["+ Rafael é alérgico a amendoim [allergy=amendoim]"],
    relations: ["Rafael allergic_to amendoim"],
  },
  {
    says: "Parei de fumar em 2019.",
    facts: ["- Rafael parou de fumar em 2019 [=fumar] {2019-01-01..}"],
  },
  {
    says: "Minha cor favorita é verde.",
    facts: ["+ A cor favorita de Rafael é verde [favourite_colour=verde]"],
  },
  {
    says: "Minha cidade mudou para Salvador.",
    facts: ["~ A cidade de Rafael é Salvador [residence=Salvador]"],
    relations: ["Rafael lives_in Salvador"],
  },
  {
    says: "Meu telefone agora é 11 98765-4321.",
    facts: ["~ O telefone de Rafael é 11 98765-4321 [phone_number=11 98765-4321]"],
  },
  {
    says: "Nosso orçamento é R$ 50.000.",
    facts: ["+ O orçamento de Rafael é R$ 50.000 [budget=R$ 50.000]"],
  },
  {
    says: "O prazo do projeto é 15 de março.",
    facts: ["+ O prazo do projeto de Rafael é 15 de março [deadline=15 de março]"],
  },
  {
    says: "Marina mora em Curitiba e adora café.",
    facts: ["+ Marina mora em Curitiba [residence=Curitiba]", "+ Marina adora café"],
    relations: ["Marina lives_in Curitiba", "Marina likes café"],
  },
  {
    says: "Ontem corri 10 km no parque.",
    facts: ["+ Rafael correu 10 km no parque ontem {2026-11-20..}"],
  },
  {
    says: "Virei vegetariana ano passado.",
    facts: ["+ Rafael virou vegetariana ano passado [diet=vegetariana] {2025-01-01..}"],
  },
  {
    says: "Acho que a Marina trabalha na Petrobras.",
    facts: ["+ Marina trabalha na Petrobras [employer=Petrobras] 0.6"],
    relations: ["Marina works_at Petrobras"],
  },
  {
    says: "A gente mora em Niterói desde 2018.",
    facts: ["+ Rafael mora em Niterói desde 2018 [residence=Niterói] {2018-01-01..}"],
    relations: ["Rafael lives_in Niterói"],
  },
  {
    says: "Ela mora em Fortaleza.",
    after: ["Minha irmã Carla é médica."],
    facts: ["+ Carla mora em Fortaleza [residence=Fortaleza]"],
    relations: ["Carla lives_in Fortaleza"],
  },
  {
    says: "Meu nome é Beatriz Souza e trabalho como designer.",
    by: "user",
    self: "Beatriz Souza",
    facts: [
      "+ O nome do usuário é Beatriz Souza [name=Beatriz Souza]",
      "+ Beatriz Souza trabalha como designer [role=designer]",
    ],
  },
  {
    says: "Sou o Paulo.",
    by: "user",
    self: "Paulo",
    facts: ["+ O nome do usuário é Paulo [name=Paulo]"],
  },
  { says: "Onde a Clara trabalha?", facts: [] },
  { says: "Me fale sobre a Maria.", facts: [] },
  { says: "Se eu morasse em Paris, comeria croissant todo dia.", facts: [] },
  { says: "Obrigado pela ajuda!", facts: [] },
  {
    says: "O nome do meu cachorro mudou para Bolt.",
    facts: ["~ O cachorro de Rafael é Bolt [pet=Bolt]"],
    relations: ["Rafael has_pet Bolt"],
  },
  {
    says: "Meu médico mudou para a Dra. Souza.",
    facts: ["~ O médico de Rafael é Dra. Souza [doctor=Dra. Souza]"],
    relations: ["Rafael patient_of Dra. Souza"],
  },
  {
    says: "Meu bicho de estimação agora é um gato.",
    facts: ["~ O bicho de estimação de Rafael é um gato [pet=um gato]"],
  },
  {
    says: "O telefone da minha irmã é 555-1234.",
    facts: ["+ O telefone de irmã de Rafael é 555-1234 [phone_number=555-1234]"],
  },
  {
    says: "O endereço da Ana é Rua B, 44.",
    facts: ["+ O endereço de Ana é Rua B, 44 [address=Rua B, 44]"],
  },
  { says: "Não falo inglês.", facts: ["+ Rafael não fala inglês"] },
];
