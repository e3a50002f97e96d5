import { itemsOf } from "../text/list-items.ts";
import { isSo, objectOf, phraseWith, type Reader } from "./statement.ts";
import { targetIn } from "./targets.ts";

/** Verbs that link their subject to a name: while it is so, and once it was. */
const LINKS: Readonly<Record<string, readonly [now: string, then: string]>> = {
  manage: ["manages", "managed"],
  lead: ["leads", "led"],
  run: ["runs", "ran"],
  own: ["owns", "owned"],
  mentor: ["mentors", "mentored"],
  coach: ["coaches", "coached"],
  teach: ["teaches", "taught"],
  found: ["founded", "founded"],
  "co-found": ["founded", "founded"],
  cofound: ["founded", "founded"],
  acquire: ["acquires", "acquired"],
  sponsor: ["sponsors", "sponsored"],
  support: ["supports", "supported"],
  hire: ["hires", "hired"],
  recruit: ["recruits", "hired"],
  fire: ["fires", "fired"],
  create: ["creates", "created"],
  invent: ["invented", "invented"],
  launch: ["launches", "launched"],
  develop: ["develops", "developed"],
  build: ["builds", "built"],
  design: ["designs", "designed"],
  write: ["writes", "wrote"],
  paint: ["paints", "painted"],
  compose: ["composes", "composed"],
  direct: ["directs", "directed"],
  meet: ["meets", "met"],
  know: ["knows", "knew"],
  follow: ["follows", "followed"],
  help: ["helps", "helped"],
  interview: ["interviews", "interviewed"],
  introduce: ["introduces", "introduced"],
  invite: ["invites", "invited"],
  read: ["reads", "read"],
  watch: ["watches", "watched"],
  buy: ["buys", "bought"],
  sell: ["sells", "sold"],
  maintain: ["maintains", "maintained"],
  win: ["wins", "won"],
  fund: ["funds", "funded"],
  approve: ["approves", "approved"],
  supervise: ["supervises", "supervised"],
  advise: ["advises", "advised"],
  represent: ["represents", "represented"],
  replace: ["replaces", "replaced"],
  assign: ["assigns", "assigned"],
};
const HIRING = /^(?:hire|recruit|fire|interview|mentor|coach|supervise)$/u;
const WITH: Readonly<Record<string, string>> = {
  work: "works_with",
  partner: "partners_with",
  collaborate: "works_with",
  live: "lives_with",
  compete: "competes_with",
  integrate: "integrates_with",
  study: "studies_with",
  train: "trains_with",
};
const OTHER: Readonly<Record<string, readonly [string, string]>> = {
  invest: ["in", "invested_in"],
  belong: ["to", "belongs_to"],
  subscribe: ["to", "subscribes_to"],
  merge: ["with", "merged_with"],
  depend: ["on", "depends_on"],
  contribute: ["to", "contributes_to"],
  specialise: ["in", "specialises_in"],
  participate: ["in", "participates_in"],
  depends: ["on", "depends_on"],
};

/** hired Clara, is sponsored by Dana, works with Tom: what joins two names, in either voice. */
export const readLink: Reader = (statement, discourse) => {
  const { verb, subject } = statement;
  if (subject.attribute !== null || !isSo(statement)) return null;
  const link = LINKS[verb.lemma];
  const ahead =
    statement.ahead || (verb.progressive && verb.tense === "present" && verb.lemma === "hire");
  if (verb.lemma === "run" && !verb.passive && verb.tense === "past") return null;
  if (link !== undefined && !ahead) {
    const type =
      verb.tense === "past" || verb.tense === "perfect" || (verb.passive && verb.lemma === "hire")
        ? link[1]
        : link[0];
    if (verb.passive) {
      const by = targetIn(phraseWith(statement, "by"), discourse);
      return by === null || !by.proper
        ? null
        : { relations: [{ type, target: by.name, targetType: by.type, inverse: true }] };
    }
    const object = objectOf(statement);
    const person =
      object === undefined ? null : pronounTarget(object.tokens[0]?.lower, subject.name, discourse);
    if (person !== null) return { relations: [{ type, target: person, targetType: "person" }] };
    const named = itemsOf(object?.tokens ?? []).flatMap(
      (item) => item.find((token) => token.name !== null && !token.owns)?.name ?? [],
    );
    const relations = named.map((name) => ({
      type,
      target: discourse.note({
        ...name,
        type: name.type ?? (HIRING.test(verb.lemma) ? "person" : null),
      }),
      targetType: name.type ?? (HIRING.test(verb.lemma) ? "person" : null),
    }));
    return relations.length === 0 ? null : { relations };
  }
  const other = OTHER[verb.lemma];
  const [phrase, type] =
    other !== undefined
      ? [phraseWith(statement, other[0]), other[1]]
      : [phraseWith(statement, "with", "alongside"), WITH[verb.lemma] ?? ""];
  if (type === "" || (verb.passive && verb.lemma !== "integrate")) return null;
  const target = targetIn(phrase, discourse);
  return target === null || !target.proper || target.type === "place"
    ? null
    : { relations: [{ type, target: target.name, targetType: target.type }] };
};

/** "hired her": the one who was spoken of. */
const pronounTarget = (
  word: string | undefined,
  subject: string,
  discourse: Parameters<Reader>[1],
): string | null => {
  if (word === "me" || word === "us") return discourse.speaker;
  return word !== undefined && /^(?:him|her)$/u.test(word)
    ? discourse.personFor(word, subject)
    : null;
};
