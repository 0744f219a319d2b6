/** Prints a command's result: for users, or as JSON for machines. Everything else goes to standard error. */

/** Prints the result as one JSON document, or the text. */
export function printResult(json: boolean | undefined, result: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(result, null, 2) : text}\n`);
}

/** Reports progress, separately from the result. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}
