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
const byKindAndId = (a: { kind: MemoryKind; subject: string }, b: { kind: MemoryKind; subject: string }): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.subject < b.subject ? -1 : Number(a.subject > b.subject));

/** The best first. No two candidates are equal, so that the order is the same whatever order they came in. */
export const byMerit = (a: Candidate, b: Candidate): number =>
  b.score - a.score || b.exact - a.exact || (a.lexicalRank ?? Infinity) - (b.lexicalRank ?? Infinity) || byKindAndId(a, b);

/** What a hit is shown as: an entity as the one that it is merged into, or not at all. */
const shownAs = ({ text: { kind, subject } }: TextHit, shown: ReadonlyMap<EntityId, EntityId>): string | undefined =>
  kind === "ENTITY" ? shown.get(subject) : subject;

interface Found {
  readonly kind: MemoryKind;
  readonly subject: string;
  readonly hit: TextHit;
  readonly ranks: Partial<Record<ListName, number>>;
}

/** Everything that the lists found, each thing once, with its rank in every list and its fused score. */
export const candidatesOf = (plan: SearchPlan, lists: readonly SearchList[], shown: ReadonlyMap<EntityId, EntityId>, constant: number): Map<string, Candidate> => {
  const found = new Map<string, Found>();
  const ranked = new Map<ListName, string[]>();
  for (const { name, hits } of lists) {
    const keys = new Set<string>();
    for (const hit of hits.toSorted((a, b) => b.score - a.score || byKindAndId(a.text, b.text))) {
      const subject = shownAs(hit, shown);
      if (subject === undefined) continue;
      const { kind } = hit.text;
      const key = `${kind}:${subject}`;
      if (keys.has(key)) continue;
      keys.add(key);
      const known = found.get(key);
      found.set(key, { kind, subject, hit: known?.hit ?? hit, ranks: { ...known?.ranks, [name]: keys.size } });
    }
    ranked.set(name, [...keys]);
  }
  const scores = fuse([
    { keys: ranked.get("CONTEXT") ?? ranked.get("FULL_TEXT") ?? [], weight: plan.fullTextWeight },
    { keys: ranked.get("VECTOR") ?? [], weight: plan.vectorWeight },
  ], constant);
  const strings = plan.strings.map(({ text, isExact }) => ({ lower: text.toLowerCase(), isExact }));
  return new Map([...found].map(([key, { kind, subject, hit, ranks }]): [string, Candidate] => {
    const text = hit.text.text.toLowerCase();
    const held = strings.filter(({ lower }) => text.includes(lower));
    return [key, {
      kind,
      subject,
      version: hit.version,
      score: scores.get(key) ?? 0,
      vectorRank: ranks.VECTOR ?? null,
      fullTextRank: ranks.FULL_TEXT ?? null,
      contextRank: ranks.CONTEXT ?? null,
      lexical: ranks.LEXICAL !== undefined || held.length > 0,
      lexicalRank: ranks.LEXICAL ?? null,
      exact: held.filter(({ isExact }) => isExact).length,
    }];
  }));
};
