import * as fc from "fast-check";
import { env } from "node:process";

/**
 * Property tests draw the same cases in every run, so that a change fails for what it changes. For
 * other cases, give `PROPERTY_SEED` another number, or `random`; a failure names its seed.
 */
const SEED = 20_261_122;

const chosen = env["PROPERTY_SEED"];
if (chosen !== "random") fc.configureGlobal({ seed: Number(chosen ?? SEED) });
