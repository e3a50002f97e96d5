import type { HttpClient } from "@azure/core-rest-pipeline";
import { ScopedValue } from "../../../scoped-value.ts";

const isPlanWithheld = new ScopedValue<boolean>();

/**
 * Thrown where a query that was to run without a plan needs one. One instance: the SDK receives it
 * with every query.
 */
const PLAN_WITHHELD = new Error("No query plan was requested.");

/** Runs a query, without a plan where it needs none. */
export type WithoutPlan = <T>(query: string, run: (planned: boolean) => Promise<T>) => Promise<T>;

/**
 * Runs queries without a plan, as the gateway can within one full partition key. A query that turns
 * out to need a plan runs again with one, and with one at once from then on. These are few, since
 * parameters are no part of a query's text.
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
 * The SDK requests a plan with every query and looks at it only if the gateway refuses the query
 * without one: half of all requests would be wasted. For queries that run without a plan, this
 * fails the request for the plan before it is sent.
 */
export const withholdingQueryPlans = (client: HttpClient): HttpClient => ({
  sendRequest: (request) =>
    isPlanWithheld.current && request.headers.get("x-ms-cosmos-is-query-plan-request") === "True"
      ? Promise.reject(PLAN_WITHHELD)
      : client.sendRequest(request),
});
