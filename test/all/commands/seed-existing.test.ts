/** `npm run linkgate -- seed` on an existing realm that isn't Linkgate's yet, with referral codes to create. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../../scripts/seed/change.ts';
import { admin } from '../../support/admin.ts';
import { jsonOf, npmRunHere } from '../../support/command.ts';
import { declareRealm, type OwnRealm } from '../../support/own-realm.ts';

const REALM = 'seed-existing';
const codes = [1, 2, 3].map(() => randomBytes(8).toString('hex'));
const [first = '', second = '', third = ''] = codes;

let own: OwnRealm;
beforeAll(async () => {
  own = await declareRealm(REALM);
  await (await admin()).realms.create({ realm: REALM, enabled: true });
});
afterAll(async () => {
  await own.remove();
});

const seed = async (...args: string[]) => npmRunHere('seed', ['--config', own.folder, ...args]);
const changesOf = (ran: Parameters<typeof jsonOf>[0]) => jsonOf<{ changes: Change[] }>(ran).changes;
const created = (object: string) => ({ realm: REALM, object, action: 'created' });

describe('a run without --apply', () => {
  test('lists the codes of a stock realm, and for missing clients', async () => {
    await own.declare((file) => {
      file.referrals = [
        { code: first, maxUses: 5 },
        { code: second, clientId: 'demo-web' },
      ];
    });
    const dry = await seed('--json');
    expect(dry.code, dry.stderr).toBe(3);
    const changes = changesOf(dry);
    expect(changes.filter(({ object }) => object === 'referral code')).toHaveLength(2);
    expect(changes).toContainEqual(created('client demo-web'));
    expect(changes).toContainEqual(expect.objectContaining({ field: 'attributes["linkgate.enabled"]' }));
    const missing = await (await admin()).clients.find({ realm: REALM, clientId: 'demo-web' });
    expect(missing).toEqual([]);
  });

  test('finds nothing once the realm was seeded: all conflicting defaults of Keycloak are removed', async () => {
    const ran = await seed('--apply', '--no-check');
    expect(ran.code, ran.stderr).toBe(0);
    expect(await seed()).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
  });

  test('lists a code together with its client', async () => {
    await own.declare((file) => {
      const [web] = file.clients;
      if (web) file.clients.push({ ...web, clientId: 'late', name: 'Late' });
      file.referrals?.push({ code: third, clientId: 'late' });
    });
    const dry = await seed('--json');
    expect(dry.code, dry.stderr).toBe(3);
    expect(changesOf(dry)).toEqual([created('client late'), created('referral code')]);
    expect((await seed('--apply', '--no-check')).code).toBe(0);
    expect(await seed()).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
  });

  test('fails like the real run if the client of a code isn’t declared', async () => {
    await own.declare((file) => {
      file.referrals?.push({ code: `${third}x`, clientId: 'nobody' });
    });
    for (const options of [[], ['--apply', '--no-check']]) {
      const ran = await seed(...options);
      expect(ran).toMatchObject({ code: 1, stdout: '' });
      expect(ran.stderr).toContain('client_id: there is no such client');
      for (const code of codes) expect(ran.stderr).not.toContain(code);
    }
  });
});
