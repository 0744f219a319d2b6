/** A failure that a user can act on, as opposed to a bug: its message alone says what is wrong and what to do. */
export class Failure extends Error {
  /** Lines of a log that explain the message, oldest first. */
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}
