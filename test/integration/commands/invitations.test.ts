/** `npm run linkgate -- invitations` as an administrator runs it. */
import { writeFile } from 'node:fs/promises';
import { describe, expect, inject, test, vi } from 'vitest';
import { jsonOf, npmRunHere } from '../../support/command.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { type Batch, type Invitation, invitationIn, useHomeClient } from '../../support/invitations.ts';
import { partPath } from '../../support/part.ts';
import { PATIENCE_MILLIS } from '../../support/patience.ts';

const home = useHomeClient();

const invitations = async (...args: string[]) => npmRunHere('invitations', args);
const apply = async (...args: string[]) => invitations(...args, '--apply');

describe('npm run linkgate -- invitations', () => {
  test('invites a user, lists and revokes', async () => {
    const email = newAddress();
    const sent = await apply('send', '--email', email, '--client', home().client_id, '--text', 'Welcome');
    expect(sent.code, sent.stderr).toBe(0);
    expect(sent.stdout).toMatch(new RegExp(`${email}\\s+${home().client_id}\\s+sent\\s+1`));
    const message = await emailTo(email);
    expect([message.text.includes('> Welcome'), sent.stdout.includes(invitationIn(message))]).toEqual([
      true,
      false,
    ]);
    const [listed] = jsonOf<Invitation[]>(await invitations('list', '--search', email, '--json'));
    const revoked = await apply('revoke', listed?.id ?? '');
    expect(revoked.stdout).toMatch(/revoked/);
    const again = await apply('resend', listed?.id ?? '');
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringMatching(/429: .*; try again in \d+ seconds/),
    ]);
  });

  test('validates a list, sends it, and shows its progress', async () => {
    const email = newAddress();
    const file = partPath('users.csv');
    await writeFile(file, `email,name,phone\n${email},Ada,1\nnobody,Bob,2\n`);
    const checked = await apply('check', file, '--client', home().client_id, '--language', 'es');
    expect(checked.stdout).toContain(
      'draft; 2 lines, 1 invalid; none waiting\n  ignored columns: phone\n  line 3: email: not an',
    );
    const id = /list ([0-9a-f-]{36}):/.exec(checked.stdout)?.[1] ?? '';
    expect((await apply('start', id)).code).toBe(0);
    expect((await emailTo(email)).text).toContain('Hola, Ada:');
    await vi.waitUntil(async () => jsonOf<Batch>(await invitations('show', id, '--json')).state === 'done', {
      timeout: PATIENCE_MILLIS,
    });
    const stopped = await apply('stop', id);
    expect([stopped.code, stopped.stderr.includes("The list's state doesn't allow it")]).toEqual([1, true]);
  });

  test('fails for a list without a valid line, as nobody would get an email, and says why', async () => {
    const file = partPath('nobody.csv');
    await writeFile(file, 'email\nnobody\n');
    const checked = await invitations('check', file, '--client', home().client_id, '--apply');
    expect([checked.code, checked.stdout, checked.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('lines[2].email: not an email address'),
    ]);
  });

  test('stores no list for a client that nobody can be invited to', async () => {
    const { web } = inject('site').clients;
    const file = partPath('somebody.csv');
    await writeFile(file, `email\n${newAddress()}\n`);
    const checked = await invitations('check', file, '--client', web.client_id, '--apply');
    expect([checked.code, checked.stdout, checked.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('client_id: the client has neither a home URL nor'),
    ]);
  });

  test.each([
    ['no action', [], 2, 'no action: use one of send, list'],
    ['no address', ['send'], 2, '--email: missing'],
    ['no client', ['send', '--email', 'a@example.com'], 2, '--client: missing'],
    [
      'an unknown client',
      ['send', '--email', 'a@example.com', '--client', 'nobody', '--apply'],
      1,
      'client_id: there is no such',
    ],
    ['a missing file', ['check', 'nowhere.csv'], 1, 'nowhere.csv: there is no such file'],
    ['an unknown id', ['revoke', 'nothing'], 1, 'invitation nothing: not in realm linkgate'],
    ['an unknown id as well', ['revoke', 'nothing', '--apply'], 1, '404: there is none with that id'],
    ['an unknown list', ['start', 'nothing'], 1, '404: there is none with that id'],
    ['a realm that doesn’t allow it', ['list', '--realm', 'linkgate-beta'], 1, 'linkgate.invitations'],
  ])('rejects %s and says why', async (_, args, code, message) => {
    const ran = await npmRunHere('invitations', args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});
