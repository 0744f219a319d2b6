/** What an administrator and a caller see when a script is broken. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { scriptsOf, startVariant, variantHome } from '../../support/variant.ts';

/** The outcome of starting a server with these scripts. */
async function startFailure(name: string, scripts: Record<string, string>): Promise<string> {
  const home = await variantHome(name, scripts);
  return await startVariant(home, name).then(
    async (node) => {
      await node.stop();
      return 'it started';
    },
    (error: Error & { details?: string[] }) => `${error.message}\n${error.details?.join('\n') ?? ''}`,
  );
}

describe('a broken script', () => {
  let stop = async (): Promise<void> => {};
  afterAll(() => stop());

  test('that can’t be evaluated stops the start with one clear line', async () => {
    const failure = await startFailure('evaluation', {
      'linkgate.js': 'const shape = /a/;\nconst linkgate = absent;\n',
    });
    expect(failure).toMatch(/^ERROR: Linkgate: the script can't be evaluated: .*"absent" is not defined.*$/m);
  });

  test('that doesn’t define what it declares stops the start with one clear line', async () => {
    const failure = await startFailure('missing', await scriptsOf('missing-script.ts'));
    expect(failure).toMatch(
      /^ERROR: Linkgate: the script declares authenticator "linkgate-email" but does not define its authenticate$/m,
    );
  });

  test('that throws returns server_error without internal details, and the log has the TypeScript line', async () => {
    const node = await startVariant(
      await variantHome('throwing', await scriptsOf('throwing-script.ts')),
      'throwing',
    );
    stop = node.stop;
    const admin = await connectAdmin({ serverUrl: node.url, username: 'admin', password: 'admin' });
    await admin.realms.create({ realm: 'broken', enabled: true, attributes: { 'linkgate.enabled': 'true' } });
    const response = await fetch(`${node.url}/realms/broken/request-magic-link`, {
      method: 'POST',
      body: '{}',
    });
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(JSON.parse(body)).toEqual({ error: 'server_error', message: expect.any(String) });
    expect(body).not.toMatch(/inside-secret|throwing-script|org\.|java/);
    const log = await readFile(node.logFile, 'utf8');
    expect(log).toContain('inside-secret');
    expect(log).toMatch(/failOnPurpose\S*\(test\/fixtures\/throwing-script\.ts:5\)/);
    expect(log).not.toMatch(/^\tat org\.linkgate\.(script|rhino)/m);
  });
});
