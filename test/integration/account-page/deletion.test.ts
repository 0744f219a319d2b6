/** A user deletes their account on their own page, if the realm allows it (contract, section 11). */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fixedValue } from '../../../provider-scripts/src/platform/limits/limits.ts';
import { openAccountPage, press, SURE, serveAccountPage } from '../../support/account-page.ts';
import { accountOf, makeAccount } from '../../support/accounts.ts';
import { admin, setMailPort, setRealmAttributes } from '../../support/admin.ts';
import { Agent } from '../../support/agent.ts';
import { signedIn, tokensFrom } from '../../support/authorization.ts';
import { createBackendLink } from '../../support/backend-links.ts';
import { textOf } from '../../support/check-email-page.ts';
import { requiresEmail } from '../../support/chooser.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { bearer } from '../../support/form.ts';
import { listenForLogout } from '../../support/logout-listener.ts';
import { makeClient } from '../../support/own-client.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow } from '../../support/sign-in.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;
const ACTION = 'delete-account';

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await serveAccountPage({ 'linkgate.account-deletion': 'true', 'linkgate.backend-links': 'true' });
});
afterAll(async () => restore());

async function exists(id: string): Promise<boolean> {
  return (await (await admin()).users.findOne({ realm: 'linkgate', id })) !== null;
}

test('deletes it with its sessions and devices, tells its address and its clients', async () => {
  const forget = await storeEvents('linkgate');
  const since = Date.now();
  const listener = await listenForLogout();
  const party = await makeClient({ attributes: { 'backchannel.logout.url': listener.url } });
  const email = newAddress();
  const agent = await signedIn(party, {}, email);
  const { access_token, id_token } = await tokensFrom(agent, party);
  const id = decodeJwt(id_token).sub ?? '';
  const asked = await press(agent, await openAccountPage(agent), ACTION);
  expect([asked.status, textOf(asked)]).toEqual([200, expect.stringContaining('This cannot be undone')]);
  expect(asked.text).toContain('lg-button-danger');
  expect(await exists(id)).toBe(true);
  const after = await press(agent, asked, ACTION);
  expect([after.status, after.text]).toEqual([200, expect.stringContaining('Your account was deleted.')]);
  expect(await exists(id)).toBe(false);
  expect(await sessionOf(agent)).toMatchObject({ authenticated: false, accounts: [] });
  expect((await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) })).status).toBe(401);
  await listener.tokens(1);
  const message = await emailTo(email, 2);
  expect(message.subject).toContain('was deleted');
  expect((await eventsSince('linkgate', since, 'account_deleted')).map(({ userId }) => userId)).toEqual([id]);
  await forget();
  await party.remove();
  await listener.close();
});

test('deletes nothing while the email that tells of it can’t be sent', async () => {
  const email = newAddress();
  const agent = await signedIn(web, {}, email);
  const page = await openAccountPage(agent);
  const stub = await startSmtpStub({ RCPT: '550 no' });
  const restoreMail = await setMailPort(stub.port);
  const rejected = await press(agent, page, ACTION, SURE);
  await restoreMail();
  stub.close();
  expect([rejected.status, rejected.text]).toEqual([503, expect.stringContaining('Nothing was changed')]);
  expect(await exists(await accountOf(email))).toBe(true);
  expect((await sessionOf(agent)).authenticated).toBe(true);
});

test('sends an address a bounded number of emails about deletions', async () => {
  const [email, { count }] = [newAddress(), fixedValue('account-notice')];
  const agent = await signedIn(web, {}, email);
  const page = await openAccountPage(agent);
  // Each message may have been delivered.
  const stub = await startSmtpStub({ MESSAGE: 'cut' });
  const restoreMail = await setMailPort(stub.port);
  const statuses: number[] = [];
  for (let i = 0; i <= count; i++) statuses.push((await press(agent, page, ACTION, SURE)).status);
  await restoreMail();
  stub.close();
  expect([statuses.filter((status) => status === 503).length, statuses.at(-1)]).toEqual([count, 429]);
  expect(stub.messages).toHaveLength(count);
  expect(await exists(await accountOf(email))).toBe(true);
});

test('requires a new sign-in in a session whose user a backend’s link proved', async () => {
  const email = newAddress();
  await makeAccount(email);
  const agent = new Agent();
  await follow(await createBackendLink(email), agent);
  const page = await openAccountPage(agent);
  expect(page.text).not.toContain(`value="${ACTION}"`);
  expect(requiresEmail(await press(agent, page, ACTION, SURE))).toBe(true);
  expect(await exists(await accountOf(email))).toBe(true);
});

test('isn’t offered to administrators, or where the realm doesn’t allow it', async () => {
  const email = newAddress();
  const agent = await signedIn(web, {}, email);
  const page = await openAccountPage(agent);
  expect(page.text).toContain(`value="${ACTION}"`);
  const forbid = await setRealmAttributes({ 'linkgate.account-deletion': 'false' });
  expect((await openAccountPage(agent)).text).not.toContain(`value="${ACTION}"`);
  expect((await press(agent, page, ACTION, SURE)).status).toBe(404);
  await forbid();
  const api = await admin();
  const id = await accountOf(email);
  const [management] = await api.clients.find({ realm: 'linkgate', clientId: 'realm-management' });
  const clientUniqueId = management?.id ?? '';
  const role = await api.clients.findRole({ realm: 'linkgate', id: clientUniqueId, roleName: 'view-users' });
  await api.users.addClientRoleMappings({
    realm: 'linkgate',
    id,
    clientUniqueId,
    roles: [{ id: role?.id ?? '', name: role?.name ?? '' }],
  });
  expect((await openAccountPage(agent)).text).not.toContain(`value="${ACTION}"`);
  expect((await press(agent, page, ACTION, SURE)).status).toBe(404);
  expect(await exists(id)).toBe(true);
});
