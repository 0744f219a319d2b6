/** `npm run linkgate -- seed` in a realm with several mistakes at once that administrators make by hand. */
import { describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { FAULTS } from '../../support/faults.ts';
import { useRealm } from '../../support/own-realm.ts';

const REALM = 'seed-faults';

/** Each planted fault, and its lines in the diff. */
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  'another flow bound': [`@@ ${REALM}: realm @@`, '- browserFlow: "browser"'],
  'a step for links that is disabled': [
    `@@ ${REALM}: flow linkgate browser execution linkgate-email @@`,
    '- requirement: "DISABLED"',
  ],
  'a profile form in the way': [
    `@@ ${REALM}: user profile attribute lastName @@`,
    '- required: {"roles":["user"]}',
    '+ required: (none)',
  ],
  'no mapper for the address': [`@@ ${REALM}: client scope email mapper email @@`, '+ (the whole object)'],
  'no audience for introspection': [`@@ ${REALM}: client demo-web mapper own audience @@`],
  'a scope with roles': [`@@ ${REALM}: client demo-web @@`, '- defaultClientScopes.roles: true'],
  'http for all requests': ['- sslRequired: "none"', '+ sslRequired: "external"'],
  'a key of another algorithm': [
    `${REALM}: key other: kept, though it isn't declared; --prune removes it`,
    '- config.algorithm: ["PS256"]',
    '+ config.algorithm: ["RS256"]',
  ],
};

const { seed } = useRealm(REALM);

/** Changes the algorithm of the realm's own signing key. */
async function changeKey(): Promise<void> {
  const api = await admin();
  const keys = await api.components.find({ realm: REALM, type: 'org.keycloak.keys.KeyProvider' });
  const key = keys.find(({ providerId }) => providerId === 'rsa-generated') ?? {};
  const config = { ...key.config, algorithm: ['PS256'] };
  await api.components.update({ realm: REALM, id: key.id ?? '' }, { ...key, config });
}

describe('npm run linkgate -- seed', () => {
  test('names every fault without --apply, fixes them, and finds nothing more', async () => {
    const api = await admin();
    for (const name of Object.keys(PLANTED)) {
      const planted = FAULTS.find(({ fault }) => fault === name);
      if (!planted) throw new Error(`there is no fault ${name}`);
      await planted.plant(api, REALM);
    }
    await changeKey();
    const dry = await seed();
    expect(dry.code, dry.stderr).toBe(3);
    const lines = dry.stdout.split('\n');
    for (const changes of Object.values(PLANTED)) expect(lines).toEqual(expect.arrayContaining([...changes]));

    const fixed = await seed('--prune', '--apply', '--no-check');
    expect(fixed.code, fixed.stderr).toBe(0);
    expect(await seed()).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
    const { keys = [] } = await api.realms.getKeys({ realm: REALM });
    const algorithms = keys.map(({ algorithm }) => algorithm);
    expect(algorithms).toContain('RS256');
    for (const other of ['PS256', 'ES256']) expect(algorithms).not.toContain(other);
  });
});
