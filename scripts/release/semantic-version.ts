/** Semantic versions (semver.org, 2.0.0): what a version may be called after what changed since the last one. */

/** A version without build metadata, as package.json has it; no number has leading zeros. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/;

/** What was added since a release, and what was removed; renaming is both. */
interface Changes {
  readonly since: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Why a version can't follow the last one; undefined when it can.
 * @param changes absent before the first release
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
  const { place, name, why } = required(before, changes);
  return changed <= place
    ? undefined
    : `version ${version}: ${why}, which takes a new ${name} number after ${last}`;
}

function numbersOf(version: string): number[] | undefined {
  return VERSION.exec(version)?.slice(1, 4).map(Number);
}

/** The last number that has to grow; before version 1 the second counts as the first (semver.org, item 4). */
function required([major]: readonly number[], { added, removed }: Changes) {
  if (removed.length > 0)
    return {
      place: major === 0 ? 1 : 0,
      name: major === 0 ? 'minor' : 'major',
      why: `${removed[0]} was removed`,
    };
  if (added.length > 0) return { place: 1, name: 'minor', why: `${added[0]} was added` };
  return { place: 2, name: 'patch', why: '' };
}
