/** How the tests start servers: for those that spend much of their time on starting, and for those that many tests share. */
import { SHORT_LIVED } from '../../scripts/server/environment.ts';

/**
 * Classes aren't verified once more (those in an existing Keycloak and in containers are), and a heap that is large from the start isn't
 * searched for garbage all the time.
 */
const FOR_TESTS = '-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote -Xms384m -Xmn192m';

/**
 * The C2 compiler compiles nothing but the arithmetic of signatures, for which it alone uses what processors have for it: without it a signature
 * takes eight times as long, which is most of what `/token` takes. What the C1 compiler would count for it is counted in vain. A start takes a
 * tenth longer than without C2, which pays off from some hundred signatures on.
 */
const C2_FOR_SIGNATURES = [
  '-XX:ReservedCodeCacheSize=240m -XX:-UseG1GC -XX:+UseSerialGC',
  ...['Invocation', 'MinInvocation', 'Compile', 'BackEdge'].map((of) => `-XX:Tier4${of}Threshold=100000000`),
  '-XX:CompileCommand=quiet -XX:CompileCommand=CompileThresholdScaling,java.math.BigInteger::*,0.00001',
  ...['Branches', 'Calls', 'Checkcasts', 'InlinedCalls', 'VirtualCalls'].map((of) => `-XX:-C1Profile${of}`),
].join(' ');

/** Each new realm gets a key for encryption, which nothing uses, and which takes a second at full length. */
const SHORT_KEY = { KC_SPI_KEYS__RSA_ENC_GENERATED__KEY_SIZE: '1024' } as const;

/** For servers that end after a few sign-ins. */
export const TEST_JVM = {
  ...SHORT_KEY,
  JAVA_OPTS_APPEND: `${SHORT_LIVED.JAVA_OPTS_APPEND} ${FOR_TESTS}`,
} as const;

/** For those that sign many users in; with `LINKGATE_TEST_JVM=plain` the JVM is as it is by itself, for what is measured. */
export const BUSY_TEST_JVM: Readonly<Record<string, string>> =
  process.env.LINKGATE_TEST_JVM === 'plain'
    ? SHORT_KEY
    : { ...SHORT_KEY, JAVA_OPTS_APPEND: `${C2_FOR_SIGNATURES} ${FOR_TESTS}` };

/** The same where classes are verified as anywhere else. */
export const VERIFYING_TEST_JVM = { ...SHORT_KEY, JAVA_OPTS_APPEND: C2_FOR_SIGNATURES } as const;
