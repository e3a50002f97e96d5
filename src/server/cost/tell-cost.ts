import type { ApolloServerPlugin } from "@apollo/server";
import { NOTHING_SPENT, type ChargeMeter } from "../../store/charge-meter.ts";
import { COST_HEADER, costExtension, wantsCost } from "./cost-extension.ts";

/** Puts what the answer cost into its extensions, where it was asked for. Runs within the bill of the request. */
export const tellCost = (meter: ChargeMeter | undefined): ApolloServerPlugin => ({
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
