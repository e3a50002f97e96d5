/**
 * The service cannot start with this configuration. The message says what to change and is all that
 * an operator needs to see.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}
