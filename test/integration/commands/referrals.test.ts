/** `npm run linkgate -- referrals` as an administrator runs it, and sign-ups with its codes. */
import { describe, expect, inject, test } from 'vitest';
import { jsonOf, npmRunHere } from '../../support/command.ts';
import { newAddress } from '../../support/email.ts';
import { requestLink } from '../../support/sign-in.ts';

const { betaUrl, clients } = inject('site');
const { betaWeb } = clients;

const referrals = async (...args: string[]) => npmRunHere('referrals', [...args, '--realm', 'linkgate-beta']);

async function requestWithCode(referral_code: string): Promise<number> {
  const fields = { email: newAddress(), client_id: betaWeb.client_id, redirect_uri: betaWeb.redirect_uri };
  return (await requestLink({ ...fields, referral_code }, betaUrl)).status;
}

describe('npm run linkgate -- referrals', () => {
  test('creates a code that is accepted until it is revoked, and shows it once', async () => {
    const made = await referrals(
      'create',
      '--max-uses',
      '5',
      '--expires-in-days',
      '7',
      '--client',
      'demo-web',
      '--apply',
    );
    expect(made.code, made.stderr).toBe(0);
    const code = made.stdout.trim().split('\n').at(-1) ?? '';
    const id = /^[0-9a-f-]{36}/m.exec(made.stdout)?.[0] ?? '';
    expect(await requestWithCode(code)).toBe(200);

    const list = await referrals('list');
    expect(list.stdout).toMatch(new RegExp(`${id}\\s+0 of 5\\s+\\S+Z\\s+demo-web`));
    expect(list.stdout).not.toContain(code);
    expect(await referrals('revoke', id, '--apply')).toMatchObject({
      code: 0,
      stdout: `referral ${id}: revoked\n`,
    });
    expect(await requestWithCode(code)).toBe(403);
    expect(jsonOf<{ id: string }[]>(await referrals('list', '--json')).map((row) => row.id)).not.toContain(
      id,
    );
  });

  test.each([
    ['zero uses', ['create', '--max-uses', '0'], 1, 'max_uses: a whole number from 1'],
    [
      'a number of uses that isn’t a number',
      ['create', '--max-uses', 'many'],
      2,
      `--max-uses: "many" isn't a whole number`,
    ],
    ['an unknown client', ['create', '--client', 'nobody'], 1, 'client_id: there is no such client'],
    ['an unknown id', ['revoke', 'nobody'], 1, 'referral nobody: not in realm linkgate-beta'],
    ['no id', ['revoke'], 2, 'id: missing'],
    ['an unknown action', ['burn'], 2, 'burn: use one of create, list, revoke'],
  ])('rejects %s and says why', async (_, args, code, message) => {
    const ran = await referrals(...args);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});
