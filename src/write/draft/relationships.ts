import { namesOf } from "../../memory/entity.ts";
import { groupBy } from "../../collections/group-by.ts";
import type { FactId, DecisionId, EntityId, NewId, RelationshipId } from "../../memory/ids.ts";
import {
  INITIAL_STRENGTH,
  reinforcedStrength,
  type RelationshipVersion,
} from "../../memory/relationship.ts";
import { OPEN, trueAt, type Instant, type ValidInterval } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { isBelieved, type BelievedFact } from "./draft-fact.ts";
import type { DraftEntities } from "./entities.ts";
import type { DraftFacts } from "./facts.ts";
import { canonicalValue } from "../../language/value.ts";

/** An edge as stated by one fact. Several facts may state one edge. */
interface Statement {
  readonly relationship: RelationshipId;
  readonly storedVersion: RelationshipVersion | null;
  readonly current: Pick<
    RelationshipVersion,
    "source" | "target" | "type" | "strength" | "evidence" | "decision"
  >;
}

/**
 * The result of a draft for a relationship: the version to record, and the stored one that expires.
 */
export interface FinishedRelationship {
  readonly version: RelationshipVersion | null;
  readonly expiredVersion: RelationshipVersion | null;
}

/** A relationship that a fact states. */
export interface NewRelationship {
  readonly source: EntityId;
  readonly type: string;
  readonly target: EntityId;
  readonly evidence: FactId;
  readonly decision: DecisionId;
}

type Edge = Pick<RelationshipVersion, "source" | "target" | "type">;

const edgeKey = ({ source, type, target }: Edge): string => `${source} ${type} ${target}`;

/**
 * The relationships of a draft. They are derived: an edge is visible exactly while a fact that
 * states it is visible. The store has one relationship for each fact that states an edge. If
 * several of these facts are visible at once, one of the relationships shows the edge, and the
 * others have no visible time.
 */
