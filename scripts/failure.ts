/** A failure that a user can act on, as opposed to a bug: its message alone explains the problem and the fix. */
export class Failure extends Error {
  /** Lines of a log that explain the message, oldest first. */
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}
