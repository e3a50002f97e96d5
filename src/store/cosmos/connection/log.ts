/** Log for the operator, for failures and repairs that a client does not see. */
export interface CosmosLog {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
  error(details: Readonly<Record<string, unknown>>, message: string): void;
}
