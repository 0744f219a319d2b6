/** Further ways of the kinds that reviews found: sign-outs of Keycloak's own, an account that locks itself, and whose language a notice is in. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { deleteByAccountApi } from '../../support/account-api.ts';
import {
  accountPageUrl,
  openAccountPage,
  press,
  SURE,
  serveAccountPage,
} from '../../support/account-page.ts';
import { accountOf } from '../../support/accounts.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, signedIn } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { submitAddress } from '../../support/chooser.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../support/email.ts';
import { bearer, hiddenValue } from '../../support/form.ts';
import { makeWithOneTimePassword, promptsForOneTimePassword } from '../../support/level-flow.ts';
import { listenForLogout } from '../../support/logout-listener.ts';
import { NOTICES, newDevice, nextLink, noticeTo } from '../../support/new-device.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PARKED_FORM, PLACES } from '../../support/parked-tabs.ts';
import { turnPasskeysOn } from '../../support/passkeys.ts';
import { PATIENT } from '../../support/patience.ts';
import { makeProtectedAccount } from '../../support/protected-account.ts';
import { setSecondFactor } from '../../support/second-factor.ts';
import { sessionOf } from '../../support/session-api.ts';
import { follow } from '../../support/sign-in.ts';
import { makeStayingClient, refresh, refreshableFrom } from '../../support/staying-client.ts';

const REALM = 'linkgate';
const { baseUrl, clients } = inject('site');
const { web } = clients;

let target: OwnClient;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  target = await makeClient();
  undo.push(
    target.remove,
    await turnPasskeysOn(),
    await serveAccountPage({ 'linkgate.account-deletion': 'true' }),
  );
});
afterAll(async () => {
  for (const one of undo.reverse()) await one();
});

async function update(id: string, fields: Record<string, unknown>): Promise<void> {
  const { users } = await admin();
  await users.update({ realm: REALM, id }, { ...(await users.findOne({ realm: REALM, id })), ...fields });
}

/** A thief's tab at the page for consent. */
async function park(email: string): Promise<{ thief: Agent; page: Page }> {
  const thief = new Agent();
  const page = await thief.open(await nextLink(email, target));
  expect(page.text, textOf(page)).toMatch(PARKED_FORM);
  return { thief, page };
}

async function expectEnded({ thief, page }: { thief: Agent; page: Page }): Promise<void> {
  const end = await thief.submit(page, { accept: 'Yes' });
  expect([end.status, end.headers.get('location')], textOf(end)).toEqual([403, null]);
}

describe('a sign-out of Keycloak’s that may spare a session', () => {
  test('of all sessions by the account API ends a tab without one', async () => {
    const email = newAddress('owner');
    const owner = await signedIn(web, {}, email);
    const tab = await park(email);
    expect((await deleteByAccountApi(owner, 'sessions?current=true')).status).toBe(204);
    await expectEnded(tab);
  });

  test('of one session by the account API leaves a tab without one', async () => {
    const email = newAddress('owner');
    const owner = await signedIn(web, {}, email);
    const { thief, page } = await park(email);
    const [live] = await (await admin()).users.listSessions({ realm: REALM, id: await accountOf(email) });
    expect((await deleteByAccountApi(owner, `sessions/${live?.id}`)).status).toBe(204);
    const end = await thief.submit(page, { accept: 'Yes' });
    expect(end.headers.get('location'), textOf(end)).toContain('code=');
  });

  test.each(['a new password', 'an authenticator app'] as const)(
    'with %s ends a tab without one, and not the owner’s own sign-in',
    async (name) => {
      const place = PLACES[name];
      const email = newAddress('owner');
      // Its session is the one that Keycloak ends.
      const elsewhere = await signedIn(web, {}, email);
      const id = await accountOf(email);
      const tab = await park(email);
      await update(id, { requiredActions: [place.action] });
      const owner = new Agent();
      const form = await owner.open(await nextLink(email, web));
      const end = await owner.submit(form, { ...place.form(form), 'logout-sessions': 'on' });
      expect(end.headers.get('location'), textOf(end)).toContain('code=');
      await expectEnded(tab);
      expect((await sessionOf(elsewhere)).authenticated).toBe(false);
      expect((await sessionOf(owner)).authenticated).toBe(true);
      // Later sign-ins aren't concerned.
      const { thief: later, page } = await park(email);
      const signedInLater = await later.submit(page, { accept: 'Yes' });
      expect(signedInLater.headers.get('location'), textOf(signedInLater)).toContain('code=');
    },
  );

  test('leaves the next page of a user who sets up a second factor', async () => {
    const factor = await makeClient();
    const restore = await setSecondFactor(factor, 'always');
    const email = newAddress('owner');
    const elsewhere = await signedIn(web, {}, email);
    const owner = new Agent();
    const form = await owner.open(await nextLink(email, factor));
    const fields = PLACES['an authenticator app'].form(form);
    const codes = await owner.submit(form, { ...fields, 'logout-sessions': 'on' });
    expect([codes.status, hiddenValue(codes, 'generatedRecoveryAuthnCodes')]).toEqual([
      200,
      expect.stringMatching(/./),
    ]);
    expect((await sessionOf(elsewhere)).authenticated).toBe(false);
    await restore();
    await factor.remove();
  });
});

