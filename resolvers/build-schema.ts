import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchema } from "type-graphql";
import { ChangeSubscription } from "./change-subscription.ts";
import { ChatSubscription } from "./chat-subscription.ts";
import { ChangeFields } from "./fields/change-fields.ts";
import { ChatFields } from "./fields/chat-fields.ts";
import { DecisionCandidateFields, DecisionFields } from "./fields/decision-fields.ts";
import { DerivedMemoryFields } from "./fields/derived-memory-fields.ts";
import { EntityFields, EntityVersionFields } from "./fields/entity-fields.ts";
import { EventFields } from "./fields/event-fields.ts";
import { FactFields, FactVersionFields } from "./fields/fact-fields.ts";
import { RecentEntityFields, ReferenceFields } from "./fields/reference-fields.ts";
import { JobFields } from "./fields/job-fields.ts";
import { RelationshipFields } from "./fields/relationship-fields.ts";
import { SessionFields, TurnFields } from "./fields/session-fields.ts";
import { SessionSummaryFields } from "./fields/session-summary-fields.ts";
import { ChatMutations } from "./mutations/chat-mutations.ts";
import { DeriveMutations } from "./mutations/derive-mutations.ts";
import { EntityMutations } from "./mutations/entity-mutations.ts";
import { ErasureMutations } from "./mutations/erasure-mutations.ts";
import { FactMutations } from "./mutations/fact-mutations.ts";
import { ReconcileMutations } from "./mutations/reconcile-mutations.ts";
import { SummaryMutations } from "./mutations/summary-mutations.ts";
import { JobSubscription } from "./job-subscription.ts";
import { WriteSubscription } from "./write-subscription.ts";
import { JobMutations } from "./mutations/job-mutations.ts";
import { SessionMutations } from "./mutations/session-mutations.ts";
import { SettingsMutations } from "./mutations/settings-mutations.ts";
import { WriteMutations } from "./mutations/write-mutations.ts";
import { ChangeQueries } from "./queries/change-queries.ts";
import { ChatQueries } from "./queries/chat-queries.ts";
import { EntityQueries } from "./queries/entity-queries.ts";
import { FactQueries } from "./queries/fact-queries.ts";
import { JobQueries } from "./queries/job-queries.ts";
import { NodeQueries } from "./queries/node-queries.ts";
import { MemoryQueries } from "./queries/memory-queries.ts";
import { ReferenceQueries } from "./queries/reference-queries.ts";
import { SearchQueries } from "./queries/search-queries.ts";
import { SettingsQueries } from "./queries/settings-queries.ts";
import { SessionQueries } from "./queries/session-queries.ts";

const ROOTS = [
  NodeQueries,
  EntityQueries,
  FactQueries,
  SessionQueries,
  SearchQueries,
  ReferenceQueries,
  SettingsQueries,
  SettingsMutations,
  ChangeQueries,
  SessionMutations,
  WriteMutations,
  FactMutations,
  EntityMutations,
  ErasureMutations,
  ReconcileMutations,
  ChatMutations,
  ChatQueries,
  SummaryMutations,
  DeriveMutations,
  MemoryQueries,
  JobQueries,
  JobMutations,
  ChangeSubscription,
  ChatSubscription,
  JobSubscription,
  WriteSubscription,
] as const;

const FIELDS = [
  ReferenceFields,
  RecentEntityFields,
  EntityFields,
  EntityVersionFields,
  FactFields,
  FactVersionFields,
  RelationshipFields,
  EventFields,
  DecisionFields,
  DecisionCandidateFields,
  SessionFields,
  TurnFields,
  ChatFields,
  ChangeFields,
  DerivedMemoryFields,
  SessionSummaryFields,
  JobFields,
] as const;

/** type-graphql asks for one where there are subscriptions; ours have a source of their own. */
const noPubSub = {
  publish: (): void => undefined,
  subscribe: (): never => {
    throw new Error("Subscriptions follow the store's commits.");
  },
};

/** The whole GraphQL schema with its resolvers. */
export const buildGraphqlSchema = (): Promise<GraphQLSchema> =>
  buildSchema({ resolvers: [...ROOTS, ...FIELDS], validate: false, pubSub: noPubSub });
