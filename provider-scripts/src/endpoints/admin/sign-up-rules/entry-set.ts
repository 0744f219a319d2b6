/** Entries as a set; the engine's constructor takes none. */
export function setOf(entries: readonly string[]): Set<string> {
  const set = new Set<string>();
  for (const entry of entries) set.add(entry);
  return set;
}
