import { badRequest, notFound } from "../wire/failure.ts";
import { isObject, memberOf, type Document, type Json } from "./json.ts";

/** The throughput of a container per second, in the form of the service. */
export interface Throughput {
  readonly mode: "MANUAL" | "AUTOSCALE";
  readonly ru: number;
}

interface Offer {
  readonly id: string;
  /** Self link and id of the container. */
  readonly resource: string;
  readonly resourceId: string;
  throughput: Throughput;
  /** The highest that was ever provisioned: the least follows from it. */
  highest: number;
}

const MOST = 1_000_000;
const RULES = {
  MANUAL: { least: 400, step: 100, ofHighest: 100 },
  AUTOSCALE: { least: 1000, step: 1000, ofHighest: 10 },
} as const;

const roundedUp = (n: number, step: number): number => Math.ceil(n / step) * step;
const leastOf = (mode: Throughput["mode"], highest: number): number => {
  const { least, step, ofHighest } = RULES[mode];
  return Math.max(least, roundedUp(highest / ofHighest, step));
};

const checkValue = ({ mode, ru }: Throughput, highest: number): void => {
  const least = leastOf(mode, highest);
  const { step } = RULES[mode];
  if (!Number.isInteger(ru) || ru < least || ru > MOST || ru % step !== 0)
    throw badRequest(
      `The offer should have valid throughput values between ${least} and ${MOST} inclusive in increments of ${step}.`,
    );
};

const autoscaleOf = (settings: Json | undefined): Throughput => ({
  mode: "AUTOSCALE",
  ru: Number(memberOf(settings, "maxThroughput")),
});

/** The throughput that the headers of a new container ask for. */
export const askedThroughput = (headers: Readonly<Record<string, string>>): Throughput | null => {
  const manual = headers["x-ms-offer-throughput"];
  const autoscale = headers["x-ms-cosmos-offer-autopilot-settings"];
  if (manual !== undefined && autoscale !== undefined)
    throw badRequest("A container has either manual throughput or autoscale.");
  if (manual !== undefined) return { mode: "MANUAL", ru: Number(manual) };
  return autoscale === undefined ? null : autoscaleOf(JSON.parse(autoscale) as Json);
};

const DEFAULT: Throughput = { mode: "MANUAL", ru: RULES.MANUAL.least };
const NOT_SERVERLESS = "is not supported for serverless accounts.";
const TO_AUTOSCALE = "x-ms-cosmos-migrate-offer-to-autopilot";
const TO_MANUAL = "x-ms-cosmos-migrate-offer-to-manual-throughput";

const OF_RESOURCE = /^SELECT \* from root where root\.resource = "(?<link>[^"]+)"$/u;

/** Offers of an account: the throughput of each container, and how it may be changed. */
export class Offers {
  readonly #offers = new Map<string, Offer>();
  readonly #isServerless: boolean;

  constructor(isServerless: boolean) {
    this.#isServerless = isServerless;
  }

  create(resource: string, resourceId: string, asked: Throughput | null): void {
    if (this.#isServerless) {
      if (asked)
        throw badRequest(`Setting offer throughput or autopilot on container ${NOT_SERVERLESS}`);
      return;
    }
    const throughput = asked ?? DEFAULT;
    checkValue(throughput, 0);
    const id = `of${this.#offers.size + 1}`;
    this.#offers.set(id, { id, resource, resourceId, throughput, highest: throughput.ru });
  }

  /** Leaves the containers without offers of their own, as in a database of shared throughput. */
  share(): void {
    this.#offers.clear();
  }

