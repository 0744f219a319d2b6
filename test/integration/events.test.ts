/** User events for Keycloak's event listeners and metrics (contract, section 6.3). */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/server/ports.ts';
import { setMailPort } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { otherCodes, requestOnPage, requireCode } from '../support/check-email-page.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { eventsSince, registrationsSince, storeEvents } from '../support/events.ts';
import { sessionOf } from '../support/session-api.ts';
import { exchange, follow, linkFor, requestLink, submitConsent } from '../support/sign-in.ts';

const { baseUrl, betaUrl, clients, logFile, managementUrl, variables } = inject('site');
const { web, betaWeb } = clients;

describe('Keycloak’s events', () => {
  const undo: (() => Promise<void>)[] = [];
  let since = 0;

  beforeAll(async () => {
    for (const realm of ['linkgate', 'linkgate-beta']) undo.push(await storeEvents(realm));
    since = Date.now();
  });
  afterAll(async () => {
    for (const one of undo) await one();
  });

  /** The events of one name, newest first. */
  async function emitted(name: string, realm = 'linkgate', from = since) {
    const events = await eventsSince(realm, from, name);
    return events.map(({ type, error, clientId, details }) => ({
      type: String(type),
      error: error ?? null,
      clientId,
      reason: details?.reason ?? null,
    }));
  }

  test('cover a whole sign-in: link sent and used, account created, sign-in, consent, sign-out', async () => {
    const from = Date.now();
    const agent = new Agent();
    const email = newAddress();
    const target = await follow(await linkFor(email, web), agent);
    const tokens = (await (await exchange(target.searchParams.get('code'), web)).json()) as {
      id_token: string;
    };
    const out = new URLSearchParams({ id_token_hint: tokens.id_token, client_id: web.client_id });
    await agent.open(`${baseUrl}/protocol/openid-connect/logout?${out}`);
    const events = await eventsSince('linkgate', from);
    const types = events.map(({ type }) => String(type)).reverse();
    expect(types).toEqual(
      expect.arrayContaining([
        'SEND_VERIFY_EMAIL',
        'VERIFY_EMAIL',
        'REGISTER',
        'GRANT_CONSENT',
        'LOGIN',
        'LOGOUT',
      ]),
    );
    for (const [type, name] of [
      ['SEND_VERIFY_EMAIL', 'link_sent'],
      ['VERIFY_EMAIL', 'link_used'],
      ['REGISTER', 'user_registered'],
      ['GRANT_CONSENT', 'consent_granted'],
    ] as const) {
      const found = events.filter((event) => String(event.type) === type);
      expect(found.map((event) => [event.details?.linkgate, event.clientId])).toEqual([
        [name, web.client_id],
      ]);
    }
    const made = events.find(({ type }) => String(type) === 'REGISTER');
    expect(made?.details?.method).toBe('link');
    expect(made?.userId).toBe(events.find(({ type }) => String(type) === 'LOGIN')?.userId);
    expect(JSON.stringify(events.filter(({ details }) => details?.linkgate))).not.toContain(email);
  });

  test('report a sign-out by another user’s link', async () => {
    const agent = new Agent();
    await follow(await linkFor(newAddress(), web), agent);
    const { account } = await sessionOf(agent);
    const from = Date.now();
    const confirmPage = await agent.open(await linkFor(newAddress('second'), web));
    await confirm(agent, confirmPage);
    const out = (await eventsSince('linkgate', from)).filter(({ type }) => String(type) === 'LOGOUT');
    expect(out.map(({ userId }) => userId)).toEqual([account?.id]);
  });

  test('report one consent, also when its form is sent again', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    await requestOnPage(agent, email, web);
    const consent = await agent.open(linkIn(await emailTo(email)));
    const from = Date.now();
    for (let i = 0; i < 2; i++) await agent.submit(consent, { accept: 'Yes' });
    expect(await emitted('consent_granted', 'linkgate', from)).toHaveLength(1);
  });

  test('report why a link was rejected', async () => {
    const from = Date.now();
    const email = newAddress();
    const old = await linkFor(email, web);
    const link = await linkFor(email, web, { emailNumber: 2 });
    await follow(link);
    for (const rejected of [link, old, `${baseUrl}/verify-email?token=nonsense`])
      await new Agent().open(rejected);
    expect(await emitted('link_rejected', 'linkgate', from)).toEqual(
      ['invalid', 'superseded', 'used'].map((reason) => ({
        type: 'VERIFY_EMAIL_ERROR',
        error: 'invalid_token',
        clientId: reason === 'invalid' ? undefined : web.client_id,
        reason,
      })),
    );
  });

  test('report wrong and used codes', async () => {
    const from = Date.now();
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestOnPage(agent, email, web);
    const code = requireCode(await emailTo(email));
    const page = await agent.submit(checkEmail, { code: otherCodes(code, 1)[0] ?? '' });
    await agent.submit(page, { code });
    expect(await emitted('one_time_code_rejected', 'linkgate', from)).toEqual([
      { type: 'VERIFY_EMAIL_ERROR', error: 'invalid_code', clientId: web.client_id, reason: 'wrong' },
    ]);
    const [used] = await eventsSince('linkgate', from, 'link_used');
    expect(used?.details?.method).toBe('code');
  });

  test('report an email that could not be sent', async () => {
    const from = Date.now();
    const restore = await setMailPort(await freePort());
    const fields = { email: newAddress(), client_id: web.client_id, redirect_uri: web.redirect_uri };
    expect((await requestLink(fields).finally(restore)).status).toBe(503);
    expect(await emitted('link_send_failed', 'linkgate', from)).toEqual([
      {
        type: 'SEND_VERIFY_EMAIL_ERROR',
        error: 'temporarily_unavailable',
        clientId: web.client_id,
        reason: 'failed',
      },
    ]);
    expect(await emitted('link_sent', 'linkgate', from)).toEqual([]);
  });

  test('report rejected and redeemed referral codes', async () => {
    const fields = { email: newAddress(), client_id: betaWeb.client_id, redirect_uri: betaWeb.redirect_uri };
    await requestLink(fields, betaUrl);
    await requestLink({ ...fields, referral_code: 'no-such-code' }, betaUrl);
    expect(
      (await emitted('referral_rejected', 'linkgate-beta')).map(({ type, error }) => [type, error]),
    ).toEqual([
      ['REGISTER_ERROR', 'invalid_referral_code'],
      ['REGISTER_ERROR', 'referral_required'],
    ]);
    await requestLink({ ...fields, referral_code: variables.BETA_REFERRAL_CODE }, betaUrl);
    const agent = new Agent();
    const from = Date.now();
    await submitConsent(agent, await agent.open(linkIn(await emailTo(fields.email))));
    expect(await registrationsSince('linkgate-beta', from)).toEqual([['REGISTER', 'referral']]);
    const [redeemed, ...more] = await eventsSince('linkgate-beta', since, 'referral_redeemed');
    expect([String(redeemed?.type), more]).toEqual(['VERIFY_EMAIL', []]);
    expect(redeemed?.details?.referral).toMatch(/^[\w-]{36}$/);
  });

  test('are counted by the metrics', async () => {
    const link = await linkFor(newAddress(), web);
    await follow(link);
    await new Agent().open(link);
    const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
    const counted = metrics.split('\n').filter((line) => line.startsWith('keycloak_user_events_total{'));
    for (const labels of [
      ['event="send_verify_email"', 'error=""'],
      ['event="verify_email"', 'error=""'],
      ['event="verify_email"', 'error="invalid_token"'],
      ['event="register"', 'error=""'],
      ['event="grant_consent"', 'error=""'],
    ]) {
      const lines = counted.filter((line) => labels.every((label) => line.includes(label)));
      expect(lines.length, `${labels.join()} in ${counted.join('\n')}`).toBeGreaterThan(0);
    }
  });

  test('leave no address, code or token in the log', async () => {
    const agent = new Agent();
    const email = newAddress('unlogged');
    const checkEmail = await requestOnPage(agent, email, web);
    const message = await emailTo(email);
    await agent.submit(checkEmail, { code: otherCodes(requireCode(message), 1)[0] ?? '' });
    await follow(linkIn(message));
    await agent.open(linkIn(message));
    const lines = (await readFile(logFile, 'utf8')).split('\n');
    const linkgateLines = lines.filter((line) => line.includes('linkgate="'));
    expect(linkgateLines.length).toBeGreaterThan(0);
    for (const secret of [email, linkIn(message).slice(-40)])
      expect(linkgateLines.join('\n')).not.toContain(secret);
  });
});
