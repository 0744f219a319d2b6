/** The images that the container tests use, and how what they start can be told from anything else on the machine. */

/** The first is made by docker-compose.yml, whose tags the others have too. */
export const IMAGES = {
  keycloak: 'linkgate-keycloak',
  database: 'postgres:17',
  inbox: 'maildev/maildev:3.0.0',
} as const;

/** As docker-compose.yml has it. */
export const KEYCLOAK_MEMORY_GIBIBYTES = 1.5;

/** Every container that a test starts by itself has this label. */
export const RUN_LABEL = 'org.linkgate.test-run';

/** The label's value: one for each run of the container tests, which removes what is left of it. */
export function runId(): string {
  return process.env.LINKGATE_TEST_RUN ?? String(process.pid);
}
