/** Keycloak's brute-force protection, which records failures on threads of its own, after the response. */
import { expect } from 'vitest';
import { admin } from './admin.ts';
import { PATIENT } from './patience.ts';

/** Waits until it has locked an account. */
export async function waitUntilLocked(realm: string, id: string): Promise<void> {
  const disabled = async () => (await (await admin()).attackDetection.findOne({ realm, id }))?.disabled;
  await expect.poll(disabled, PATIENT).toBe(true);
}
