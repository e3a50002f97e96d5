import { AsyncLocalStorage } from "node:async_hooks";
import type { HttpClient } from "@azure/core-rest-pipeline";

const sparing = new AsyncLocalStorage<boolean>();

/** A query that was to do without a plan turned out to need one. Made once: the SDK is told so with every query, whether it needs one or not. */
const PLAN_SPARED = new Error("No query plan was asked for.");

/** Runs a query, told whether it is to be planned. */
export type WithoutPlan = <T>(query: string, act: (planned: boolean) => Promise<T>) => Promise<T>;

/**
 * Runs queries that the gateway can answer without a plan, as it can within one full partition key; one that it cannot runs again `planned`,
 * from then on at once. Those are few, since parameters are no part of a query's text.
 */
export const sparingPlans = (): WithoutPlan => {
  const needPlans = new Set<string>();
  return async (query, act) => {
    if (needPlans.has(query)) return act(true);
    try {
      return await sparing.run(true, () => act(false));
    } catch (error) {
      if (error !== PLAN_SPARED) throw error;
      needPlans.add(query);
      return act(true);
    }
  };
};

/**
 * The SDK asks for a plan with every query, and looks at it only where the gateway refuses the query itself: half of all requests would
 * be for nothing. Where a query is to do without (`sparingPlans`), the request for the plan does not leave the house.
 */
export const withoutSparedPlans = (client: HttpClient): HttpClient => ({
  sendRequest: (request) =>
    sparing.getStore() && request.headers.get("x-ms-cosmos-is-query-plan-request") === "True"
      ? Promise.reject(PLAN_SPARED)
      : client.sendRequest(request),
});
