/** What Java's texts of times lack. */

/** A time as Java writes it, but with the "h" of French. Old mail programs lack the narrow space. */
export function inLanguage(tag: string, time: string): string {
  const spaced = time.replace(/\u202f/g, '\u00a0');
  return /^fr\b/.test(tag) ? spaced.replace(/(\d):(\d\d)/, '$1\u00a0h\u00a0$2') : spaced;
}
