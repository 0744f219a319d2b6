/**
 * Every function of Linkgate for users, backends and administrators, used once, and the secrets that passed through the server.
 */

import { randomBytes } from 'node:crypto';
import { expect, inject } from 'vitest';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { admin, setLinkSettings, setRealmAttributes } from '../../../support/admin.ts';
import { storeAdminEvents } from '../../../support/admin-events.ts';
import { Agent } from '../../../support/agent.ts';
import { createBackendLink } from '../../../support/backend-links.ts';
import { otherCodes, requestOnPage, requireCode } from '../../../support/check-email-page.ts';
import { confirm } from '../../../support/confirm-page.ts';
import {
  enterComparisonCode,
  otherComparisonCode,
  requireComparisonCode,
} from '../../../support/cross-device.ts';
import { emailTo, linkIn, newAddress, tokenIn } from '../../../support/email.ts';
import { storeEvents } from '../../../support/events.ts';
import { allowInvitations, invited, makeHomeClient, optOutIn } from '../../../support/invitations.ts';
import { newReferral } from '../../../support/referrals.ts';
import { sessionOf } from '../../../support/session-api.ts';
import {
  exchange,
  follow,
  linkFor,
  openLink,
  requestLink,
  submitConsent,
  type Tokens,
} from '../../../support/sign-in.ts';

/** Secrets by kind, as named in `docs/secrets.md`. */
export type Secrets = Record<string, readonly string[]>;

/** The end of a token: the signature, without which it is useless. */
const END_LENGTH = 40;

const REALMS = ['linkgate', 'linkgate-beta'] as const;

/** Runs everything; the realms store their events, with administrators' request bodies. */
export async function runJourneys(): Promise<Secrets> {
  for (const realm of REALMS) {
    await storeEvents(realm);
    await storeAdminEvents(realm);
  }
  const parts = [byLink, byCode, byCrossDevice, byInvitation, byReferral, byBackend, ofClients];
  let secrets: Secrets = { 'the administrator’s password': [inject('site').admin.password] };
  for (const part of parts) secrets = { ...secrets, ...(await part()) };
  for (const [what, values] of Object.entries(secrets))
    expect(
      values.filter((value) => value.length < 3),
      what,
    ).toEqual([]);
  return secrets;
}

function endOf(token: string | undefined): string {
  return token?.slice(-END_LENGTH) ?? '';
}

/** The base URL of pages: the helper's default is that of another server. */
const authAt = () => `${inject('site').baseUrl}/auth`;

async function byLink(): Promise<Secrets> {
  const { web } = inject('site').clients;
  const email = newAddress('by-link');
  const link = await linkFor(email, web);
  const agent = new Agent();
  const code = (await follow(link, agent)).searchParams.get('code') ?? '';
  const tokens = (await (await exchange(code, web)).json()) as Tokens;
  expect(await openLink(link)).toBe(401);
  const again = newAddress('by-second-link');
  const superseded = await linkFor(again, web);
  await follow(await linkFor(again, web, { emailNumber: 2 }));
  expect(await openLink(superseded)).toBe(401);
  return {
    'the token of a link that was used': [endOf(tokenIn(link))],
    'the token of a link that was replaced': [endOf(tokenIn(superseded))],
    'an authorization code, exchanged': [code],
    'an access token': [endOf(tokens.access_token)],
    'an ID token': [endOf(tokens.id_token)],
    'an address': [email],
  };
}

async function byCode(): Promise<Secrets> {
  const { baseUrl, clients } = inject('site');
  const agent = new Agent();
  const email = newAddress('by-code');
  const checkEmail = await requestOnPage(agent, email, clients.web, {}, authAt());
  const typed = requireCode(await emailTo(email));
  const [wrong = ''] = otherCodes(typed, 1);
  const onceMore = await agent.submit(checkEmail, { code: wrong });
  const target = await submitConsent(agent, await agent.submit(onceMore, { code: typed }));
  expect(target.searchParams.get('code')).toBeTruthy();
  const { csrf_token, authenticated } = await sessionOf(agent);
  expect(authenticated).toBe(true);
  for (const token of [csrf_token, 'wrong']) {
    const headers = { 'x-csrf-token': token };
    await agent.request(`${baseUrl}/session/accounts/nobody`, { method: 'DELETE', headers });
  }
  const waiting = new Agent();
  const unopened = newAddress('waiting');
  await requestOnPage(waiting, unopened, clients.web, {}, authAt());
  const message = await emailTo(unopened);
  return {
    'the code of an email, typed': [typed],
    'the code of an email, mistyped': [wrong],
    'the token of a link that still works': [endOf(tokenIn(linkIn(message)))],
    'the code of an email that still works': [requireCode(message)],
    'the cookies of a session': [endOf(agent.cookie('KEYCLOAK_IDENTITY'))],
    'the cookie of a sign-in in progress': [endOf(waiting.cookie('AUTH_SESSION_ID'))],
    'the cookie of a browser that waits': [endOf(waiting.cookie('LINKGATE_WAITING'))],
    'the cookie of a recognised device': [endOf(agent.cookie('LINKGATE_DEVICE'))],
    'the CSRF token, and its cookie': [endOf(csrf_token), agent.cookie('LINKGATE_CSRF') ?? ''],
  };
}

