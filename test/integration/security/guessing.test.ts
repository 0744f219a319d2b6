/** Guesses at links, codes, referral codes and CSRF tokens reach the rate limits long before they hit a secret. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { exchangeFields } from '../../support/authorization.ts';
import { otherCodes, requestOnPage, requireCode, textOf } from '../../support/check-email-page.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { BOTH_KINDS } from '../../support/endpoints.ts';
import { formOf } from '../../support/form.ts';
import { fetchFrom, newCaller, type RequestFrom, requestFrom } from '../../support/from-address.ts';
import { statuses, together } from '../../support/limits.ts';

const { baseUrl, betaUrl, clients, variables } = inject('site');
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' };

function form(fields: URLSearchParams): RequestFrom {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fields.toString(),
  };
}

/** A random string in the shape of a signed token. */
function randomToken(): string {
  return [20, 90, 64].map((bytes) => randomBytes(bytes).toString('base64url')).join('.');
}

/** What is guessed, the guesses checked per minute, the status for a wrong guess, and a function that creates a guess. */
const GUESSES: [string, number, number, () => [string, RequestFrom]][] = [
  [
    'links',
    100,
    401,
    () => {
      return [`${baseUrl}/verify-email?token=${randomToken()}`, {}];
    },
  ],
  [
    'codes',
    100,
    400,
    () => {
      const code = `${randomUUID()}.${randomUUID()}.${randomUUID()}`;
      return [BOTH_KINDS[0].token, form(formOf(exchangeFields(clients.web, code)))];
    },
  ],
  [
    'client secrets',
    100,
    401,
    () => {
      const fields = {
        grant_type: 'client_credentials',
        client_id: 'demo-service',
        client_secret: randomUUID(),
      };
      return [BOTH_KINDS[1].token, form(new URLSearchParams(fields))];
    },
  ],
  [
    'referral codes',
    30,
    403,
    () => {
      const { client_id, redirect_uri } = clients.betaWeb;
      const body = { email: newAddress(), client_id, redirect_uri, referral_code: randomUUID() };
      return [
        `${betaUrl}/request-magic-link`,
        { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) },
      ];
    },
  ],
  [
    'CSRF tokens',
    20,
    403,
    () => {
      const headers = { cookie: `LINKGATE_CSRF=${randomUUID()}`, 'x-csrf-token': randomToken() };
      return [`${baseUrl}/session`, { method: 'DELETE', headers }];
    },
  ],
];

test('checks 30 of 130 guesses at referral codes on the sign-in page, too', async () => {
  const caller = newCaller();
  const agent = new Agent({ accept: 'text/html' }, undefined, fetchFrom(caller));
  const { client_id, redirect_uri } = clients.betaWeb;
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: 'openid' });
  let page = await agent.open(`${betaUrl}/auth?${query}`);
  const seen = { checked: 0, limited: 0 };
  for (let i = 0; i < 130; i++) {
    const response = await agent.submit(page, { email: newAddress(), referral_code: randomUUID() });
    if (response.status === 403) seen.checked += 1;
    if (response.status === 429) seen.limited += 1;
    // Beyond the request limit the page has no form: the attacker submits the last one again.
    if (response.text.includes('name="referral_code"')) page = response;
  }
  expect(seen).toEqual({ checked: 30, limited: 100 });
});

test('page and API share the 30 guesses at referral codes, and a right code is rejected after them', async () => {
  const caller = newCaller();
  const { client_id, redirect_uri } = clients.betaWeb;
  const requestWith = async (referral_code: string | undefined) =>
    requestFrom(caller, `${betaUrl}/request-magic-link`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ email: newAddress(), client_id, redirect_uri, referral_code }),
    });
  // A right code doesn't count as a guess.
  expect((await requestWith(variables.BETA_REFERRAL_CODE)).status).toBe(200);
  for (let i = 0; i < 29; i++) expect((await requestWith(randomUUID())).status).toBe(403);
  const agent = new Agent({ accept: 'text/html' }, undefined, fetchFrom(caller));
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: 'openid' });
  const page = await agent.open(`${betaUrl}/auth?${query}`);
  const typed = { email: newAddress(), referral_code: randomUUID() };
  expect((await agent.submit(page, typed)).status).toBe(403);
  const rejected = await requestWith(variables.BETA_REFERRAL_CODE);
  expect([rejected.status, Number(rejected.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3000);
});

test('checks 30 wrong one-time codes an hour from an IP, across addresses', async () => {
  const caller = newCaller();
  const from = () => new Agent({ accept: 'text/html' }, undefined, fetchFrom(caller));
  for (let links = 0; links < 6; links++) {
    const email = newAddress();
    const agent = from();
    let page = await requestOnPage(agent, email, clients.web);
    for (const code of otherCodes(requireCode(await emailTo(email)), 5))
      page = await agent.submit(page, { code });
    expect(textOf(page)).toContain('there are no tries left');
  }
  const email = newAddress();
  const agent = from();
  const checkEmail = await requestOnPage(agent, email, clients.web);
  const message = await emailTo(email);
  expect(textOf(await agent.submit(checkEmail, { code: requireCode(message) }))).toContain(
    'Too many wrong codes were entered',
  );
  const opened = await fetch(linkIn(message), { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect(opened.status).toBe(302);
});

test.each(GUESSES)('of 130 guesses at %s a minute, %i are checked', async (_, checked, rejection, guess) => {
  const caller = newCaller();
  const responses = await together(130, async () => requestFrom(caller, ...guess()));
  expect(statuses(responses)).toEqual({ [rejection]: checked, 429: 130 - checked });
});