export class DraftRelationships {
  readonly #statements = new Map<RelationshipId, Statement>();
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
   * Records that a fact states a relationship. A recorded relationship that holds is strengthened,
   * once per draft. Returns the id of the relationship that holds; null for a relationship of an
   * entity with itself.
   */
  async relate(input: NewRelationship): Promise<RelationshipId | null> {
    const source = this.#entities.root(input.source);
    const target = this.#entities.root(input.target);
    if (source.entity === target.entity) return null;
    const draftStatement = [...this.#statements.values()].find(
      ({ current }) =>
        current.type === input.type &&
        this.#entities.root(current.source) === source &&
        this.#entities.root(current.target) === target,
    );
    if (draftStatement) {
      this.#state(draftStatement.current, input);
      return draftStatement.relationship;
    }
    const heldVersion = await this.#holding(input);
    if (!heldVersion)
      return this.#state({ ...input, source: source.entity, target: target.entity }, input);
    // Its entities may have been merged into these since.
    await this.#entities.load([heldVersion.source, heldVersion.target]);
    const strength = reinforcedStrength(heldVersion.strength);
    const current = { ...heldVersion, strength, decision: input.decision };
    this.#statements.set(heldVersion.relationship, {
      relationship: heldVersion.relationship,
      storedVersion: heldVersion,
      current,
    });
    if (heldVersion.evidence !== input.evidence) this.#state(current, input);
    return heldVersion.relationship;
  }

  /** Records that a fact states an edge. Returns the id of its relationship. */
  #state(
    edge: Edge & { readonly strength?: number },
    { evidence, decision }: Pick<NewRelationship, "evidence" | "decision">,
  ): RelationshipId {
    const knownStatement = [...this.#statements.values()].find(
      ({ current }) => current.evidence === evidence && edgeKey(current) === edgeKey(edge),
    );
    if (knownStatement) return knownStatement.relationship;
    const { source, type, target, strength = INITIAL_STRENGTH } = edge;
    const relationship = this.#newId();
    const current = { source, type, target, strength, evidence, decision };
    this.#statements.set(relationship, { relationship, storedVersion: null, current });
    return relationship;
  }

  /** The stored relationship that holds when the evidence of a new one starts. */
  async #holding(input: NewRelationship): Promise<RelationshipVersion | null> {
    const since = this.#facts.get(input.evidence).state?.validFrom ?? this.#recordedAt;
    const versions = await this.#between(
      this.#entities.storedMembers(input.source),
      this.#entities.storedMembers(input.target),
      input.type,
    );
    for (const version of versions) {
      if (version.expiredAt !== OPEN || !trueAt(version, since)) continue;
      const evidence = await this.#facts.find(version.evidence);
      if (evidence && isBelieved(evidence) && since < evidence.validTo) return version;
    }
    return null;
  }

  /** The stored relationships of a type; none with an entity that this draft has made. */
  async #between(
    sources: readonly EntityId[],
    targets: readonly EntityId[],
    type: string,
  ): Promise<RelationshipVersion[]> {
    if (sources.length === 0 || targets.length === 0) return [];
    return this.#space.relationshipsBetween({ sources, targets, type });
  }

  /**
   * Moves the edges of a fact that got another value to the entity that the value names. That
   * entity is created if it is new.
   */
  async follow(fact: BelievedFact, before: string | null, decision: DecisionId): Promise<void> {
    const { value } = fact.state;
    if (value === null || before === null || canonicalValue(value) === canonicalValue(before))
      return;
    await this.#load(await this.#space.relationshipsByEvidence([fact.fact]));
    const statements = [...this.#statements.values()].filter(
      ({ current }) => current.evidence === fact.fact && this.#isNamed(current.target, before),
    );
    for (const { current } of statements) {
      const { type } = this.#entities.root(current.target);
      const [knownEntity] = await this.#entities.allByName(value);
      const target = knownEntity ?? (await this.#entities.create({ name: value, type }));
      if (target.entity !== this.#entities.root(current.source).entity)
        this.#state({ ...current, target: target.entity }, { evidence: fact.fact, decision });
    }
  }

  #isNamed(entity: EntityId, value: string): boolean {
    const wantedName = canonicalValue(value);
    return namesOf(this.#entities.root(entity)).some((name) => canonicalValue(name) === wantedName);
  }

  /** The versions to record after the facts are settled. */
  async finish(): Promise<FinishedRelationship[]> {
    await this.#addStatementsOfChanged();
    await this.#addStatementsOfEdges();
    const edges = groupBy(this.#statements.values(), ({ current }) => edgeKey(current));
    return [...edges.values()].flatMap((statements) => this.#settle(statements));
  }

  /** Whether this draft creates or strengthens a relationship that holds. */
  has(id: RelationshipId): boolean {
    const statement = this.#statements.get(id);
    return statement !== undefined && isBelieved(this.#facts.get(statement.current.evidence));
  }

  /** Adds the edges that changed facts state, directly or as the claim that they repeat. */
  async #addStatementsOfChanged(): Promise<void> {
    const { changedFacts } = this.#facts;
    const repetitions = changedFacts.flatMap((fact) => {
      const of = isBelieved(fact) ? (fact.state.resumes ?? fact.state.restates) : null;
      return of === null ? [] : [{ fact, of }];
    });
    const storedFacts = changedFacts
      .filter(({ storedVersion }) => storedVersion !== null)
      .map(({ fact }) => fact);
    const ids = [...new Set([...storedFacts, ...repetitions.map(({ of }) => of)])];
    if (ids.length === 0) return;
    await this.#load(await this.#space.relationshipsByEvidence(ids));
    const knownStatements = [...this.#statements.values()];
    for (const { fact, of } of repetitions)
      for (const { current } of knownStatements)
        if (current.evidence === of)
          this.#state(current, { evidence: fact.fact, decision: fact.decision });
  }

  /** Adds the statements of other facts about the same edges. */
  async #addStatementsOfEdges(): Promise<void> {
    const edges = new Map(
      [...this.#statements.values()]
        .filter(
          ({ current, storedVersion }) =>
            storedVersion !== null || this.#facts.get(current.evidence).storedVersion,
        )
        .map(({ current }) => [edgeKey(current), current]),
    );
    const storedVersions = await Promise.all(
      [...edges.values()].map(({ source, target, type }) =>
        this.#between(this.#entities.ifStored(source), this.#entities.ifStored(target), type),
      ),
    );
    await this.#load(storedVersions.flat());
  }

  /**
   * Adds stored relationships as statements, with their entities and facts. Those of this draft
   * remain.
   */
  async #load(versions: readonly RelationshipVersion[]): Promise<void> {
    const fresh = versions.filter(({ relationship }) => !this.#statements.has(relationship));
    if (fresh.length === 0) return;
    await this.#entities.load(fresh.flatMap(({ source, target }) => [source, target]));
    await this.#facts.read(fresh.map(({ evidence }) => evidence));
    for (const storedVersion of fresh) {
      const { relationship } = storedVersion;
      if (this.#facts.has(storedVersion.evidence))
        this.#statements.set(relationship, {
          relationship,
          storedVersion,
          current: storedVersion,
        });
    }
  }

  /**
   * Whether a fact still states an edge. The fact does not if its value names the other end of another
   * edge of that type.
   */
  #states({ current }: Statement, fact: BelievedFact): boolean {
    const { value } = fact.state;
    if (value === null || this.#isNamed(current.target, value)) return true;
    return ![...this.#statements.values()].some(
      ({ current: other }) =>
        other.evidence === current.evidence &&
        other.type === current.type &&
        this.#isNamed(other.target, value),
    );
  }

  /** The versions of one edge: one of them covers every instant at which a fact states it. */
  #settle(statements: readonly Statement[]): FinishedRelationship[] {
    const believedStatements = statements.flatMap((statement) => {
      const fact = this.#facts.get(statement.current.evidence);
      return isBelieved(fact) && this.#states(statement, fact) ? [{ statement, fact }] : [];
    });
    const facts = new Map(believedStatements.map(({ fact }) => [fact.fact, fact]));
    const takenIntervals: ValidInterval[] = [];
    const shownIntervals = new Map<RelationshipId, ValidInterval>();
    const parts: FinishedRelationship[] = [];
    for (const fact of [...facts.values()].toSorted(byStrength)) {
      const { validTo } = fact;
      const freeIntervals = without({ validFrom: fact.state.validFrom, validTo }, takenIntervals);
      const own = believedStatements
        .filter((one) => one.fact === fact)
        .map(({ statement }) => statement);
      takenIntervals.push(...freeIntervals);
      for (const [at, part] of freeIntervals.entries()) {
        const [ownStatement, [first]] = [own[at], own];
        if (ownStatement) shownIntervals.set(ownStatement.relationship, part);
        else if (first)
          parts.push({
            version: this.#version(first, this.#newId(), 1, part),
            expiredVersion: null,
          });
      }
    }
    const outcomes = statements.flatMap((statement) => {
      const isStated = believedStatements.some((one) => one.statement === statement);
      return this.#outcome(statement, isStated, shownIntervals.get(statement.relationship));
    });
    return [...outcomes, ...parts];
  }

  /**
   * The version to record for a statement of an edge, and the one that expires. A stated edge that
   * another relationship shows (no interval) gets an empty interval at the start of its fact. An
   * edge that is no longer stated only expires.
   */
  #outcome(
    statement: Statement,
    isStated: boolean,
    interval: ValidInterval | undefined,
  ): FinishedRelationship[] {
    const { relationship, storedVersion, current } = statement;
    const expiredVersion = storedVersion && storedVersion.expiredAt === OPEN ? storedVersion : null;
    const { state } = this.#facts.get(current.evidence);
    const at = state?.validFrom ?? this.#recordedAt;
    const version = isStated
      ? this.#version(
          statement,
          relationship,
          (storedVersion?.n ?? 0) + 1,
          interval ?? { validFrom: at, validTo: at },
        )
      : null;
    if (version === null && expiredVersion === null) return [];
    if (version && expiredVersion && isSameVersion(version, expiredVersion)) return [];
    return [{ version, expiredVersion }];
  }

  /**
   * A version of the relationship of a statement. Its decision is that of the statement if this
   * draft made or strengthened it, else that of the fact whose change moved it.
   */
  #version(
    { current, storedVersion }: Statement,
    relationship: RelationshipId,
    n: number,
    { validFrom, validTo }: ValidInterval,
  ): RelationshipVersion {
    const { source, target, type, strength, evidence } = current;
    const isDrafted = storedVersion === null || current !== storedVersion;
    return {
      relationship,
      n,
      source,
      target,
      type,
      strength,
      evidence,
      decision: isDrafted ? current.decision : this.#facts.get(evidence).decision,
      validFrom,
      validTo,
      recordedAt: this.#recordedAt,
      expiredAt: OPEN,
    };
  }
}

