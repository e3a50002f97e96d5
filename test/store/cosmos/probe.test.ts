import { expect, it } from "vitest";
import { connect } from "../../../src/store/cosmos/connection/connection.ts";
import { probe } from "./probe.ts";
import { optionsFor, provisionedDouble } from "./provisioned.ts";
import { EMBEDDER } from "./samples.ts";

it("the probe finds on the double everything that the adapter needs from an account", async () => {
  const double = await provisionedDouble(EMBEDDER);
  const connection = await connect(optionsFor(double, EMBEDDER));
  expect([...(await probe(connection, 50))]).toEqual([]);
  await connection.close();
  await double.stop();
});
