/** A command was called with wrong arguments: exit code 2. */

import { Failure } from '../failure.ts';

/** Its message says what is wrong; a pointer to the help is added. */
export class WrongUsage extends Failure {
  constructor(message: string) {
    super(`${message} (see --help)`);
  }
}
