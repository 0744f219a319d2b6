/** How the tests start servers: for those that spend much of their time on starting. */
import { SHORT_LIVED } from '../../scripts/server/environment.ts';

/**
 * Classes aren't verified once more (those in an existing Keycloak and in containers are), and a heap that is large from the start isn't
 * searched for garbage all the time. Each new realm gets a key for encryption, which nothing uses, and which takes a second at full length.
 */
export const TEST_JVM = {
  KC_SPI_KEYS__RSA_ENC_GENERATED__KEY_SIZE: '1024',
  JAVA_OPTS_APPEND: `${SHORT_LIVED.JAVA_OPTS_APPEND} -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote -Xms384m -Xmn192m`,
} as const;
