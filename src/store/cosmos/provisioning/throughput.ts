import { ErrorResponse, type OfferDefinition } from "@azure/cosmos";
import { StoreUnavailable } from "../../port.ts";
import type { Connection } from "../connection/connection.ts";
import { errorCode } from "../connection/port-errors.ts";
import { describeThroughput, type Throughput } from "./choices.ts";
import { damageError } from "./verify.ts";

/** The properties of a request that creates a container with this throughput. */
export const requestedThroughput = (
  throughput: Throughput | null,
): { readonly throughput?: number; readonly maxThroughput?: number } => {
  if (throughput === null) return {};
  return throughput.mode === "MANUAL"
    ? { throughput: throughput.ru }
    : { maxThroughput: throughput.ru };
};

export const SERVERLESS = /serverless account/iu;
const serverless = (cause: unknown): StoreUnavailable =>
  damageError(
    "The account is serverless, so its containers have no throughput to set. Leave out --throughput and COSMOS_AUTOSCALE_MAX_RU, or use an account with provisioned throughput: the kind of an account cannot be changed by this command.",
    cause,
  );

/**
 * Turns the service's refusal of a throughput into an error with the remedy. Returns other errors
 * unchanged.
 */
export const asThroughputError = (
  error: unknown,
  container: string,
  wantedThroughput: Throughput,
): unknown => {
  const reason = error instanceof ErrorResponse ? (error.body?.message ?? error.message) : "";
  if (errorCode(error) === 400 && SERVERLESS.test(reason)) return serverless(error);
  const request = `${describeThroughput(wantedThroughput)} for the container ${container}`;
  switch (errorCode(error)) {
    case 400:
      return damageError(`Cosmos DB refuses ${request}: ${reason.split("\n")[0]}`, error);
    case 423:
      return new StoreUnavailable(
        "UNREACHABLE",
        `Cosmos DB is still changing the throughput of the container ${container}, so it does not take ${request} yet. Run \`palimpsest provision\` again later.`,
        { cause: error },
      );
    default:
      return error;
  }
};

/** The throughput of an offer. An offer of an unknown mode has none. */
const throughputOf = ({ content }: OfferDefinition): Throughput | null => {
  const autoscale = content?.offerAutopilotSettings?.maxThroughput;
  if (autoscale !== undefined) return { mode: "AUTOSCALE", ru: autoscale };
  const manual = content?.offerThroughput;
  return manual === undefined ? null : { mode: "MANUAL", ru: manual };
};

/** The offer of a container, and the throughput that it states. */
export interface ContainerOffer {
  readonly offer: OfferDefinition;
  readonly throughput: Throughput;
}

/**
 * The offers of the account, by the link of their container. Throws a StoreUnavailable (DAMAGED)
 * for a serverless account.
 */
export const readOffers = async ({
  client,
}: Connection): Promise<ReadonlyMap<string, ContainerOffer>> => {
  try {
    const { resources } = await client.offers.readAll().fetchAll();
    return new Map(
      resources.flatMap((offer) => {
        const throughput = throughputOf(offer);
        return throughput === null || offer.resource === undefined
          ? []
          : [[offer.resource, { offer, throughput }]];
      }),
    );
  } catch (error) {
    if (error instanceof ErrorResponse && SERVERLESS.test(error.body?.message ?? error.message))
      throw serverless(error);
    throw error;
  }
};

/** A change of mode is a separate request with a header. Cosmos DB chooses the new value. */
const MIGRATION_HEADERS = {
  AUTOSCALE: "x-ms-cosmos-migrate-offer-to-autopilot",
  MANUAL: "x-ms-cosmos-migrate-offer-to-manual-throughput",
} as const;
/** A value for migrations, which Cosmos DB requires and ignores. */
const IGNORED = -1;

const contentOf = ({ mode, ru }: Throughput): object =>
  mode === "MANUAL" ? { offerThroughput: ru } : { offerAutopilotSettings: { maxThroughput: ru } };

/** The properties that identify an offer to replace, with its new content. */
const replacementOf = (offer: OfferDefinition, throughput: Throughput): OfferDefinition =>
  Object.fromEntries([
    ...Object.entries(offer).filter(([property]) =>
      ["id", "_rid", "offerVersion", "offerType", "resource", "offerResourceId"].includes(property),
    ),
    ["content", contentOf(throughput)],
  ]);

/**
 * Sets the throughput of a container that has an offer. After a change of mode, a second request
 * sets the value.
 */
export const changeThroughput = async (
  { client }: Connection,
  container: string,
  { offer, throughput }: ContainerOffer,
  wantedThroughput: Throughput,
): Promise<void> => {
  const storedOffer = client.offer(offer.id ?? "");
  try {
    let current: Throughput | null = throughput;
    if (throughput.mode !== wantedThroughput.mode) {
      const { resource } = await storedOffer.replace(
        replacementOf(offer, { mode: throughput.mode, ru: IGNORED }),
        { initialHeaders: { [MIGRATION_HEADERS[wantedThroughput.mode]]: "true" } },
      );
      current = resource ? throughputOf(resource) : null;
    }
    if (current?.mode !== wantedThroughput.mode || current.ru !== wantedThroughput.ru)
      await storedOffer.replace(replacementOf(offer, wantedThroughput));
  } catch (error) {
    throw asThroughputError(error, container, wantedThroughput);
  }
};
