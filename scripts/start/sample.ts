/** The sample installation: its administrators, its realms, and their placeholders' values for realm-config/. */

import type { RunFile } from '../run-file.ts';
import type { Secrets } from '../server/secrets.ts';

export const ADMIN_USERNAME = 'admin';
/** The address of the administrator of the realm `linkgate`; its emails arrive in the inbox, as any address's do. */
export const SAMPLE_ADMINISTRATOR = 'admin@example.com';
export const SAMPLE_REALMS: readonly string[] = ['linkgate', 'linkgate-beta'];

/**
 * The address at which Keycloak reaches the inbox (in containers not the browser's), and the port at which browsers reach the
 * demo.
 */
interface SampleAddresses {
  demoPort: number;
  email: RunFile['email'];
}

/** By the names of the placeholders. */
export function seedVariables(
  { ADMIN_PASSWORD: _, ...secrets }: Secrets,
  { demoPort, email }: SampleAddresses,
): Record<string, string> {
  return {
    ...secrets,
    DEMO_PORT: String(demoPort),
    SMTP_HOST: email.host,
    SMTP_PORT: String(email.port),
    EMAIL_FROM: email.from,
  };
}
