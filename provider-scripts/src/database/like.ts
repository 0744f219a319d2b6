/** Patterns of SQL's `LIKE … ESCAPE '!'`, compared with a column in lower case. */

/** What a text has to match that holds a part, in either case. */
export function anywhere(part: string): string {
  return `%${part.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
}