async function byCrossDevice(): Promise<Secrets> {
  const { clients } = inject('site');
  const restore = await setLinkSettings({ crossDevice: 'true' });
  const startCrossDevice = async () => {
    const email = newAddress('approved');
    const waiting = new Agent();
    const checkEmail = await requestOnPage(waiting, email, clients.web, {}, authAt());
    return {
      waiting,
      checkEmail,
      digits: requireComparisonCode(checkEmail),
      link: linkIn(await emailTo(email)),
      other: new Agent(),
    };
  };
  const settings = await allSettings();
  const startWithUniqueCode = async () => {
    for (;;) {
      const attempt = await startCrossDevice();
      const digits = [attempt.digits, otherComparisonCode(attempt.digits)];
      if (!digits.some((one) => settings.includes(`"${one}"`))) return attempt;
    }
  };
  const { waiting, checkEmail, digits, link, other } = await startWithUniqueCode();
  await enterComparisonCode(other, await other.open(link), digits);
  await submitConsent(waiting, await waiting.open(checkEmail.url));
  const missed = await startWithUniqueCode();
  const mistyped = otherComparisonCode(missed.digits);
  await enterComparisonCode(missed.other, await missed.other.open(missed.link), mistyped);
  await restore();
  return {
    'the token of a link that was approved': [endOf(tokenIn(link))],
    'the comparison code of a cross-device sign-in, typed or not': [digits, missed.digits, mistyped],
    'the cookie of a browser that waited and was signed in': [endOf(waiting.cookie('LINKGATE_WAITING'))],
  };
}

/** The digits in realms' own configuration, which would look like a leaked code. */
async function allSettings(): Promise<string> {
  const api = await admin();
  const realms = await api.realms.find();
  const parts = realms.map(({ realm = '' }) =>
    Promise.all([api.components.find({ realm }), api.clients.find({ realm })]),
  );
  return JSON.stringify([realms, await Promise.all(parts)]);
}

async function byInvitation(): Promise<Secrets> {
  await allowInvitations();
  const home = await makeHomeClient();
  const email = newAddress('invited');
  const accepted = await invited(email, home);
  const guest = new Agent();
  await confirm(guest, await guest.open(accepted));
  const optOut = optOutIn(await emailTo(email));
  const open = await invited(newAddress('invited'), home);
  return {
    'the token of an invitation, accepted': [tokenIn(accepted)],
    'the token of an invitation that still works': [tokenIn(open)],
    'the token that ends invitations': [endOf(tokenIn(optOut))],
    'the secret of a client': [home.client_secret, inject('site').clients.web.client_secret ?? ''],
  };
}

async function byReferral(): Promise<Secrets> {
  const { betaUrl, clients, variables } = inject('site');
  const { client_id, redirect_uri } = clients.betaWeb;
  const requestWithCode = async (email: string, referral_code: string) =>
    (await requestLink({ email, client_id, redirect_uri, referral_code }, betaUrl)).status;
  const [spent, left] = [await newReferral({ max_uses: 1 }), await newReferral({ max_uses: 5 })];
  const declared = variables.BETA_REFERRAL_CODE ?? '';
  for (const code of [spent.code, left.code, declared]) {
    const email = newAddress('referred');
    expect(await requestWithCode(email, code)).toBe(200);
    await follow(linkIn(await emailTo(email)));
  }
  expect(await requestWithCode(newAddress('late'), spent.code)).toBe(403);
  const mistyped = `MISTYPED-${randomBytes(8).toString('hex')}`;
  expect(await requestWithCode(newAddress('late'), mistyped)).toBe(403);
  return {
    'a referral code, used up': [spent.code],
    'a referral code that still works': [left.code, declared],
    'a referral code, mistyped': [mistyped],
  };
}

async function byBackend(): Promise<Secrets> {
  const forbid = await setRealmAttributes({ [REALM.backendLinks.name]: 'true' });
  const used = await createBackendLink(newAddress('given'));
  await follow(used);
  const unused = await createBackendLink(newAddress('given'));
  await forbid();
  return { 'the token of a link returned to a backend': [endOf(tokenIn(used)), endOf(tokenIn(unused))] };
}

async function ofClients(): Promise<Secrets> {
  const { web } = inject('site').clients;
  const wrong = `wrong-${randomBytes(16).toString('hex')}`;
  expect((await exchange('made-up', { ...web, client_secret: wrong })).status).toBe(401);
  return { 'the secret of a client, mistyped': [wrong] };
}
