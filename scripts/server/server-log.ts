/** Keycloak's output before it failed. */

import { readFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';

const SHOWN_LINES = 20;
/** Bare, or as a line of the log. */
const REASON = /^(?:.+ExecutionExceptionHandler\] \(.+?\) )?ERROR: (.+)/;
/** Empty lines, stack traces, and the class loading that a failed build prints. */
const NOISE = /^\s*$|^\s+at |^\S+ \S+ DEBUG /;

/** A failure with Keycloak's own reasons (`ERROR: …`) in the message, and with the end of its log. */
export async function explainByLog(what: string, logFile: string): Promise<Failure> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
  const reasons = lines.flatMap((line) => REASON.exec(line)?.[1] ?? []);
  const said = reasons.length > 0 ? `: ${reasons.join(' ')}` : '';
  const shown = lines.filter((line) => !NOISE.test(line)).slice(-SHOWN_LINES);
  return new Failure(`${what}${said} (all of its log: ${logFile})`, shown);
}
