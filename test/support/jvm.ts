/**
 * JVM options of test servers: for short-lived ones, which spend much of their time on starting, and for those that many tests
 * share.
 */
import { SHORT_LIVED } from '../../scripts/server/environment.ts';

/**
 * Bytecode isn't verified again (it is in an existing Keycloak and in containers), and a heap that is large from the start
 * needs fewer garbage collections.
 */
const FOR_TESTS = '-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote -Xms384m -Xmn192m';

/**
 * The C2 compiler compiles only the arithmetic of signatures, for which it alone uses the processor's instructions: without it, a
 * signature takes eight times as long, which is most of the time of `/token`. The C1 compiler's profiling for C2 is wasted. A
 * start takes a tenth longer than without C2, which pays off after some hundred signatures.
 */
const C2_FOR_SIGNATURES = [
  '-XX:ReservedCodeCacheSize=240m -XX:-UseG1GC -XX:+UseSerialGC',
  ...['Invocation', 'MinInvocation', 'Compile', 'BackEdge'].map((of) => `-XX:Tier4${of}Threshold=100000000`),
  '-XX:CompileCommand=quiet -XX:CompileCommand=CompileThresholdScaling,java.math.BigInteger::*,0.00001',
  ...['Branches', 'Calls', 'Checkcasts', 'InlinedCalls', 'VirtualCalls'].map((of) => `-XX:-C1Profile${of}`),
].join(' ');

/** Each new realm gets an unused encryption key, whose generation takes a second at full length. */
const SHORT_KEY = { KC_SPI_KEYS__RSA_ENC_GENERATED__KEY_SIZE: '1024' } as const;

/** For servers that stop after a few sign-ins. */
export const TEST_JVM = {
  ...SHORT_KEY,
  JAVA_OPTS_APPEND: `${SHORT_LIVED.JAVA_OPTS_APPEND} ${FOR_TESTS}`,
} as const;

/** For servers with many sign-ins; with `LINKGATE_TEST_JVM=plain` the JVM has its defaults, for measurements. */
export const BUSY_TEST_JVM: Readonly<Record<string, string>> =
  process.env.LINKGATE_TEST_JVM === 'plain'
    ? SHORT_KEY
    : { ...SHORT_KEY, JAVA_OPTS_APPEND: `${C2_FOR_SIGNATURES} ${FOR_TESTS}` };

/** The same with bytecode verification. */
export const VERIFYING_TEST_JVM = { ...SHORT_KEY, JAVA_OPTS_APPEND: C2_FOR_SIGNATURES } as const;
