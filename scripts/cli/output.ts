/** Prints a command's result: for users, or as JSON for machines. Everything else goes to standard error. */

import { EXIT_CODE } from './exit-code.ts';

/** Prints the result as one JSON document, or the text. */
export function printResult(json: boolean | undefined, result: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(result, null, 2) : text}\n`);
}

/** Reports progress, separately from the result. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The options that decide how a run ends. */
export interface RunOptions {
  readonly apply?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** What a run did, or without `--apply` would do. */
export interface Run {
  readonly result: object;
  readonly text: string;
  /** The number of changes. */
  readonly changes: number;
}

/** The last line of a run that changes nothing only because `--apply` is missing. */
export const NOT_APPLIED = 'Nothing was changed; add --apply to do this.';

/** Prints a run's result. If only `--apply` is missing, the last line says so, and so does the exit code. */
export function printRun({ apply = false, json = false }: RunOptions, { result, text, changes }: Run): void {
  const isMissing = !apply && changes > 0;
  printResult(json, { applied: apply, ...result }, isMissing ? `${text}\n${NOT_APPLIED}` : text);
  if (!isMissing) return;
  if (json) printProgress(NOT_APPLIED);
  process.exitCode = EXIT_CODE.notApplied;
}
