import { members, namesOf, type EntityVersion } from "../memory/entity.ts";
import type { Event } from "../memory/event.ts";
import type { EntityId } from "../memory/ids.ts";
import { foldName } from "../memory/names.ts";
import { questionsIn } from "../memory/questions.ts";
import type { Reference, ReferenceKind } from "../memory/reference.ts";
import type { Turn } from "../memory/session.ts";
import { snippetAround } from "../memory/snippet.ts";
import type { Draft } from "./draft/draft.ts";
import type { Reconciled } from "./stages/reconcile.ts";

/** A name of fewer characters is no reference to anything. */
const SHORTEST_NAME = 2;

interface Source {
  readonly session: string;
  readonly turn: string | null;
  readonly occurredAt: Reference["occurredAt"];
}

const names = (entity: EntityVersion, text: string): boolean => {
  const folded = ` ${foldName(text)} `;
  return namesOf(entity).some(
    (name) => foldName(name).length >= SHORTEST_NAME && folded.includes(` ${foldName(name)} `),
  );
};

/** References that a draft records. */
class Noted {
  readonly references: Reference[] = [];

  constructor(
    private readonly draft: Draft,
    private readonly source: Source,
    private readonly newId: () => string,
  ) {}

  note(kind: ReferenceKind, entity: EntityId, snippet: string): void {
    if (this.references.some((one) => one.kind === kind && one.entity === entity)) return;
    const { session, turn, occurredAt } = this.source;
    this.references.push({
      id: this.newId(),
      kind,
      entity,
      session,
      turn,
      snippet,
      occurredAt,
      recordedAt: this.draft.recordedAt,
    });
  }
}

/** Whether an entity was asked about in so many turns that the user takes an interest in it, and this session has not noted so yet. */
const takesInterest = async (
  draft: Draft,
  entity: EntityVersion,
  session: string,
  after: number,
): Promise<boolean> => {
  const about = { entities: members(entity), at: draft.known };
  const [asked, noted] = await Promise.all([
    draft.space.references({ ...about, kinds: ["QUERIED"], page: { first: after - 1 } }),
    draft.space.references({ ...about, kinds: ["INTERESTED_IN"], session, page: { first: 1 } }),
  ]);
  return asked.items.length >= after - 1 && noted.items.length === 0;
};

/**
 * What a message refers to (seed 003, context graph): QUERIED, the entities that its questions name; MENTIONED, those that the facts name
 * that were saved from it, the user's own self only where it is called by name; INTERESTED_IN, those that were asked about in
 * `interestAfter` turns, once a session. None for a message of no session.
 */
export const referencesOf = async (
  draft: Draft,
  event: Event,
  {
    recognised,
    resolved,
    reconciled,
    newId,
    interestAfter,
  }: {
    readonly recognised: readonly EntityVersion[];
    readonly resolved: readonly EntityId[];
    readonly reconciled: readonly Reconciled[];
    readonly newId: () => string;
    readonly interestAfter: number;
  },
): Promise<readonly Reference[]> => {
  const { session, turn, occurredAt, message } = event;
  if (session === null) return [];
  const noted = new Noted(draft, { session, turn, occurredAt }, newId);
  await draft.entities.load(recognised.map(({ entity }) => entity));
  const known = [
    ...new Map(
      [...recognised.map(({ entity }) => entity), ...resolved]
        .map((id) => draft.entities.root(id))
        .map((root) => [root.entity, root]),
    ).values(),
  ];
  const questions = questionsIn(message);
  for (const entity of known) {
    const question = questions.find((sentence) => names(entity, sentence));
    if (question === undefined) continue;
    noted.note("QUERIED", entity.entity, snippetAround(question, namesOf(entity)));
    if (await takesInterest(draft, entity, session, interestAfter))
      noted.note("INTERESTED_IN", entity.entity, snippetAround(question, namesOf(entity)));
  }
  for (const { fact, action } of reconciled) {
    const state =
      fact === null || (action !== "ADD" && action !== "UPDATE")
        ? null
        : draft.facts.get(fact).state;
    for (const id of state?.mentions ?? []) {
      const entity = draft.entities.root(id);
      if (entity.self === null || names(entity, message))
        noted.note("MENTIONED", entity.entity, snippetAround(state!.text, namesOf(entity)));
    }
  }
  return noted.references;
};

/** What a reply speaks of: DISCUSSED, the entities whose names stand in it. */
export const discussedIn = (
  draft: Draft,
  turn: Pick<Turn, "id" | "session" | "content" | "occurredAt">,
  recognised: readonly EntityVersion[],
  newId: () => string,
): readonly Reference[] => {
  const noted = new Noted(
    draft,
    { session: turn.session, turn: turn.id, occurredAt: turn.occurredAt },
    newId,
  );
  for (const entity of recognised)
    if (names(entity, turn.content))
      noted.note("DISCUSSED", entity.entity, snippetAround(turn.content, namesOf(entity)));
  return noted.references;
};
