/** Health and metrics, for an operator's probes and dashboards. */
import { describe, expect, inject, test, vi } from 'vitest';
import { TABLE_NAMES } from '../../provider-scripts/src/platform/database/table-names.ts';
import { SETTABLE } from '../../provider-scripts/src/platform/limits/limits.ts';
import { setMailPort, setMailServer, setRealmAttributes } from '../support/admin.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { newCaller } from '../support/from-address.ts';
import { requestLinkFrom } from '../support/limits.ts';
import { alerts, dashboardQueries, missingFrom, selectedBy } from '../support/monitoring.ts';
import { PATIENT } from '../support/patience.ts';
import { follow, linkFor, requestLink } from '../support/sign-in.ts';
import { startSmtpStub } from '../support/smtp-stub.ts';

const { managementUrl, clients, baseUrl } = inject('site');

/** A port that nothing listens on, so that emails fail at once. */
const CLOSED_PORT = 9;
/** A timeout that is enough on a busy machine. */
/** Rows are counted every half minute. */
const COUNTED_OFTEN_MILLIS = 150_000;

async function metrics(): Promise<string> {
  return await (await fetch(`${managementUrl}/metrics`)).text();
}

/** Requests a link whose email can't be sent. */
async function failEmail(): Promise<void> {
  const restore = await setMailPort(CLOSED_PORT);
  try {
    const { client_id, redirect_uri } = clients.web;
    expect((await requestLink({ email: newAddress(), client_id, redirect_uri })).status).toBe(503);
  } finally {
    await restore();
  }
}

/** The value of one of Linkgate's series, such as `links_rejected_total{reason="used"}`. */
async function counted(series: string): Promise<number> {
  const text = await metrics();
  const line = text.split('\n').find((one) => one.startsWith(`linkgate_${series} `));
  if (line === undefined) throw new Error(`no linkgate_${series} among the metrics`);
  return Number(line.split(' ').at(-1));
}

describe('the health check', () => {
  test('has Linkgate’s check, which is UP with script and tables in place', async () => {
    const response = await fetch(`${managementUrl}/health/ready`);
    const { checks } = (await response.json()) as { checks: { name: string; status: string }[] };
    expect(checks).toContainEqual({ name: 'Linkgate', status: 'UP' });
  });

  test('stays up and names the limits that are out of range or malformed, with their realm', async () => {
    const restore = await setRealmAttributes({
      'linkgate.limit.link-email': '1001/3600',
      'linkgate.limit.exempt': '10.0.0.0/8, everybody',
    });
    try {
      const response = await fetch(`${managementUrl}/health/ready`);
      expect(response.status).toBe(200);
      const { checks } = (await response.json()) as {
        checks: { name: string; data?: { settings?: string } }[];
      };
      const settings = checks.find(({ name }) => name === 'Linkgate')?.data?.settings?.split('; realm ');
      expect(settings?.join('\n')).toMatch(/^realm "linkgate": linkgate\.limit/);
      expect(settings).toHaveLength(2);
      for (const line of [
        'linkgate.limit.link-email is "1001/3600", which is not of the form count/seconds, up to 1000/86400; using 20/3600',
        'linkgate.limit.exempt: "everybody" is neither an address nor a network; ignored',
      ])
        expect(settings?.join('\n')).toContain(line);
      expect(checks).toContainEqual(expect.objectContaining({ name: 'Linkgate', status: 'UP' }));
    } finally {
      await restore();
    }
  });
});

