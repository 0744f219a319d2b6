/** Lists of users to invite: validated line by line, sent in the background, stopped and resumed (contract, section 4.16). */

import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { MAX_FAILURES } from '../../provider-scripts/src/links/batch/batch.ts';
import { MAX_CSV_BYTES, MAX_LINES } from '../../provider-scripts/src/links/invitation/list.ts';
import { makeAccount } from '../support/accounts.ts';
import { admin, setMailPort, setRealmAttributes } from '../support/admin.ts';
import { storeAdminEvents } from '../support/admin-events.ts';
import { Agent } from '../support/agent.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailsTo, emailTo, newAddress } from '../support/email.ts';
import {
  type Batch,
  batchOf,
  callAdmin,
  HOME,
  type Invitation,
  invitationIn,
  invitationOf,
  invite,
  invited,
  makeHomeClient,
  optOutIn,
  untilState,
  useHomeClient,
} from '../support/invitations.ts';
import { PATIENT } from '../support/patience.ts';
import { requestLink } from '../support/sign-in.ts';
import { type SmtpStub, startSmtpStub } from '../support/smtp-stub.ts';

const { web } = inject('site').clients;
const REALM = 'linkgate';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const home = useHomeClient();

/** Validates a list; returns the raw response. */
async function check(csv: string, query: Record<string, string> = {}): Promise<Response> {
  const search = new URLSearchParams({ client_id: home().client_id, ...query });
  return await callAdmin('POST', `invitation-batches?${search}`, csv);
}

/** A validated list. */
async function checked(csv: string, query: Record<string, string> = {}): Promise<Batch> {
  const response = await check(csv, query);
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as Batch;
}

async function act(id: string, what: 'start' | 'stop' | 'start?notify_accounts=true'): Promise<number> {
  return (await callAdmin('POST', `invitation-batches/${id}/${what}`)).status;
}

interface Wrong {
  line: number;
  source: string;
  field: string;
  id: string | null;
  values: Record<string, string | number>;
  message: string;
}

async function problemsOf(id: string): Promise<Wrong[]> {
  const response = await callAdmin('GET', `invitation-batches/${id}/problems?max=100`);
  return ((await response.json()) as { problems: Wrong[] }).problems;
}

const addresses = (count: number) => Array.from({ length: count }, () => newAddress('list'));

/** A test's own mail server that receives the realm's emails until the test ends. */
async function ownMailServer(instead: Parameters<typeof startSmtpStub>[0] = {}): Promise<SmtpStub> {
  const stub = await startSmtpStub(instead);
  const restore = await setMailPort(stub.port);
  undo.push(async () => {
    await restore();
    stub.close();
  });
  return stub;
}

/** Whether an invitation of an address is listed. */
async function isListed(email: string): Promise<boolean> {
  const response = await callAdmin('GET', `invitations?search=${encodeURIComponent(email)}`);
  const { invitations } = (await response.json()) as { invitations: Invitation[] };
  return invitations.length > 0;
}

/** Uses up the realm's limit until the test ends, or until the returned function is called. */
async function exhaustLimit(): Promise<() => Promise<void>> {
  await invite({ email: newAddress(), client_id: home().client_id });
  const restore = await setRealmAttributes({ 'linkgate.limit.invitations': '1/3600' });
  undo.push(restore);
  return restore;
}

/** How often the limit delayed invitations. */
async function limitsHit(): Promise<number> {
  const metrics = await (await fetch(`${inject('site').managementUrl}/metrics`)).text();
  return Number(/^linkgate_limits_hit_total\{limit="invitations"\} (\S+)$/m.exec(metrics)?.[1]);
}

/** The recipients of the messages. */
function recipients({ messages }: SmtpStub): string[] {
  return messages.map((message) => /^To: (\S+)/m.exec(message)?.[1] ?? '').toSorted();
}

