/** The connections to a realm's mail server: reused, closed when idle or too old, and replaced without losing an email or sending one twice. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, test, vi } from 'vitest';
import { linkOnWire } from '../../scripts/server/link-on-wire.ts';
import { requestChange, serveAccountPage } from '../support/account-page.ts';
import { Agent } from '../support/agent.ts';
import { signedIn } from '../support/authorization.ts';
import { requestOnPage } from '../support/check-email-page.ts';
import { newAddress } from '../support/email.ts';
import { allowInvitations, invite, makeHomeClient } from '../support/invitations.ts';
import { mailCertificate } from '../support/mail-certificate.ts';
import {
  MAIL,
  mailServer,
  onTestEnd,
  requestForEmail,
  undoAfterEach,
  untilConnectionsClosed,
  use,
} from '../support/mail-stubs.ts';
import { PATIENT } from '../support/patience.ts';
import { openLink } from '../support/sign-in.ts';
import type { SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';
import { LINK, makeStepRealm, startSignIn } from '../support/step-realm.ts';

const { web } = inject('site').clients;

undoAfterEach();

describe('a connection', () => {
  test('carries one email after another, each in four commands', async () => {
    const stub = await mailServer();
    await use(stub);
    for (let i = 0; i < 3; i++) expect(await requestForEmail()).toBe(200);
    expect(stub.connections).toEqual([['CONNECT', 'EHLO', ...MAIL, ...MAIL, ...MAIL]]);
    for (const message of stub.messages) expect(await openLink(linkOnWire(message))).toBe(302);
  });

  test('that the mail server closed between emails is replaced: no email is lost, none is sent twice', async () => {
    const stub = await mailServer();
    await use(stub);
    expect(await requestForEmail()).toBe(200);
    stub.hangUp();
    expect(await requestForEmail()).toBe(200);
    expect(stub.connections.at(-1)).toEqual(['CONNECT', 'EHLO', ...MAIL]);
    expect(stub.messages).toHaveLength(2);
    expect(stub.connections).toHaveLength(2);
  });

  test.each([
    ['at MAIL', 'MAIL', '421 idle for too long'],
    ['at MAIL without a word', 'MAIL', 'cut'],
    ['at RCPT', 'RCPT', '421 idle for too long'],
    ['at RCPT without a word', 'RCPT', 'cut'],
    ['at DATA without a word', 'DATA', 'cut'],
  ] as const)('that the mail server closes %s is replaced', async (_, point, reply) => {
    const replies: Parameters<typeof startSmtpStub>[0] = {};
    const stub = await mailServer(replies);
    await use(stub);
    expect(await requestForEmail()).toBe(200);
    replies[point] = async () => {
      delete replies[point];
      return reply;
    };
    expect(await requestForEmail()).toBe(200);
    expect(stub.connections[1]).toEqual(['CONNECT', 'EHLO', ...MAIL]);
    expect(stub.messages).toHaveLength(2);
  });

  test('that is lost after the message was sent isn’t replaced, since the mail server may have it', async () => {
    const replies: Parameters<typeof startSmtpStub>[0] = {};
    const stub = await mailServer(replies);
    await use(stub);
    expect(await requestForEmail()).toBe(200);
    replies.MESSAGE = 'cut';
    expect(await requestForEmail()).toBe(503);
    expect(stub.messages).toHaveLength(2);
    expect(stub.connections).toHaveLength(1);
  });

  test('on which a recipient was rejected isn’t retried', async () => {
    const replies: Parameters<typeof startSmtpStub>[0] = {};
    const stub = await mailServer(replies);
    await use(stub);
    expect(await requestForEmail()).toBe(200);
    replies.RCPT = '550 no such user';
    expect(await requestForEmail()).toBe(503);
    expect(stub.connections).toHaveLength(1);
  });

  test('is closed when the realm gets another mail server, which receives the next email', async () => {
    const [before, after] = [await mailServer(), await mailServer()];
    await use(before);
    expect(await requestForEmail()).toBe(200);
    await use(after);
    expect(await requestForEmail()).toBe(200);
    await untilConnectionsClosed(before);
    expect([before.messages.length, after.messages.length]).toEqual([1, 1]);
    expect(before.connections[0]?.at(-1)).toBe('QUIT');
  });

  test('is closed at the deadline with its email: none is sent with an invalid link', async () => {
    const slowly = (reply: string) => async () => {
      const since = Date.now();
      await vi.waitUntil(() => Date.now() - since > 4000, PATIENT);
      return reply;
    };
    const stub = await mailServer({
      MAIL: slowly('250 ok'),
      RCPT: slowly('250 ok'),
      DATA: slowly('354 go on'),
    });
    await use(stub);
    expect(await requestForEmail()).toBe(503);
    await untilConnectionsClosed(stub);
    expect(stub.messages).toEqual([]);
  });
});

describe('a mail server that requires', () => {
  const credentials = { auth: 'true', user: 'links', password: 'first' };
  const PASSWORDS = '250-stub\r\n250 AUTH PLAIN';

  test('a password gets it once per connection, and a new one as soon as it is set', async () => {
    const stub = await mailServer({ EHLO: PASSWORDS });
    await use(stub, credentials);
    for (let i = 0; i < 2; i++) expect(await requestForEmail()).toBe(200);
    await use(stub, { ...credentials, password: 'second' });
    expect(await requestForEmail()).toBe(200);
    expect(stub.logins).toEqual(['links\0links\0first', 'links\0links\0second']);
    await vi.waitUntil(() => stub.open() === 1, PATIENT);
  });

  test('STARTTLS and a password gets both once, and each further email in four commands', async () => {
    const stub = await mailServer(
      { EHLO: '250-stub\r\n250-AUTH PLAIN\r\n250 STARTTLS' },
      { tls: { certificate: await mailCertificate(), begins: 'with STARTTLS' } },
    );
    await use(stub, { ...credentials, starttls: 'true' });
    for (let i = 0; i < 2; i++) expect(await requestForEmail()).toBe(200);
    expect(stub.connections).toEqual([['CONNECT', 'EHLO', 'STARTTLS', 'EHLO', 'AUTH', ...MAIL, ...MAIL]]);
  });

  test('implicit TLS gets it once', async () => {
    const stub = await mailServer({}, { tls: { certificate: await mailCertificate(), begins: 'at once' } });
    await use(stub, { ssl: 'true' });
    for (let i = 0; i < 2; i++) expect(await requestForEmail()).toBe(200);
    expect(stub.connections).toEqual([['CONNECT', 'EHLO', ...MAIL, ...MAIL]]);
  });

  test('a token gets the one issued by the authorization server, once per connection', async () => {
    let issued = 0;
    const issuer = createServer((_, response) => {
      issued++;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: 'the-token', expires_in: 600 }));
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    onTestEnd(() => issuer.close());
    const stub = await mailServer({ EHLO: '250-stub\r\n250 AUTH XOAUTH2' });
    await use(stub, {
      auth: 'true',
      authType: 'token',
      user: 'links',
      authTokenUrl: `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/token`,
      authTokenClientId: 'mailer',
      authTokenClientSecret: 'secret',
      authTokenScope: 'email',
    });
    for (let i = 0; i < 2; i++) expect(await requestForEmail()).toBe(200);
    expect(stub.logins).toEqual(['user=links\u0001auth=Bearer the-token\u0001\u0001']);
    expect(issued).toBe(1);
  });

  test('a token gets another one if the mail server rejects the first, and the email is sent', async () => {
    const tokenRequests: string[] = [];
    const issuer = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => {
        tokenRequests.push(body);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ access_token: `token-${tokenRequests.length}`, expires_in: 600 }));
      });
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    onTestEnd(() => issuer.close());
    let rejected = 0;
    const stub = await mailServer({
      EHLO: '250-stub\r\n250 AUTH XOAUTH2',
      AUTH: async () => (rejected++ === 0 ? '535 5.7.8 expired' : '235 ok'),
    });
    await use(stub, {
      auth: 'true',
      authType: 'token',
      user: 'links',
      authTokenUrl: `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/token`,
      authTokenClientId: 'mailer-of-another',
      authTokenClientSecret: 'secret',
      authTokenScope: 'email',
    });
    expect(await requestForEmail()).toBe(200);
    expect(await openLink(linkOnWire(stub.messages[0] ?? ''))).toBe(302);
    expect(stub.logins).toEqual([
      'user=links\u0001auth=Bearer token-1\u0001\u0001',
      'user=links\u0001auth=Bearer token-2\u0001\u0001',
    ]);
    expect(Object.fromEntries(new URLSearchParams(tokenRequests[1]))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'mailer-of-another',
      client_secret: 'secret',
      scope: 'email',
    });
  });
});

/** The connections to the database that the server has in use. */
async function inUse(): Promise<number> {
  const metrics = await (await fetch(`${inject('site').managementUrl}/metrics`)).text();
  return Number(/^agroal_active_count\S* (\S+)$/m.exec(metrics)?.[1]);
}

