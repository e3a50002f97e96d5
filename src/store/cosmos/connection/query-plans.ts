import type { HttpClient } from "@azure/core-rest-pipeline";
import { ScopedValue } from "../../../async/scoped-value.ts";

const isPlanWithheld = new ScopedValue<boolean>();

/**
 * Thrown if a query that should run without a plan needs one. It is one instance, because the SDK
 * receives it with every query.
 */
const PLAN_WITHHELD = new Error("No query plan was requested.");

/** Runs a query, without a plan if it needs none. */
export type WithoutPlan = <T>(query: string, run: (usesPlan: boolean) => Promise<T>) => Promise<T>;

/**
 * Runs queries without a plan, which the gateway supports within one full partition key. A query
 * that turns out to need a plan runs again with one, and uses a plan from the start in later calls.
 * There are few such queries, because parameters are not part of the text of a query.
 */
export const queriesWithoutPlan = (): WithoutPlan => {
  const queriesThatNeedPlans = new Set<string>();
  return async (query, run) => {
    if (queriesThatNeedPlans.has(query)) return run(true);
    try {
      return await isPlanWithheld.run(true, () => run(false));
    } catch (error) {
      if (error !== PLAN_WITHHELD) throw error;
      queriesThatNeedPlans.add(query);
      return run(true);
    }
  };
};

/**
 * The SDK requests a plan with every query and uses it only if the gateway refuses the query
 * without one, which would waste half of all requests. For queries that run without a plan, this
 * fails the request for the plan before it is sent.
 */
export const withholdingQueryPlans = (client: HttpClient): HttpClient => ({
  sendRequest: (request) =>
    isPlanWithheld.current && request.headers.get("x-ms-cosmos-is-query-plan-request") === "True"
      ? Promise.reject(PLAN_WITHHELD)
      : client.sendRequest(request),
});
