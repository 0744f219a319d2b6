/**
 * Says whether the plugin may run in this Keycloak. The guards name classes and methods of Keycloak's own, which another minor release may
 * rename, and then they would silently not run: there Linkgate doesn't start. Another patch of a tested line is only said in the log.
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
        text: `made for Keycloak ${lines.join(' and ')}, and this is ${running}: use a Linkgate made for it`,
      };
}

/** `26.7.4` → `26.7`. */
function lineOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
