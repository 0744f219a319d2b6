/** What an administrator sees of a plugin that was built for another Keycloak. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { scriptsOf, startVariant, variantHome } from '../../support/variant.ts';

const PRODUCT = '../../provider-scripts/src/index.ts';

/** A home whose plugin declares that it was built for that version. */
async function homeBuiltFor(version: string, name: string) {
  const { 'providers.json': text = '' } = await scriptsOf(PRODUCT);
  const declarations = { ...(JSON.parse(text) as object), keycloak: version };
  return await variantHome(name, { 'providers.json': JSON.stringify(declarations) });
}

describe('a plugin', () => {
  test('built for another minor version of Keycloak stops the start with one clear line', async () => {
    const failure = await startVariant(await homeBuiltFor('25.0.6', 'other-line'), 'other-line').then(
      async ({ stop }) => {
        await stop();
        return 'it started';
      },
      (error: Error & { details?: string[] }) => error.details?.join('\n') ?? error.message,
    );
    const line = `ERROR: Linkgate: built for Keycloak 25.0, but this is ${KEYCLOAK_VERSION}: use a Linkgate built for it`;
    expect(failure.split('\n').filter((one) => one === line)).toHaveLength(1);
  });

  test('built for another patch of the same minor version starts, and the log says so once', async () => {
    const other = KEYCLOAK_VERSION.replace(/\d+$/, '999');
    const node = await startVariant(await homeBuiltFor(other, 'other-patch'), 'other-patch');
    await node.stop();
    const line = `tested with Keycloak ${other}, this is ${KEYCLOAK_VERSION}`;
    expect((await readFile(node.logFile, 'utf8')).split(line)).toHaveLength(2);
  });
});
