/** A requester can't distinguish a disabled account from any other, whatever the mail server does; and it gets no email. */
import { afterEach, describe, expect, inject, test } from 'vitest';
import { admin, setMailPort } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { newAddress } from '../support/email.ts';
import { requestLink } from '../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';

const { web } = inject('site').clients;
const UNUSED_PORT = 9;
const DELAY_MILLIS = 700;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function useMailServer(...args: Parameters<typeof startSmtpStub>): Promise<SmtpStub> {
  const stub = await startSmtpStub(...args);
  undo.push(() => stub.close(), await setMailPort(stub.port));
  return stub;
}

async function disabledAddress(): Promise<string> {
  const email = newAddress('disabled');
  const account = { username: email, email, enabled: false, emailVerified: true };
  await (await admin()).users.create({ realm: 'linkgate', ...account });
  return email;
}

/** What a caller sees of a link request: the status and the duration. */
interface Seen {
  status: number;
  millis: number;
}

const WAYS: Record<string, (email: string) => Promise<number>> = {
  'over the API': async (email) =>
    (await requestLink({ email, client_id: web.client_id, redirect_uri: web.redirect_uri })).status,
  'on the page': async (email) => {
    const agent = new Agent();
    return (await agent.submit(await agent.open(authUrl(web)), { email })).status;
  },
};

describe.each(Object.entries(WAYS))('a link requested %s', (_, requestFor) => {
  async function seen(email: string): Promise<Seen> {
    const begun = performance.now();
    const status = await requestFor(email);
    return { status, millis: performance.now() - begun };
  }

  test('waits for the mail server for a disabled account, too, up to the recipient, and sends nothing', async () => {
    let slow = false;
    const reply = async () => {
      if (slow) await new Promise((resolve) => setTimeout(resolve, DELAY_MILLIS));
      return '250 ok';
    };
    const stub = await useMailServer({ RCPT: reply });
    const disabled = await disabledAddress();
    expect((await seen(newAddress())).status).toBe(200);
    slow = true;
    const [other, none] = [await seen(newAddress()), await seen(disabled)];
    expect([other.status, none.status]).toEqual([200, 200]);
    expect(Math.min(other.millis, none.millis)).toBeGreaterThanOrEqual(DELAY_MILLIS);
    slow = false;
    // The connection is reused for the next email.
    expect((await seen(newAddress())).status).toBe(200);
    const message = ['MAIL', 'RCPT', 'DATA', 'MESSAGE'];
    expect(stub.connections).toEqual([
      ['CONNECT', 'EHLO', ...message, ...message, 'MAIL', 'RCPT', 'RSET', ...message],
    ]);
    expect(stub.messages).toHaveLength(3);
    expect(stub.messages.join('')).not.toContain(disabled);
  });

  test.each([
    ['rejects the recipient', { RCPT: '550 no such user' }],
    ['rejects the sender', { MAIL: '451 later' }],
    ['closes the connection', { RCPT: 'cut' }],
  ] as const)(
    'is 503 for a disabled account as for any other where the mail server %s',
    async (_, replies) => {
      await useMailServer(replies);
      const disabled = await disabledAddress();
      expect([await requestFor(newAddress()), await requestFor(disabled)]).toEqual([503, 503]);
    },
  );

  test('returns 503 for a disabled account as for any other without a mail server', async () => {
    undo.push(await setMailPort(UNUSED_PORT));
    const disabled = await disabledAddress();
    expect([await requestFor(newAddress()), await requestFor(disabled)]).toEqual([503, 503]);
  });
});
