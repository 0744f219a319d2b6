/** A command was called with wrong arguments: exit code 2. */

import { Failure } from '../failure.ts';

/** Its message explains the mistake; a pointer to the help is added. */
export class WrongUsage extends Failure {
  constructor(message: string) {
    super(`${message} (see --help)`);
  }
}
