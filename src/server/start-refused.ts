/** The service cannot start as it is configured. The message says what to change, and is all that an operator needs to see. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefused";
  }
}
