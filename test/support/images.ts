/** The images of the container tests, and how their containers are recognised on the machine. */

/** The first one is built by docker-compose.yml; the others have its tags, too. */
export const IMAGES = {
  keycloak: 'linkgate-keycloak',
  database: 'postgres:17',
  inbox: 'maildev/maildev:3.0.0',
} as const;

/** As in docker-compose.yml. */
export const KEYCLOAK_MEMORY_GIBIBYTES = 1.5;

/** The label of every container that a test starts itself. */
export const RUN_LABEL = 'org.linkgate.test-run';

/** The label's value: one per run of the container tests, which removes its remaining containers. */
export function runId(): string {
  return process.env.LINKGATE_TEST_RUN ?? String(process.pid);
}
