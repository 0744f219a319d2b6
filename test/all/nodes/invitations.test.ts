/**
 * Invitations on two nodes: no email is sent twice, whichever process ends in between; and cases that need access to the database
 * (contract, section 4.16).
 */

import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest';
import { INVITATION_RETENTION_SECONDS } from '../../../provider-scripts/src/links/invitation/invitation.ts';
import { admin, setMailPort } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { killNode, NODES, onDatabase, startNode } from '../../support/cluster.ts';
import { confirm } from '../../support/confirm-page.ts';
import { emailsTo, emailTo, newAddress } from '../../support/email.ts';
import {
  type Batch,
  callAdmin,
  type Invitation,
  invitationIn,
  invitationOf,
  invite,
  invited,
  makeHomeClient,
  untilState,
  useHomeClient,
} from '../../support/invitations.ts';
import { expireDailyCount } from '../../support/invited-again.ts';
import { type SmtpStub, startSmtpStub } from '../../support/smtp-stub.ts';

const { serverUrl } = inject('site');
const [first, second] = NODES;
/** A lease, a run of the background task and the start of a node, on a busy machine. */
const DONE = { timeout: 300_000, interval: 200 };

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const home = useHomeClient();
afterAll(async () => {
  await startNode('second').catch(() => {});
});

const addresses = (count: number) => Array.from({ length: count }, () => newAddress('list'));

async function checked(emails: readonly string[]): Promise<string> {
  const response = await callAdmin(
    'POST',
    `invitation-batches?client_id=${home().client_id}`,
    emails.join('\n'),
  );
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as Batch).id;
}

