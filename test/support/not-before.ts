/** Keycloak's "not before" of a client: what is proven or issued by the end of its second is revoked. */
import { vi } from 'vitest';
import { admin, REALM } from './admin.ts';

/** Waits until a client's is over, so that the next sign-in counts. */
export async function passNotBefore(clientId: string): Promise<void> {
  const [found] = await (await admin()).clients.find({ realm: REALM, clientId });
  const until = (((found as { notBefore?: number }).notBefore ?? 0) + 1) * 1000;
  await vi.waitUntil(() => Date.now() >= until, { timeout: 5000, interval: 50 });
}

/** Waits until the next second begins: an account's "not before" of this one revokes what is proven in it. */
export async function passSecond(): Promise<void> {
  const next = (Math.floor(Date.now() / 1000) + 1) * 1000;
  await vi.waitUntil(() => Date.now() >= next, { timeout: 5000, interval: 20 });
}
