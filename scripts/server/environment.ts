/** The environment that Keycloak gets: this process's own without what would change the server behind our back. */

/** A user's KC_… settings, Java options and DEBUG (which `kc.sh` reads as its own) are meant for other servers. */
const FOREIGN = /^(KC_|KEYCLOAK_ADMIN|JAVA_OPTS|JAVA_ADD_OPENS$|JAVA_LOCALE$|JAVA$|DEBUG|PRINT_ENV$)/;

/**
 * For Java programs that end within minutes: neither the C2 compiler nor a collector with threads of its own pays off there. Without C2 the
 * JVM sets 48 MiB aside for compiled code, of which Keycloak needs more: it would throw code away again, and interpret.
 */
export const SHORT_LIVED_OPTIONS = [
  '-XX:TieredStopAtLevel=1',
  '-XX:ReservedCodeCacheSize=240m',
  '-XX:-UseG1GC',
  '-XX:+UseSerialGC',
] as const;

/** The same for Keycloak. */
export const SHORT_LIVED = { JAVA_OPTS_APPEND: SHORT_LIVED_OPTIONS.join(' ') } as const;

/** The same for Maven, in addition to a user's own options. */
export function quickMaven(): NodeJS.ProcessEnv {
  const options = [process.env.MAVEN_OPTS, ...SHORT_LIVED_OPTIONS].filter(Boolean);
  return { ...process.env, MAVEN_OPTS: options.join(' ') };
}

/** `own` is added last and is taken as it is. */
export function keycloakEnvironment(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return { ...Object.fromEntries(inherited), ...own };
}
