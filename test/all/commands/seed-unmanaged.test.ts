/** `npm run linkgate -- seed` with objects that users created by hand: they stay, and are reported, until `--prune`. */

import { describe, expect, test } from 'vitest';
import { SETTABLE } from '../../../provider-scripts/src/platform/limits/limits.ts';
import { LIMIT_SETTINGS } from '../../../provider-scripts/src/realm/settings/table.ts';
import { NOT_APPLIED } from '../../../scripts/cli/output.ts';
import type { Report } from '../../../scripts/conformance/run.ts';
import type { Change, Kept } from '../../../scripts/seed/change.ts';
import { admin } from '../../support/admin.ts';
import { jsonOf } from '../../support/command.ts';
import { useRealm } from '../../support/own-realm.ts';

const REALM = 'seed-unmanaged';
const SCOPE = 'profile';
const KEY = 'by-hand';
const MAPPER = 'department';
const KEY_PROVIDERS = 'org.keycloak.keys.KeyProvider';
const KEPT: Kept[] = [
  { realm: REALM, object: `key ${KEY}` },
  { realm: REALM, object: `client scope ${SCOPE} mapper ${MAPPER}` },
];
const TOLD = KEPT.map(
  ({ object }) => `${REALM}: ${object}: kept, though it isn't declared; --prune removes it\n`,
);

interface Result {
  changes: Change[];
  kept: Kept[];
  conformance?: Report[];
}

const { own, seed } = useRealm(REALM);

async function scopeId(): Promise<string> {
  const scope = await (await admin()).clientScopes.findOneByName({ realm: REALM, name: SCOPE });
  return scope?.id ?? '';
}

async function addMapper(name: string): Promise<void> {
  await (await admin()).clientScopes.addProtocolMapper(
    { realm: REALM, id: await scopeId() },
    {
      name,
      protocol: 'openid-connect',
      protocolMapper: 'oidc-usermodel-attribute-mapper',
      config: { 'user.attribute': name, 'claim.name': name, 'access.token.claim': 'true' },
    },
  );
}

async function addKey(name: string, providerId: string, config: Record<string, string[]>): Promise<void> {
  await (await admin()).components.create({
    realm: REALM,
    name,
    providerId,
    providerType: KEY_PROVIDERS,
    config: { priority: ['10'], ...config },
  });
}

async function names(): Promise<{ keys: unknown[]; mappers: unknown[] }> {
  const api = await admin();
  const keys = await api.components.find({ realm: REALM, type: KEY_PROVIDERS });
  const mappers = await api.clientScopes.listProtocolMappers({ realm: REALM, id: await scopeId() });
  return { keys: keys.map(({ name }) => name), mappers: mappers.map(({ name }) => name) };
}

describe('npm run linkgate -- seed', () => {
  test('removes Keycloak’s own defaults, and retains and reports objects that an administrator created', async () => {
    await addKey(KEY, 'ecdsa-generated', { ecdsaEllipticCurveKey: ['P-256'] });
    await addKey('rsa-enc-generated', 'rsa-enc-generated', { algorithm: ['RSA-OAEP'] });
    await addMapper(MAPPER);
    await addMapper('nickname');
    const before = await names();
    const dry = await seed();
    expect(dry.code).toBe(3);
    expect(dry.stdout).toBe(
      [
        `@@ ${REALM}: key rsa-enc-generated @@\n- (the whole object)\n`,
        `@@ ${REALM}: client scope ${SCOPE} mapper nickname @@\n- (the whole object)\n`,
        ...TOLD,
        `${REALM}: changes needed: 2\n${NOT_APPLIED}\n`,
      ].join(''),
    );
    expect(await names()).toEqual(before);

    const ran = await seed('--apply', '--no-check', '--json');
    expect(ran.code, ran.stderr).toBe(0);
    expect(jsonOf<Result>(ran).kept).toEqual(KEPT);
    const after = await names();
    expect(after.keys).toContain(KEY);
    expect(after.mappers).toContain(MAPPER);
    expect(after.keys).not.toContain('rsa-enc-generated');
    expect(after.mappers).not.toContain('nickname');
  });

  test('needs no change for retained objects, and the check reports what they break', async () => {
    expect(await seed()).toMatchObject({
      code: 0,
      stdout: `${TOLD.join('')}${REALM}: nothing to change\n`,
    });
    const ran = await seed('--apply', '--json');
    expect(ran.code).toBe(1);
    const [report] = jsonOf<Result>(ran).conformance ?? [];
    expect(report?.findings).toContainEqual(
      expect.objectContaining({ check: 'signing-keys', problem: expect.stringContaining('ES256') }),
    );
  });

  test('removes it with --prune, and announces that before', async () => {
    const removals = KEPT.map((kept) => ({ ...kept, action: 'removed' }));
    const dry = await seed('--prune', '--json');
    expect(dry.code).toBe(3);
    expect(jsonOf<Result>(dry)).toMatchObject({ changes: removals, kept: [] });
    expect((await names()).keys).toContain(KEY);
    const ran = await seed('--prune', '--apply', '--no-check', '--json');
    expect(jsonOf<Result>(ran)).toMatchObject({ changes: removals, kept: [] });
    const after = await names();
    expect(after.keys).not.toContain(KEY);
    expect(after.mappers).not.toContain(MAPPER);
    expect(await seed()).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
  });

  test('retains a limit that administrators changed, until a file states it, and reports which wins', async () => {
    const { name: attribute } = LIMIT_SETTINGS.invitations;
    const { fallback } = SETTABLE.invitations;
    const field = `attributes["${attribute}"]`;
    const stored = async () =>
      (await (await admin()).realms.findOne({ realm: REALM }))?.attributes?.[attribute] as unknown;
    const { attributes = {} } = (await (await admin()).realms.findOne({ realm: REALM })) ?? {};
    await (await admin()).realms.update(
      { realm: REALM },
      { attributes: { ...attributes, [attribute]: '7/60' } },
    );
    expect(await seed('--apply', '--no-check')).toMatchObject({
      code: 0,
      stdout: `${REALM}: realm: ${field}: kept: "7/60", not declared in any file\n${REALM}: nothing to change\n`,
    });
    expect(await stored()).toBe('7/60');

    const stated = `${fallback.count}/${fallback.seconds}`;
    await own().declare(({ settings }) => {
      settings.attributes = { ...(settings.attributes as object), [attribute]: stated };
    });
    const ran = await seed('--apply', '--no-check');
    expect(ran.stdout).toContain(`${REALM}: realm: ${field}: "7/60" → "${stated}"\n`);
    expect(ran.stdout).toContain(
      `${REALM}: realm: ${field}: the file overrides the value set on the admin pages`,
    );
    expect(await stored()).toBe(stated);
  });
});
