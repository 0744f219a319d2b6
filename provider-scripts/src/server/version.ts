/**
 * Checks the version of Keycloak. The guards name Keycloak's own classes and methods, which another minor release may rename, and then they
 * would silently not run: there Linkgate doesn't start. Another patch release of a tested line is only reported in the log.
 */

/** What is wrong with running on a version, and whether the server must not start. */
export interface VersionProblem {
  fatal: boolean;
  text: string;
}

/** Compares a version such as `26.7.4` with those that were tested; null when it is one of them. */
export function versionProblem(tested: readonly string[], running: string): VersionProblem | null {
  if (tested.includes(running)) return null;
  const lines = tested.map(lineOf).filter((line, index, all) => all.indexOf(line) === index);
  return lines.includes(lineOf(running))
    ? { fatal: false, text: `tested with Keycloak ${tested.join(', ')}, this is ${running}` }
    : {
        fatal: true,
        text: `built for Keycloak ${lines.join(' and ')}, but this is ${running}: use a Linkgate built for it`,
      };
}

/** `26.7.4` → `26.7`. */
function lineOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
