/** Masked values are neither equal nor different. */
import { describe, expect, test } from 'vitest';
import { differences } from '../../../scripts/seed/diff.ts';
import { separateMasked } from '../../../scripts/seed/masked.ts';

const MASK = '**********';
const compare = (declared: Parameters<typeof differences>[0], actual: object) =>
  separateMasked(differences(declared, actual));

describe('a masked value', () => {
  test('of the mail server is separated from visible differences', () => {
    const declared = { smtpServer: { host: 'email', password: 'p', authTokenClientSecret: 's' } };
    const actual = { smtpServer: { host: 'other', password: MASK, authTokenClientSecret: MASK } };
    expect(compare(declared, actual)).toEqual({
      visible: [{ field: 'smtpServer.host', before: 'other', after: 'email' }],
      masked: ['smtpServer.password', 'smtpServer.authTokenClientSecret'],
    });
  });

  test('of a key provider is a list', () => {
    const declared = { config: { priority: ['100'], keystorePassword: ['p'] } };
    const actual = { config: { priority: ['100'], keystorePassword: [MASK] } };
    expect(compare(declared, actual)).toEqual({ visible: [], masked: ['config.keystorePassword'] });
  });

  test.each([
    ['missing', {}],
    ['another reference to a vault', { smtpServer: { password: `\${vault.other}` } }],
    ['an empty list', { smtpServer: { password: [] } }],
  ])('is not a value that is %s, which differs', (_, actual) => {
    const { visible, masked } = compare({ smtpServer: { password: `\${vault.email}` } }, actual);
    expect([visible.length, masked]).toEqual([1, []]);
  });
});