test('an account that brute-force protection has disabled leaves nothing when it is enabled again', async () => {
  const listener = await listenForLogout();
  const client = await makeStayingClient('30', {
    attributes: { 'backchannel.logout.url': listener.url, 'backchannel.logout.session.required': 'true' },
  });
  const factor = await makeClient();
  const api = await admin();
  const before = await api.realms.findOne({ realm: REALM });
  const restore = await setSecondFactor(factor, 'always');
  const lock = { bruteForceProtected: true, permanentLockout: true, failureFactor: 2 };
  await api.realms.update({ realm: REALM }, lock);
  try {
    const email = newAddress('owner');
    await makeWithOneTimePassword(email);
    const id = await accountOf(email);
    const owner = await signedIn(web, {}, email);
    const tokens = await refreshableFrom(owner, client);
    const tab = await park(email);
    const guesser = new Agent();
    let page = await guesser.open(await nextLink(email, factor));
    const isEnabled = async () =>
      (await (await admin()).users.findOne({ realm: REALM, id }))?.enabled === true;
    while (promptsForOneTimePassword(page) && (await isEnabled()))
      page = await guesser.submit(page, { otp: '000000' });
    await expect.poll(isEnabled, PATIENT).toBe(false);
    await update(id, { enabled: true });
    const userinfo = await fetch(`${baseUrl}/userinfo`, { headers: bearer(tokens.access_token) });
    expect([(await refresh(tokens.refresh_token, client)).status, userinfo.status]).toEqual([400, 401]);
    expect((await sessionOf(owner)).authenticated).toBe(false);
    await expectEnded(tab);
    expect(await listener.tokens(1)).toHaveLength(1);
  } finally {
    const { bruteForceProtected = false, permanentLockout = false, failureFactor = 30 } = before ?? {};
    await (await admin()).realms.update(
      { realm: REALM },
      { bruteForceProtected, permanentLockout, failureFactor },
    );
    await restore();
    await factor.remove();
    await client.remove();
    await listener.close();
  }
});

describe('a notice to an account is in its own language, whatever somebody else’s browser asks for', () => {
  const speakGerman = async (id: string) => update(id, { attributes: { locale: ['de'] } });

  /** Presses a button of the own page, in another language. */
  async function pressInJapanese(agent: Agent, action: string, name: string): Promise<void> {
    const page = await openAccountPage(agent);
    const inJapanese: Pick<Agent, 'open'> = {
      open: async (_, init) => await agent.open(`${accountPageUrl()}?${name}=ja`, init),
    };
    await press(
      inJapanese as Agent,
      page,
      action,
      action === 'change-address' ? { email: newAddress() } : SURE,
    );
  }

  test.each([
    ['change-address', 'ui_locales', 'Änderung einer E-Mail-Adresse'],
    ['change-address', 'kc_locale', 'Änderung einer E-Mail-Adresse'],
    ['remove-passkey', 'ui_locales', 'Passkey'],
    ['remove-passkey', 'kc_locale', 'Passkey'],
    ['delete-account', 'ui_locales', 'Konto'],
    ['delete-account', 'kc_locale', 'Konto'],
  ])('%s with %s', async (action, name, subject) => {
    const { id, email } = await makeProtectedAccount('none');
    await speakGerman(id);
    const thief = new Agent();
    await follow(await nextLink(email, web), thief);
    const before = (await emailsTo(email)).length;
    await pressInJapanese(thief, action, name);
    const notice = await emailTo(email, before + 1);
    expect([notice.subject, notice.html.includes('lang="de"')]).toEqual([
      expect.stringContaining(subject),
      true,
    ]);
  });

  test('of a new device, on whose sign-in page another language was chosen', async () => {
    undo.push(await setRealmAttributes({ [NOTICES]: 'true' }));
    const email = newAddress('owner');
    await signedIn(web, {}, email);
    await speakGerman(await accountOf(email));
    const { agent: thief } = newDevice();
    const first = await thief.open(authUrl(web));
    const choice = /(?:value|href)="([^"]*kc_locale=ja[^"]*)"/.exec(first.text)?.[1] ?? '';
    const page = await thief.open(new URL(choice.replaceAll('&amp;', '&'), first.url).href);
    const before = (await emailsTo(email)).length;
    await submitAddress(thief, page, email);
    await follow(linkIn(await emailTo(email, before + 1)), thief);
    expect((await noticeTo(email)).subject).toBe('Neue Anmeldung: Demo');
  });
});