/** Requests the start at one of the nodes. */
async function start(id: string, node: string): Promise<number> {
  const token = await (await admin()).getAccessToken();
  const path = `/admin/realms/linkgate/linkgate/invitation-batches/${id}/start`;
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${node}${path}`, { method: 'POST', headers })).status;
}

async function ownMailServer(instead: Parameters<typeof startSmtpStub>[0] = {}): Promise<SmtpStub> {
  const stub = await startSmtpStub(instead);
  const restore = await setMailPort(stub.port);
  undo.push(async () => {
    await restore();
    stub.close();
  });
  return stub;
}

function recipients({ messages }: SmtpStub): string[] {
  return messages.map((message) => /^To: (\S+)/m.exec(message)?.[1] ?? '').toSorted();
}

describe('a list', () => {
  test('that both nodes send concurrently emails each address once', async () => {
    const stub = await ownMailServer();
    const emails = addresses(40);
    const id = await checked(emails);
    const statuses = await Promise.all([start(id, first), start(id, second), start(id, first)]);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect((await untilState(id, 'done', DONE)).counts).toMatchObject({ sent: 40, uncertain: 0 });
    expect(recipients(stub)).toEqual(emails.toSorted());
  });

  test('continues on the other node when its own is killed: the invitation being sent is uncertain, and none is emailed twice', async () => {
    let mayFail = false;
    let stuck = () => {};
    const isStuck = new Promise<void>((resolve) => {
      stuck = resolve;
    });
    const stub = await ownMailServer({
      MESSAGE: async () => {
        if (!mayFail || stub.messages.length !== 6) return '250 ok';
        stuck();
        // The mail server has the message, and the node never learns of it.
        return await new Promise<string>(() => {});
      },
    });
    mayFail = true;
    const emails = addresses(15);
    const id = await checked(emails);
    expect(await start(id, second)).toBe(200);
    await isStuck;
    await killNode('second');
    mayFail = false;
    const done = await untilState(id, 'done', DONE);
    expect(done.counts).toMatchObject({ sent: 14, uncertain: 1, waiting: 0, failed: 0 });
    expect(recipients(stub)).toEqual(emails.toSorted());
    await startNode('second');

    // It may have arrived, so its link is valid; and an administrator may resend it.
    const [uncertain] = (
      (await (await callAdmin('GET', 'invitations?state=uncertain')).json()) as {
        invitations: { id: string; email: string }[];
      }
    ).invitations;
    const lost = stub.messages.find((message) => message.includes(`To: ${uncertain?.email}`)) ?? '';
    const link = invitationIn({
      text: lost.replace(/=\r\n/g, '').replaceAll('=3D', '=').replaceAll('\r', ''),
    });
    expect((await new Agent().open(link)).status).toBe(200);
    const again = await callAdmin('POST', `invitations/${uncertain?.id}/resend`);
    expect(again.status).toBe(429);
    await expireDailyCount(uncertain?.email ?? '');
    const resent = await callAdmin('POST', `invitations/${uncertain?.id}/resend`);
    expect([resent.status, ((await resent.json()) as { state: string }).state]).toEqual([200, 'sent']);
    expect((await new Agent().open(link)).status).toBe(401);
  });
});

describe('two invitations of one user', () => {
  test('that are accepted concurrently create one account: the other sends an ordinary link', async () => {
    const other = await makeHomeClient();
    undo.push(other.remove);
    const email = newAddress();
    const links = [await invited(email, home())];
    await expireDailyCount(email);
    await invite({ email, client_id: other.client_id });
    links.push(invitationIn(await emailTo(email, 2)));
    const agents = [new Agent({ accept: 'text/html' }, first), new Agent({ accept: 'text/html' }, second)];
    const pages = await Promise.all(agents.map((agent, i) => agent.open(links[i] ?? '')));
    const done = await Promise.all(agents.map((agent, i) => confirm(agent, pages[i] as Page)));
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 303]);
    await emailTo(email, 3);
    expect(await emailsTo(email)).toHaveLength(3);
  });

  test('that is one, pressed on both nodes, works once', async () => {
    const link = await invited(newAddress(), home());
    const agents = Array.from({ length: 10 }, (_, i) => new Agent({ accept: 'text/html' }, NODES[i % 2]));
    const pages = await Promise.all(agents.map((agent) => agent.open(link)));
    const done = await Promise.all(agents.map((agent, i) => confirm(agent, pages[i] as Page)));
    expect(done.filter(({ status }) => status === 303)).toHaveLength(1);
  });
});

describe('resending, beside another invitation to the same client', () => {
  /** An invitation that was revoked; its address may be emailed again. */
  async function revoked(email: string): Promise<string> {
    const { id } = await invite({ email, client_id: home().client_id });
    expect((await callAdmin('POST', `invitations/${id}/revoke`)).status).toBe(200);
    await expireDailyCount(email);
    return id;
  }
  const live = async (email: string) =>
    await onDatabase(async (database) => {
      const sql = 'SELECT ID FROM LINKGATE_INVITATION WHERE EMAIL = $1 AND ENDS_AT IS NOT NULL';
      return (await database.query(sql, [email])).rows.map(({ id }: { id: string }) => id);
    });

  test('is rejected', async () => {
    const email = newAddress();
    const old = await revoked(email);
    const { id } = await invite({ email, client_id: home().client_id });
    await expireDailyCount(email);
    const again = await callAdmin('POST', `invitations/${old}/resend`);
    expect([again.status, ((await again.json()) as { id: string }).id]).toEqual([409, 'invited']);
    const listed = await callAdmin('GET', `invitations?search=${encodeURIComponent(email)}&state=revoked`);
    const { invitations } = (await listed.json()) as { invitations: Invitation[] };
    expect(invitations.map(({ resend_rejection }) => resend_rejection?.id)).toEqual(['invited']);
    expect(await live(email)).toEqual([id]);
  });

  test('is rejected for one of two concurrent requests', async () => {
    const email = newAddress();
    const ids = [await revoked(email), await revoked(email)];
    const token = await (await admin()).getAccessToken();
    const resend = async (id: string, node: string) => {
      const url = `${node}/admin/realms/linkgate/linkgate/invitations/${id}/resend`;
      const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      return [response.status, ((await response.json()) as { id: string }).id] as const;
    };
    const responses = await Promise.all(ids.map((id, i) => resend(id, i === 0 ? first : second)));
    const sent = responses.flatMap(([status, id]) => (status === 200 ? [id] : []));
    expect(responses.filter(([status]) => status !== 200)).toEqual([[409, 'invited']]);
    expect(await live(email)).toEqual(sent);
  });
});

test('an address is emailed three times at most', async () => {
  const email = newAddress();
  await invite({ email, client_id: home().client_id });
  const { id } = await invitationOf(email);
  for (const expected of [200, 200, 409]) {
    await expireDailyCount(email);
    expect((await callAdmin('POST', `invitations/${id}/resend`)).status).toBe(expected);
  }
  expect(await emailsTo(email)).toHaveLength(3);
});

test('an expired invitation is rejected with that reason, and deleted thirty days later', async () => {
  const email = newAddress();
  const link = await invited(email, home());
  const age = (seconds: number) =>
    onDatabase((client) =>
      client.query(
        'UPDATE LINKGATE_INVITATION SET ENDS_AT = ENDS_AT - $1, EXPIRES_AT = EXPIRES_AT - $1 WHERE EMAIL = $2',
        [seconds, email],
      ),
    );
  await age(7 * 86_400);
  expect((await invitationOf(email)).state).toBe('expired');
  const rejected = await fetch(link, { headers: { accept: 'application/json' } });
  expect([rejected.status, ((await rejected.json()) as { message: string }).message]).toEqual([
    401,
    'The invitation has expired',
  ]);
  await vi.waitUntil(
    async () =>
      (
        (await (await callAdmin('GET', `invitations?state=expired&search=${email}`)).json()) as {
          invitations: unknown[];
        }
      ).invitations.length === 1,
    DONE,
  );
  await age(INVITATION_RETENTION_SECONDS);
  await vi.waitUntil(async () => (await invitationOf(email).catch(() => null)) === null, {
    ...DONE,
  });
});

test('names and addresses are deleted with the client', async () => {
  const client = await makeHomeClient();
  const email = newAddress();
  await invite({ email, client_id: client.client_id });
  await client.remove();
  const left = await onDatabase((database) =>
    database.query('SELECT 1 FROM LINKGATE_INVITATION WHERE EMAIL = $1', [email]),
  );
  expect(left.rowCount).toBe(0);
  expect(serverUrl).toBeTruthy();
});

test('the database has no token', async () => {
  const email = newAddress();
  const token = new URL(await invited(email, home())).searchParams.get('token') ?? '';
  const { rows } = await onDatabase((client) =>
    client.query('SELECT * FROM LINKGATE_INVITATION WHERE EMAIL = $1', [email]),
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});
