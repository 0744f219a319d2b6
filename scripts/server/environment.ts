/** The environment for Keycloak: this process's own, without variables that would change the server's configuration. */

/** A user's KC_… settings, Java options and DEBUG (which `kc.sh` reads) are meant for other servers. */
const FOREIGN = /^(KC_|KEYCLOAK_ADMIN|JAVA_OPTS|JAVA_ADD_OPENS$|JAVA_LOCALE$|JAVA$|DEBUG|PRINT_ENV$)/;

/**
 * For Java programs that run for minutes: neither the C2 compiler nor a concurrent garbage collector pays off there. Without C2
 * the JVM reserves only 48 MiB for compiled code; Keycloak needs more, or code is discarded and interpreted again.
 */
export const SHORT_LIVED_OPTIONS = [
  '-XX:TieredStopAtLevel=1',
  '-XX:ReservedCodeCacheSize=240m',
  '-XX:-UseG1GC',
  '-XX:+UseSerialGC',
] as const;

/** These options for Keycloak. */
export const SHORT_LIVED = { JAVA_OPTS_APPEND: SHORT_LIVED_OPTIONS.join(' ') } as const;

/** These options for Maven, in addition to a user's own. */
export function quickMaven(): NodeJS.ProcessEnv {
  const options = [process.env.MAVEN_OPTS, ...SHORT_LIVED_OPTIONS].filter(Boolean);
  return { ...process.env, MAVEN_OPTS: options.join(' ') };
}

/** @param own added last, unfiltered */
export function keycloakEnvironment(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return { ...Object.fromEntries(inherited), ...own };
}
