/** Counts are shared by both nodes: links to an address, uses of a referral code, and the administrators' statistics. */
import { describe, expect, inject, test, vi } from 'vitest';
import { callAdminApi } from '../support/admin-api.ts';
import { killNode, NODES, onDatabase, startNode } from '../support/cluster.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { newReferral, usesOf } from '../support/referrals.ts';
import { linkFor, openLink, requestLink } from '../support/sign-in.ts';

/** A node stores its counters every half a minute. */
const WRITTEN_MILLIS = 120_000;
const POLL_MILLIS = 500;
const { clients } = inject('site');
const { web, betaWeb } = clients;

function baseOf(index: number, realm = 'linkgate'): string {
  return `${NODES[index % 2]}/realms/${realm}`;
}

async function requestFor(email: string, index: number): Promise<Response> {
  return await requestLink(
    { email, client_id: web.client_id, redirect_uri: web.redirect_uri },
    baseOf(index),
  );
}

describe('the limit of links to an address', () => {
  const email = newAddress();
  let granted = 0;

  test('holds exactly under 50 parallel requests spread over both nodes', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, (_, i) => requestFor(email, i)));
    const count = (status: number) => responses.filter((response) => response.status === status).length;
    granted = count(200);
    // A request whose email finds no free slot receives 503 and isn't counted.
    expect(granted + count(429) + count(503)).toBe(50);
    expect(granted).toBeLessThanOrEqual(20);
    for (let i = 0; granted < 20; i++, granted++) expect((await requestFor(email, i)).status).toBe(200);
    expect([(await requestFor(email, 0)).status, (await requestFor(email, 1)).status]).toEqual([429, 429]);
    expect(await emailsTo(email)).toHaveLength(20);
  });

  test('survives the crash and the restart of a node', async () => {
    await killNode('second');
    expect((await requestFor(email, 0)).status).toBe(429);
    await startNode('second');
    expect((await requestFor(email, 1)).status).toBe(429);
    expect((await requestFor(newAddress(), 1)).status).toBe(200);
  });
});

describe('the last use of a referral code', () => {
  test('creates exactly one account under 50 parallel sign-ups spread over both nodes', async () => {
    const { id, code } = await newReferral({ max_uses: 1 });
    const emails = Array.from({ length: 50 }, () => newAddress('race'));
    for (let i = 0; i < emails.length; i += 10) {
      const responses = await Promise.all(
        emails.slice(i, i + 10).map((email, j) =>
          requestLink(
            {
              email,
              client_id: betaWeb.client_id,
              redirect_uri: betaWeb.redirect_uri,
              referral_code: code,
            },
            baseOf(j, 'linkgate-beta'),
          ),
        ),
      );
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    }
    const links = await Promise.all(emails.map(async (email) => linkIn(await emailTo(email))));
    const statuses = await Promise.all(links.map((link, i) => openLink(link, NODES[i % 2])));
    expect(statuses.filter((status) => status === 302)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(49);
    expect(await usesOf(id)).toBe(1);
  });
});

describe('the overview of administrators', () => {
  test('sums the counts of both nodes', async () => {
    const rejected = async () => {
      const { json } = await callAdminApi<{ rejected: Record<string, number> }>('GET', '/overview?span=day');
      return json.rejected.used ?? 0;
    };
    const link = await linkFor(newAddress(), web);
    expect(await openLink(link)).toBe(302);
    const before = await rejected();
    const statuses = await Promise.all(Array.from({ length: 7 }, (_, i) => openLink(link, NODES[i % 2])));
    expect(statuses).toEqual(Array.from({ length: 7 }, () => 401));
    await vi.waitFor(async () => expect(await rejected()).toBe(before + 7), {
      timeout: WRITTEN_MILLIS,
      interval: POLL_MILLIS,
    });
  });

  test('is stored for 400 days by the hour, delays of mailboxes for 31, and for two days in finer steps', async () => {
    const { rows } = await onDatabase((client) =>
      client.query(
        `SELECT DISTINCT STEP::int, ((EXPIRES_AT - START_AT) / 86400)::int AS DAYS, NAME LIKE 'mailbox-delay/%' AS DELAY
         FROM LINKGATE_STATISTIC WHERE STATISTIC_KEY NOT LIKE 'fill-%' ORDER BY 1, 2, 3`,
      ),
    );
    expect(rows).toEqual([
      { step: 300, days: 2, delay: false },
      { step: 300, days: 2, delay: true },
      { step: 3600, days: 31, delay: true },
      { step: 3600, days: 400, delay: false },
    ]);
  });
});
