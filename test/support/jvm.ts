/** How the tests start servers. */
import { SHORT_LIVED } from '../../scripts/server/environment.ts';

/**
 * For servers of tests, which spend much of their time on starting: classes aren't verified once more (those in an existing Keycloak and in
 * containers are), and a heap that is large from the start isn't searched for garbage all the time.
 */
export const TEST_JVM = {
  JAVA_OPTS_APPEND: `${SHORT_LIVED.JAVA_OPTS_APPEND} -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote -Xms384m -Xmn192m`,
} as const;
