import type { Case } from "./case.ts";

/** Families, friends, pets, and whom a pronoun means. */
export const PEOPLE: readonly Case[] = [
  {
    says: "My wife is Ana.",
    facts: ["+ Rafael's wife is Ana [spouse=Ana]"],
    relations: ["Rafael spouse_of Ana"],
  },
  {
    says: "My wife Ana is a pediatrician.",
    facts: ["+ Rafael's wife is Ana [spouse=Ana]", "+ Ana is a pediatrician [role=pediatrician]"],
    relations: ["Rafael spouse_of Ana"],
  },
  {
    says: "My sister Lena and her husband Karl have a baby.",
    facts: [
      "+ Lena is Rafael's sister [sibling=Lena]",
      "+ Lena's husband is Karl [spouse=Karl]",
      "+ Lena has a baby",
      "+ Karl has a baby",
    ],
    relations: ["Rafael sibling_of Lena", "Lena spouse_of Karl"],
  },
  {
    says: "My sister Lena is getting married in May, I'm her maid of honour.",
    facts: [
      "+ Lena is Rafael's sister [sibling=Lena]",
      "+ Lena is getting married in May {..2027-06-01}",
      "+ Rafael is Lena's maid of honour",
    ],
    relations: ["Rafael sibling_of Lena"],
  },
  { says: "I'm her maid of honour.", facts: [] },
  { says: "I'm coming for her birthday.", facts: [] },
  {
    says: "I gave my mum her present.",
    facts: ["+ Rafael gave their mum her present"],
  },
  {
    says: "My sister Lena is getting married in May. The wedding is on the 16th.",
    facts: [
      "+ Lena is Rafael's sister [sibling=Lena]",
      "+ Lena is getting married in May {..2027-06-01}",
      "+ The wedding is on the 16th",
    ],
    relations: ["Rafael sibling_of Lena"],
  },
  {
    says: "my sister leila lives in pune",
    facts: ["+ Leila is Rafael's sister [sibling=Leila]", "+ Leila lives in pune [residence=pune]"],
    relations: ["Rafael sibling_of Leila", "Leila lives_in pune"],
  },
  {
    says: "My older brother Arjun is a chef in Dubai.",
    facts: [
      "+ Arjun is Rafael's older brother [sibling=Arjun]",
      "+ Arjun is a chef in Dubai [role=chef]",
    ],
    relations: ["Rafael sibling_of Arjun"],
  },
  {
    says: "I have a sister. Her name is Leila.",
    facts: ["+ Rafael has a sister", "+ Leila is Rafael's sister [sibling=Leila]"],
    relations: ["Rafael sibling_of Leila"],
  },
  {
    says: "I have two kids, Emma and Noah.",
    facts: [
      "+ Emma is Rafael's kid [child=Emma]",
      "+ Noah is Rafael's kid [child=Noah]",
      "+ Rafael has two kids, Emma and Noah [number_of_children=two]",
    ],
    relations: ["Rafael parent_of Emma", "Rafael parent_of Noah"],
  },
  {
    says: "I have three cats: Milo, Otis and Pip.",
    facts: [
      "+ Milo is Rafael's cat [pet=Milo]",
      "+ Otis is Rafael's cat [pet=Otis]",
      "+ Pip is Rafael's cat [pet=Pip]",
    ],
    relations: ["Rafael has_pet Milo", "Rafael has_pet Otis", "Rafael has_pet Pip"],
  },
  {
    says: "We adopted a cat called Marbles last weekend.",
    facts: ["+ Rafael adopted a cat called Marbles last weekend [pet=Marbles] {2026-11-14..}"],
    relations: ["Rafael has_pet Marbles"],
  },
  {
    says: "My dog's name is Sunny.",
    facts: ["~ Rafael's dog is Sunny [pet=Sunny]"],
    relations: ["Rafael has_pet Sunny"],
  },
  {
    says: "The name of my dog is Rex.",
    facts: ["~ Rafael's dog is Rex [pet=Rex]"],
    relations: ["Rafael has_pet Rex"],
  },
  {
    says: "Our cat Luna is 12 years old.",
    facts: ["+ Luna is Rafael's cat [pet=Luna]", "+ Luna is 12 years old [age=12]"],
    relations: ["Rafael has_pet Luna"],
  },
  {
    says: "My kids are called Lia and Theo.",
    facts: ["+ Lia is Rafael's kid [child=Lia]", "+ Theo is Rafael's kid [child=Theo]"],
    relations: ["Rafael parent_of Lia", "Rafael parent_of Theo"],
  },
  {
    says: "My sister's husband Tom works for Shell.",
    facts: [
      "+ Rafael's sister's husband is Tom [spouse=Tom]",
      "+ Tom works for Shell [employer=Shell]",
    ],
    relations: ["Rafael's sister spouse_of Tom", "Tom works_at Shell"],
  },
  {
    says: "My dog's name has changed to Max.",
    facts: ["~ Rafael's dog is Max [pet=Max]"],
    relations: ["Rafael has_pet Max"],
  },
  {
    says: "My wife's name has changed to Bia.",
    facts: ["~ Rafael's wife is Bia [spouse=Bia]"],
    relations: ["Rafael spouse_of Bia"],
  },
  {
    says: "My sister has changed to Bia.",
    facts: ["~ Rafael's sister is Bia [sibling=Bia]"],
    relations: ["Rafael sibling_of Bia"],
  },
  {
    says: "My dog is Rex. My dog's name has changed to Max.",
    facts: ["+ Rafael's dog is Rex [pet=Rex]", "~ Rafael's dog is Max [pet=Max]"],
    relations: ["Rafael has_pet Rex", "Rafael has_pet Max"],
  },
  {
    says: "My daughter changed to Parkview.",
    facts: ["~ Rafael's daughter changed to Parkview"],
  },
  { says: "My boss changed to nights.", facts: ["~ Rafael's boss changed to nights"] },
  {
    says: "My husband has switched to Linux.",
    facts: ["~ Rafael's husband has switched to Linux [uses=Linux]"],
    relations: ["Rafael's husband uses Linux"],
  },
  {
    says: "My best friend is Bruno.",
    facts: ["+ Rafael's best friend is Bruno [best_friend=Bruno]"],
    relations: ["Rafael friend_of Bruno"],
  },
  {
    says: "My friend Beto (Roberto Carvalho) is moving to Lisbon next month.",
    facts: [
      "+ Roberto Carvalho is Rafael's friend [friend=Roberto Carvalho]",
      "+ Roberto Carvalho is moving to Lisbon next month [residence=Lisbon] {2026-12-01..}",
    ],
    relations: ["Rafael friend_of Roberto Carvalho", "Roberto Carvalho lives_in Lisbon"],
  },
  {
    says: "Paula (Bruno's wife) is a vet.",
    facts: ["+ Bruno's wife is Paula [spouse=Paula]", "+ Paula is a vet [role=vet]"],
    relations: ["Bruno spouse_of Paula"],
  },
  {
    says: "Ana (my wife) is from Goiânia.",
    facts: ["+ Rafael's wife is Ana [spouse=Ana]", "+ Ana is from Goiânia [hometown=Goiânia]"],
    relations: ["Rafael spouse_of Ana", "Ana from Goiânia"],
  },
  {
    says: "Clara is Thiago's sister.",
    facts: ["+ Clara is Thiago's sister [sibling=Clara]"],
    relations: ["Thiago sibling_of Clara"],
  },
  {
    says: "Tom is my brother.",
    facts: ["+ Tom is Rafael's brother [sibling=Tom]"],
    relations: ["Rafael sibling_of Tom"],
  },
  {
    says: "My boss, Ingrid, hates meetings.",
    facts: ["+ Rafael's boss is Ingrid [boss=Ingrid]", "+ Ingrid hates meetings"],
    relations: ["Rafael managed_by Ingrid", "Ingrid dislikes meetings"],
  },
  {
    says: "My boss has changed to Ingrid Berg.",
    facts: ["~ Rafael's boss is Ingrid Berg [boss=Ingrid Berg]"],
    relations: ["Rafael managed_by Ingrid Berg"],
  },
  {
    says: "My dentist is Ingrid.",
    facts: ["+ Rafael's dentist is Ingrid [dentist=Ingrid]"],
    relations: ["Rafael patient_of Ingrid"],
  },
  {
    says: "My dentist has changed to Tom.",
    facts: ["~ Rafael's dentist is Tom [dentist=Tom]"],
    relations: ["Rafael patient_of Tom"],
  },
  {
    says: "My manager is now Ingrid.",
    facts: ["~ Rafael's manager is Ingrid [boss=Ingrid]"],
    relations: ["Rafael managed_by Ingrid"],
  },
  {
    says: "Our neighbor Mrs. Dalloway is 90 years old.",
    facts: [
      "+ Mrs. Dalloway is Rafael's neighbor [acquaintance=Mrs. Dalloway]",
      "+ Mrs. Dalloway is 90 years old [age=90]",
    ],
    relations: ["Rafael neighbor_of Mrs. Dalloway"],
  },
  {
    says: "Our lawyer is Bruno Keller of Keller & Partners.",
    facts: ["+ Rafael's lawyer is Bruno Keller [acquaintance=Bruno Keller]"],
    relations: ["Rafael client_of Bruno Keller"],
  },
  {
    says: "My coworker Leo, who sits next to me, is leaving next week.",
    facts: [
      "+ Leo is Rafael's coworker [colleague=Leo]",
      "+ Leo sits next to Rafael",
      "+ Leo is leaving next week {..2026-11-30}",
    ],
    relations: ["Rafael colleague_of Leo"],
  },
  {
    says: "Tom, who runs support, moved to Lisbon in 2019.",
    facts: [
      "+ Tom runs support",
      "~ Tom moved to Lisbon in 2019 [residence=Lisbon] {2019-01-01..}",
    ],
    relations: ["Tom lives_in Lisbon"],
  },
  {
    says: "I have an older brother named Tomás who lives in Chile.",
    facts: [
      "+ Tomás is Rafael's older brother [sibling=Tomás]",
      "+ Tomás lives in Chile [residence=Chile]",
    ],
    relations: ["Rafael sibling_of Tomás", "Tomás lives_in Chile"],
  },
  {
    says: "Ana and I bought a house in Porto.",
    facts: [
      "+ Ana bought a house in Porto [owns=house]",
      "+ Rafael bought a house in Porto [owns=house]",
    ],
  },
  {
    says: "I got married to Ana in June 2019.",
    facts: [
      "- Rafael is no longer single [relationship_status=] {2019-06-01..}",
      "~ Rafael got married to Ana in June 2019 [spouse=Ana] {2019-06-01..}",
    ],
    relations: ["Rafael spouse_of Ana"],
  },
  {
    says: "I'm dating Ingrid.",
    facts: [
      "- Rafael is no longer single [relationship_status=]",
      "+ Rafael is dating Ingrid [spouse=Ingrid]",
    ],
    relations: ["Rafael spouse_of Ingrid"],
  },
  {
    says: "We broke up last week.",
    facts: [
      "- Rafael has no spouse any more [spouse=] {2026-11-09..}",
      "~ Rafael broke up last week [relationship_status=single] {2026-11-09..}",
    ],
  },
  {
    says: "I'm not married.",
    facts: ["+ Rafael is not married [relationship_status=not married]"],
  },
  {
    says: "Tina and Marc got divorced.",
    facts: [
      "- Tina's spouse is no longer Marc [spouse=Marc]",
      "~ Tina got divorced [relationship_status=divorced]",
      "- Marc's spouse is no longer Tina [spouse=Tina]",
      "~ Marc got divorced [relationship_status=divorced]",
    ],
    relations: ["Tina former_partner_of Marc", "Marc former_partner_of Tina"],
  },
  {
    says: "My grandmother passed away last month.",
    facts: ["+ Rafael's grandmother passed away last month [death=2026-10] {2026-10-01..}"],
  },
  {
    says: "My daughter Mia was born on March 3, 2020.",
    facts: [
      "+ Mia is Rafael's daughter [child=Mia]",
      "+ Mia was born on March 3, 2020 [birthday=March 3, 2020]",
    ],
    relations: ["Rafael parent_of Mia"],
  },
  {
    says: "Tina is 42 and has three children.",
    facts: ["+ Tina is 42 [age=42]", "+ Tina has three children [number_of_children=three]"],
  },
  {
    says: "His wife is a surgeon.",
    after: ["My neighbour Paul is very kind."],
    facts: ["+ Paul's wife is a surgeon [role=surgeon]"],
  },
  {
    says: "She lives in Madrid now.",
    after: ["My colleague Helen is great."],
    facts: ["~ Helen lives in Madrid now [residence=Madrid]"],
    relations: ["Helen lives_in Madrid"],
  },
  {
    says: "I met Wanda and her brother Dev at a conference in Dublin.",
    facts: [
      "+ Dev is Wanda's brother [sibling=Dev]",
      "+ Rafael met Wanda and Dev at a conference in Dublin",
    ],
    relations: ["Wanda sibling_of Dev", "Rafael met Wanda", "Rafael met Dev"],
  },
  {
    says: "I went to Rome with my cousin Rita.",
    facts: ["+ Rita is Rafael's cousin [relative=Rita]", "+ Rafael went to Rome with Rita"],
    relations: ["Rafael relative_of Rita", "Rafael visited Rome"],
  },
  { says: "Most of my friends live abroad.", facts: ["+ Most of Rafael's friends live abroad"] },
  {
    says: "Our launch partners are: Northwind, Contoso and Fabrikam.",
    facts: [
      "+ Northwind is a launch partner of Rafael",
      "+ Contoso is a launch partner of Rafael",
      "+ Fabrikam is a launch partner of Rafael",
    ],
    relations: [
      "Northwind launch_partner_of Rafael",
      "Contoso launch_partner_of Rafael",
      "Fabrikam launch_partner_of Rafael",
    ],
  },
  {
    says: "My two older sisters are Bea and Lia.",
    facts: [
      "+ Bea is Rafael's older sister [sibling=Bea]",
      "+ Lia is Rafael's older sister [sibling=Lia]",
    ],
    relations: ["Rafael sibling_of Bea", "Rafael sibling_of Lia"],
  },
  {
    says: "My dog is a golden retriever named Sunny.",
    facts: [
      "+ Sunny is Rafael's dog [pet=Sunny]",
      "+ Rafael's dog is a golden retriever named Sunny",
    ],
    relations: ["Rafael has_pet Sunny"],
  },
  {
    says: "We've got twin boys, Finn and Arlo.",
    facts: ["+ Finn is Rafael's son [child=Finn]", "+ Arlo is Rafael's son [child=Arlo]"],
    relations: ["Rafael parent_of Finn", "Rafael parent_of Arlo"],
  },
  {
    says: "My mum's name is Patricia and she lives in Cork.",
    facts: [
      "+ Rafael's mother is Patricia [mother=Patricia]",
      "+ Patricia lives in Cork [residence=Cork]",
    ],
    relations: ["Rafael child_of Patricia", "Patricia lives_in Cork"],
  },
  {
    says: "My best mate Dave is getting divorced.",
    facts: ["+ Rafael's best friend is Dave [best_friend=Dave]", "+ Dave is getting divorced"],
    relations: ["Rafael friend_of Dave"],
  },
  {
    says: "My kid's teacher is Ms. Honey.",
    facts: ["+ Rafael's kid's teacher is Ms. Honey [acquaintance=Ms. Honey]"],
    relations: ["Rafael's kid student_of Ms. Honey"],
  },
  {
    says: "I adopted a greyhound called Comet.",
    facts: ["+ Rafael adopted a greyhound called Comet [pet=Comet]"],
    relations: ["Rafael has_pet Comet"],
  },
  {
    says: "Her name is Yuki, my wife.",
    facts: ["+ Rafael's wife is Yuki [spouse=Yuki]"],
    relations: ["Rafael spouse_of Yuki"],
  },
  { says: "My pet has changed to a cat.", facts: ["~ Rafael's pet is a cat [pet=a cat]"] },
  {
    says: "I met Ana at a show in 2021.",
    facts: ["+ Rafael met Ana at a show in 2021 {2021-01-01..}"],
    relations: ["Rafael met Ana"],
  },
  { says: "Jules won the race.", facts: ["+ Jules won the race"] },
  {
    says: "Write a text to my landlord Greg that the heat is out.",
    facts: ["+ Rafael's landlord is Greg [landlord=Greg] 0.8"],
    relations: ["Rafael tenant_of Greg"],
  },
  { says: "Write a poem about my sister Ana.", facts: [] },
  {
    says: "Ana sold the salon to one of her girls.",
    facts: ["~ Ana sold the salon to one of her girls"],
  },
];
