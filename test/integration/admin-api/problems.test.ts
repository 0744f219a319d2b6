/** Current problems by the admin API: the conformance command's rules, and the server's own observations (contract, section 4.15). */
import { afterEach, expect, test } from 'vitest';
import { admin, setMailServer, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const UNSET = `\${SMTP_HOST}`;

interface Problem {
  id: string;
  message: string;
  detail: { id: string; values: Record<string, unknown> } | null;
  page: string | null;
  console: string | null;
}

/** Except for emails that failed in other tests. */
async function problems(): Promise<Problem[]> {
  const { json } = await callAdminApi<{ problems: Problem[] }>('GET', '/problems');
  return json.problems.filter(({ id }) => id !== 'emails-failing');
}

test('include clients that wait for approval, and none of the sample realm’s settings', async () => {
  expect(await problems()).toEqual([
    expect.objectContaining({ id: 'pending-clients', detail: null, page: 'clients', console: null }),
  ]);
});

test('include settings, each with its fix', async () => {
  const api = await admin();
  await api.realms.update({ realm: 'linkgate' }, { registrationAllowed: true });
  undo.push(async () => (await admin()).realms.update({ realm: 'linkgate' }, { registrationAllowed: false }));
  undo.push(await setMailServer({ host: UNSET }));
  undo.push(
    await setRealmAttributes({ 'linkgate.rate.link-email': 'many', 'linkgate.rate.exempt': '0.0.0.0/0' }),
  );
  const found = await problems();
  expect(found.map(({ id }) => id).toSorted()).toEqual([
    'mail-server',
    'pending-clients',
    'rate-policies',
    'rate-policies',
    'registration',
  ]);
  expect(found.find(({ id }) => id === 'mail-server')).toMatchObject({
    message: `smtpServer.host is ${UNSET}, a variable that was not set during the import`,
    detail: { id: 'setting-variable', values: { setting: 'smtpServer.host', value: UNSET } },
    console: 'realm-settings/email',
  });
  expect(found.flatMap(({ detail }) => detail?.id ?? []).toSorted()).toEqual([
    'networks-everybody',
    'on-registrationAllowed',
    'rate-shape',
    'setting-variable',
  ]);
});
