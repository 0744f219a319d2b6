/** Reads the reason of a failure from Keycloak's log. */

import { readFile } from 'node:fs/promises';
import { Failure } from '../failure.ts';

const SHOWN_LINES = 20;
/** An error line, with or without the log's prefix. */
const REASON = /^(?:.+ExecutionExceptionHandler\] \(.+?\) )?ERROR: (.+)/;
/** Empty lines, stack traces, and the class loading output of a failed build. */
const NOISE = /^\s*$|^\s+at |^\S+ \S+ DEBUG /;

/** A failure with Keycloak's own reasons (`ERROR: …`) in the message, and with the end of its log. */
export async function explainByLog(problem: string, logFile: string): Promise<Failure> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
  const reasons = lines.flatMap((line) => REASON.exec(line)?.[1] ?? []);
  const explanation = reasons.length > 0 ? `: ${reasons.join(' ')}` : '';
  const shown = lines.filter((line) => !NOISE.test(line)).slice(-SHOWN_LINES);
  return new Failure(`${problem}${explanation} (full log: ${logFile})`, shown);
}
