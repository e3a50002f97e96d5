import "reflect-metadata";
import {
  isAbstractType,
  isIntrospectionType,
  isSpecifiedScalarType,
  printType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";
import { buildSchema } from "type-graphql";
// In the order of the root fields in the schema.
import { NodeQueries } from "./node.ts";
import { WriteMutations } from "./write.ts";
import { WriteManyMutations, WriteManySubscription } from "./write-many.ts";
import { CorrectionMutations, HandoverFields } from "./graph/corrections.ts";
import { EntityFields, EntityQueries, EntityVersionFields } from "./graph/entity.ts";
import { passArgumentsDirectly } from "./direct-arguments.ts";
import { ownType } from "../schema/node.ts";
import { queueFields } from "./queued-fields.ts";
import { lookUpCommitsFirst } from "./past-instants.ts";
import { PathQueries } from "./graph/path.ts";
import { FactFields, FactQueries, FactVersionFields } from "./graph/fact.ts";
import { ClaimFields } from "./graph/claim.ts";
import { RelationshipFields } from "./graph/relationship.ts";
import { EventFields } from "./graph/event.ts";
import { DecisionCandidateFields, DecisionFields } from "./graph/decision.ts";
import { ChangeFields, ChangeQueries, ChangeSubscription } from "./graph/change.ts";
import { RecentEntityFields, ReferenceFields, ReferenceQueries } from "./graph/reference.ts";
import { GraphQueries } from "./graph/graph.ts";
import { TimelineSpanFields } from "./graph/timeline.ts";
import { MemoryQueries } from "./memory.ts";
import { RecallFields, SearchQueries } from "./search.ts";
import { SessionFields, SessionMutations, SessionQueries } from "./sessions/session.ts";
import { TurnFields, TurnMutations } from "./sessions/turn.ts";
import { ChatFields, ChatMutations, ChatQueries, ChatSubscription } from "./sessions/chat.ts";
import { DerivationMutations } from "./derived/derivation.ts";
import { DerivedMemoryFields } from "./derived/derived-memory.ts";
import { ReconciliationMutations } from "./derived/reconciliation.ts";
import { JobFields, JobMutations, JobQueries, JobSubscription } from "./derived/job.ts";
import { SettingsMutations, SettingsQueries } from "./settings.ts";
import { VocabularyQueries } from "./vocabulary.ts";
import { ErasureMutations } from "./erasure.ts";
import { DemoMutations } from "./demo.ts";

const QUERIES = [
  NodeQueries,
  EntityQueries,
  PathQueries,
  GraphQueries,
  FactQueries,
  ReferenceQueries,
  ChangeQueries,
  SearchQueries,
  MemoryQueries,
  SessionQueries,
  ChatQueries,
  JobQueries,
  SettingsQueries,
  VocabularyQueries,
] as const;

const MUTATIONS = [
  WriteMutations,
  WriteManyMutations,
  CorrectionMutations,
  ErasureMutations,
  SessionMutations,
  TurnMutations,
  ChatMutations,
  DerivationMutations,
  ReconciliationMutations,
  JobMutations,
  SettingsMutations,
  DemoMutations,
] as const;

const SUBSCRIPTIONS = [
  ChangeSubscription,
  ChatSubscription,
  JobSubscription,
  WriteManySubscription,
] as const;

const FIELDS = [
  ChangeFields,
  ChatFields,
  DecisionCandidateFields,
  DecisionFields,
  DerivedMemoryFields,
  EntityFields,
  EntityVersionFields,
  EventFields,
  FactFields,
  FactVersionFields,
  HandoverFields,
  JobFields,
  RecallFields,
  RecentEntityFields,
  ReferenceFields,
  RelationshipFields,
  ClaimFields,
  SessionFields,
  TimelineSpanFields,
  TurnFields,
] as const;

/**
 * type-graphql requires it as soon as there are subscriptions. It is never used, because each of
 * ours reads a source of its own.
 */
const unusedPubSub = {
  publish: (): void => undefined,
  subscribe: (): never => {
    throw new Error("No subscription reads from a PubSub.");
  },
};

/**
 * Lets graphql-js ask objects for their types itself. type-graphql would ask through three promises
 * for each object, and everything around a promise waits for it: a search has thirty such objects.
 */
const askForTypesDirectly = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap()))
    if (isAbstractType(type)) type.resolveType = ownType;
};

/** Builds the GraphQL schema with its resolvers. */
export const buildGraphqlSchema = async (): Promise<GraphQLSchema> => {
  const schema = await buildSchema({
    resolvers: [...QUERIES, ...MUTATIONS, ...SUBSCRIPTIONS, ...FIELDS],
    validate: false,
    // Built by an introspection, which takes a tenth of the start. Apollo Server validates the
    // schema, and tests read it.
    skipCheck: true,
    pubSub: unusedPubSub,
  });
  passArgumentsDirectly(schema);
  askForTypesDirectly(schema);
  const queries = schema.getQueryType();
  if (queries) {
    queueFields(queries);
    lookUpCommitsFirst(queries);
  }
  return schema;
};

const ROOT_TYPES = ["Query", "Mutation", "Subscription"];

const rankOf = ({ name }: GraphQLNamedType): number =>
  ROOT_TYPES.includes(name) ? ROOT_TYPES.indexOf(name) : ROOT_TYPES.length;

/**
 * The text of `schema/schema.graphql`: the root types first, then every type by name, with its
 * fields in the order of its class.
 */
export const schemaText = (schema: GraphQLSchema): string =>
  `${Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1))
    .map(printType)
    .join("\n\n")}\n`;
