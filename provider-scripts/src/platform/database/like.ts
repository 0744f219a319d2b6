/** Patterns of SQL's `LIKE … ESCAPE '!'`, compared with a column in lower case. */

/** The pattern for texts that contain `part`, case-insensitively. */
export function containsPattern(part: string): string {
  return `%${part.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
}
