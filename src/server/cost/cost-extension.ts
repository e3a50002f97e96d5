import type { Spent } from "../../store/charge-meter.ts";

/** Whoever sends it is told what the answer cost: a header over HTTP, a parameter of `connection_init` or a header of the upgrade over a socket. */
export const COST_HEADER = "x-palimpsest-cost";

export const wantsCost = (value: string | undefined): boolean =>
  value !== undefined && !["", "0", "false"].includes(value.trim().toLowerCase());

/** `extensions.cost` of an answer (docs/operations.md). */
export interface CostExtension {
  readonly cost: {
    /** As the store told; 0 with the embedded one, which charges nothing. */
    readonly requestUnits: number;
    readonly storeRequests: number;
    /** The same by the method of the store port that they were for. */
    readonly byOperation: Readonly<
      Record<string, { readonly requestUnits: number; readonly storeRequests: number }>
    >;
  };
}

/** Sums of units show no more digits than the store gives. */
const rounded = (units: number): number => Math.round(units * 100) / 100;

export const costExtension = ({ units, requests, byOperation }: Spent): CostExtension => ({
  cost: {
    requestUnits: rounded(units),
    storeRequests: requests,
    byOperation: Object.fromEntries(
      [...byOperation].map(([name, own]) => [
        name,
        { requestUnits: rounded(own.units), storeRequests: own.requests },
      ]),
    ),
  },
});
