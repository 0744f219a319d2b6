/** Slashes at the end of a path. */

/** A path without slashes at its end. A regular expression would look at each run of slashes once more from each of its slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}