/** The most confident fact shows an edge; of equally confident facts, the first recorded one. */
const byStrength = (a: BelievedFact, b: BelievedFact): number =>
  b.state.confidence - a.state.confidence ||
  Number(a.firstRecordedAt > b.firstRecordedAt) - Number(a.firstRecordedAt < b.firstRecordedAt) ||
  Number(a.fact > b.fact) - Number(a.fact < b.fact);

/** The parts of an interval that other intervals leave, in order. */
const without = (
  interval: ValidInterval,
  takenIntervals: readonly ValidInterval[],
): ValidInterval[] =>
  takenIntervals.reduce<ValidInterval[]>(
    (parts, { validFrom, validTo }) =>
      parts.flatMap((part) => {
        if (validTo <= part.validFrom || part.validTo <= validFrom) return [part];
        return [
          { validFrom: part.validFrom, validTo: validFrom },
          { validFrom: validTo, validTo: part.validTo },
        ].filter((rest) => rest.validFrom < rest.validTo);
      }),
    [interval],
  );

const isSameVersion = (a: RelationshipVersion, b: RelationshipVersion): boolean =>
  a.strength === b.strength &&
  ((a.validFrom === b.validFrom && a.validTo === b.validTo) || (hasNoTime(a) && hasNoTime(b)));

const hasNoTime = ({ validFrom, validTo }: ValidInterval): boolean => validTo <= validFrom;
