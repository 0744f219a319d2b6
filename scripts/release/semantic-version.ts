/** Semantic versions (semver.org, 2.0.0): checks a version number against the changes since the last release. */

/** A version without build metadata, as in package.json; numbers have no leading zeros. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/;

/** The items added and removed since a release; a renamed item is in both lists. */
interface Changes {
  readonly since: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Why a version can't follow the last one; undefined if it can.
 * @param changes undefined before the first release
 */
export function versionProblem(version: string, changes: Changes | undefined): string | undefined {
  const now = numbersOf(version);
  if (now === undefined) return `version ${version}: isn't a semantic version, such as 1.2.3`;
  const last = changes?.since;
  const before = last === undefined ? undefined : numbersOf(last);
  if (changes === undefined || before === undefined) return undefined;
  const changed = now.findIndex((number, index) => number !== before[index]);
  if (changed < 0 || (now[changed] ?? 0) < (before[changed] ?? 0))
    return `version ${version}: isn't after ${last}`;
  const { index, name, reason } = requiredBump(before, changes);
  return changed <= index
    ? undefined
    : `version ${version}: ${reason}, which requires a new ${name} number after ${last}`;
}

function numbersOf(version: string): number[] | undefined {
  return VERSION.exec(version)?.slice(1, 4).map(Number);
}

/** The least significant number that may grow; before version 1 the minor counts as the major (semver.org, item 4). */
function requiredBump([major]: readonly number[], { added, removed }: Changes) {
  if (removed.length > 0)
    return {
      index: major === 0 ? 1 : 0,
      name: major === 0 ? 'minor' : 'major',
      reason: `${removed[0]} was removed`,
    };
  if (added.length > 0) return { index: 1, name: 'minor', reason: `${added[0]} was added` };
  return { index: 2, name: 'patch', reason: '' };
}