  /** Null where the account is serverless. */
  throughputOf(resourceId: string): Throughput | null {
    return (
      [...this.#offers.values()].find((offer) => offer.resourceId === resourceId)?.throughput ??
      null
    );
  }

  /** All offers, or those of the query that the SDK sends. */
  matching(query: string | null): object[] {
    this.#refuseServerless();
    const offers = [...this.#offers.values()].map(documentOf);
    if (query === null) return offers;
    const link = OF_RESOURCE.exec(query)?.groups?.["link"];
    if (link === undefined) throw badRequest(`The double does not query offers by ${query}.`);
    return offers.filter(({ resource }) => resource === link);
  }

  read(id: string): object {
    return documentOf(this.#stored(id));
  }

  replace(id: string, body: Document, headers: Readonly<Record<string, string>>): object {
    const offer = this.#stored(id);
    const own = documentOf(offer);
    for (const property of ["id", "_rid", "resource", "offerResourceId", "offerVersion"] as const)
      if (body[property] !== own[property])
        throw badRequest(`${property} of an offer is required and cannot be changed.`);
    const content = body["content"];
    if (!isObject(content ?? null)) throw badRequest("An offer has content.");
    offer.throughput =
      headers[TO_AUTOSCALE] === "true" || headers[TO_MANUAL] === "true"
        ? migrated(offer, content, headers)
        : changed(offer, content);
    offer.highest = Math.max(offer.highest, offer.throughput.ru);
    return documentOf(offer);
  }

  #stored(id: string): Offer {
    this.#refuseServerless();
    const offer = this.#offers.get(id);
    if (!offer) throw notFound();
    return offer;
  }

  #refuseServerless(): void {
    if (this.#isServerless) throw badRequest(`Reading or replacing offers ${NOT_SERVERLESS}`);
  }
}

const documentOf = ({ id, resource, resourceId, throughput: { mode, ru }, highest }: Offer) => ({
  id,
  _rid: id,
  _self: `offers/${id}/`,
  offerVersion: "V2",
  offerType: "Invalid",
  resource,
  offerResourceId: resourceId,
  content: {
    offerThroughput: mode === "MANUAL" ? ru : ru / 10,
    offerIsRUPerMinuteThroughputEnabled: false,
    offerMinimumThroughputParameters: {
      maxThroughputEverProvisioned: highest,
      maxConsumedStorageEverInKB: 0,
    },
    ...(mode === "AUTOSCALE" ? { offerAutopilotSettings: { maxThroughput: ru } } : {}),
  },
});

/** A change of mode: the service chooses the value and ignores the one that must be there. */
const migrated = (
  { throughput: { mode, ru }, highest }: Offer,
  content: Json | undefined,
  headers: Readonly<Record<string, string>>,
): Throughput => {
  const hasAutoscale = memberOf(content, "offerAutopilotSettings") !== undefined;
  const wanted = headers[TO_AUTOSCALE] === "true" ? "AUTOSCALE" : "MANUAL";
  if (wanted === mode) throw badRequest("The offer has this mode already.");
  if (wanted === "MANUAL") {
    if (!hasAutoscale) throw badRequest(MANUAL_RULE);
    return { mode: wanted, ru };
  }
  if (hasAutoscale || memberOf(content, "offerThroughput") === undefined)
    throw badRequest(AUTOSCALE_RULE);
  return { mode: wanted, ru: Math.max(leastOf(wanted, highest), roundedUp(ru, 1000)) };
};

const AUTOSCALE_RULE = `${TO_AUTOSCALE} must be supplied and offercontent must not contain autopilotSettings for migration from manual throughput to autoscale.`;
const MANUAL_RULE = `${TO_MANUAL} must be supplied and offercontent must contain autopilotSettings for migration of autoscale collection to manual throughput.`;

const changed = (
  { throughput: { mode }, highest }: Offer,
  content: Json | undefined,
): Throughput => {
  const settings = memberOf(content, "offerAutopilotSettings");
  if (mode === "MANUAL" && settings !== undefined) throw badRequest(AUTOSCALE_RULE);
  if (mode === "AUTOSCALE" && settings === undefined) throw badRequest(MANUAL_RULE);
  const throughput: Throughput =
    mode === "AUTOSCALE"
      ? autoscaleOf(settings)
      : { mode, ru: Number(memberOf(content, "offerThroughput")) };
  checkValue(throughput, highest);
  return throughput;
};
