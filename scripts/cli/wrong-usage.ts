/** A command was typed in a way that it doesn't understand: exit code 2. */

import { Failure } from '../failure.ts';

/** Its message says what is wrong; where to look is added. */
export class WrongUsage extends Failure {
  constructor(message: string) {
    super(`${message} (--help tells how it is used)`);
  }
}