describe('the metrics', () => {
  test('count sent links, and rejected used ones', async () => {
    const [sent, rejected] = [
      await counted('links_sent_total'),
      await counted('links_rejected_total{reason="used"}'),
    ];
    const link = await linkFor(newAddress(), clients.web);
    await follow(link);
    expect(await counted('links_rejected_total{reason="used"}')).toBe(rejected);
    expect((await fetch(link)).status).toBe(401);
    expect(await counted('links_sent_total')).toBe(sent + 1);
    expect(await counted('links_rejected_total{reason="used"}')).toBe(rejected + 1);
  });

  test('count made-up links as invalid', async () => {
    const before = await counted('links_rejected_total{reason="invalid"}');
    await fetch(`${baseUrl}/verify-email?token=made-up`);
    expect(await counted('links_rejected_total{reason="invalid"}')).toBe(before + 1);
  });

  test('count failed emails, and not as sent', async () => {
    const [sent, failed] = [
      await counted('links_sent_total'),
      await counted('emails_failed_total{outcome="failed"}'),
    ];
    await failEmail();
    expect(await counted('emails_failed_total{outcome="failed"}')).toBe(failed + 1);
    expect(await counted('links_sent_total')).toBe(sent);
  });

  test('count requests that a rate limit rejects, by policy name', async () => {
    const series = 'limits_hit_total{limit="link-email"}';
    const [email, before] = [newAddress(), await counted(series)];
    for (let sent = 0; sent < SETTABLE['link-email'].fallback.count; sent++)
      expect((await requestLinkFrom(newCaller(), email)).status).toBe(200);
    expect(await counted(series)).toBe(before);
    expect((await requestLinkFrom(newCaller(), email)).status).toBe(429);
    expect(await counted(series)).toBe(before + 1);
  });

  test('have every counter from the start, those of rate limits too', async () => {
    expect(await counted('limits_hit_total{limit="link-email"}')).not.toBeNaN();
    expect(await counted('emails_failed_total{outcome="late"}')).not.toBeNaN();
  });

  test('have a histogram of the sending time of sent emails', async () => {
    const count = () => counted('emails_duration_seconds_count');
    const before = await count();
    await linkFor(newAddress(), clients.web);
    expect(await count()).toBe(before + 1);
    expect(await counted('emails_duration_seconds_bucket{le="+Inf"}')).toBe(before + 1);
    expect(await counted('emails_duration_seconds_sum')).toBeGreaterThan(0);
    await failEmail();
    expect(await count()).toBe(before + 1);
  });

  test('have a histogram of the time from the request of a link to its use, once per link', async () => {
    const count = () => counted('sign_ins_duration_seconds_count');
    const before = await count();
    const link = await linkFor(newAddress(), clients.web);
    expect(await count()).toBe(before);
    await follow(link);
    expect((await fetch(link)).status).toBe(401);
    expect(await count()).toBe(before + 1);
    expect(await counted('sign_ins_duration_seconds_bucket{le="86400.0"}')).toBe(before + 1);
  });

  test('have the number of queued emails, and zero afterwards', async () => {
    const waiting = () => counted('emails_waiting');
    expect(await waiting()).toBe(0);
    let release: (reply: string) => void = () => {};
    const hung = new Promise<string>((resolve) => {
      release = resolve;
    });
    const stub = await startSmtpStub({ MAIL: () => hung });
    const restore = await setMailServer({ port: String(stub.port) });
    try {
      const { client_id, redirect_uri } = clients.web;
      const requests = Array.from({ length: 12 }, () =>
        requestLink({ email: newAddress(), client_id, redirect_uri }),
      );
      await vi.waitUntil(async () => (await waiting()) > 0, PATIENT);
      release('250 OK');
      await Promise.all(requests);
    } finally {
      await restore();
      await stub.close();
    }
    expect(await waiting()).toBe(0);
  });

  test('have the number of rows of each table, updated by themselves', {
    timeout: 2 * COUNTED_OFTEN_MILLIS,
  }, async () => {
    // The successive values. The first ones may decrease: links of other tests were revoked since the last count.
    const shown: number[] = [];
    await vi.waitFor(
      async () => {
        await linkFor(newAddress(), clients.web);
        // None yet if the server has just been started.
        const [, rows] = /^linkgate_table_rows\{table="LINKGATE_LINK"\} (\S+)$/m.exec(await metrics()) ?? [];
        if (rows !== undefined && Number(rows) !== shown.at(-1)) shown.push(Number(rows));
        expect(
          shown.some((one, index) => one > (shown[index - 1] ?? one)),
          `shown were ${shown}`,
        ).toBe(true);
      },
      { timeout: COUNTED_OFTEN_MILLIS, interval: 1000 },
    );
    for (const table of TABLE_NAMES)
      expect(await counted(`table_rows{table="${table}"}`)).toBeGreaterThanOrEqual(0);
  });

  test('have all series that alerts and dashboard use', async () => {
    const selected = [...alerts(), ...dashboardQueries()].flatMap(selectedBy);
    expect(missingFrom(await metrics(), selected)).toEqual([]);
  });

  test('never contain the recipient of a link', async () => {
    const email = newAddress('somebody');
    linkIn(await sendAndRead(email));
    expect(await metrics()).not.toContain('somebody');
  });
});

async function sendAndRead(email: string) {
  await linkFor(email, clients.web);
  return await emailTo(email);
}
