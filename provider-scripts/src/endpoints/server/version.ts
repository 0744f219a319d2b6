/**
 * Which versions of Keycloak Linkgate is served on. Guards name Keycloak's classes and methods: if another minor release renames one, a guard
 * would silently not run. The host decides, since scripts may not even be evaluated there.
 */

/** What to do, and what happens until then. */
const UNTIL_THEN =
  'Until then, Linkgate realms respond 503 and the step is unavailable; all other realms are served.';

/** What the host logs if Linkgate isn't served. It inserts the `tested` versions, the `running` one and what is `missing`. */
export const NOT_SERVED_TEXTS = {
  excluded:
    'Linkgate is not served: it was tested with Keycloak {tested}, and this is {running}, which --spi-jpa-entity-provider--linkgate--refuse-untested ' +
    `excludes. Install a Linkgate that was tested with it, or remove that option. ${UNTIL_THEN}`,
  failing: `Linkgate is not served: it can't run on Keycloak {running}: {missing}. Install a Linkgate that was tested with it. ${UNTIL_THEN}`,
  lacking: `Linkgate is not served: Keycloak {running} lacks {missing}. Install a Linkgate that was tested with it. ${UNTIL_THEN}`,
} as const;

/** What administrators are told where Linkgate is served on another minor release; in log, health, overview and conformance. */
export const UNTESTED_TEXT =
  'Linkgate was tested with Keycloak {tested}, and this is {running}: all classes and members that it uses are there, but one may behave differently';

/** What to warn of where Linkgate is served; null on a tested version. `untested`: what the host says of another minor release, or null. */
export function versionWarning(
  tested: readonly string[],
  running: string,
  untested: string | null,
): string | null {
  if (untested !== null) return untested;
  return tested.includes(running) ? null : `tested with Keycloak ${tested.join(', ')}, this is ${running}`;
}
