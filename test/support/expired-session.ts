/** Browsers whose session has expired, as Keycloak counts: nobody has ended it. */
import { expect } from 'vitest';
import { planted } from './admin.ts';
import type { Agent } from './agent.ts';
import { PATIENT } from './patience.ts';
import { realm } from './plant.ts';
import { sessionOf } from './session-api.ts';

/** Waits until a browser's session has expired; other sessions that it meets meanwhile expire, too. */
export async function untilSessionExpired(agent: Agent): Promise<void> {
  const restore = await planted(realm({ ssoSessionMaxLifespan: 1 }));
  try {
    await expect.poll(async () => (await sessionOf(agent)).authenticated, PATIENT).toBe(false);
  } finally {
    await restore();
  }
}
