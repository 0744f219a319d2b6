/** The exit codes of the commands, and what the help and the reference say of them. */

export const EXIT_CODE = { good: 0, failed: 1, wrongUsage: 2, notApplied: 3 } as const;

type Name = keyof typeof EXIT_CODE;

/** What each code of a command that administers a server means. */
const MEANINGS: Readonly<Record<Name, string>> = {
  good: 'done, or nothing to change',
  failed: 'it failed, or a check found a fault',
  wrongUsage: 'wrong usage',
  notApplied: 'nothing was changed, since --apply is missing',
};

/** Each code with its meaning. */
export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = (
  Object.keys(EXIT_CODE) as Name[]
).map((name) => [EXIT_CODE[name], MEANINGS[name]]);

/** The line of a command's help; only what can change something takes `--apply`. */
export function exitCodesHelp({ changes = true } = {}): string {
  const codes = EXIT_CODES.filter(([code]) => changes || code !== EXIT_CODE.notApplied);
  return `Exit code: ${codes.map(([code, meaning]) => `${code} ${meaning}`).join('; ')}.`;
}
