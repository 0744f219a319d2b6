/** A statement of Keycloak's that fails within a flow, where Keycloak treats any failure as a sign-in error: 503, not 400. */
import { expect, inject, test, vi } from 'vitest';
import { Agent } from '../support/agent.ts';
import { requestOnPage, requireCode } from '../support/check-email-page.ts';
import { onDatabase } from '../support/cluster.ts';
import { emailTo, newAddress } from '../support/email.ts';
import { PATIENCE_MILLIS, PATIENT } from '../support/patience.ts';
import { linkFor } from '../support/sign-in.ts';

const { web } = inject('site').clients;

const ENDS_WAITING = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~* 'USER_CONSENT'`;

/** Closes the database connection that looks up a consent, Keycloak's last look-up in a flow, during `send`. */
async function whileConsentsFail<T>(send: () => Promise<T>): Promise<T> {
  return await onDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE USER_CONSENT IN ACCESS EXCLUSIVE MODE');
    try {
      // A transaction sees others' activity as of its first query.
      const end = () => onDatabase(async (other) => (await other.query(ENDS_WAITING)).rowCount);
      const ended = vi.waitFor(async () => expect(await end()).toBe(1), PATIENT);
      const [response] = await Promise.all([send(), ended]);
      return response;
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

/** Requests that end a flow: one that Linkgate runs, and one of Keycloak's. */
const REQUESTS = {
  'a link': async () => {
    const link = await linkFor(newAddress(), web);
    return () => new Agent().request(link);
  },
  'an entered code': async () => {
    const [agent, email] = [new Agent(), newAddress()];
    const page = await requestOnPage(agent, email, web);
    const code = requireCode(await emailTo(email));
    return async () => await agent.submit(page, { code });
  },
} as const;

test.each(Object.entries(REQUESTS))('%s', { timeout: 2 * PATIENCE_MILLIS }, async (_, prepare) => {
  const send = await prepare();
  const failed = await whileConsentsFail(send);
  expect([failed.status, Number(failed.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(failed.headers.get('location')).toBeNull();
});
