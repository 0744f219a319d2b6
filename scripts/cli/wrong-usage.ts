/** The error for wrong arguments of a command: exit code 2. */

import { Failure } from '../failure.ts';

/** The message explains the mistake; a reference to the help is appended. */
export class WrongUsage extends Failure {
  constructor(message: string) {
    super(`${message} (see --help)`);
  }
}