/** Prepares a request that sends an email to a mail server, in each kind of realm. */
type Sending = (stub: SmtpStub) => Promise<() => Promise<unknown>>;
const SENDINGS: Readonly<Record<string, Sending>> = {
  'a link of an application': async (stub) => {
    await use(stub);
    return requestForEmail;
  },
  'a link of the sign-in page': async (stub) => {
    await use(stub);
    return () => requestOnPage(new Agent(), newAddress(), web);
  },
  'an invitation': async (stub) => {
    onTestEnd(await allowInvitations());
    const home = await makeHomeClient();
    onTestEnd(home.remove);
    await use(stub);
    return () => invite({ email: newAddress(), client_id: home.client_id });
  },
  'a change of address': async (stub) => {
    onTestEnd(await serveAccountPage());
    const agent = await signedIn(web);
    await use(stub);
    return () => requestChange(agent, newAddress());
  },
  'a link of the step in a stock realm': async (stub) => {
    const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    onTestEnd(realm.remove);
    const client = await realm.makeClient([{ provider: LINK }]);
    const { email } = await realm.makeUser();
    const { variables } = inject('site');
    const smtpServer = { host: variables.SMTP_HOST, port: String(stub.port), from: variables.EMAIL_FROM };
    await realm.update({ smtpServer });
    const agent = new Agent();
    const page = await startSignIn(realm, client, agent);
    return () => agent.submit(page, { email, action: 'send' });
  },
};

describe('while the mail server holds an email', () => {
  test.each(Object.entries(SENDINGS))('of %s, no database connection is in use', async (_, prepare) => {
    let held = Promise.withResolvers<string>();
    const stub = await mailServer({ MESSAGE: () => held.promise });
    const send = await prepare(stub);
    // A round counts if the email was held throughout; on a slow machine sending may time out meanwhile.
    for (let rounds = 0; rounds < 3; rounds++) {
      held = Promise.withResolvers<string>();
      const before = stub.messages.length;
      let isOver = false;
      const sent = send().finally(() => {
        isOver = true;
      });
      await vi.waitUntil(() => stub.messages.length > before, PATIENT);
      // The server's own periodic work uses one for moments. A connection that is returned once the email is given up doesn't count.
      let isFree = false;
      await vi.waitUntil(async () => {
        isFree = (await inUse()) === 0;
        return isFree || isOver || stub.open() === 0;
      }, PATIENT);
      isFree &&= !isOver && stub.open() > 0;
      held.resolve('250 ok');
      await sent.catch(() => {});
      if (isFree) return;
    }
    expect.fail('a connection was in use until the email was given up');
  });
});
