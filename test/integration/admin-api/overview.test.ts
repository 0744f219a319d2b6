/** The overview of the admin API counts users' activity per realm (contract, section 4.15). */
import { afterEach, expect, inject, test } from 'vitest';
import { setMailPort } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { authUrl, codeFrom, signedIn } from '../../support/authorization.ts';
import { newAddress } from '../../support/email.ts';
import { linkFor, openLink, requestLink } from '../../support/sign-in.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';

const { web } = inject('site').clients;

interface Overview {
  from: number;
  to: number;
  step: number;
  series: Record<string, number[]>;
  previous: Record<string, number>;
  rejected: Record<string, number>;
  emails_failed: Record<string, number>;
  emails_failed_by_cause: Record<string, number>;
  email_to_click: { counts: number[] };
}

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

async function overview(span: string, realm = 'linkgate'): Promise<Overview> {
  return (await callAdminApi<Overview>('GET', `/overview?span=${span}`, { realm })).json;
}
const sum = (numbers: readonly number[] = []) => numbers.reduce((one, other) => one + other, 0);
const sums = ({ series }: Overview) =>
  Object.fromEntries(Object.entries(series).map(([name, values]) => [name, sum(values)]));

test.each([
  ['hour', 300, 12],
  ['day', 3600, 24],
  ['month', 86_400, 30],
])('of a %s has steps of %i seconds', async (span, step, steps) => {
  const found = await overview(span);
  expect([found.step, found.from % step]).toEqual([step, 0]);
  expect(found.to - found.from).toBeLessThan(step * steps);
  for (const values of Object.values(found.series)) expect(values).toHaveLength(steps);
});

test('counts links, their use, rejections, failed emails and sign-ups, in their realm only', async () => {
  const [before, elsewhere] = [await overview('hour'), sums(await overview('hour', 'linkgate-beta'))];
  const email = newAddress();
  const link = await linkFor(email, web);
  expect(await openLink(link)).toBe(302);
  expect(await openLink(link)).toBe(401);
  expect(await openLink(await linkFor(email, web, { emailNumber: 2 }))).toBe(302);
  const stub = await startSmtpStub({ RCPT: '550 no' });
  undo.push(async () => stub.close());
  undo.push(await setMailPort(stub.port));
  const fields = { email, client_id: web.client_id, redirect_uri: web.redirect_uri };
  expect((await requestLink(fields)).status).toBe(503);
  for (const span of ['hour', 'day', 'month']) {
    const after = await overview(span);
    if (span !== 'hour') {
      expect(sum(after.series.links_used)).toBeGreaterThanOrEqual(2);
      continue;
    }
    const [was, is] = [sums(before), sums(after)];
    const more = Object.fromEntries(
      Object.entries(is).map(([name, value]) => [name, value - (was[name] ?? 0)]),
    );
    expect(more).toEqual({
      links_requested: 3,
      links_used: 2,
      links_expired: 0,
      links_rejected: 1,
      emails_failed: 1,
      limits_hit: 0,
      sign_ups: 1,
      sign_ins_by_email: 0,
      sign_ins_by_passkey: 0,
      sign_ins_by_provider: 0,
      sign_ins_by_session: 0,
    });
    const rejected = ({ emails_failed_by_cause: by }: Overview) => by['email-recipient-rejected'] ?? 0;
    expect(rejected(after) - rejected(before)).toBe(1);
    expect((after.rejected.used ?? 0) - (before.rejected.used ?? 0)).toBe(1);
    expect(sum(after.email_to_click.counts) - sum(before.email_to_click.counts)).toBe(2);
    expect(after.previous).toMatchObject({ links_requested: 0, sign_ups: 0 });
  }
  expect(sums(await overview('hour', 'linkgate-beta'))).toEqual(elsewhere);
});

test('counts sign-ins by what they took, without those that applications ask for silently', async () => {
  const before = sums(await overview('hour'));
  const agent = await signedIn(web);
  await codeFrom(agent, web);
  await agent.open(authUrl(web, { fields: { prompt: 'none' } }));
  const after = sums(await overview('hour'));
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(more('sign_ins_by_email')).toBe(1);
  expect(more('sign_ins_by_session')).toBe(1);
});

test('rejects other periods', async () => {
  expect((await callAdminApi('GET', '/overview?span=year')).status).toBe(400);
});