describe('a list', () => {
  test('is validated line by line, and nothing is sent before it is started', async () => {
    const [known, gone, good, twice] = addresses(4) as [string, string, string, string];
    await invite({ email: known, client_id: home().client_id });
    await invited(gone, home());
    await fetch(optOutIn(await emailTo(gone)), { method: 'POST' });
    const csv = [
      'email,name,language,client',
      `${good},"Lovelace, Ada",fr,`,
      'nobody,,,',
      `${known},,,`,
      `${gone},,,`,
      `${twice},O’Brien,,`,
      `${twice.toUpperCase()},,,`,
      `${newAddress()},,,no-such-client`,
    ].join('\r\n');
    const batch = await checked(csv, { text: 'See you there', lifetime_days: '3' });
    expect(batch).toMatchObject({ state: 'draft', lines: 7, wrong: 5, counts: { waiting: 0, sent: 0 } });
    expect(await isListed(good)).toBe(false);
    const problems = await problemsOf(batch.id);
    expect(problems.map(({ source }) => source)).toEqual(
      [2, 3, 4, 6, 7].map((index) => csv.split('\r\n')[index]),
    );
    expect(problems.map(({ id, values, source, ...rest }) => rest)).toEqual([
      { line: 3, field: 'email', message: 'not an email address' },
      { line: 4, field: 'email', message: 'The user has already been invited to the client' },
      { line: 5, field: 'email', message: 'The user has opted out of invitations' },
      { line: 7, field: 'email', message: 'is in line 6 already' },
      { line: 8, field: 'client_id', message: 'there is no such client' },
    ]);
    expect(problems.map(({ id, values }) => [id, values])).toEqual([
      ['no-address', {}],
      ['invited', {}],
      ['opted-out', {}],
      ['twice', { line: 6 }],
      ['no-client', {}],
    ]);
    expect(await emailsTo(good)).toEqual([]);

    expect(await act(batch.id, 'start')).toBe(200);
    const done = await untilState(batch.id, 'done');
    expect(done.counts).toMatchObject({ sent: 2, waiting: 0, failed: 0 });
    const message = await emailTo(good);
    expect(message.text).toContain('Bonjour Ada Lovelace');
    expect(message.text).toContain('> See you there');
    const second = await emailTo(twice);
    expect(second.text).toContain('Hello O’Brien');
    expect(await invitationOf(twice)).toMatchObject({ state: 'sent', batch: batch.id, emails: 1 });
    const agent = new Agent();
    const accepted = await confirm(agent, await agent.open(invitationIn(second)));
    expect(accepted.status).toBe(303);
    expect((await batchOf(batch.id)).counts).toMatchObject({ sent: 1, accepted: 1 });
    expect(await act(batch.id, 'start')).toBe(409);
    expect(await act(batch.id, 'stop')).toBe(409);
  });

  test.each([
    ['no lines', '', 'body'],
    ['a quote that is never closed', '"a@example.com', 'body'],
    ['a header line only', 'email,name', 'body'],
    ['bytes that aren’t UTF-8', '\ufffd@example.com', 'body'],
    ['two bytes a character', 'a\u0000@\u0000b\u0000', 'body'],
    ['too many lines', 'a@example.com\n'.repeat(MAX_LINES + 1), 'body'],
  ])('is rejected as a whole with %s', async (_, csv, field) => {
    const response = await check(csv);
    const body = (await response.json()) as { details: { field: string }[] };
    expect([response.status, body.details.map((one) => one.field)]).toEqual([400, [field]]);
  });

  test('without a valid line names each mistake, and isn’t stored', async () => {
    const ids = async () => {
      const response = await callAdmin('GET', 'invitation-batches?max=20');
      return ((await response.json()) as { batches: Batch[] }).batches.map(({ id }) => id);
    };
    const before = await ids();
    const response = await check(`email,client\nnobody,\n${newAddress()},no-such-client`);
    const { details } = (await response.json()) as { details: { field: string; id: string }[] };
    expect([response.status, details.map(({ field, id }) => [field, id])]).toEqual([
      400,
      [
        ['lines[2].email', 'no-address'],
        ['lines[3].client_id', 'no-client'],
      ],
    ]);
    expect(await ids()).toEqual(before);
  });

  test.each([
    ['text', 'evil.example'],
    ['lifetime_days', '31'],
    ['lifetime_days', 'x'],
  ])('is rejected by the parameter %s at "%s"', async (name, value) => {
    const response = await check('a@example.com', { [name]: value });
    const body = (await response.json()) as { details: { field: string }[] };
    expect([response.status, body.details.map((one) => one.field)]).toEqual([400, [name]]);
  });

  test('has a maximum size in bytes, and is CSV', async () => {
    expect((await check('x'.repeat(MAX_CSV_BYTES + 1))).status).toBe(413);
    expect((await callAdmin('POST', 'invitation-batches', { email: 'a@example.com' })).status).toBe(415);
  });

  test('keeps the order of its lines among all invitations', async () => {
    const emails = addresses(20);
    const { id } = await checked(emails.join('\n'));
    await ownMailServer();
    await act(id, 'start');
    await untilState(id, 'done');
    const response = await callAdmin('GET', 'invitations?max=20');
    const { invitations } = (await response.json()) as { invitations: { email: string }[] };
    expect(invitations.map(({ email }) => email)).toEqual(emails);
  });

  test('says where it comes from, and which columns it doesn’t use', async () => {
    const batch = await checked(`E-Mail,Phone\n${newAddress()},1`, { file_name: 'users.csv' });
    expect(batch).toMatchObject({
      file_name: 'users.csv',
      created_by: 'admin',
      heading: 'E-Mail,Phone',
      ignored_columns: ['Phone'],
    });
    const wrong = await check(newAddress(), { file_name: 'x\u202e' });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('file_name')]);
  });

  test('can be discarded, and is gone with its lines, until it is started', async () => {
    const emails = addresses(2);
    const { id } = await checked([...emails, 'nobody'].join('\n'));
    const discard = async (list: string) => (await callAdmin('DELETE', `invitation-batches/${list}`)).status;
    expect(await discard(id)).toBe(204);
    expect([await discard(id), await act(id, 'start')]).toEqual([404, 404]);
    const again = await checked(emails.join('\n'));
    expect(again).toMatchObject({ lines: 2, wrong: 0 });
    await ownMailServer();
    await act(again.id, 'start');
    expect(await discard(again.id)).toBe(409);
    await untilState(again.id, 'done');
  });

  test('is listed with the others, newest first', async () => {
    const ids = [(await checked(newAddress())).id, (await checked(newAddress())).id];
    const list = (await (await callAdmin('GET', 'invitation-batches?max=100')).json()) as {
      batches: Batch[];
    };
    expect(list.batches.map(({ id }) => id).slice(0, 2)).toEqual(ids.toReversed());
    const one = (await (await callAdmin('GET', 'invitation-batches?max=1')).json()) as { next: number };
    expect(one.next).toBe(1);
  });
});

