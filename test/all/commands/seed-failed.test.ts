/** `npm run linkgate -- seed` that fails midway reports where, and what it had done by then; it can be run again. */
import { describe, expect, test } from 'vitest';
import { admin } from '../../support/admin.ts';
import { useRealm } from '../../support/own-realm.ts';

const REALM = 'seed-failed';

const { own, seed } = useRealm(REALM);
const declareClient = async (clientId: string, redirectUri: string) =>
  own().declare(({ clients }) => {
    const place = clients.findIndex((client) => client.clientId === clientId);
    const client = { clientId, publicClient: true, redirectUris: [redirectUri] };
    clients.splice(place < 0 ? clients.length : place, 1, client);
  });

describe('a run that fails', () => {
  test('names the client that the server rejects, and the changes made before', async () => {
    await declareClient('good-app', 'https://app.example.com/callback');
    await declareClient('bad-app', 'https://app.example.com/callback#fragment');
    const failed = await seed('--apply', '--no-check');
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(new RegExp(`^${REALM}: clients: client bad-app: 400 .*fragment`, 'm'));
    expect(failed.stderr).toContain(`Changed before the failure, and not rolled back`);
    expect(failed.stderr).toContain(`  ${REALM}: client good-app: created\n`);
    expect(failed.stderr).not.toContain('    at ');
    const [good] = await (await admin()).clients.find({ realm: REALM, clientId: 'good-app' });
    expect(good).toMatchObject({ publicClient: true });
  });

  test('names a mapper that the server rejects', async () => {
    await own().declare((file) => {
      file.clients = file.clients.filter(({ clientId }) => clientId !== 'bad-app');
      const [web] = file.clients;
      if (web)
        web.protocolMappers = [{ name: 'bad', protocolMapper: 'no-such-mapper', config: { any: 'x' } }];
    });
    const failed = await seed('--apply', '--no-check');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(
      new RegExp(`^${REALM}: clients: client demo-web mapper bad: [45]\\d\\d `, 'm'),
    );
  });

  test('continues there once the declaration is corrected', async () => {
    await own().declare(({ clients }) => {
      delete clients[0]?.protocolMappers;
    });
    await declareClient('bad-app', 'https://app.example.com/callback');
    const ran = await seed('--apply', '--no-check');
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain(`${REALM}: client bad-app: created\n`);
    expect(ran.stdout).not.toContain('good-app');
    expect(await seed()).toMatchObject({ code: 0, stdout: `${REALM}: nothing to change\n` });
  });
});
