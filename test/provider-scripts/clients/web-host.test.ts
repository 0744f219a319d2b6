import { expect, test } from 'vitest';
import { webHostOf } from '../../../provider-scripts/src/clients/web-host.ts';

const toAscii = (name: string) => name.replace('b\u0430nk', 'xn--bnk-6cd');

test.each([
  ['https://app.example/callback', 'app.example'],
  ['HTTPS://App.Example', 'app.example'],
  ['http://app.example:8443/callback', 'app.example:8443'],
  ['https://bank.example@evil.example/', 'evil.example'],
  ['https://bank.example@also.example@evil.example/', 'evil.example'],
  ['https://evil.example\\@bank.example/', 'evil.example'],
  ['https:\\\\evil.example/bank.example', 'evil.example'],
  ['https://evil.example?@bank.example', 'evil.example'],
  ['https://evil.example#@bank.example', 'evil.example'],
  // With a letter of another script.
  ['https://b\u0430nk.example/', 'xn--bnk-6cd.example'],
  ['https://[::1]:3000/', '[::1]:3000'],
])('%s leads to %s', (uri, host) => {
  expect(webHostOf(uri, toAscii)).toBe(host);
});

test('shows a name that can’t be converted as it is', () => {
  const fails = () => {
    throw new Error('not a name');
  };
  expect(webHostOf('https://_odd_/', fails)).toBe('_odd_');
});

test.each(['com.example.app:/callback', 'urn:ietf:wg:oauth:2.0:oob', 'https:', '', '/callback'])(
  '%s is no address of the web',
  (uri) => {
    expect(webHostOf(uri, toAscii)).toBeNull();
  },
);
