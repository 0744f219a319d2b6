/**
 * Checks the version of Keycloak. The guards name Keycloak's own classes and methods, which another minor release may rename, and then they
 * would silently not run: there Linkgate doesn't start. Another patch release is only reported in the log.
 */

/** What is wrong with running on a version, and whether the server must not start. */
export interface VersionProblem {
  fatal: boolean;
  text: string;
}

/** Compares versions such as `26.7.4`; null when they are the same. */
export function versionProblem(builtFor: string, running: string): VersionProblem | null {
  if (running === builtFor) return null;
  const line = lineOf(builtFor);
  return lineOf(running) === line
    ? { fatal: false, text: `built and tested for Keycloak ${builtFor}, this is ${running}` }
    : {
        fatal: true,
        text: `built for Keycloak ${line}, but this is ${running}: use a Linkgate built for it`,
      };
}

/** `26.7.4` → `26.7`. */
function lineOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
