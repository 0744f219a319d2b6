/** Which changes of a client create another version. */
import { describe, expect, test } from 'vitest';
import type { Representation } from '../../../provider-scripts/src/clients/self-registered.ts';
import { versionText } from '../../../provider-scripts/src/clients/version.ts';

const CLIENT: Representation = {
  clientId: 'shop',
  name: 'Shop',
  secret: 's',
  publicClient: false,
  redirectUris: ['https://shop.example/a', 'https://shop.example/b'],
  attributes: { logoUri: 'https://shop.example/l', 'linkgate.approval': 'pending' },
  protocolMappers: [{ name: 'own audience', config: { x: '1', y: '2' } }],
};

const isAnother = (fields: Record<string, unknown>) =>
  versionText({ ...CLIENT, ...fields }) !== versionText(CLIENT);

describe('a client is another version', () => {
  test.each([
    ['its name', { name: 'Bank' }],
    ['no name', { name: undefined }],
    ['whether it has a secret', { publicClient: true }],
    ['a redirect URI', { redirectUris: ['https://shop.example/a', 'https://evil.example/b'] }],
    ['two redirect URIs as one', { redirectUris: ['https://shop.example/a,https://shop.example/b'] }],
    ['an attribute', { attributes: { logoUri: 'https://evil.example/l', 'linkgate.approval': 'pending' } }],
    ['another attribute of any name', { attributes: { ...CLIENT.attributes, anything: 'else' } }],
    ['a field of any name', { anything: ['else'] }],
    ['the content of a mapper', { protocolMappers: [{ name: 'own audience', config: { x: '1', y: '3' } }] }],
    ['a value of another type', { publicClient: 'false' }],
  ])('by %s', (_, fields) => {
    expect(isAnother(fields)).toBe(true);
  });
});

describe('a client is the same version', () => {
  test.each([
    ['another secret', { secret: 'other' }],
    ['recorded rights', { attributes: { ...CLIENT.attributes, 'linkgate.rights': '0 0' } }],
    ['its approval', { attributes: { ...CLIENT.attributes, 'linkgate.approval': 'approved' } }],
    [
      'when its secret was created',
      { attributes: { ...CLIENT.attributes, 'client.secret.creation.time': '1' } },
    ],
    ['the order of a list', { redirectUris: ['https://shop.example/b', 'https://shop.example/a'] }],
    ['the order of names', { protocolMappers: [{ config: { y: '2', x: '1' }, name: 'own audience' }] }],
    ['a field that is null', { description: null }],
  ])('after any change of %s', (_, fields) => {
    expect(isAnother(fields)).toBe(false);
  });
});
