import { embedder } from "../../contract/stores.ts";
import { accountOptions, dropAccount, provisionAccount } from "./account.ts";

/** Creates the database that the suites run on, and drops it afterwards. */
export const setup = async (): Promise<() => Promise<void>> => {
  const options = accountOptions(process.env, embedder);
  if (!options) return async () => {};
  await provisionAccount(options);
  return () => dropAccount(options);
};
