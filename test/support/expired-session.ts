/** Browsers whose session has expired, as Keycloak counts: nobody has ended it. */
import { expect } from 'vitest';
import { admin } from './admin.ts';
import type { Agent } from './agent.ts';
import { PATIENT } from './patience.ts';
import { sessionOf } from './session-api.ts';

const REALM = 'linkgate';

/** Waits until a browser's session has expired; other sessions that it meets meanwhile expire, too. */
export async function untilSessionExpired(agent: Agent): Promise<void> {
  const api = await admin();
  const { ssoSessionMaxLifespan = 0 } = (await api.realms.findOne({ realm: REALM })) ?? {};
  await api.realms.update({ realm: REALM }, { ssoSessionMaxLifespan: 1 });
  try {
    await expect.poll(async () => (await sessionOf(agent)).authenticated, PATIENT).toBe(false);
  } finally {
    await (await admin()).realms.update({ realm: REALM }, { ssoSessionMaxLifespan });
  }
}
