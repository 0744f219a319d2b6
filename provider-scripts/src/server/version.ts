/**
 * Checks the version of Keycloak. The guards name Keycloak's classes and methods, which another minor release may rename; the
 * guards would then silently not run, so Linkgate doesn't start there. An untested patch release of a tested line only logs a
 * warning.
 */

/** Why a version is unsuitable, and whether that prevents the start. */
export interface VersionProblem {
  fatal: boolean;
  text: string;
}

/** Compares a version such as `26.7.4` with the tested ones; null if it is one of them. */
export function versionProblem(tested: readonly string[], running: string): VersionProblem | null {
  if (tested.includes(running)) return null;
  const lines = tested.map(minorOf).filter((line, index, all) => all.indexOf(line) === index);
  return lines.includes(minorOf(running))
    ? { fatal: false, text: `tested with Keycloak ${tested.join(', ')}, this is ${running}` }
    : {
        fatal: true,
        text: `built for Keycloak ${lines.join(' and ')}, but this is ${running}: use a Linkgate built for it`,
      };
}

/** `26.7.4` → `26.7`. */
function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
