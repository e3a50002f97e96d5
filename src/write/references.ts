import { members, namesOf, type EntityVersion } from "../memory/entity.ts";
import type { Event } from "../memory/event.ts";
import type { EntityId } from "../memory/ids.ts";
import { foldName, nameFinder } from "../language/names.ts";
import { questionsIn } from "../language/questions.ts";
import type { Reference, ReferenceKind } from "../memory/reference.ts";
import type { Turn } from "../memory/session.ts";
import { snippetAround } from "../language/snippet.ts";
import type { Draft } from "./draft/draft.ts";
import type { Reconciliation } from "./reconcile/reconcile-fact.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./draft/commit-draft.ts";
import { recogniseNames } from "./stages/recognise.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors/vectors.ts";

/** Minimum length in characters of a name that counts as a reference. */
const SHORTEST_NAME = 2;

/** Source of references. */
interface ReferenceSource {
  readonly session: string;
  readonly turn: string | null;
  readonly occurredAt: Reference["occurredAt"];
}

/** Tests whether a text names an entity. */
const namingIn = (text: string): ((entity: EntityVersion) => boolean) => {
  const isNamed = nameFinder(text);
  return (entity) =>
    namesOf(entity).some((name) => foldName(name).length >= SHORTEST_NAME && isNamed(name));
};

/** Collects the references that a draft records: one of each kind per entity. */
class ReferenceCollector {
  readonly references: Reference[] = [];

  constructor(
    private readonly draft: Draft,
    private readonly source: ReferenceSource,
    private readonly newId: () => string,
  ) {}

  /** Adds a reference to an entity, with the words around its name in a text. */
  add(kind: ReferenceKind, version: EntityVersion, text: string): void {
    const { entity } = version;
    if (this.references.some((one) => one.kind === kind && one.entity === entity)) return;
    this.references.push({
      ...this.source,
      id: this.newId(),
      kind,
      entity,
      snippet: snippetAround(text, namesOf(version)),
      recordedAt: this.draft.recordedAt,
    });
  }
}

/**
 * Whether the user has asked about an entity in enough turns to be interested in it, and this
 * session has not recorded that yet.
 */
const takesInterest = async (
  draft: Draft,
  entity: EntityVersion,
  session: string,
  after: number,
): Promise<boolean> => {
  const query = { entities: members(entity), at: draft.headPoint };
  const [queries, interests] = await Promise.all([
    draft.space.references({ ...query, kinds: ["QUERIED"], page: { first: after - 1 } }),
    draft.space.references({ ...query, kinds: ["INTERESTED_IN"], session, page: { first: 1 } }),
  ]);
  return queries.items.length >= after - 1 && interests.items.length === 0;
};

/** The parts of a message from which its references are collected. */
export interface ReferencedMessage {
  /** The entities whose names are in the message. */
  readonly recognisedEntities: readonly EntityVersion[];
  /** The entities of the extraction. */
  readonly resolvedIds: readonly EntityId[];
  readonly reconciledFacts: readonly Reconciliation[];
  readonly newId: () => string;
  readonly interestAfter: number;
}

/** QUERIED and INTERESTED_IN: the entities that the questions of the message name. */
const collectQueries = async (
  draft: Draft,
  collector: ReferenceCollector,
  { message, session }: { readonly message: string; readonly session: string },
  { recognisedEntities, resolvedIds, interestAfter }: ReferencedMessage,
): Promise<void> => {
  await draft.entities.load(recognisedEntities.map(({ entity }) => entity));
  const ids = [...recognisedEntities.map(({ entity }) => entity), ...resolvedIds];
  const entities = new Set(ids.map((id) => draft.entities.root(id)));
  const questions = questionsIn(message).map((text) => ({ text, names: namingIn(text) }));
  for (const entity of entities) {
    const question = questions.find(({ names }) => names(entity));
    if (question === undefined) continue;
    collector.add("QUERIED", entity, question.text);
    if (await takesInterest(draft, entity, session, interestAfter))
      collector.add("INTERESTED_IN", entity, question.text);
  }
};

/**
 * MENTIONED: the entities that the facts from the message mention; the user only if the message
 * names them.
 */
const collectMentions = (
  draft: Draft,
  collector: ReferenceCollector,
  message: string,
  { reconciledFacts }: ReferencedMessage,
): void => {
  const isNamed = namingIn(message);
  for (const { fact, action } of reconciledFacts) {
    if (fact === null || (action !== "ADD" && action !== "UPDATE")) continue;
    const { state } = draft.facts.get(fact);
    if (state === null) continue;
    for (const id of state.mentions) {
      const entity = draft.entities.root(id);
      if (entity.self === null || isNamed(entity)) collector.add("MENTIONED", entity, state.text);
    }
  }
};

/**
 * The references of a message: QUERIED for the entities that its questions name, INTERESTED_IN for
 * those that were asked about in `interestAfter` turns (once per session), and MENTIONED for those
 * in the extracted facts. None outside of sessions.
 */
export const referencesOf = async (
  draft: Draft,
  { session, turn, occurredAt, message }: Event,
  referencedMessage: ReferencedMessage,
): Promise<readonly Reference[]> => {
  if (session === null) return [];
  const collector = new ReferenceCollector(
    draft,
    { session, turn, occurredAt },
    referencedMessage.newId,
  );
  await collectQueries(draft, collector, { message, session }, referencedMessage);
  collectMentions(draft, collector, message, referencedMessage);
  return collector.references;
};

/** The references of a reply: DISCUSSED for the entities that it names. */
const discussedIn = (
  draft: Draft,
  { id, session, content, occurredAt }: Pick<Turn, "id" | "session" | "content" | "occurredAt">,
  recognisedEntities: readonly EntityVersion[],
  newId: () => string,
): readonly Reference[] => {
  const collector = new ReferenceCollector(draft, { session, turn: id, occurredAt }, newId);
  for (const entity of recognisedEntities.filter(namingIn(content)))
    collector.add("DISCUSSED", entity, content);
  return collector.references;
};

/**
 * Records the entities that a stored reply names (DISCUSSED) in a separate commit. Commits nothing
 * if it names none, or if the user has switched the context graph off. Calls no model.
 */
export const noteDiscussed = async (
  services: WriteServices,
  space: SpaceStore,
  reply: Pick<Turn, "id" | "session" | "content" | "occurredAt">,
): Promise<readonly Reference[]> => {
  const vectors = new Vectors(services);
  const { references } = await commitDraft(services, space, async (draft) => {
    const recognisedEntities = draft.permits.contextGraph
      ? await recogniseNames(space, reply.content, draft.headPoint.knownAt)
      : [];
    const references = discussedIn(draft, reply, recognisedEntities, services.newId);
    return {
      references,
      finishedDraft: references.length === 0 ? null : await draft.finish(vectors, { references }),
    };
  });
  return references;
};
