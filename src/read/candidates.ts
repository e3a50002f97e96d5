import type { EntityId } from "../memory/ids.ts";
import type { MemoryKind } from "../memory/search-text.ts";
import type { TextHit } from "../store/port.ts";
import { fuse } from "./fusion.ts";
import type { SearchList } from "./search-lists.ts";
import type { SearchPlan } from "./search-plan.ts";
import type { ListName, SearchHit } from "./search-request.ts";

/** A hit among which the best are chosen. */
export interface Candidate extends SearchHit {
  readonly lexicalRank: number | null;
  /** How many of the query's exact strings its text holds. */
  readonly exact: number;
}

const KINDS: readonly MemoryKind[] = ["FACT", "ENTITY", "EVENT", "SUMMARY"];
const byKindAndId = (
  a: { kind: MemoryKind; subject: string },
  b: { kind: MemoryKind; subject: string },
): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
  (a.subject < b.subject ? -1 : Number(a.subject > b.subject));

/** The best first. No two candidates are equal, so that the order is the same whatever order they came in. */
export const byMerit = (a: Candidate, b: Candidate): number =>
  b.score - a.score ||
  b.exact - a.exact ||
  (a.lexicalRank ?? Infinity) - (b.lexicalRank ?? Infinity) ||
  byKindAndId(a, b);

/** What a hit is shown as: an entity as the one that it is merged into, or not at all. */
const shownAs = (
  { text: { kind, subject } }: TextHit,
  shown: ReadonlyMap<EntityId, EntityId>,
): string | undefined => (kind === "ENTITY" ? shown.get(subject) : subject);

interface Found {
  readonly kind: MemoryKind;
  readonly subject: string;
  readonly hit: TextHit;
  readonly ranks: Partial<Record<ListName, number>>;
}

/** Everything that the lists found, each thing once, with its rank in every list and its fused score; in no order. */
export const candidatesOf = (
  plan: SearchPlan,
  lists: readonly SearchList[],
  shown: ReadonlyMap<EntityId, EntityId>,
  constant: number,
): Candidate[] => {
  const ofKind = new Map(KINDS.map((kind) => [kind, new Map<string, Found>()]));
  const ranked = new Map<ListName, Found[]>();
  for (const { name, hits } of lists) {
    const ranking: Found[] = [];
    for (const hit of hits.toSorted((a, b) => b.score - a.score || byKindAndId(a.text, b.text))) {
      const subject = shownAs(hit, shown);
      if (subject === undefined) continue;
      const { kind } = hit.text;
      const bySubject = ofKind.get(kind)!;
      const known = bySubject.get(subject);
      if (known?.ranks[name] !== undefined) continue;
      const found = known ?? { kind, subject, hit, ranks: {} };
      if (!known) bySubject.set(subject, found);
      found.ranks[name] = ranking.push(found);
    }
    ranked.set(name, ranking);
  }
  const scores = fuse(
    [
      { keys: ranked.get("CONTEXT") ?? ranked.get("FULL_TEXT") ?? [], weight: plan.fullTextWeight },
      { keys: ranked.get("VECTOR") ?? [], weight: plan.vectorWeight },
    ],
    constant,
  );
  const strings = plan.strings.map(({ text, isExact }) => ({ lower: text.toLowerCase(), isExact }));
  const candidate = (found: Found): Candidate => {
    const { kind, subject, hit, ranks } = found;
    const text = strings.length === 0 ? "" : hit.text.text.toLowerCase();
    const held = strings.filter(({ lower }) => text.includes(lower));
    return {
      kind,
      subject,
      version: hit.version,
      score: scores.get(found) ?? 0,
      vectorRank: ranks.VECTOR ?? null,
      fullTextRank: ranks.FULL_TEXT ?? null,
      contextRank: ranks.CONTEXT ?? null,
      lexical: ranks.LEXICAL !== undefined || held.length > 0,
      lexicalRank: ranks.LEXICAL ?? null,
      exact: held.filter(({ isExact }) => isExact).length,
    };
  };
  return [...ofKind.values()].flatMap((bySubject) => Array.from(bySubject.values(), candidate));
};
