/** Requests in progress in a stranger's tab while the account is claimed have no effect (contract, section 3.4). */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { renewed, requestAccount, tokensOfPages } from '../../support/account-pages.ts';
import {
  accountOf,
  pendingEmailOf,
  requireEmailVerification,
  setUnverifiedEmail,
} from '../../support/accounts.ts';
import { admin } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, signedIn } from '../../support/authorization.ts';
import { textOf } from '../../support/check-email-page.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { newAddress } from '../../support/email.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { exchange, follow, linkFor } from '../../support/sign-in.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';

const REALM = 'linkgate';
const { web } = inject('site').clients;
/** Enough rounds and parallel requests that one is in progress while the sessions end. */
const [ROUNDS_OF_PAGES, AT_ONCE] = [4, 12];

let other: OwnClient;
let free: OwnClient;
beforeAll(async () => {
  other = await makeClient();
  free = await makeClient({ consentRequired: false });
});
afterAll(async () => {
  await other.remove();
  await free.remove();
});

/** A stranger signed in to an account whose address now belongs to another user, and the link of that user. */
async function preparedAccount(): Promise<{ stranger: Agent; id: string; link: string }> {
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  const stranger = await signedIn(web, {}, before);
  const id = await accountOf(before);
  await setUnverifiedEmail(id, email);
  return { stranger, id, link: await linkFor(email, web) };
}

/** Makes the realm send its emails to a server that accepts none until it is released. */
async function holdEmails() {
  const api = await admin();
  const { smtpServer = {} } = (await api.realms.findOne({ realm: REALM })) ?? {};
  let [release, markReached] = [() => {}, () => {}];
  const released = new Promise<string>((resolve) => {
    release = () => resolve('220 stub');
  });
  const reached = new Promise<void>((resolve) => {
    markReached = resolve;
  });
  const stub = await startSmtpStub({
    CONNECT: async () => {
      markReached();
      return await released;
    },
  });
  await api.realms.update({ realm: REALM }, { smtpServer: { ...smtpServer, port: String(stub.port) } });
  const restore = async () => {
    release();
    await (await admin()).realms.update({ realm: REALM }, { smtpServer });
    stub.close();
  };
  return { reached, release, restore };
}

function expectEnded(page: Page): void {
  expect([page.status, page.headers.get('location')], textOf(page)).toEqual([403, null]);
  expect(textOf(page)).toContain('This sign-in is no longer valid');
}

test('a change of address ends if the account is claimed while Keycloak sends its email', async () => {
  const forbid = await requireEmailVerification();
  const { stranger, id, link } = await preparedAccount();
  const fields = { kc_action: 'UPDATE_EMAIL' };
  const form = await chooseSignedInAccount(stranger, await stranger.open(authUrl(free, { fields })));
  const emails = await holdEmails();
  try {
    const waiting = stranger.submit(form, { email: newAddress('pending') });
    await emails.reached;
    await follow(link);
    emails.release();
    expectEnded(await waiting);
    expect(await pendingEmailOf(id)).toBe(null);
  } finally {
    await emails.restore();
    await forbid();
  }
});

describe('at the moment of a takeover', () => {
  const ROUNDS = 3;

  test('no consent that a stranger gives is stored', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { stranger, id, link } = await preparedAccount();
      const consent = await chooseSignedInAccount(stranger, await stranger.open(authUrl(other)));
      expect(consent.text).toContain('name="accept"');
      const [response, owner] = await Promise.all([
        stranger.submit(consent, { accept: 'Yes' }),
        new Agent().open(link),
      ]);
      expect(owner.text).toContain('name="accept"');
      const consents = await (await admin()).users.listConsents({ realm: REALM, id });
      expect(consents.map(({ clientId }) => clientId)).not.toContain(other.client_id);
      await expectNoTokens(response, other);
    }
  });

  test('no authorization code that a stranger gets is valid', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { stranger, link } = await preparedAccount();
      const chooser = await stranger.open(authUrl(free));
      const [response, owner] = await Promise.all([
        chooseSignedInAccount(stranger, chooser),
        new Agent().open(link),
      ]);
      expect(owner.text).toContain('name="accept"');
      await expectNoTokens(response, free);
    }
  });
});

test('no token of the account console is refreshed or accepted at the moment of a takeover', async () => {
  for (let round = 0; round < ROUNDS_OF_PAGES; round++) {
    const { stranger, link } = await preparedAccount();
    let tokens = await tokensOfPages(stranger);
    expect((await requestAccount(tokens)).status).toBe(200);
    let isTakenOver = false;
    const renewing = Array.from({ length: AT_ONCE }, async () => {
      while (!isTakenOver) tokens = (await renewed(tokens)) ?? tokens;
    });
    const owner = await new Agent().open(link);
    isTakenOver = true;
    await Promise.all(renewing);
    expect(owner.text).toContain('name="accept"');
    expect([await renewed(tokens), (await requestAccount(tokens)).status]).toEqual([null, 401]);
  }
});

/** Expects that a code or token in the response, if there is one, is invalid. */
async function expectNoTokens(response: Page, client: OwnClient): Promise<void> {
  const location = response.headers.get('location');
  const code = location === null ? null : new URL(location, response.url).searchParams.get('code');
  if (code === null) expect(response.text).not.toContain('name="accept"');
  else expect((await exchange(code, client)).status).toBe(400);
}

test('a change of address continues if the account is not claimed', async () => {
  const forbid = await requireEmailVerification();
  const [email, pending] = [newAddress(), newAddress('pending')];
  const owner = await signedIn(web, {}, email);
  const fields = { kc_action: 'UPDATE_EMAIL' };
  const form = await chooseSignedInAccount(owner, await owner.open(authUrl(free, { fields })));
  const sent = await owner.submit(form, { email: pending });
  expect(sent.status, textOf(sent)).toBe(200);
  expect(await pendingEmailOf(await accountOf(email))).toBe(pending);
  await forbid();
});
