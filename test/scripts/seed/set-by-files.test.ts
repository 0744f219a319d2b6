/** Which files set settings: what seeding records of its files, and what the pages read. */
import { describe, expect, test } from 'vitest';
import { fileOf, ofClient } from '../../../provider-scripts/src/realm/settings/set-by-files.ts';
import { loadDesiredRealms } from '../../../scripts/seed/desired-realms.ts';
import { type DeclaringFile, withSetByFiles } from '../../../scripts/seed/set-by-files.ts';

const FILES: DeclaringFile[] = [
  {
    file: 'realms/own.json',
    attributes: { 'linkgate.passkeys': 'true', 'linkgate.account-page': null, 'linkgate.branding.text': 'x' },
    signIn: { signUp: 'open' },
    clients: [
      { clientId: 'a shop', attributes: { 'linkgate.dpop': 'required', 'linkgate.approval': 'pending' } },
    ],
  },
  { file: 'realm.json', attributes: { 'linkgate.passkeys': 'false', 'linkgate.enabled': 'true' } },
  { file: 'flow.json', signIn: { signUp: 'closed', lifetime: '900' } },
];

/** The text of the record. */
function record(files: DeclaringFile[]): string {
  const { attributes } = withSetByFiles({ attributes: { other: 'x' } }, files);
  expect(attributes).toMatchObject({ other: 'x' });
  return (attributes as Record<string, string>)['linkgate.set-by-files'] ?? '';
}

test.each([
  ['linkgate.passkeys', 'realms/own.json'],
  // Declared as absent.
  ['linkgate.account-page', 'realms/own.json'],
  ['signUp', 'realms/own.json'],
  ['lifetime', 'flow.json'],
  ['linkgate.backend-links', null],
  // With pages of their own.
  ['linkgate.branding.text', null],
  ['linkgate.enabled', null],
  [ofClient('a shop', 'linkgate.dpop'), 'realms/own.json'],
  [ofClient('a shop', 'linkgate.approval'), null],
  [ofClient('shop', 'linkgate.dpop'), null],
  ['linkgate.dpop', null],
])('%s is set by %s', (name, file) => {
  expect(fileOf(record(FILES), name)).toBe(file);
});

describe('a record', () => {
  test.each([null, '', '{', '[]', '7', '{"a":7}'])('that is none names no file: %s', (text) => {
    expect(fileOf(text, 'linkgate.passkeys')).toBeNull();
  });

  test('is part of what a run writes', async () => {
    const [desired] = await loadDesiredRealms(() => 'x', { names: ['linkgate-beta'] });
    const { attributes } = (desired?.settings ?? {}) as { attributes: Record<string, string> };
    const of = (name: string) => fileOf(attributes['linkgate.set-by-files'] ?? null, name);
    expect([of('linkgate.passkeys'), of('linkgate.invitations')]).toEqual([
      'realms/linkgate-beta.json',
      null,
    ]);
  });
});
