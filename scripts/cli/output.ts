/** Prints a command's result: for people, or as JSON for machines. Everything else that it says goes to the standard error. */

/** With `json` the result alone, as one JSON document; else the text. */
export function printResult(json: boolean | undefined, result: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(result, null, 2) : text}\n`);
}

/** A line about what is being done, which doesn't disturb the result. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}
