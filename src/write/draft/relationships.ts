import type { DecisionId, EntityId, FactId, NewId, RelationshipId } from "../../memory/ids.ts";
import {
  INITIAL_STRENGTH,
  reinforced,
  type RelationshipVersion,
} from "../../memory/relationship.ts";
import { OPEN, trueAt, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { DraftEntities } from "./entities.ts";
import { isBelieved, type DraftFact, type DraftFacts } from "./facts.ts";

interface DraftRelationship {
  readonly relationship: RelationshipId;
  readonly stored: RelationshipVersion | null;
  current: Pick<
    RelationshipVersion,
    "source" | "target" | "type" | "strength" | "evidence" | "decision"
  >;
}

/** The relationships that a draft makes, strengthens, and carries along with the facts that they rest on. */
export class DraftRelationships {
  readonly #relationships = new Map<RelationshipId, DraftRelationship>();
  readonly #space: SpaceStore;
  readonly #entities: DraftEntities;
  readonly #facts: DraftFacts;
  readonly #newId: NewId;
  readonly #recordedAt: Instant;

  constructor(
    space: SpaceStore,
    entities: DraftEntities,
    facts: DraftFacts,
    newId: NewId,
    recordedAt: Instant,
  ) {
    this.#space = space;
    this.#entities = entities;
    this.#facts = facts;
    this.#newId = newId;
    this.#recordedAt = recordedAt;
  }

  /**
   * Records that source -> target holds on the evidence of a fact. Where it is on record and still holds, it is strengthened, once a
   * draft. Gives its id; null for an entity's relationship with itself.
   */
  async relate(input: {
    readonly source: EntityId;
    readonly type: string;
    readonly target: EntityId;
    readonly evidence: FactId;
    readonly decision: DecisionId;
  }): Promise<RelationshipId | null> {
    const source = this.#entities.root(input.source);
    const target = this.#entities.root(input.target);
    if (source.entity === target.entity) return null;
    const drafted = [...this.#relationships.values()].find(
      ({ current }) =>
        current.type === input.type &&
        this.#entities.root(current.source) === source &&
        this.#entities.root(current.target) === target,
    );
    if (drafted) return drafted.relationship;
    const evidence = this.#facts.get(input.evidence);
    const since = evidence.state?.validFrom ?? this.#recordedAt;
    const known = await this.#space.relationshipsBetween({
      sources: this.#entities.members(source.entity),
      targets: this.#entities.members(target.entity),
      type: input.type,
    });
    const standing: RelationshipVersion[] = [];
    for (const version of known) {
      if (version.expiredAt !== OPEN || !trueAt(version, since)) continue;
      const support = await this.#facts.find(version.evidence);
      if (support && isBelieved(support) && since < support.validTo) standing.push(version);
    }
    const stored = standing[0];
    const made: DraftRelationship = stored
      ? {
          relationship: stored.relationship,
          stored,
          current: { ...stored, strength: reinforced(stored.strength), decision: input.decision },
        }
      : {
          relationship: this.#newId(),
          stored: null,
          current: {
            ...input,
            source: source.entity,
            target: target.entity,
            strength: INITIAL_STRENGTH,
          },
        };
    this.#relationships.set(made.relationship, made);
    return made.relationship;
  }

  /** What to record, once the facts are settled: a relationship is true exactly as long as its evidence. */
  async finish(): Promise<
    { readonly version: RelationshipVersion | null; readonly expired: RelationshipVersion | null }[]
  > {
    await this.#followEvidence();
    return [...this.#relationships.values()].flatMap(({ relationship, stored, current }) => {
      const evidence = this.#facts.get(current.evidence);
      const expired = stored && stored.expiredAt === OPEN ? stored : null;
      const version: RelationshipVersion | null = isBelieved(evidence)
        ? {
            ...current,
            relationship,
            n: stored ? stored.n + 1 : 1,
            validFrom: evidence.state.validFrom,
            validTo: evidence.validTo,
            recordedAt: this.#recordedAt,
            expiredAt: OPEN,
          }
        : null;
      if (version === null && expired === null) return [];
      if (
        version &&
        expired &&
        version.strength === expired.strength &&
        version.validFrom === expired.validFrom &&
        version.validTo === expired.validTo
      )
        return [];
      return [{ version, expired }];
    });
  }

  /** Which relationships stand on record or in this draft for these ids. */
  has(id: RelationshipId): boolean {
    const made = this.#relationships.get(id);
    return made !== undefined && isBelieved(this.#facts.get(made.current.evidence));
  }

  async #followEvidence(): Promise<void> {
    const changed: DraftFact[] = this.#facts.changed.filter(({ stored }) => stored !== null);
    if (changed.length === 0) return;
    const resting = await this.#space.relationshipsByEvidence(changed.map(({ fact }) => fact));
    await this.#entities.load(resting.flatMap(({ source, target }) => [source, target]));
    for (const stored of resting) {
      if (this.#relationships.has(stored.relationship)) continue;
      this.#relationships.set(stored.relationship, {
        relationship: stored.relationship,
        stored,
        current: { ...stored, decision: this.#facts.get(stored.evidence).decision },
      });
    }
  }
}
