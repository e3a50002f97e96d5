/**
 * The service cannot start with this configuration. The message says what to change, and contains
 * all that an operator needs to know.
 */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}