describe('sending', () => {
  test('can be stopped and resumed, and emails no address twice', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const stub = await ownMailServer({
      RCPT: async () => {
        await gate;
        return '250 ok';
      },
    });
    const emails = addresses(8);
    const batch = await checked(emails.join('\n'));
    expect(await act(batch.id, 'start')).toBe(200);
    await vi.waitUntil(() => stub.connections.length > 0, PATIENT);
    expect(await act(batch.id, 'stop')).toBe(200);
    expect(await act(batch.id, 'stop')).toBe(409);
    open();
    await vi.waitUntil(() => stub.messages.length === 1, PATIENT);
    await vi.waitUntil(async () => (await batchOf(batch.id)).counts.sent === 1, PATIENT);
    expect(await batchOf(batch.id)).toMatchObject({ state: 'stopped', counts: { sent: 1, waiting: 7 } });

    const statuses = await Promise.all([act(batch.id, 'start'), act(batch.id, 'start')]);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect((await untilState(batch.id, 'done')).counts).toMatchObject({ sent: 8 });
    expect(recipients(stub)).toEqual(emails.toSorted());
  });

  /** Submits the same list twice in parallel; returns the older one first, in sending order. */
  async function twice(emails: readonly string[]): Promise<string[]> {
    const made = await Promise.all([checked(emails.join('\n')), checked(emails.join('\n'))]);
    const { batches } = (await (await callAdmin('GET', 'invitation-batches?max=100')).json()) as {
      batches: Batch[];
    };
    const newestFirst = batches.map(({ id }) => id).filter((id) => made.some((one) => one.id === id));
    return newestFirst.toReversed();
  }

  /** The numbers of sent and unsent lines of a list. */
  async function outcomeOf(id: string): Promise<[sent: number, failed: number]> {
    const { sent = 0, failed = 0 } = (await untilState(id, 'done')).counts;
    return [sent, failed];
  }

  test.each([
    { query: { client_id: 'no-such-client' }, field: 'client_id', id: 'no-client' },
    { query: { language: 'xx' }, field: 'language', id: 'choice' },
  ])('with a mistake in its default $field is rejected at that field, and not stored', async (mistake) => {
    const before = await newestBatch();
    const response = await check(addresses(2).join('\n'), mistake.query as Record<string, string>);
    expect(response.status).toBe(400);
    const { details } = (await response.json()) as { details: object[] };
    expect(details).toEqual([expect.objectContaining({ field: mistake.field, id: mistake.id })]);
    expect(await newestBatch()).toBe(before);
  });

  async function newestBatch(): Promise<string | undefined> {
    const response = await callAdmin('GET', 'invitation-batches?max=1');
    return ((await response.json()) as { batches: Batch[] }).batches[0]?.id;
  }

  test('processes the same list once, however often it is submitted', async () => {
    const stub = await ownMailServer();
    const emails = addresses(5);
    const [older = '', newer = ''] = await twice(emails);
    await act(older, 'start');
    await act(newer, 'start');
    expect([await outcomeOf(older), await outcomeOf(newer)]).toEqual([
      [5, 0],
      [0, 5],
    ]);
    expect(recipients(stub)).toEqual(emails.toSorted());
    const again = await check(emails.join('\n'));
    const { details } = (await again.json()) as { details: { id: string }[] };
    expect(details.map(({ id }) => id)).toEqual(emails.map(() => 'invited'));
  });

  test('of the same list twice in parallel emails no address twice, and both finish', async () => {
    const stub = await ownMailServer();
    const emails = addresses(5);
    const ids = await twice(emails);
    await Promise.all(ids.map((id) => act(id, 'start')));
    const outcomes = await Promise.all(ids.map(outcomeOf));
    expect(recipients(stub)).toEqual(emails.toSorted());
    // Each address got its email by one of them; the other reports it as a duplicate.
    expect(outcomes.map(([sent, failed]) => sent + failed)).toEqual([5, 5]);
    expect(outcomes.reduce((sum, [sent]) => sum + sent, 0)).toBe(5);
  });

  test('pauses by itself when email after email is rejected, and continues on resume', async () => {
    const replies: Parameters<typeof startSmtpStub>[0] = { RCPT: '550 no' };
    const stub = await ownMailServer(replies);
    const emails = addresses(MAX_FAILURES + 3);
    const batch = await checked(emails.join('\n'));
    await act(batch.id, 'start');
    const stopped = await untilState(batch.id, 'stopped');
    expect(stopped.counts).toMatchObject({ failed: MAX_FAILURES, waiting: 3 });
    expect(stopped.pause).toEqual({ reason: 'failures', until: null, limit: null });
    expect((await invitationOf(emails[0] ?? '')).failure).toBe('The mail server did not accept the email');
    replies.RCPT = '250 ok';
    await act(batch.id, 'start');
    expect((await untilState(batch.id, 'done')).counts).toMatchObject({ failed: MAX_FAILURES, sent: 3 });
    const { id } = await invitationOf(emails[0] ?? '');
    const resent = await callAdmin('POST', `invitations/${id}/resend`);
    expect([resent.status, ((await resent.json()) as Invitation).state]).toEqual([200, 'sent']);
    expect(stub.messages).toHaveLength(4);
  });

  test('marks an email uncertain if the mail server stops responding after it, and never resends it', async () => {
    // The first email only.
    const replies = ['cut'];
    const stub = await ownMailServer({ MESSAGE: async () => replies.shift() ?? '250 ok' });
    const emails = addresses(3);
    const { id } = await checked(emails.join('\n'));
    await act(id, 'start');
    expect((await untilState(id, 'done')).counts).toMatchObject({ uncertain: 1, sent: 2, failed: 0 });
    expect(recipients(stub)).toEqual(emails.toSorted());
  });

  test('skips lines that were revoked, and users who opted out meanwhile', async () => {
    const restore = await exhaustLimit();
    const stub = await ownMailServer();
    const [first, second, third] = addresses(3) as [string, string, string];
    const other = await makeHomeClient();
    undo.push(other.remove);
    const batch = await checked([first, second, third].join('\n'));
    await act(batch.id, 'start');
    await vi.waitUntil(async () => (await batchOf(batch.id)).pause !== null, PATIENT);
    const { id } = await invitationOf(first);
    expect((await callAdmin('POST', `invitations/${id}/revoke`)).status).toBe(200);
    await act(batch.id, 'stop');
    await restore();
    await invite({ email: second, client_id: other.client_id });
    await act(batch.id, 'start');
    const done = await untilState(batch.id, 'done');
    expect(done.counts).toMatchObject({ revoked: 1, failed: 1, sent: 1 });
    expect(recipients(stub)).toEqual([second, third].toSorted());
  });

  test('waits at the realm’s limit, and continues on resume', async () => {
    const restore = await exhaustLimit();
    const before = await limitsHit();
    const { id } = await checked(addresses(3).join('\n'));
    await act(id, 'start');
    await vi.waitUntil(async () => (await limitsHit()) > before, PATIENT);
    await vi.waitUntil(async () => (await batchOf(id)).pause !== null, PATIENT);
    const paused = await batchOf(id);
    expect(paused).toMatchObject({
      state: 'running',
      pause: { reason: 'limit', limit: { count: 1, seconds: 3600 } },
      counts: { sent: 0, waiting: 3 },
    });
    expect(paused.pause?.until).toBeGreaterThan(Date.now() / 1000);
    expect(await act(id, 'stop')).toBe(200);
    await restore();
    await act(id, 'start');
    expect((await untilState(id, 'done')).counts).toMatchObject({ sent: 3 });
  });

  test('delays no sign-in email', async () => {
    const signIns = addresses(3);
    const held = Promise.withResolvers<void>();
    let ended = 0;
    const stub: SmtpStub = await ownMailServer({
      MESSAGE: async () => {
        const message = stub.messages.at(-1) ?? '';
        if (signIns.some((email) => message.includes(email))) return '250 ok';
        await held.promise;
        ended += 1;
        return '250 ok';
      },
    });
    const batch = await checked(addresses(20).join('\n'));
    await act(batch.id, 'start');
    await vi.waitUntil(() => stub.messages.length > 0, PATIENT);
    const { client_id, redirect_uri } = web;
    // The mail server accepts no invitation before the emails of the sign-ins.
    const responses = await Promise.all(
      signIns.map((email) => requestLink({ email, client_id, redirect_uri })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(ended).toBe(0);
    expect(recipients(stub)).toEqual(expect.arrayContaining(signIns));
    await act(batch.id, 'stop');
    held.resolve();
  });

  test('skips addresses that have an account, also one created meanwhile, unless they are to be told', async () => {
    const stub = await ownMailServer();
    const [known, meanwhile, fresh] = addresses(3) as [string, string, string];
    await makeAccount(known);
    const batch = await checked([known, meanwhile, fresh].join('\n'));
    expect(batch).toMatchObject({ lines: 3, wrong: 0, accounts: 1, notify_accounts: false });
    await makeAccount(meanwhile);
    await act(batch.id, 'start');
    expect((await untilState(batch.id, 'done')).counts).toMatchObject({ skipped: 2, failed: 0, sent: 1 });
    expect(recipients(stub)).toEqual([fresh]);
    const { id, state, failure_rejection: why } = await invitationOf(known);
    expect([state, why?.id]).toEqual(['skipped', 'has-account']);
    expect((await (await callAdmin('POST', `invitations/${id}/resend`)).json()) as Invitation).toMatchObject({
      state: 'sent',
    });
  });

  test('tells users who have an account about the application in other words, and signs no user in', async () => {
    const email = newAddress();
    await makeAccount(email);
    const batch = await checked(email);
    await act(batch.id, 'start?notify_accounts=true');
    expect(await untilState(batch.id, 'done')).toMatchObject({ notify_accounts: true, counts: { sent: 1 } });
    const message = await emailTo(email);
    expect(message.text).toContain('You already have an account');
    const agent = new Agent();
    const opened = await agent.open(invitationIn(message));
    expect(opened.text).toContain('You already have an account');
    expect(opened.text).toContain(HOME);
    const page = await confirm(agent, opened);
    expect([page.status, page.text.includes(email), page.text.includes(HOME)]).toEqual([200, true, true]);
  });

  test('rejects a choice that is neither true nor false', async () => {
    const { id } = await checked(newAddress());
    expect((await callAdmin('POST', `invitation-batches/${id}/start?notify_accounts=yes`)).status).toBe(400);
  });
});

test('logs admin events for lists, without an address', async () => {
  undo.push(await storeAdminEvents(REALM));
  const email = newAddress();
  const { id } = await checked(email);
  await act(id, 'start');
  await untilState(id, 'done');
  const events = await (await admin()).realms.findAdminEvents({
    realm: REALM,
    resourcePath: `linkgate/invitation-batches/${id}`,
  });
  expect(events.map(({ operationType }) => operationType).toSorted()).toEqual(['ACTION', 'CREATE']);
  expect(JSON.stringify(events)).not.toContain(email);
});
