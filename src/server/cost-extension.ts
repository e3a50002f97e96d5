import type { ApolloServerPlugin } from "@apollo/server";
import {
  NOTHING_SPENT,
  type ChargeMeter,
  type SpendingByOperation,
} from "../store/charge-meter.ts";

/**
 * Header by which a client requests the cost of the answer: a header over HTTP; over a socket a
 * parameter of `connection_init` or a header of the upgrade.
 */
export const COST_HEADER = "x-palimpsest-cost";

/** Whether the value of the header asks for the cost. */
export const wantsCost = (value: string | undefined): boolean =>
  value !== undefined && !["", "0", "false"].includes(value.trim().toLowerCase());

/** `extensions.cost` of an answer. */
export interface CostExtension {
  readonly cost: {
    /** As reported by the store; 0 with the embedded store, which charges nothing. */
    readonly requestUnits: number;
    readonly storeRequests: number;
    /** The same sums by method of the store port. */
    readonly byOperation: Readonly<
      Record<string, { readonly requestUnits: number; readonly storeRequests: number }>
    >;
  };
}

/** Number of digits of a sum. It has no more digits than the store returns. */
const roundToCents = (units: number): number => Math.round(units * 100) / 100;

export const costExtension = ({
  units,
  requests,
  byOperation,
}: SpendingByOperation): CostExtension => ({
  cost: {
    requestUnits: roundToCents(units),
    storeRequests: requests,
    byOperation: Object.fromEntries(
      [...byOperation].map(([name, own]) => [
        name,
        { requestUnits: roundToCents(own.units), storeRequests: own.requests },
      ]),
    ),
  },
});

/**
 * Adds the cost to answers whose request asks for it. Runs while the meter counts for the request.
 */
export const addCost = (meter: ChargeMeter | undefined): ApolloServerPlugin => ({
  async requestDidStart({ request }) {
    if (!wantsCost(request.http?.headers.get(COST_HEADER))) return {};
    return {
      async willSendResponse({ response: { body } }) {
        if (body.kind !== "single") return;
        body.singleResult.extensions = {
          ...body.singleResult.extensions,
          ...costExtension(meter?.current ?? NOTHING_SPENT),
        };
      },
    };
  },
});
